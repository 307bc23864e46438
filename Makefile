# SPDX-License-Identifier: GPL-2.0
#
# ktrace: a tracing subsystem for Linux 6.12. "make help" says what there is.
#
# This is the project's own Makefile; it is not part of the kernel tree. What
# is to be done is in scripts/, one job a script.

CONFIG ?= ktrace
BATCH ?=
ONLY ?=
N ?= 100000000
KERNELS ?=
FULL ?=
SEED ?=
MAKEFLAGS += --no-print-directory

help:
	@echo 'ktrace: a tracing subsystem for Linux 6.12'
	@echo
	@echo '  make run             build the kernel, boot it in QEMU, show the demo,'
	@echo '                       leave a shell in the guest (ends by "exit")'
	@echo '  make run BATCH=1     the same without the shell; the exit status tells'
	@echo '  make test            all tests; last line: N passed, N failed, N skipped'
	@echo '  make test FULL=1     the long forms, in all kernels, with mutations, models and soak'
	@echo '  make test ONLY=P     a part: kunit, selftests, ftracetest, user, check,'
	@echo '                       series, mutations, models or soak'
	@echo '  make test KERNELS="ktrace ktrace-kasan"   in the guests of these kernels only'
	@echo '  make test SEED=N     what the guests take from chance; "random": any'
	@echo '  make soak            10^8 records by all contexts, with resizes and readers, all'
	@echo '                       accounted for, to the last one; some minutes'
	@echo '  make soak N=1000000  so many'
	@echo '  make bench           the speed table: ktrace beside ftrace in one kernel'
	@echo '  make bench ONLY=P    a part: syscalls, probes, points, read, workloads,'
	@echo '                       programs, scale, native or memory'
	@echo '  make memory          what ktrace takes of memory before it is used, beside ftrace'
	@echo '  make kernel          build the kernel: build/ktrace/bzImage'
	@echo '  make kernel CONFIG=C another one: $(filter-out ktrace,$(CONFIGS))'
	@echo '  make tree            lay the repository over the base: build/linux'
	@echo '  make check           lints: checkpatch, sparse, W=1, layers, series'
	@echo '  make series          mailing-list patches: build/series/*.patch'
	@echo '  make deps            install the Debian packages that are missing'
	@echo '  make clean           remove build/'
	@echo
	@echo 'scripts/vm boots a guest for a script of your own, see scripts/vm --help.'

CONFIGS = $(patsubst kernel/configs/%.config,%,$(wildcard kernel/configs/ktrace*.config))

run:
	@scripts/run $(if $(filter-out 0,$(BATCH)),--batch)

test:
	@KERNELS="$(KERNELS)" FULL="$(FULL)" SEED="$(SEED)" scripts/test $(ONLY)

bench:
	@scripts/bench $(ONLY)

soak:
	@scripts/soak $(N)

memory:
	@scripts/memory

kernel:
	@scripts/kernel $(CONFIG)

tree:
	@scripts/tree

series:
	@scripts/series

check:
	@scripts/check

deps:
	@scripts/deps all

clean:
	rm -rf build

.PHONY: help run test bench soak memory kernel tree series check deps clean
