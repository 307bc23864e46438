# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a tracepoint probe records the arguments of a tracepoint
# requires: dynamic_events tprobe_profile

D=dynamic_events
TP=$KTRACE/events/tracepoints

# text NAME: print the text behind the name in the records of NAME
text()
{
	sed -n "s/.* $1: //p" "$KTRACE/trace"
}

note "arguments equal those of the tracepoint's own event"
# The tracepoints are sched_process_exec(task, old_pid, bprm) and sched_switch(preempt,
# prev, next, prev_state).
append $D 't:exec sched_process_exec task=$arg1 old=$arg2:s32 bprm=$arg3 stack=$stack top=$stack0:symbol c=$comm'
append $D 't sched_switch preempt=$arg1:u8 prev=$arg2 next=$arg3 state=$arg4:u32'
equal "listed" "$(cat "$KTRACE/$D")" \
"t:tracepoints/exec sched_process_exec task=\$arg1 old=\$arg2:s32 bprm=\$arg3 stack=\$stack top=\$stack0:symbol c=\$comm
t:tracepoints/sched_switch sched_switch preempt=\$arg1:u8 prev=\$arg2 next=\$arg3 state=\$arg4:u32"
write "$TP/exec/enable" 1
write events/sched/sched_process_exec/enable 1
/bin/true
write "$TP/exec/enable" 0
write events/sched/sched_process_exec/enable 0
pid=$(sed -n 's/.*sched_process_exec: .*filename=\/bin\/true pid=\([0-9]*\).*/\1/p' "$KTRACE/trace")
[ -n "$pid" ] || fail "no event: $(cat "$KTRACE/trace")"
text exec | grep -q "task=0xffff[0-9a-f]* old=$pid bprm=0xffff[0-9a-f]* stack=0xffff[0-9a-f]* top=[a-z_]*+0x[0-9a-f/x]* c=\"true\"\$" ||
	fail "$(text exec)"
note "the recorded address is the caller, which is on top of the stack"
text exec | grep 'c="true"' | sed -n 's/^(\([^)]*\)).* top=\([^ ]*\) .*/\1 \2/p' |
	awk '$1 != $2 { exit 1 }' || fail "$(text exec)"
grep -qF 'print fmt: "(%lx) task=0x%Lx' "$TP/exec/format" || fail "$(cat "$TP/exec/format")"

note "on each CPU, next of one switch is prev of the following one"
write trace ''
write "$TP/sched_switch/enable" 1
sleep 0.1
write "$TP/sched_switch/enable" 0
grep ' sched_switch: (' "$KTRACE/trace" | sed -n 's/.*\[\(...\)\].*prev=\([^ ]*\) next=\([^ ]*\) .*/\1 \2 \3/p' >"$TMP/switches"
[ "$(grep -c . "$TMP/switches")" -gt 3 ] || fail "$(cat "$KTRACE/trace")"
awk '($1 in next_) && next_[$1] != $2 { exit 1 } { next_[$1] = $3 }' "$TMP/switches" ||
	fail "$(cat "$TMP/switches")"
hits=$(awk '$1 == "sched_switch" { print $2 + $3 }' "$KTRACE/tprobe_profile")
equal "profile" "$hits" "$(grep -c . "$TMP/switches")"

note "probes hit by page faults of their own fetches do not recurse forever"
append $D 't:fault page_fault_kernel at=+0($arg1):u64 bad=+8(\0x10):string'
write "$TP/fault/enable" 1
append $D 't:timer hrtimer_expire_entry f=+40($arg1):symbol s=+0(\0x10):ustring'
write "$TP/timer/enable" 1
sleep 0.1
write "$TP/timer/enable" 0
write "$TP/fault/enable" 0
text timer | grep -q ' s=(fault)$' || fail "$(text timer | tail -n 3)"

note "two probes of one event: added while it is enabled, removed by their arguments"
write trace ''
append $D 't:life sched_process_fork nr=\1:u8 pid=$arg1'
write "$TP/life/enable" 1
/bin/true
append $D 't:life sched_process_exit nr=\2:u8 pid=$arg1'
append $D 't:life sched_process_exit nr=\3:u8 pid=$arg1'
/bin/true
refused $D EEXIST 't:life sched_process_exit nr=\3:u8 pid=$arg1'
refused $D EEXIST 't:life sched_process_exit nr=\3:u16 pid=$arg1'
append $D '-:life sched_process_exit nr=\2:u8 pid=$arg1'
append $D '-:life sched_process_fork'
refused $D EBUSY '-:life sched_process_exit'
equal "left" "$(cat "$KTRACE/$D" | grep :tracepoints/life)" \
	't:tracepoints/life sched_process_exit nr=\3:u8 pid=$arg1'
/bin/true
write "$TP/life/enable" 0
/bin/true
for nr in 1 2 3; do
	text life | grep -c " nr=$nr " || :
done >"$TMP/counts"
# The shell has a varying number of children; each has begun and ended.
awk '{ n[NR] = $1 } END { exit !(n[1] > 0 && n[2] > 0 && n[3] > n[2]) }' "$TMP/counts" ||
	fail "$(cat "$TMP/counts"): $(text life)"
equal "profile" "$(awk '$1 == "life" { print $2, $3 }' "$KTRACE/tprobe_profile")" \
	"$(sed -n 3p "$TMP/counts") 0"
append $D '-:life'
must_not [ -e "$TP/life" ]
text life | grep -q ' nr=1 ' || fail "records of a removed probe: $(text life)"

note "a string of any length, up to the room in the record: 3048 bytes, 4 of them for the length"
# The arguments of sys_enter are the registers, in which the first argument of mkdir() is at
# 112, and the number of the call.
append $D 't:path sys_enter name=+0(+112($arg1)):ustring nr=$arg2:s64'
write "$TP/path/filter" 'nr == 83'
# opened N: make a directory with a path of N bytes; set "path" to the path, and "got" to the text
opened()
{
	path=$(printf '/%0*d' $(($1 - 1)) 0 | sed 's,0000,/../,g')
	write trace ''
	write "$TP/path/enable" 1
	mkdir "$path" 2>/dev/null || :
	write "$TP/path/enable" 0
	got=$(text path | sed 's/.* name="\(.*\)" nr=83$/\1/')
}
for n in 255 256 900 3030; do
	opened $n
	equal "a path of $n bytes" "$got" "$path"
done
opened 3100
[ ${#got} -ge 3030 ] && [ ${#got} -lt 3048 ] || fail "${#got} bytes of a path of 3100"
case $path in
"$got"*) ;;
*) fail "not the beginning: $got" ;;
esac
append $D '-:path'

note "an enabled event cannot be removed; a name is used once"
write "$TP/exec/enable" 1
refused $D EBUSY '-:exec'
refused $D EEXIST 't:exec sched_switch'
refused $D EEXIST 't:sched/sched_switch kfree'
write "$TP/exec/enable" 0
append $D '!t:exec sched_process_exec'
must_not [ -e "$TP/exec" ]
write $D ''

note "a tracepoint in a module: the probe is active while the module is loaded"
append $D 't:mod test_tracepoint_hit nr=$arg1:u32 text=+0($arg2):string'
write "$TP/mod/enable" 1
equal "waits" "$(awk '{ print $2, $3 }' "$KTRACE/tprobe_profile")" "0 0"
for round in 1 2; do
	module test_tracepoint
	echo 1 >/sys/module/test_tracepoint/parameters/fire
	equal "hits, round $round" "$(awk '{ print $2 }' "$KTRACE/tprobe_profile")" "$round"
	rmmod test_tracepoint
done
write "$TP/mod/enable" 0
modprobe test_tracepoint
echo 1 >/sys/module/test_tracepoint/parameters/fire
equal "the last" "$(text mod | tail -n 1 | sed 's/.*) //')" 'nr=0 text=(fault)'
equal "hits, off" "$(awk '{ print $2 }' "$KTRACE/tprobe_profile")" 2
rmmod test_tracepoint
: >"$TMP/.modules"
write $D ''

note "refused lines"
# bad ERRNO LINE: check that LINE is refused; the ^ in LINE marks the faulty byte
bad()
{
	line=$(printf '%s' "$2" | tr -d '^')
	column=$(printf '%s' "${2%%^*}" | wc -c)
	: >"$KTRACE/error_log"
	refused $D "$1" "$line"
	grep -q 'trace_fprobe: error: ' "$KTRACE/error_log" || fail "nothing in error_log"
	equal "caret of '$line' in $(cat "$KTRACE/error_log")" \
		"$(tail -n 1 "$KTRACE/error_log" | wc -c)" $((column + 13))
	equal "events after '$line'" "$(cat "$KTRACE/$D")" ''
}
# shellcheck disable=SC2016
{
	bad EINVAL 't ^a.b'
	bad EINVAL 't kfree ^%di'
	bad EINVAL 't kfree ^$arg13'
	bad EINVAL 't kfree ^$arg0'
	bad EINVAL 't kfree ^ra'
	bad EINVAL 't kfree ^$retval'
	bad EINVAL 't^5 kfree'
	bad EEXIST 't:sched/^sched_switch kfree'
}
bad EOPNOTSUPP '^f:x vfs_read'
must grep -q 'error: function probes need the function tracer$' "$KTRACE/error_log"
