#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_filter_coverage.sh DIR LIST FILE... Run the tests of DIR, which were built
# for gcov, and report the lines and branches of the FILEs that they reach together; see
# coverage.awk. The first FILE must have branches.
dir=$1 list=$2
shift 2
find "$dir" -name '*.gcda' -exec rm -f {} +
for test in "test 20000" "diff 20000" "fuzz filter_corpus.txt"; do
	program=${test%% *}
	if ! "$dir/$program/test" "${test#* }" >"$dir/out" 2>&1; then
		sed -n 's/^not ok/# not ok/p' "$dir/out"
		echo "not ok - filter: coverage: $program fails"
		exit 1
	fi
done
for data in "$dir"/*/*.gcda; do
	gcov -b -c -t -o "${data%/*}" "$data" || exit 1
done >"$dir/gcov" 2>"$dir/errors"
awk -F '\t' -f coverage.awk -v files="$*" -v what=filter "$list" "$dir/gcov"
