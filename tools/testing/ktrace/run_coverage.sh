#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_coverage.sh DIR LIST CONFIGURATION... Run the tests of DIR, which were
# built for gcov, and ring_model with each CONFIGURATION, and report the lines and
# branches of the ring that they reach together. The tests are deterministic, so that no
# result depends on chance. Every line or branch that is not reached must be in LIST,
# and every entry of LIST must not be reached. An entry consists of file, number of the
# branch ("-" for the line), text of the line, and reason, separated by tabs.
dir=$1 list=$2
shift 2
find "$dir" -name '*.gcda' -exec rm -f {} +
for test in kunit merge "model $*"; do
	program=${test%% *}
	args=${test#"$program"}
	# shellcheck disable=SC2086
	if ! "$dir/$program/test" $args >"$dir/out" 2>&1; then
		sed -n 's/^not ok/# not ok/p' "$dir/out"
		echo "not ok - ring: coverage: $program fails"
		exit 1
	fi
done
for data in "$dir"/*/*.gcda; do
	gcov -b -c -t -o "${data%/*}" "$data" || exit 1
done >"$dir/gcov" 2>"$dir/errors"

awk -F '\t' -f coverage.awk -v files="ring.c ring.h ring_internal.h ring_merge.c ring_read.c ring_tally.c ring_tally.h" -v what=ring "$list" "$dir/gcov"
