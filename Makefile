# SPDX-License-Identifier: GPL-2.0
#
# ktrace: a tracing subsystem for Linux 6.12. "make help" lists the targets.
#
# This Makefile is not part of the kernel tree. Each target calls a script in scripts/.

CONFIG ?= ktrace
BATCH ?=
ONLY ?=
N ?= 100000000
KERNELS ?=
FULL ?=
SLICE ?=
RESUME ?=
STATUS ?=
SEED ?=
MAKEFLAGS += --no-print-directory

help:
	@echo 'ktrace: a tracing subsystem for Linux 6.12'
	@echo
	@echo '  make run             build a small kernel, boot it in QEMU, show the demo, and'
	@echo '                       leave a shell in the guest ("exit" ends it)'
	@echo '  make run BATCH=1     the same without the shell; the exit status is that of the demo'
	@echo '  make test            all tests; the last line is N passed, N failed, N skipped'
	@echo '  make test ONLY=P     one part: kunit, selftests, ftracetest, strace, user, check, series,'
	@echo '                       and with FULL=1 mutations, models, soak, cross or clients'
	@echo '  make test KERNELS="ktrace ktrace-kasan"   in the guests of these kernels only'
	@echo '  make test SEED=N     another seed of the random choices; "random": any'
	@echo '  make test FULL=1     the long forms of all tests in all kernels; many hours'
	@echo '  make test FULL=1 SLICE=K/N   the K-th of N slices of that; SLICE=K: of slices that'
	@echo '                       take about 40 minutes on 2 CPUs'
	@echo '  make test FULL=1 RESUME=1    only what has not passed at this commit'
	@echo '  make test FULL=1 ONLY="selftests kunit" KERNELS=ktrace-rt   one configuration'
	@echo '  make test FULL=1 STATUS=1    the slices, and their results at this commit'
	@echo '  make soak            10^8 records by all contexts, with resizes and readers, each'
	@echo '                       accounted for; some minutes'
	@echo '  make soak N=1000000  another number of records'
	@echo '  make bench           the speed table: ktrace beside ftrace in one kernel'
	@echo '  make bench ONLY=P    one part: syscalls, questions, functions, probes, points, read,'
	@echo '                       workloads, programs, scale, native or memory'
	@echo '  make memory          the memory that an unused ktrace takes, beside ftrace'
	@echo '  make kernel          build the default kernel of the tests: build/ktrace/bzImage'
	@echo '  make kernel CONFIG=C build another one: $(filter-out ktrace,$(CONFIGS))'
	@echo '  make client          build tools/ktrace, the command: build/client/ktrace'
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
	@KERNELS="$(KERNELS)" FULL="$(FULL)" SLICE="$(SLICE)" RESUME="$(RESUME)" \
		STATUS="$(STATUS)" SEED="$(SEED)" scripts/test $(ONLY)

bench:
	@scripts/bench $(ONLY)

soak:
	@scripts/soak $(N)

memory:
	@scripts/memory

kernel:
	@scripts/kernel $(CONFIG)

client:
	@scripts/client $(CONFIG)

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

.PHONY: help run test bench soak memory kernel client tree series check deps clean
