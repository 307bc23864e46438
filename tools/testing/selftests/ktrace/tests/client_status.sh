# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the exit status of ktrace, its losses, kill -9 of every verb at any moment, ten at a time
# requires: events/syscall/enable owned_instances process_follow_pid program:ktrace program:uprobe_target /sys/kernel/debug/kunit/ktrace_task_bits/run
# timeout: 300

# status ARG...: run ktrace; print the status
status()
{
	rc=0
	ktrace "$@" >"$TMP/out" 2>"$TMP/last" || rc=$?
	echo $rc
}

# running TEXT: the number of the program whose command line has TEXT, except this case
running()
{
	grep -l -a -F -- "$1" /proc/[0-9]*/cmdline 2>/dev/null | sed 's/[^0-9]//g' |
		while read -r pid; do
			case $(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null) in
			ktrace*|grep*|'') ;;
			*) echo "$pid" ;;
			esac
		done
}

none_runs()
{
	[ -z "$(running "$1")" ]
}

# statuses: exit statuses of the command
statuses()
{
	note "exit statuses"
	equal "of the program" "$(status -o "$TMP/o" sh -c 'exit 7')" 7
	equal "of a signal" "$(status -o "$TMP/o" sh -c 'kill -9 $$')" 137
	equal "of another" "$(status -o "$TMP/o" sh -c 'kill -TERM $$')" 143
	# For a shell, the status 137 and a signal are the same.
	for how in 'kill -9 $$' 'exit 137'; do
		busybox time -f '' ktrace -q -o "$TMP/o" sh -c "$how" >"$TMP/out" 2>&1 || :
		sed -n 's/^Command terminated by //p' "$TMP/out"
	done >"$TMP/signals"
	equal "signals that ended ktrace" "$(cat "$TMP/signals")" "signal 9"
	equal "without a program" "$(status -o "$TMP/o" /no/such/program)" 127
	equal "in the PATH" "$(status no_such_program)" 127
	equal "not executable" "$(status "$TMP/plain")" 126
	equal "option" "$(status --no-such-option true)" 125
	equal "call" "$(status -e no_such_call true)" 125
	must grep -q "invalid system call 'no_such_call'" "$TMP/last"
	equal "filter" "$(status -e read --if 'count >' true)" 125
	must grep -q '\^' "$TMP/last"
	equal "process" "$(status -p 4194000)" 125
	printf '#!/no/interpreter\n' >"$TMP/script"
	chmod 755 "$TMP/script"
	equal "of a missing interpreter" "$(status -o "$TMP/o" "$TMP/script")" 127
	must grep -q '^ktrace: cannot execute the program: ' "$TMP/last"
	must sh -c "tail -n 1 '$TMP/last' | grep -q '^[0-9]* records, 0 lost\$'"
	equal "instances that stayed" "$(ls "$KTRACE/instances")" ''

	note "output that cannot be written: status 125, and the records are not counted"
	# The form perfetto has a header: ktrace may stop at the header, before it reads a record.
	for form in text strace json; do
		equal "full device, $form" "$(status --as $form -o /dev/full sh -c 'exit 7')" 125
		must grep -q '^ktrace: cannot write the output: ' "$TMP/last"
		must grep -q '^0 records, [1-9][0-9]* lost ([0-9]* read, but not written)$' "$TMP/last"
	done
	equal "full device, table" "$(status -c -o /dev/full true)" 125
	must grep -q '^0 records, [1-9][0-9]* lost ' "$TMP/last"
	mkdir "$TMP/small"
	mount -t tmpfs -o size=8k none "$TMP/small"
	equal "full file system, ctf" "$(status --as ctf -o "$TMP/small/ctf" sh -c 'cat /etc/hosts; exit 7')" 125
	must grep -q '^0 records, [1-9][0-9]* lost ' "$TMP/last"
	umount "$TMP/small"
	equal "command that fails" "$(status -o '|cat >/dev/null; exit 3' true)" 125
	must grep -q 'the command of -o ended by status 3$' "$TMP/last"
	equal "command that ends well" "$(status -o "|cat >$TMP/o" sh -c 'exit 7')" 7
	rc=0
	ktrace top --once true >/dev/full 2>"$TMP/last" || rc=$?
	equal "full device, top" $rc 125
}

: >"$TMP/plain"
# Exit statuses do not depend on the configuration of the kernel.
if ! brief; then
	statuses
fi

note "losses are reported when the reader stops"
# The output is a pipe that nobody reads until the program has ended.
mkfifo "$TMP/fifo"
(while [ ! -e "$TMP/done" ]; do sleep 0.1; done; cat >"$TMP/seen") <"$TMP/fifo" &
reader=$!
rc=0
ktrace --strict -b 8 -e read -o "$TMP/fifo" \
	sh -c "dd if=/dev/zero of=/dev/null bs=1 count=20000 2>/dev/null; : >$TMP/done" \
	2>"$TMP/last" || rc=$?
wait $reader
equal "status" $rc 3
note "$(tail -n 1 "$TMP/last")"
lost=$(sed -n 's/^[0-9]* records, \([0-9]*\) lost.*/\1/p' "$TMP/last")
records=$(sed -n 's/^\([0-9]*\) records, .*/\1/p' "$TMP/last")
[ "$lost" -gt 1000 ] || fail "lost: $lost"
# Each read is a record or lost; records of the processes' lives add some.
[ $((lost + records)) -ge 20000 ] && [ $((lost + records)) -lt 20100 ] ||
	fail "$records records and $lost lost are not 20000"
equal "lines" "$(grep -c . "$TMP/seen")" "$records"

note "two recordings at a time"
ktrace -e getcwd -o "$TMP/one" sh -c 'for i in $(seq 30); do /bin/pwd; done' >"$TMP/out" 2>&1 &
first=$!
ktrace -e getppid,readlink -o "$TMP/two" sh -c 'for i in $(seq 30); do readlink /proc/self; done' \
	>"$TMP/out2" 2>&1
wait $first
must has_lines "$TMP/one" 30 "getcwd("
equal "calls of the other" "$(grep -c 'readlink(' "$TMP/one") $(grep -c 'getcwd(' "$TMP/two")" "0 0"
must has_lines "$TMP/two" 30 'readlink('

note "ten recordings of different verbs at a time"
# client N PROGRAM: record the program in the N-th way
client()
{
	case $(($1 % 5)) in
	0) ktrace --strict -e openat -o "$TMP/ten.$1" sh -c "$2" ;;
	1) ktrace record --strict -e openat -o "$TMP/ten.$1.dat" sh -c "$2" ;;
	2) ktrace dump --strict -e openat -o "$TMP/ten.$1" sh -c "$2" ;;
	3) ktrace hist --strict openat by filename sh -c "$2" >"$TMP/ten.$1" ;;
	4) ktrace top --once --by file -e openat sh -c "$2" >"$TMP/ten.$1" ;;
	esac
}
pids=
for i in $(seq 10); do
	client "$i" "for j in \$(seq 10); do cat /no/file.$i 2>/dev/null; done; exit 7" \
		2>"$TMP/ten.$i.last" &
	pids="$pids $!"
done
i=0
for pid in $pids; do
	i=$((i + 1)) rc=0
	wait "$pid" || rc=$?
	[ $rc = 7 ] || fail "client $i: status $rc: $(cat "$TMP/ten.$i.last")"
done
for i in $(seq 10); do
	[ $((i % 5)) != 1 ] || ktrace report -q "$TMP/ten.$i.dat" >"$TMP/ten.$i"
	case $((i % 5)) in
	3) must grep -q -E "/no/file\.$i\"? +10 " "$TMP/ten.$i" ;;
	4) must grep -q "^ .* 10 .* /no/file\.$i\$" "$TMP/ten.$i" ;;
	*) equal "calls of client $i" "$(grep -c "\"/no/file\.$i\"" "$TMP/ten.$i")" 10 ;;
	esac
	equal "files of others" "$(grep '/no/file' "$TMP/ten.$i" | grep -v -c "file\.$i\>")" 0
done
equal "instances that stayed" "$(ls "$KTRACE/instances")" ''

note "an interrupted ktrace prints the records so far, and leaves nothing behind"
ktrace -e nanosleep,clock_nanosleep,write -o "$TMP/some" sh -c 'echo one; while :; do sleep 0.05; done' \
	>"$TMP/out" 2>"$TMP/last" &
client=$!
: >"$TMP/some"
soon grep -q 'write(' "$TMP/some" || fail "$(cat "$TMP/last")"
kill -INT $client
rc=0
wait $client || rc=$?
must grep -q ' 0 lost' "$TMP/last"
equal "instances that stayed" "$(ls "$KTRACE/instances")" ''
# The program goes on.
kill "$(running 'echo one; while')"

note "if the reader of the output exits, ktrace exits and the program continues"
rc=0
ktrace -e write -o '|head -n 1' sh -c 'echo two >/dev/null; while :; do echo; sleep 0.05; done' \
	>"$TMP/out" 2>"$TMP/last" || rc=$?
equal "status" $rc 125
kill "$(running 'echo two >/dev/null; while')"

note "ktrace is killed at random moments, whatever it does"
where=$(uprobe_target where | sed -n 's/^target //p')
killed='cat /etc/hosts >/dev/null; uprobe_target quiet 3; : end of the killed program'

# any N: become one of the ways to use the command
any()
{
	case $(($1 % 7)) in
	0) exec ktrace -e 'p:killed do_sys_openat2' -e trace=openat -o "$TMP/some" sh -c "$killed" ;;
	1) exec ktrace -e "p:killed $(command -v uprobe_target):$where" -e trace=openat -o "$TMP/some" \
		sh -c "$killed" ;;
	2) exec ktrace record -e openat -e 'r10:killed do_sys_openat2' -o "$TMP/killed.dat" sh -c "$killed" ;;
	3) exec ktrace top --batch -d 3600 sh -c "$killed" ;;
	4) exec ktrace hist openat by filename sh -c "$killed" ;;
	5) exec ktrace dump --until 'openat if filename == "/no"' -o "$TMP/some" sh -c "$killed" ;;
	6) exec ktrace attach -a -e openat -o "$TMP/some" ;;
	esac
}

n=14
! brief || n=7
[ -z "${SELFTEST_LONG:-}" ] || n=105
for i in $(seq $n); do
	any "$i" >"$TMP/out" 2>&1 &
	client=$!
	usleep $(($(head -c 2 /dev/urandom | od -An -tu2) * 4))
	kill -9 $client 2>/dev/null || :
	wait $client 2>/dev/null || :
done
soon test -z "$(ls "$KTRACE/instances")" || fail "instances stayed: $(ls "$KTRACE/instances")"
equal "probes that stayed" "$(cat "$KTRACE/dynamic_events")" ''
soon none_runs 'end of the killed program' || fail "a program stayed"
equal "events that stayed" "$(cat "$KTRACE/set_event")" ''
[ ! -e /sys/kernel/debug/kprobes/list ] ||
	must_not grep do_sys_openat2 /sys/kernel/debug/kprobes/list
kunit ktrace_task_bits "a thread kept a work bit, or lacks one"
# The process that switches it off goes on for a moment.
if [ -e "$KTRACE/options/call-time" ]; then
	soon grep -q -x 0 "$KTRACE/options/call-time" || fail "options/call-time stayed"
fi
note "$n times"
