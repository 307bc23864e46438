#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# table_test.sh - whether table.awk computes what it is meant to, for run_tests.sh
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

cat >"$work/rows" <<'END'
# a comment
calls|insn|100|syscalls|calls|
quarter|insn|x0.25|points|a quarter of the other|
floor|ns|f1.3|native|beside a floor|
load|percent|5|workloads|a workload|
missing|insn|60|syscalls|not built|ktrace
never|insn|1|scale|not measured|
free|percent||workloads|without a budget|
END
cat >"$work/values" <<'END'
progress calls
value calls untraced 1 190
value calls untraced 2 190.01
value calls untraced 3 400
value calls ktrace 1 300
value calls ktrace 2 274.01
value calls ktrace 3 270
value calls ftrace 1 965.01
value calls ftrace 2 965.01
value calls ftrace 3 965.02
note something else
value quarter untraced 1 1000
value quarter ftrace 1 2000
value quarter ktrace 1 1251
value floor untraced 1 10
value floor ktrace 1 13.00
value floor ftrace 1 80
value load untraced 1 0.004
value load ktrace 1 0.00418
value load ftrace 1 0.005
value missing untraced 1 190
value missing ftrace 1 567
value free untraced 1 2
value free ktrace 1 2.02
value free ftrace 1 2.04
END
cat >"$work/csv" <<'END'
row,unit,untraced,ftrace,ktrace,ratio,budget
calls,insn,190,775,84,0.108,100
quarter,insn,1000,1000,251,0.251,250
floor,ns,10.00,80.00,13.00,0.163,13.00
load,percent,250,25,4.50,0.180,5.00
missing,insn,190,377,,,60
free,percent,0.50,2.00,1.00,0.500,
END

same()
{
	if [ "$1" = "$2" ]; then
		echo "ok - bench: $3"
	else
		printf '%s\n' "$1" | sed 's/^/# /'
		echo "not ok - bench: $3"
	fi
}

table()
{
	awk -v out="$1" -v parts="syscalls points native workloads" -f table.awk \
		"$work/rows" "$work/values"
}

# verdict EXPECTED EDIT WHAT: "missing"'s after EDIT of what was measured
verdict()
{
	cp "$work/values" "$work/all"
	sed -i "$2" "$work/values"
	same "$(table text 2>&1 | awk -v row="$4" '$1 == row { print $8 ($9 == "" ? "" : " " $9) }'
		table csv >/dev/null 2>&1 || echo "status $?")" "$1" "$3"
	mv "$work/all" "$work/values"
}

same "$(table csv)" "$(cat "$work/csv")" "medians, differences, ratios, budgets"
same "$(table text | awk '!/^#/ && NR > 1 { $1 = $2 = $3 = $4 = $5 = $6 = $7 = ""; print $0 }' |
	sed 's/^ *//')" 'yes
no
yes
yes
not built' "verdicts"
same "$(table text | grep '^#')" '# calls: untraced: the runs differ, 190 to 400
# calls: ktrace: the runs differ, 270 to 300' "runs that differ"
same "$(table rst | grep -c -e '^   \* - ')" 6 "a row of rst for each"
verdict 'not built' '' "what is not built" missing
verdict 'FAILED
status 1' '/^value calls ktrace/d' "a figure that is missing is a failure" calls
verdict 'FAILED
status 1' '/^value calls ktrace 2/d' "so is one run" calls
verdict 'FAILED
status 1' '$a value missing ktrace 1 200' "and a figure of what is not built" missing
verdict 'not built
status 1' '$a value no-such-row ktrace 1 200' "and a value of no row" missing
