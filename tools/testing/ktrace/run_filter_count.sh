#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_filter_count.sh PROGRAM Print the number of instructions of each case of
# PROGRAM, filter_count.
if ! command -v valgrind >/dev/null; then
	echo "valgrind is needed: apt-get install valgrind" >&2
	exit 1
fi
"$1" | while read -r case name; do
	valgrind --tool=callgrind --collect-atstart=no --callgrind-out-file=/dev/null \
		--toggle-collect='filter_counted_*' "$1" "$case" 2>&1 |
		awk -v name="$name" '/Collected/ { printf "%5d  %s\n", $NF / 1000, name }'
done
