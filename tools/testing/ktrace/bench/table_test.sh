#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# table_test.sh - test table.awk, for run_tests.sh
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
	awk -v out="$1" -v parts="syscalls points native workloads" \
		-f median.awk -f table.awk \
		"$work/rows" "$work/values"
}

# verdict EXPECTED EDIT WHAT: the exit status and verdict of "missing" after EDIT of the
# values
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

cat >"$work/first" <<'END'
program start untraced 1 0.5
program start strace 1 1.5
program start ktrace 1 0.5
missing program perf cannot
calls dd complete 40000
calls dd strace 39990
program dd untraced 1 10
program dd untraced 2 30
program dd untraced 3 11
program dd strace 1 100
program dd strace 2 111
program dd strace 3 112
program dd ftrace 1 44
program dd ftrace 2 44
program dd ftrace 3 44
program dd ktrace 1 11.55
program dd ktrace 2 11.55
program dd ktrace 3 11.55
program dd complete 1 12
program dd complete 2 12
program dd complete 3 12
program dd text 1 22
program dd text 2 22
program dd text 3 22
program dd tracecmd 1 55
program dd tracecmd 2 55
program dd tracecmd 3 55
program dd client 1 33
program dd client 2 33
program dd client 3 33
losses dd tracecmd 80000 100
losses dd tracecmd 79000 1100
losses dd client 40002 0
losses dd client 40003 0
program dbench untraced 1 2 400
program dbench strace 1 3.2 40
program dbench ftrace 1 2 200
program dbench ktrace 1 2 380
program dbench complete 1 2 320
program dbench text 1 4 320
program dbench tracecmd 1 4 400
program dbench client 1 4 400
calls redis complete 2.02
server redis untraced 1 0.2 10000
server redis strace 1 2 10000
server redis tracecmd 1 0.4 10000
server redis ftrace 1 0.22 10000
server redis ktrace 1 0.202 10000
server redis complete 1 0.203 10000
server redis text 1 0.5 20000
server redis client 1 0.3 10000
losses redis client 20300 7
END
{
	cat "$work/first"
	for name in shell find build kernel sqlite; do
		sed -n "s/ dd / $name /p" "$work/first"
	done
	for name in nginx pgbench; do
		sed -n "s/ redis / $name /p" "$work/first"
	done
} >"$work/programs"

# programs FORMAT [ROWS]
programs()
{
	awk -v out="$1" -v rows="${2:-}" -f median.awk -f programs.awk "$work/programs" 2>&1 ||
		echo "status $?"
}

same "$(programs csv "dd dbench redis")" \
	'program,calls,ms,strace,perf,tracecmd,ftrace,ktrace,complete,text,client,records,lost
dd,39990,11000.0,10.0,,5.00,4.00,1.050,1.091,2.00,3.00,40003,0
dbench,,,11.0,,2.00,2.00,1.053,1.250,2.50,2.00,,
redis,2.02,20.0,10.0,,2.00,1.100,1.010,1.015,1.250,1.500,20300,7' \
	"programs: multiples, without the start; servers: for a request; losses"
same "$(programs rst | grep -c -e '^   \* - ')" 12 "programs: a row of rst for each"
same "$(programs rst "dd dbench" | grep -c -e '^   \* - ')" 3 "programs: only the rows that are asked for"
same "$(programs text | grep cannot)" 'perf cannot run here: cannot.' "programs: what cannot run"
same "$(programs text "dd redis" | grep lost:)" 'Records that trace-cmd lost: dd 1200 of 160200.' \
	"programs: the losses of trace-cmd"
same "$(programs text "dd redis nginx pgbench kernel" | grep -o -e '[a-z]* at most.*')" \
	"redis at most 2 % a request with all calls complete: 1.50 %, met; \
nginx at most 3 % a request with all calls complete: 1.50 %, met; \
pgbench at most 1 % a request with all calls complete: 1.50 %, missed; \
kernel at most 1 % with all calls complete: 9.09 %, missed; \
no record lost by ktrace -f: 21, missed." "programs: the goals are judged"
same "$(programs text dd | grep Goals)" 'Goals: no record lost by ktrace -f: 0, met.' \
	"programs: only the goals of the rows"
sed -i '/^server nginx complete/d' "$work/programs"
same "$(programs text "redis nginx" | tail -n 1)" 'status 1' "servers: a way that is missing is a failure"
same "$(programs text "redis nginx" | grep -c 'nginx at most')" 0 "servers: and is not judged"
sed -i '/^program find ktrace 2/d' "$work/programs"
same "$(programs text "dd find" | tail -n 1)" 'status 1' "programs: a run that is missing is a failure"

# Counts by function: "own" is the tracer's; "hooked" calls it; "allocates" is not steady without
# a tracer, "waits" only with one.
cat >"$work/counted" <<'END'
progress row
counted - - 0 0
counted life ktrace 1 10
counted life ktrace 2 10
counted life untraced 1 10
counted life untraced 2 10
END
cat >"$work/counts" <<'END'
1 own 77
2 own 500
2 hooked 130
2 allocates 1000
2 waits 700
2 [user] 5
3 own 520
3 hooked 130
3 allocates 1000
3 waits 800
3 [user] 9
4 hooked 100
4 allocates 900
4 waits 300
4 [user] 5
5 hooked 100
5 allocates 1100
5 waits 300
5 [user] 6
END
echo ktrace own >"$work/own"

functions()
{
	awk -v out="$1" -f median.awk -f functions.awk "$work/own" "$work/counted" "$work/counts"
}

same "$(functions values)" 'value life untraced 1 40.00
value life untraced 2 40.00
value life ktrace 1 93.00
value life ktrace 2 95.00' "functions that are steady, and the tracer's own"
same "$(functions text)" 'life, ktrace: 53.0 instructions
       50.0  own
        3.0  hooked
       50.0  functions that are not steady, not in the figure' "a figure by function"
sed -i '/^5/d' "$work/counts"
same "$(functions values 2>&1 >/dev/null; echo $?)" 'functions.awk: 4 measurements, expected 5
1' "a measurement that is missing"
