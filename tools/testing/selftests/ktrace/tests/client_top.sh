# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: ktrace top counts in the kernel what strace -c counts; by call, process, file, cgroup and error; once and in batches
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/read/hist owned_instances process_follow_pid program:ktrace program:strace program:taskset program:on_pty options/call-time
# timeout: 300

# rows FILE: calls, errors and name
rows()
{
	sed -n -E 's/^ *[0-9.]+ +([0-9]+) +([0-9]+)( +[0-9.]+ [num]*s)+  (.*)/\1 \2 \4/p' "$1"
}

note "counts by call equal those of strace -c"
strace -f -c -o "$TMP/strace" dd if=/dev/zero of=/dev/null bs=77 count=1000 2>/dev/null
ktrace top --once dd if=/dev/zero of=/dev/null bs=77 count=1000 >"$TMP/top" 2>"$TMP/last"
must grep -q ' 0 lost$' "$TMP/last"
equal "first line" "$(sed 1q "$TMP/top" | sed 's/  */ /g')" " RATE/S CALLS ERRORS TOTAL RUN WAIT BLOCK P50 P99 CALL"
rows "$TMP/top" | sed 's/ 0 / /' | sort >"$TMP/a"
# exit_group does not return, so it has no result to count.
sed -n 's/^ *[0-9.]* *[0-9.]* *[0-9]* *\([0-9]*\) *\([0-9]*\) *\([a-z0-9_]*\)$/\1 \2 \3/p' "$TMP/strace" |
	grep -v -E ' (total|exit_group)$' | sed 's/  */ /g' | sort >"$TMP/b"
must grep -q '^100[0-9] read$' "$TMP/a"
grep -v exit_group "$TMP/a" | diff "$TMP/b" - >"$TMP/diff" || fail "strace and top: $(cat "$TMP/diff")"
total=$(rows "$TMP/top" | awk '{ n += $1 } END { print n }')
equal "records" "$(sed -n 's/^\([0-9]*\) records, .*/\1/p' "$TMP/last")" "$total"

note "top records nothing, and leaves nothing behind"
equal "instances" "$(ls "$KTRACE/instances")" ''

note "by file, error and process"
ktrace top --once --by file -e openat sh -c 'for i in 1 2 3; do cat /etc/hosts /no/file; done' >"$TMP/top" 2>/dev/null || :
rows "$TMP/top" >"$TMP/a"
must grep -q '^3 0 /etc/hosts$' "$TMP/a"
must grep -q '^3 3 /no/file$' "$TMP/a"
ktrace top --once --by error -e openat sh -c 'for i in 1 2 3; do cat /no/file; done' >"$TMP/top" 2>/dev/null || :
rows "$TMP/top" >"$TMP/a"
must grep -q -E '^([3-9]|[1-9][0-9]) ([3-9]|[1-9][0-9]) ENOENT$' "$TMP/a"
equal "other lines" "$(grep -v -c ENOENT "$TMP/a")" 0
sh -c "while [ ! -e $TMP/end ]; do cat /etc/hosts >/dev/null; sleep 0.05; done" &
pid=$!
ktrace top --batch -n 2 --by process -e wait4,fork,clone,vfork,openat -p $pid >"$TMP/top" 2>/dev/null
equal "tables" "$(grep -c RATE/S "$TMP/top")" 2
must grep -q -E "  $pid sh$" "$TMP/top"
# The kernel knows the names of processes that have ended.
must grep -q -E "  [0-9]+ cat$" "$TMP/top"

note "by cgroup"
if grep -q ' /sys/fs/cgroup cgroup2 ' /proc/mounts; then
	mkdir -p /sys/fs/cgroup/ktrace_top
	ktrace top --once --by cgroup -e openat \
		sh -c 'cat /no/file; echo $$ >/sys/fs/cgroup/ktrace_top/cgroup.procs; cat /no/file /no/file' \
		>"$TMP/top" 2>"$TMP/last" || :
	rows "$TMP/top" >"$TMP/a"
	must grep -q -E '^[1-9][0-9]* [1-9][0-9]* /$' "$TMP/a"
	must grep -q -E '^[1-9][0-9]* [2-9][0-9]* /ktrace_top$' "$TMP/a"
	equal "cgroups" "$(grep -c . "$TMP/a")" 2
	must soon rmdir /sys/fs/cgroup/ktrace_top
else
	note "a system without cgroup2"
fi

note "percentiles of five calls that sleep"
ktrace top --once -e nanosleep,clock_nanosleep sh -c 'for i in 1 2 3 4 5; do sleep 0.1; done' >"$TMP/top" 2>/dev/null
must grep -q -E ' 5 +0 +([5-9][0-9][0-9] ms|[1-9]\.[0-9] s) .* (134|268) ms +(134|268|537) ms  (clock_)?nanosleep$' "$TMP/top"

note "run, wait and block: a sleep blocks, a copy runs, copies on one CPU wait for each other"
time='[0-9.]+ [num]?s'
block='([5-9][0-9][0-9] ms|[1-9]\.[0-9] s)'
must grep -q -E " 5 +0 +$block +$time +$time +$block +(134|268) ms" "$TMP/top"
# us TEXT: a time of the table in microseconds
us()
{
	echo "$1" | awk '{ print $1 * ($2 == "s" ? 1e6 : $2 == "ms" ? 1e3 : $2 == "us" ? 1 : 1e-3) }'
}
# parts TEST: check with awk where the time of the first process of dd went
parts()
{
	row=$(awk '$NF == "dd" { print; exit }' "$TMP/top")
	for at in 4 6 8 10; do
		us "$(echo "$row" | awk -v at=$at '{ print $at, $(at + 1) }')"
	done | tr '\n' ' ' | awk "{ all = \$1; run = \$2; wait = \$3; block = \$4
		sum = run + wait + block
		exit !(all > 0 && sum > all * 0.9 && sum < all * 1.1 && $1) }" || fail "$1: $row"
}
ktrace top --once --by process -S run -e read dd if=/dev/zero of=/dev/null bs=1M count=200 >"$TMP/top" 2>/dev/null
parts 'run > all / 2 && block < all / 4'
ktrace top --once --by process -S wait -e read taskset 1 sh -c '
	for i in 1 2 3; do dd if=/dev/zero of=/dev/null bs=16M count=20 & done; wait' >"$TMP/top" 2>/dev/null
parts 'wait > all / 10 && block < all / 4'

note "options/call-time is as before, also after a kill, and while two ktrace use it"
timed()
{
	cat "$KTRACE/options/call-time"
}
on()
{
	[ "$(timed)" = 1 ]
}
off()
{
	[ "$(timed)" = 0 ]
}
equal "afterwards" "$(timed)" 0
ktrace top --batch -d 3600 >/dev/null 2>&1 &
first=$!
must soon on
ktrace top --batch -d 3600 >/dev/null 2>&1 &
second=$!
must soon test -d "$KTRACE/instances/ktrace-$second"
kill -9 $first
wait $first || :
must soon test ! -d "$KTRACE/instances/ktrace-$first"
must soon on
kill -9 $second
wait $second || :
must soon off
note "a kill before the process exists that switches the option off"
strace -o "$TMP/trace" -e trace=clone,clone3,fork,vfork -e inject=clone,clone3,fork,vfork:signal=KILL \
	ktrace top --batch -d 3600 >"$TMP/top" 2>&1 || :
must grep -q 'killed by SIGKILL' "$TMP/trace"
must soon off
note "top ends while others trace calls; the option goes off after them"
ktrace top --batch -d 3600 >/dev/null 2>&1 &
first=$!
must soon on
must soon test -d "$KTRACE/instances/ktrace-$first"
write events/syscall/read/enable 1
kill -TERM $first
wait $first || :
must soon test ! -d "$KTRACE/instances/ktrace-$first"
equal "in use" "$(timed)" 1
ktrace top --once true >"$TMP/top" 2>/dev/null
must grep -q ' RUN ' "$TMP/top"
write events/syscall/read/enable 0
must soon off
note "the user's choice stays"
write options/call-time 1
ktrace top --once true >"$TMP/top" 2>/dev/null
must grep -q ' RUN ' "$TMP/top"
equal "switched on by the user" "$(timed)" 1
write options/call-time 0
note "an event in use: no columns, and the reason"
write events/syscall/read/enable 1
ktrace top --once true >"$TMP/top" 2>"$TMP/last"
write events/syscall/read/enable 0
must_not grep -q ' RUN ' "$TMP/top"
must grep -q ' TOTAL .* P50 ' "$TMP/top"
must grep -q 'no times of running, waiting and blocking: others use events of system calls' "$TMP/last"
equal "still off" "$(timed)" 0

note "order, filter, options"
ktrace top --once -S name sh -c 'cat /etc/hosts /no/file' >"$TMP/top" 2>/dev/null || :
rows "$TMP/top" | sed 's/.* //' >"$TMP/a"
equal "order" "$(cat "$TMP/a")" "$(LC_ALL=C sort "$TMP/a")"
ktrace top --once -Z sh -c 'cat /etc/hosts /no/file' >"$TMP/top" 2>/dev/null || :
rows "$TMP/top" >"$TMP/a"
must grep -q . "$TMP/a"
must_not awk '$1 != $2 { print; found = 1 } END { exit !found }' "$TMP/a"
rc=0
ktrace top --by colour true 2>"$TMP/last" || rc=$?
equal "status of a wrong option" $rc 125
: >"$TMP/end"
wait $pid

note "the screen: sorted by a key of the keyboard, until q"
sleep 30 &
pid=$!
(
	sleep 3
	printf R
	sleep 2
	printf q
) | TERM=vt100 on_pty ktrace top -d 1 >"$TMP/screen" &
keys=$!
wait $keys
must grep -q 'records, ' "$TMP/screen"
must grep -q 'ktrace top: .*sorted by total' "$TMP/screen"
must grep -q 'sort: r c e t R W B 5 9 n' "$TMP/screen"
must grep -q 'run' "$TMP/screen"

note "the screen: Ctrl-C in the prompt of the filter ends top"
mkfifo "$TMP/keys"
TERM=vt100 on_pty ktrace top -d 1 <"$TMP/keys" >"$TMP/screen2" &
keys=$!
exec 9>"$TMP/keys"
soon grep -q 'sorted by' "$TMP/screen2" || fail "no table"
printf /re >&9
# The screen shows only what changes, so the words of the prompt need not be there.
sleep 2
printf '\003' >&9
soon grep -q 'records, ' "$TMP/screen2" || fail "top goes on"
exec 9>&-
wait $keys || fail "status $?"
stop $pid
