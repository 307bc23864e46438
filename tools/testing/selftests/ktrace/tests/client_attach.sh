# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: ktrace attaches by cgroup, program, user and to all tasks; dump keeps the last records; record --to sends to trace-cmd listen
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/enable owned_instances process_follow_exe program:ktrace program:trace-cmd
# timeout: 300

# looping NAME: start a shell that names itself in its calls until $TMP/NAME.end exists
looping()
{
	sh -c "while [ ! -e $TMP/$1.end ]; do : <$TMP/$1.file; sleep 0.05; done" &
}

# until_seen FILE PATTERN: end the client when its output has the pattern
until_seen()
{
	soon grep -q "$2" "$1" || fail "$(cat "$TMP/last")"
	kill -INT $client
	wait $client || :
	must grep -q '^[0-9]* records, 0 lost$' "$TMP/last"
}

instance_there()
{
	[ -n "$(ls "$KTRACE/instances")" ]
}

: >"$TMP/one.file"
: >"$TMP/two.file"
looping one
one=$!
looping two
two=$!

note "-p: the call in which a process waits"
mkfifo "$TMP/fifo"
exec 8<>"$TMP/fifo"
cat <&8 >/dev/null 8<&- &
pid=$!
soon asleep $pid
# attached LINE OPTION...: attach to the process, and expect this line
attached()
{
	line=$1
	shift
	: >"$TMP/b"
	ktrace attach -p $pid -o "$TMP/b" "$@" 2>"$TMP/last" &
	client=$!
	until_seen "$TMP/b" "$line"
}
attached "^# cat-$pid has not returned from read(fd: 0, buf: 0x[0-9a-f]*, count: [0-9]*)\$"
attached '^read(0,  <unfinished \.\.\.>$' --as strace
# Another call than the selected one is not shown.
ktrace attach -p $pid -e write -o "$TMP/b" 2>"$TMP/last" &
client=$!
soon instance_there
stop $pid
wait $client || fail "status $?: $(cat "$TMP/last")"
must_not grep -q 'has not returned' "$TMP/b"
exec 8>&-

note "-p twice without children: until both have ended"
sleep 1000 &
other=$!
: >"$TMP/b"
ktrace --as strace -p $one -p $other -o "$TMP/b" 2>"$TMP/last" &
client=$!
soon grep -q one.file "$TMP/b" || fail "$(cat "$TMP/last")"
stop $other
soon grep -q 'killed by SIG' "$TMP/b"
n=$(grep -c one.file "$TMP/b")
soon sh -c "[ \$(grep -c one.file '$TMP/b') -gt $((n + 20)) ]" || fail "$(cat "$TMP/last")"
kill -INT $client
wait $client || :
must grep -q ' 0 lost$' "$TMP/last"

note "-x: processes that execute a program"
cp /bin/busybox "$TMP/cat"
: >"$TMP/b"
ktrace attach -x "$TMP/cat" -e openat -o "$TMP/b" 2>"$TMP/last" &
client=$!
soon instance_there
soon sh -c "'$TMP/cat' /etc/passwd >/dev/null; grep -q /etc/passwd '$TMP/b'"
until_seen "$TMP/b" '"/etc/passwd"'
must_not grep -q 'one.file\|two.file' "$TMP/b"

note "-u: tasks of a user"
ktrace -q -u nobody -e none -o "$TMP/none" \
	sh -c 'for i in $(seq 200); do cat /etc/group >/dev/null; sleep 0.05; done' &
user=$!
: >"$TMP/b"
ktrace attach -u nobody -e openat -o "$TMP/b" 2>"$TMP/last" &
client=$!
until_seen "$TMP/b" '"/etc/group"'
must_not grep -q 'one.file\|two.file' "$TMP/b"
wait $user

note "-G: tasks of a cgroup"
cg=$TMP/cgroup
mkdir "$cg"
if mount -t cgroup2 none "$cg" 2>/dev/null; then
	mkdir "$cg/mine"
	echo $one >"$cg/mine/cgroup.procs"
	: >"$TMP/b"
	ktrace attach -G /mine -e openat -o "$TMP/b" 2>"$TMP/last" &
	client=$!
	until_seen "$TMP/b" 'one.file'
	must_not grep -q 'two.file' "$TMP/b"
	echo $one >"$cg/cgroup.procs"
	rmdir "$cg/mine"
	umount "$cg"
else
	note "a kernel without cgroups"
fi

note "-a: all tasks except ktrace"
: >"$TMP/b"
ktrace attach -a -o "$TMP/b" 2>"$TMP/last" &
client=$!
soon grep -q one.file "$TMP/b"
until_seen "$TMP/b" 'two.file'
must_not grep -q "ktrace-$client " "$TMP/b"

note "dump prints the last records at a signal, at an event, and at the end"
ktrace dump -p $one -e openat -o "$TMP/b" 2>"$TMP/last" &
client=$!
soon instance_there
soon sh -c "kill -USR1 $client; grep -q one.file '$TMP/b'"
n=$(grep -c one.file "$TMP/b")
soon sh -c "kill -USR1 $client; [ \$(grep -c one.file '$TMP/b') -gt $n ]"
kill -INT $client
wait $client || :
must_not grep -q two.file "$TMP/b"
ktrace dump --until 'openat if filename == "/etc/passwd"' -e openat -o "$TMP/b" \
	sh -c 'cat /etc/hosts /etc/passwd >/dev/null; cat /etc/group >/dev/null; sleep 0.5' 2>"$TMP/last"
must grep -q '"/etc/hosts"' "$TMP/b"
must_not grep -q '"/etc/group"' "$TMP/b"
# A small ring has only the end.
ktrace dump --strict -b 8 -e read -o "$TMP/b" dd if=/dev/zero of=/dev/null bs=1 count=20000 2>"$TMP/last" ||
	fail "status $?: $(cat "$TMP/last")"
n=$(grep -c 'read(' "$TMP/b")
[ "$n" -gt 10 ] && [ "$n" -lt 5000 ] || fail "$n records of a ring of 8 kB"
must grep -q '+++ exited\|exit: ' "$TMP/b"

note "record --to: an unmodified trace-cmd writes the file"
mkdir "$TMP/net"
ifconfig lo 127.0.0.1 up 2>/dev/null || ip link set lo up
(cd "$TMP/net" && exec trace-cmd listen -p 5678 -d "$TMP/net" >"$TMP/listen" 2>&1) &
listen=$!
soon sh -c "netstat -ltn 2>/dev/null | grep -q ':5678 '"
ktrace record --to 127.0.0.1:5678 sh -c 'cat /etc/hosts /no/file' >/dev/null 2>"$TMP/last" || :
must grep -q '^[0-9]* records, 0 lost$' "$TMP/last"
n=$(sed -n 's/^\([0-9]*\) records, .*/\1/p' "$TMP/last")
soon sh -c "trace-cmd report -i '$TMP'/net/trace.*.dat >'$TMP/report' 2>/dev/null && [ \$(grep -c -E '\\[[0-9]+\\]' '$TMP/report') = $n ]" ||
	fail "$(ls "$TMP/net"; cat "$TMP/listen"; tail -n 3 "$TMP/report")"
must grep -q 'openat:.*"/no/file".* ret: -2 ENOENT' "$TMP/report"
stop $listen
rc=0
ktrace record --to 127.0.0.1:5679 true 2>"$TMP/last" || rc=$?
equal "status without a listener" $rc 125

: >"$TMP/one.end"
: >"$TMP/two.end"
wait $one $two
equal "instances that stayed" "$(ls "$KTRACE/instances")" ''
