# SPDX-License-Identifier: GPL-2.0
# usage: awk -F '\t' -f coverage.awk -v files="FILE..." -v what=NAME LIST GCOV Report
# the lines and branches of FILES that the tests reach, from the output of gcov -b -c -t
# of several tests in GCOV. Every line or branch that is not reached must be in LIST,
# and every entry of LIST must not be reached. An entry consists of file, number of the
# branch ("-" for the line), text of the line, and reason, separated by tabs. The first
# of FILES must have branches.
BEGIN {
	nr_files = split(files, list, " ")
	for (i = 1; i <= nr_files; i++)
		wanted[list[i]] = i
}
function name(key,   p)
{
	split(key, p, SUBSEP)
	return p[1] ":" p[2]
}
# LIST comes first.
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
!(file in wanted) { next }
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
# Check that a line or branch that is not reached is listed.
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
	for (k in wanted)
		if (wanted[k] == 1 && (!all[k] || !all_branches[k])) {
			print "# " k ": nothing is known of it"
			bad++
		}
	printf "%sok - %s: all branches are reached but those of %s\n",
	       bad ? "not " : "", what, ARGV[1]
	exit bad ? 1 : 0
}