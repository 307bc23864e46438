#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_merge_bench.sh PROGRAM [RINGS...] Print the instructions to read a record
# from RINGS rings, and how often a ring is opened per record; "each" searches all rings
# for each record, "merge" is ring_merge.c. Prints figures and passes no judgement.
# Needs valgrind.
program=$1
shift
[ $# -gt 0 ] || set -- 2 8 32 256
if ! command -v valgrind >/dev/null; then
	echo "valgrind is not installed"
	exit 1
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
printf '%-6s %-5s %-7s %14s %10s\n' rings runs how instructions opened
for rings; do
	for run in 1 85; do
		for how in each merge; do
			counts=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
				--toggle-collect="read_$how*" --log-file="$log" \
				"$program" "$how" "$rings" "$run") || exit 1
			echo "$counts" | awk -v rings="$rings" -v run="$run" -v how="$how" \
				-v all="$(sed -n 's/.*Collected : //p' "$log")" '{
					printf "%-6d %-5d %-7s %14.1f %10.3f\n", rings, run, how,
					       all / $1, $2 / $1 }'
		done
	done
done
