#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_coverage.sh DIR LIST CONFIGURATION...
# Run the tests of DIR, which were built for gcov, ring_model with each
# CONFIGURATION, and tell which lines and branches of the ring they reach together.
# What is not reached has to be in LIST, and what is there not reached: file, number of
# the branch ("-": the line), text of the line, reason, by tabs.
dir=$1 list=$2
shift 2
find "$dir" -name '*.gcda' -exec rm -f {} +
for test in kunit "stress 0.5" "model $*"; do
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

awk -F '\t' '
function name(key,   p)
{
	split(key, p, SUBSEP)
	return p[1] ":" p[2]
}
# The list first.
FNR == NR {
	if ($0 !~ /^#/ && NF >= 4)
		reason[$1, $2, $3] = $4
	next
}
/^ *-: *0:Source:/ {
	file = $0
	sub(/.*[:\/]/, "", file)
	next
}
file !~ /^ring(_read|_tally|_internal)?\.[ch]$/ { next }
/^ *[-0-9#=*]+: *[0-9]+:/ {
	line = $0
	sub(/:.*/, "", line)
	gsub(/[ *]/, "", line)
	count = line
	line = $0
	sub(/^[^:]*: */, "", line)
	sub(/:.*/, "", line)
	source = $0
	sub(/^[^:]*:[^:]*:[ \t]*/, "", source)
	text[file, line] = source
	branch = 0
	if (count == "-")
		next
	if (!((file, line) in lines)) {
		order[++nr] = file SUBSEP line
		lines[file, line] = 0
	}
	lines[file, line] += count + 0
	next
}
/^branch / {
	taken = $0 ~ /taken/ ? $0 : ""
	sub(/.*taken /, "", taken)
	branches[file, line, branch] += taken + 0
	if (branch + 1 > many[file, line])
		many[file, line] = branch + 1
	branch++
}
# Whether what is not reached may be so.
function missed(key, which, what)
{
	split(key, p, SUBSEP)
	if ((p[1], which, text[key]) in reason) {
		used[p[1], which, text[key]] = 1
		return
	}
	print "# " name(key) ": " what " never: " text[key]
	bad++
}
END {
	for (i = 1; i <= nr; i++) {
		key = order[i]
		split(key, p, SUBSEP)
		all[p[1]]++
		if (lines[key]) {
			hit[p[1]]++
		} else {
			missed(key, "-", "the line is reached")
			continue
		}
		for (b = 0; b < many[key]; b++) {
			all_branches[p[1]]++
			if (branches[key, b])
				hit_branches[p[1]]++
			else
				missed(key, b, "branch " b " of " many[key] " is taken")
		}
	}
	for (k in reason)
		if (!(k in used)) {
			split(k, p, SUBSEP)
			print "# " p[1] ": in the list, but reached or not there: " p[2] " " p[3]
			bad++
		}
	for (k in all)
		printf "# %s: %d of %d lines, %d of %d branches reached\n", k, hit[k], all[k],
		       hit_branches[k], all_branches[k]
	if (!all["ring.c"] || !all_branches["ring.c"])
		bad++
	printf "%sok - ring: all branches are reached but those of %s\n",
	       bad ? "not " : "", ARGV[1]
	exit bad ? 1 : 0
}' "$list" "$dir/gcov"
