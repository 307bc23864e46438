# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: ktrace runs a program with its children as strace -f does: calls, results, signals, exits
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/enable owned_instances process_follow_pid program:ktrace program:strace program:sibling

cat >"$TMP/script" <<'END'
cat /etc/hosts | wc -c
cat /no/such/file 2>/dev/null
trap 'echo caught' USR1
(exit 4)
kill -USR1 $$
(kill -9 $(exec sh -c 'echo $PPID'))
exit 3
END

# calls FILE: name and error of each call, and the ends of processes, with their numbers of
# times. What depends on the time or the tracer is left out. SIGCHLD counts once: children
# that exit while the signal is pending send no other.
calls()
{
	# A call in two lines counts by the line with its result.
	sed -e 's/^[0-9]* *//' -e '/<unfinished/d' -e 's/^<\.\.\. \([a-z0-9_]*\) resumed>/\1(/' "$1" |
		sed -n -e 's/^\([a-z0-9_]*\)(.*= -1 \(E[A-Z]*\).*/\1 \2/p; t' \
		       -e 's/^\([a-z0-9_]*\)(.*/\1/p; t' \
		       -e 's/^\(--- SIG[A-Z0-9]*\) .*/\1/p; t' -e 's/^+++/+++/p' |
		grep -v -E '^(wait4|rt_sigreturn|restart_syscall|poll|vfork|fork|clone)' |
		awk '!/^--- SIGCHLD/ || !n++' | sort | uniq -c
}

note "calls, signals and exits equal those of strace"
strace -f -o "$TMP/strace" sh "$TMP/script" >"$TMP/out.strace" 2>"$TMP/last" &&
	fail "status 0"
rc=0
ktrace -f --as strace -o "$TMP/ktrace" sh "$TMP/script" >"$TMP/out.ktrace" 2>"$TMP/last" || rc=$?
equal "status" $rc 3
equal "output" "$(cat "$TMP/out.ktrace")" "$(cat "$TMP/out.strace")"
calls "$TMP/strace" >"$TMP/a"
calls "$TMP/ktrace" >"$TMP/b"
diff "$TMP/a" "$TMP/b" >"$TMP/diff" || fail "strace and ktrace differ: $(cat "$TMP/diff")"
must grep -q '^[0-9]* records, 0 lost$' "$TMP/last"

note "format of the lines"
strace -f -o "$TMP/strace" cat /etc/hosts >"$TMP/out"
ktrace -f --as strace -s 4096 -o "$TMP/ktrace" cat /etc/hosts >"$TMP/out" 2>&1
for call in execve openat close; do
	equal "$call" "$(sed -n "s/^[0-9]* *\\($call(.*\\)/\\1/p" "$TMP/ktrace" | sed 's/0x[0-9a-f]*/PTR/')" \
		"$(sed -n "s/^[0-9]* *\\($call(.*\\)/\\1/p" "$TMP/strace" | sed 's/0x[0-9a-f]*/PTR/')"
done

note "selection of calls"
ktrace -e trace=openat -o "$TMP/some" cat /etc/hosts >"$TMP/out" 2>&1
equal "other calls" "$(grep -v -c -E ': (openat\(|exit: )' "$TMP/some")" 0
must grep -q 'filename: "/etc/hosts"' "$TMP/some"
ktrace -f -e %file -Z --as strace -o "$TMP/some" cat /etc/hosts /no/file >"$TMP/out" 2>&1 || :
must grep -q 'openat(.*"/no/file".*= -1 ENOENT (No such file or directory)' "$TMP/some"
must_not grep -q '"/etc/hosts"' "$TMP/some"
ktrace -P /etc/hosts -o "$TMP/some" cat /etc/hosts /etc/passwd >"$TMP/out" 2>&1
must grep -q 'openat(.*"/etc/hosts"' "$TMP/some"
must_not grep -q '/etc/passwd' "$TMP/some"
ktrace -e %file -Z -o "$TMP/some" sh "$TMP/script" >"$TMP/out" 2>&1 || :
must grep -q 'openat(.*"/no/such/file"' "$TMP/some"
equal "other lines than failed calls" "$(grep -v -c ') = -E' "$TMP/some")" 0
ktrace -e trace=all -e process:exit -Z -o "$TMP/some" sh "$TMP/script" >"$TMP/out" 2>&1 || :
must grep -q ' exit: ' "$TMP/some"
# Calls that lack a field of the filter are left out.
ktrace --if 'filename ~ "*hosts"' -o "$TMP/some" cat /etc/hosts /no/file >"$TMP/out" 2>&1 || :
must grep -q 'openat(.*"/etc/hosts"' "$TMP/some"
equal "other lines than those with the path" "$(grep -v -c hosts "$TMP/some")" 0
rc=0
ktrace --if 'colour == 3' true 2>"$TMP/out" || rc=$?
equal "status of a field that no call has" $rc 125
must grep -q 'no such field' "$TMP/out"
rc=0
ktrace --if 'ret ==' true 2>"$TMP/out" || rc=$?
equal "status of a wrong filter" $rc 125
ktrace -e status=unfinished -o "$TMP/some" true 2>/dev/null
must grep -q 'exit_group(error_code: 0) = ? (did not return)' "$TMP/some"
equal "calls" "$(grep -c '(.*) = ' "$TMP/some")" 1
ktrace -e read --if 'count > 4000' -o "$TMP/some" \
	sh -c 'dd bs=3000 count=1; dd bs=5000 count=1' </dev/zero >"$TMP/out" 2>&1
must grep -q 'count: 5000' "$TMP/some"
must_not grep -q 'count: 3000' "$TMP/some"
ktrace -e syscalls:sys_enter_getcwd -o "$TMP/some" /bin/pwd >"$TMP/out" 2>&1
must grep -q 'sys_enter_getcwd: ' "$TMP/some"
# --if leaves out events that fit the pattern and lack the field.
ktrace -e 'sched:*' --if 'prev_pid > 0' -o "$TMP/some" sleep 0.1 >"$TMP/out" 2>&1 ||
	fail "status $?: $(cat "$TMP/out")"
must grep -q ' sched_switch: ' "$TMP/some"
must_not grep -q ' sched_waking: ' "$TMP/some"
# The command records the other events of processes for itself.
ktrace -e 'process:*' --if 'code == 3' -o "$TMP/some" sh -c 'cat /etc/hosts; exit 3' >"$TMP/out" 2>&1 ||
	equal "status" $? 3
must grep -q ' exit: .*code=3 ' "$TMP/some"
equal "other lines than exits with the code" "$(grep -v -c ' exit: .*code=3 ' "$TMP/some")" 0
rc=0
ktrace -e 'sched:*' --if 'colour == 4' true 2>"$TMP/out" || rc=$?
equal "status of a field that no event has" $rc 125
must grep -q 'no such field' "$TMP/out"
rc=0
ktrace -e 'nothing*:*' --if 'code == 4' true 2>"$TMP/out" || rc=$?
equal "status of a pattern that no event fits" $rc 125

note "a probe"
ktrace -e 'p:opened do_sys_openat2' -o "$TMP/some" cat /etc/hosts >"$TMP/out" 2>&1
must grep -q ' opened: ' "$TMP/some"
ktrace -e 'r10:closed do_sys_openat2' -o "$TMP/some" cat /etc/hosts >"$TMP/out" 2>&1 || fail "$(cat "$TMP/out")"
must grep -q ' closed: ' "$TMP/some"
equal "probes that stayed" "$(cat "$KTRACE/dynamic_events")" ''

note "-o to a command, -a, -c, -u and -E"
ktrace -f -e getcwd --as strace -ttt -T -o "$TMP/some" /bin/pwd >"$TMP/out" 2>&1
must grep -q -E '^[0-9]+ +[0-9]{9,10}\.[0-9]{6} getcwd\(.* = [0-9]+ <[0-9]+\.[0-9]{6}>$' "$TMP/some"
ktrace -c -S calls -o "|sort >$TMP/some" dd if=/dev/zero of=/dev/null bs=1 count=100 2>/dev/null
soon grep -q ' total$' "$TMP/some"
must grep -q -E ' 10[0-9] +read$' "$TMP/some"
chmod 755 "$TMP"
ktrace -q -u nobody -E HELLO=there -e none -o "$TMP/some" \
	sh -c 'id -u; echo $HELLO' >"$TMP/out" 2>&1
equal "user and variable" "$(cat "$TMP/out")" "65534
there"

note "a child that the program gives to ktrace does not stay"
for o in -f "--as strace"; do
	ktrace -q $o -o "$TMP/some" sibling || fail "status $? with $o"
done

note "attach"
sh -c "while [ ! -e $TMP/end ]; do cat /etc/hosts >/dev/null; sleep 0.1; done" &
pid=$!
ktrace attach -p $pid -e openat -o "$TMP/some" 2>"$TMP/last" &
client=$!
soon has_lines "$TMP/some" 3 'cat-.*openat(.*"/etc/hosts"' || fail "$(cat "$TMP/last")"
: >"$TMP/end"
wait $client || fail "status $?: $(cat "$TMP/last")"
wait $pid
equal "instances" "$(ls "$KTRACE/instances")" ''
