# SPDX-License-Identifier: GPL-2.0
# description: tracers are started, stopped, shown and refused, and leave the user's events alone
# requires: available_tracers current_tracer error_log events/syscalls program:odd_calls
# weight: 7

# runs NAME: check that all files name this tracer
runs()
{
	equal "current_tracer" "$(cat "$KTRACE/current_tracer")" "$1"
	for f in trace per_cpu/cpu0/trace snapshot; do
		equal "the header of $f" "$(grep '^# tracer:' "$KTRACE/$f")" "# tracer: $1"
	done
}

has_syscall=
case " $(cat "$KTRACE/available_tracers") " in
*' nop '*) ;;
*) fail "no tracer nop" ;;
esac
case " $(cat "$KTRACE/available_tracers") " in
*' syscall '*) has_syscall=1 ;;
esac
# Clients take the name before the newline for "nop", which is no tracer.
equal "the last of available_tracers" "$(sed 's/.* //' "$KTRACE/available_tracers")" nop
runs nop
write current_tracer nop
runs nop

note "unknown tracers are refused with a caret, and the current tracer continues"
for bad in nothing nopp no '' 'nop nop' 'nop,syscall' syscalls; do
	refused current_tracer EINVAL "$bad"
	tail -n 3 "$KTRACE/error_log" >"$TMP/log"
	grep -q 'current_tracer: error: Unknown tracer' "$TMP/log" || fail "not in error_log"
	equal "the command" "$(sed -n 2p "$TMP/log")" "  Command: $bad"
	equal "the caret" "$(sed -n 3p "$TMP/log")" "           ^"
	runs nop
done
refused current_tracer EINVAL '  nothing'
equal "the caret under the name" "$(tail -n 1 "$KTRACE/error_log")" "             ^"
write current_tracer '  nop  '
runs nop

note "records of an earlier tracer stay"
write events/syscalls/sys_enter_fork/enable 1
odd_calls fork >/dev/null
write current_tracer nop
equal "fork" "$(grep -c 'sys_fork()' "$KTRACE/trace")" 1
write events/syscalls/sys_enter_fork/enable 0

[ -n "$has_syscall" ] || exit 0
if [ ! -d "$KTRACE/events/syscall" ]; then
	note "a tracer without events to record is refused"
	write buffer_size_kb 65536
	before=$(awk '$1 == "MemFree:" { print $2 }' /proc/meminfo)
	refused current_tracer ENODEV syscall
	used=$((before - $(awk '$1 == "MemFree:" { print $2 }' /proc/meminfo)))
	[ $used -lt 32768 ] || fail "$used kB for a refused command"
	grep -q 'nothing that it could record' "$KTRACE/error_log" || fail "not in error_log"
	runs nop
	exit 0
fi

# records: print the number of fork records of odd_calls in trace. The pattern must not
# match the arguments of grep itself
records()
{
	grep -c '^ *odd_calls-.*: fork(' "$KTRACE/trace" || :
}

# call N: check that a fork makes N records in an empty trace
call()
{
	write trace ''
	for _ in $(seq "$1"); do
		odd_calls fork >/dev/null
	done
}

# of_user TEXT: check which events the user has enabled
of_user()
{
	equal "set_event" "$(tr '\n' ' ' <"$KTRACE/set_event")" "$1"
}

note "the tracer listens to all of its events, and set_event shows none as enabled"
write current_tracer syscall
runs syscall
of_user ''
equal "enable of one" "$(cat "$KTRACE/events/syscall/fork/enable")" 0
equal "enable of all" "$(cat "$KTRACE/events/syscall/enable")" 0
call 3
equal "while it runs" "$(records)" 3
refused current_tracer EINVAL nothing
runs syscall
write current_tracer syscall
write current_tracer nop
runs nop
equal "records after the tracer stopped" "$(records)" 3
call 1
equal "after it" "$(records)" 0

note "an event that the user enabled stays enabled when the tracer ends, and the user can disable it"
write events/syscall/fork/enable 1
write current_tracer syscall
of_user 'syscall:fork '
call 2
equal "listened to for two reasons, recorded once" "$(records)" 2
write current_tracer nop
of_user 'syscall:fork '
call 2
equal "the user's" "$(records)" 2
write current_tracer syscall
write events/enable 0
of_user ''
call 2
equal "disabled by the user, not by the tracer" "$(records)" 2
append set_event 'syscall:fork'
write current_tracer nop
call 2
equal "enabled by the user meanwhile" "$(records)" 2
append set_event '!syscall:*'
call 2
equal "neither" "$(records)" 0

note "a tracer does not use other events"
write events/syscalls/sys_enter_fork/enable 1
write current_tracer syscall
write current_tracer nop
of_user 'syscalls:sys_enter_fork '

[ -e "$KTRACE/kprobe_events" ] || exit 0
note "a tracer does not use probes in a group of its name"
write set_event ''
write kprobe_events 'p:syscall/of_others do_mkdirat'
write current_tracer syscall
write trace ''
mkdir "$TMP/d"
equal "records of the probe" "$(grep -c '^ *mkdir-.*: of_others: ' "$KTRACE/trace" || :)" 0
append kprobe_events '-:syscall/of_others'
write current_tracer nop
