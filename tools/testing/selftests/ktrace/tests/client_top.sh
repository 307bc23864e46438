# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: ktrace top counts in the kernel what strace -c counts; by call, process, file, cgroup and error; once and in batches
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/read/hist owned_instances process_follow_pid program:ktrace program:strace
# timeout: 300

# rows FILE: calls, errors and name
rows()
{
	sed -n 's/^ *[0-9.]* *\([0-9]*\) *\([0-9]*\) *[0-9.]* [num]*s *[0-9.]* [num]*s *[0-9.]* [num]*s  \(.*\)/\1 \2 \3/p' "$1"
}

note "counts by call equal those of strace -c"
strace -f -c -o "$TMP/strace" dd if=/dev/zero of=/dev/null bs=77 count=1000 2>/dev/null
ktrace top --once dd if=/dev/zero of=/dev/null bs=77 count=1000 >"$TMP/top" 2>"$TMP/last"
must grep -q ' 0 lost$' "$TMP/last"
equal "first line" "$(sed 1q "$TMP/top" | sed 's/  */ /g')" " RATE/S CALLS ERRORS TOTAL P50 P99 CALL"
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
must grep -q -E ' 5 +0 +([5-9][0-9][0-9] ms|[1-9]\.[0-9] s) +(134|268) ms +(134|268|537) ms  (clock_)?nanosleep$' "$TMP/top"

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

note "the screen"
if command -v script >/dev/null; then
	TERM=vt100 script -q -c 'ktrace top -n 2 -d 1' /dev/null >"$TMP/screen" </dev/null || :
	must grep -q 'ktrace top:' "$TMP/screen"
fi
