# SPDX-License-Identifier: GPL-2.0
# description: variables, and the identity of histograms, work as in ftrace
# weight: 4
# requires: kprobe_events synthetic_events events/rcu/rcu_utilization events/kmem/mm_page_alloc
# shellcheck shell=sh

S=events/semantics

clear_all()
{
	for _ in 1 2; do
		for _file in "$KTRACE/$S"/*/trigger; do
			(: >"$_file") 2>/dev/null || :
		done
	done
}

restore()
{
	clear_all
	: >"$KTRACE/events/rcu/rcu_utilization/trigger"
	: >"$KTRACE/kprobe_events"
	: >"$KTRACE/synthetic_events"
}
trap restore EXIT

# hit COUNT...: let this shell make a write of each size
hit()
{
	for _count; do
		printf "%0${_count}d" 0 >/dev/null
	done
}

# hits EVENT [N]: print the hits of the N-th histogram
hits()
{
	awk -v nr="${2:-1}" '/^# event histogram/ { n++ } n == nr && /Hits:/ { print $2 }' \
		"$KTRACE/$S/$1/hist"
}

# set_lines EVENT: print the triggers in the file trigger
set_lines()
{
	grep -v '^#' "$KTRACE/$S/$1/trigger" || :
}

for event in set one two three; do
	append kprobe_events "p:semantics/$event ksys_write count=%dx:u64"
done
append synthetic_events 'got u64 first; u64 second'

note "an expression that computes with a variable unsets it; a plain reference does not"
write $S/set/trigger 'hist:keys=common_pid:v=count if count == 1011'
write $S/one/trigger 'hist:keys=common_pid:p=$v if count == 1012'
append $S/one/trigger 'hist:keys=common_pid:vals=$v if count == 1013'
append $S/one/trigger 'hist:keys=common_pid:n=-$v if count == 1014'
append $S/one/trigger 'hist:keys=common_pid:b=($v) if count == 1015'
write $S/two/trigger 'hist:keys=common_pid:q=$v+1 if count == 1016'
hit 1012 1013 1014 1015 1016
equal "nothing matches before it is set" "$(hits one 1) $(hits one 2) $(hits two)" "0 0 0"
hit 1011 1012 1012 1013 1013 1014 1014 1015 1015
equal "plain uses" "$(hits one 1) $(hits one 2) $(hits one 3) $(hits one 4)" "2 2 2 2"
hit 1016 1016
must grep -q '} hitcount: *[0-9]*  v: ' "$KTRACE/$S/one/hist"
equal "an expression" "$(hits two)" 1
hit 1012 1013 1014 1015
equal "uses of unset variables without an expression" "$(hits one 1) $(hits one 2) $(hits one 3) $(hits one 4)" \
	"2 2 2 2"
clear_all

note "an event that does not match unsets no variable"
write $S/set/trigger 'hist:keys=common_pid:v=count if count == 1011'
append $S/set/trigger 'hist:keys=common_pid:w=count if count == 1012'
write $S/one/trigger 'hist:keys=common_pid:x=$v+$w if count == 1013'
hit 1011 1013 1012 1013 1013
equal "matches" "$(hits one)" 1
clear_all

note "a variable that several events set"
write $S/set/trigger 'hist:keys=common_pid:v=count if count == 1011'
write events/synthetic/got/enable 1
# got_of LINE: print the last record of the synthetic event
got_of()
{
	write $S/one/trigger "$1 if count == 1012"
	write trace ''
	hit 1011 1012
	sed -n 's/.*: got: //p' "$KTRACE/trace" | tail -n 1
	: >"$KTRACE/$S/one/trigger"
}
equal "computed here and set there: in an expression that of the event that matches" \
	"$(got_of 'hist:keys=common_pid:v=count+0:w=$v*1:onmatch(semantics.set).got($w,$v)')" \
	"first=1011 second=1012"
equal "a field here: this one" \
	"$(got_of 'hist:keys=common_pid:v=count:w=$v*1:onmatch(semantics.set).got($w,$v)')" \
	"first=1012 second=1012"
equal "computed here only" \
	"$(got_of 'hist:keys=common_pid:z=count+1:w=$z*2:onmatch(semantics.set).got($w,$v)')" \
	"first=2026 second=1011"
equal "a field, behind its use" \
	"$(got_of 'hist:keys=common_pid:w=$z*2:z=count:onmatch(semantics.set).got($w,$v)')" \
	"first=2024 second=1011"
# Two events match, and each sets its own variable.
write $S/two/trigger 'hist:keys=common_pid:u=count if count == 1011'
equal "of any event that matches" \
	"$(got_of 'hist:keys=common_pid:w=$v*1,x=$u*2:onmatch(semantics.set).got($w,$x):onmatch(semantics.two).got($x,$w)')" \
	"first=2022 second=1011"
write events/synthetic/got/enable 0
clear_all

note "a key that is a variable that stands for a field"
write $S/one/trigger 'hist:keys=$c,common_pid:c=count.log2 if count == 1012'
equal "shown" "$(set_lines one)" \
	'hist:keys=count.log2,common_pid:vals=hitcount:c=count.log2:sort=hitcount:size=2048 if count == 1012 [active]'
hit 1012 1012
grep -q '^{ count: ~ 2^10, common_pid: .* hitcount: *2$' "$KTRACE/$S/one/hist" ||
	fail "$(cat "$KTRACE/$S/one/hist")"
clear_all

note "size, clock and nohitcount do not distinguish histograms; keys, values and filters do"
write $S/one/trigger 'hist:keys=common_pid:vals=count:size=4096:clock=mono:nohitcount if count == 1012'
refused $S/one/trigger EEXIST 'hist:keys=common_pid:vals=count if count == 1012'
append $S/one/trigger 'hist:keys=common_pid:vals=count if count == 1013'
append $S/one/trigger 'hist:keys=common_pid if count == 1012'
append $S/one/trigger 'hist:keys=common_pid:vals=count:pause if count == 1012'
equal "paused by a line without them" "$(set_lines one | head -n 1)" \
	'hist:keys=common_pid:vals=count:sort=hitcount:size=4096:clock=mono:nohitcount if count == 1012 [paused]'
append $S/one/trigger 'hist:keys=common_pid:vals=count+1 if count == 1012'
append $S/one/trigger 'hist:keys=common_pid:vals=count+2 if count == 1012'
append $S/one/trigger '!hist:keys=common_pid:vals=count+1 if count == 1012'
equal "expressions" "$(set_lines one | grep -c 'count+2')" 1
append $S/one/trigger '!hist:keys=common_pid:vals=count+2 if count == 1012'
append $S/one/trigger '!hist:keys=common_pid:vals=count if count == 1012'
equal "removed" "$(set_lines one)" \
'hist:keys=common_pid:vals=hitcount,count:sort=hitcount:size=2048 if count == 1013 [active]
hist:keys=common_pid:vals=hitcount:sort=hitcount:size=2048 if count == 1012 [active]'
clear_all

note "a key has one name, whichever spelling the user writes"
write $S/one/trigger 'hist:keys=cpu:sort=common_cpu if count == 1012'
equal "the CPU" "$(set_lines one)" \
	'hist:keys=common_cpu:vals=hitcount:sort=common_cpu:size=2048 if count == 1012 [active]'
refused $S/one/trigger EEXIST 'hist:keys=common_cpu:sort=CPU if count == 1012'
append $S/one/trigger '!hist:keys=CPU:sort=cpu if count == 1012'
equal "removed by another name" "$(set_lines one)" ""
write $S/one/trigger 'hist:keys=STACKTRACE if count == 9'
equal "the stack" "$(set_lines one)" \
	'hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048 if count == 9 [active]'
append $S/one/trigger '!hist:keys=stacktrace if count == 9'
write $S/one/trigger 'hist:keys=common_comm,CPU if count == 1012'
hit 1012
append $S/one/trigger '!hist:keys=comm,common_cpu if count == 1012'
equal "remaining lines" "$(set_lines one)" ""

note "an event's own field and a name that histograms also use are two keys"
append kprobe_events 'p:semantics/own ksys_write count=%dx:u64 comm=%dx:u64 common_cpu=%dx:u64 hitcount=%dx:u64'
for key in comm common_comm common_cpu CPU hitcount; do
	append $S/own/trigger "hist:keys=$key if count == 1012"
done
equal "set" "$(set_lines own)" \
'hist:keys=comm:vals=hitcount:sort=hitcount:size=2048 if count == 1012 [active]
hist:keys=common_comm:vals=hitcount:sort=hitcount:size=2048 if count == 1012 [active]
hist:keys=common_cpu:vals=hitcount:sort=hitcount:size=2048 if count == 1012 [active]
hist:keys=CPU:vals=hitcount:sort=hitcount:size=2048 if count == 1012 [active]
hist:keys=hitcount:vals=hitcount:sort=hitcount:size=2048 if count == 1012 [active]'
refused $S/own/trigger EEXIST 'hist:keys=common_comm:sort=hitcount if count == 1012'
refused $S/own/trigger EEXIST 'hist:keys=cpu if count == 1012'
hit 1012
equal "keys" "$(sed -n 's/  */ /g; s/^{ \(comm\|common_comm\|common_cpu\|hitcount\): \([^ ]*\) }.*/\1 \2/p' \
	"$KTRACE/$S/own/hist" | tr '\n' ' ')" "comm 1012 common_comm $(cat /proc/$$/comm) common_cpu 1012 hitcount 1012 "
set_lines own >"$TMP/own"
while read -r line; do
	append $S/own/trigger "!${line% [[]*}"
done <"$TMP/own"
equal "remaining lines" "$(set_lines own)" ""
append $S/own/trigger 'hist:keys=cpu:sort=CPU if count == 1012'
append $S/own/trigger '!hist:keys=CPU:sort=cpu if count == 1012'
equal "removed by another name" "$(set_lines own)" ""

note "events share a key that is no field, although one of them has a field of that name"
write $S/one/trigger 'hist:keys=common_comm,cpu:name=both if count == 1012'
append $S/own/trigger 'hist:keys=common_comm,cpu:name=both if count == 1012'
refused $S/own/trigger EINVAL 'hist:keys=comm,cpu:name=both if count == 1013'
hit 1012
equal "both events" "$(sed -n 's/.*hitcount: *\([0-9]*\).*/\1/p' "$KTRACE/$S/own/hist" |
	awk '{ n += $1 } END { print n }')" 2
append $S/own/trigger '!hist:keys=common_comm,CPU:name=both if count == 1012'
clear_all

append synthetic_events 'own s32 common_pid'
must grep -q '^own' "$KTRACE/synthetic_events"
write $S/own/trigger 'hist:keys=count:c=count:onmatch(semantics.own).own($c) if count == 1012'
write events/synthetic/own/trigger 'hist:keys=common_pid if common_pid == 1012'
hit 1012
equal "the field of the synthetic event" \
	"$(sed -n 's/  */ /g; s/^{ common_pid: \(.*\) } hitcount: \(.*\)/\1 \2/p' "$KTRACE/events/synthetic/own/hist")" "1012 1"
: >"$KTRACE/events/synthetic/own/trigger"
clear_all
append synthetic_events '!own'

note "triggers of the same name share one histogram, whatever their size=; clock= must agree"
write $S/one/trigger 'hist:keys=common_pid:name=shared:size=64 if count == 1012'
append $S/two/trigger 'hist:keys=common_pid:name=shared:size=128 if count == 1013'
refused $S/three/trigger EINVAL 'hist:keys=common_pid:name=shared:clock=mono if count == 1013'
hit 1012 1013
equal "both" "$(hits one) $(hits two)" "2 2"
clear_all

note "a histogram that reads its own variable through another event can be removed"
mine='hist:keys=common_pid:name=mine:x=count,y=semantics.one.$x'
write $S/one/trigger "$mine if count == 1012"
append $S/two/trigger "$mine if count == 1013"
append $S/one/trigger "!$mine if count == 1012"
append $S/two/trigger "!$mine if count == 1013"
equal "remaining lines" "$(set_lines one)$(set_lines two)" ""

note "triggers that share a histogram are not emptied while another event reads its variables"
both='hist:keys=common_pid:name=both:v=count'
write $S/set/trigger "$both if count == 1011"
append $S/set/trigger "$both if count == 1012"
append $S/one/trigger 'hist:keys=common_pid:w=$v'
if (: >"$KTRACE/$S/set/trigger") 2>/dev/null; then
	fail "the variable was removed"
fi
append $S/set/trigger "!$both if count == 1011"
refused $S/set/trigger EBUSY "!$both if count == 1012"
append $S/one/trigger '!hist:keys=common_pid:w=$v'
: >"$KTRACE/$S/set/trigger"
equal "lines of both" "$(set_lines set)" ""

note "two histograms cannot read each other: neither could be removed, nor could their events"
loop='hist:keys=common_pid:name=loop:x=count,y=semantics.one.$x'
reader='hist:keys=common_pid:x=semantics.two.$x'
write $S/one/trigger "$loop"
append $S/two/trigger "$loop"
append $S/one/trigger "!$loop"
append $S/one/trigger "$reader"
: >"$KTRACE/error_log"
refused $S/three/trigger EINVAL "$loop"
must grep -q 'its histogram reads the one of this name' "$KTRACE/error_log"
equal "below the caret" "$(awk '/^  Command: / { line = $0 }
	/^ *\^$/ { print substr(line, length($0)) }' "$KTRACE/error_log")" 'semantics.one.$x'
refused $S/two/trigger EBUSY "!$loop"
append $S/one/trigger "!$reader"
append $S/two/trigger "!$loop"
for event in one two three; do
	append kprobe_events "-:semantics/$event"
	append kprobe_events "p:semantics/$event ksys_write count=%dx:u64"
done

note "a chain of three histograms cannot return to the first, whatever its length"
write $S/one/trigger "$loop"
append $S/two/trigger "$loop"
append $S/one/trigger "!$loop"
append $S/set/trigger 'hist:keys=common_pid:z=semantics.two.$x'
append $S/one/trigger 'hist:keys=common_pid:x=semantics.set.$z'
refused $S/three/trigger EINVAL "$loop"
append $S/one/trigger '!hist:keys=common_pid:x=semantics.set.$z'
append $S/set/trigger '!hist:keys=common_pid:z=semantics.two.$x'
append $S/two/trigger "!$loop"
equal "lines that remain" "$(set_lines set)$(set_lines one)$(set_lines two)$(set_lines three)" ""

note "variables do not overlap: a stack, and a number of the same name in another histogram"
write $S/set/trigger 'hist:keys=common_pid:s=count,k=count+5 if count == 1011'
write $S/one/trigger \
	'hist:keys=common_pid:s=common_stacktrace,t=$s,w=$k+0:onmax($w).save(count) if count == 1012'
hit 1011 1012
equal "the number" "$(sed -n 's/^\tmax: *\([0-9]*\)  count: *\([0-9]*\)$/\1 \2/p' \
	"$KTRACE/$S/one/hist")" "1016 1012"
clear_all

note "a stack has more than 16 functions, at most 32"
K=events/kmem/mm_page_alloc
write $K/trigger 'hist:keys=common_stacktrace'
# Produce deep stacks: start a program, and let the kernel fault while it copies to user
# space.
dd if=/dev/zero of=/dev/null bs=1M count=1 2>/dev/null
cat /proc/self/smaps >/dev/null
find /proc/self /sys/kernel -maxdepth 2 >/dev/null 2>&1 || :
awk '/^[{] common_stacktrace:/ { n = 0 } /^         / { if (++n > most) most = n } END { print most }' \
	"$KTRACE/$K/hist" >"$TMP/deepest"
: >"$KTRACE/$K/trigger"
note "$(cat "$TMP/deepest") functions"
[ "$(cat "$TMP/deepest")" -gt 16 ] && [ "$(cat "$TMP/deepest")" -le 32 ] ||
	fail "a stack of $(cat "$TMP/deepest") functions"

note "a field with the address of a string is a key and a variable with the text of the string"
R=events/rcu/rcu_utilization
write $R/trigger 'hist:keys=s:t=s,n=1:onmax($n).save(s)'
soon grep -q '^{ s: Start context switch  *} ' "$KTRACE/$R/hist" || fail "no such key"
cat "$KTRACE/$R/hist" >"$TMP/rcu"
: >"$KTRACE/$R/trigger"
# Each key has saved itself.
must grep -q 'max: .*  s: ' "$TMP/rcu"
equal "saved" "$(awk '/^[{] s: / { sub("^[{] s: ", ""); sub(" *[}] hitcount.*", ""); key = $0 }
	/max:/ { sub(".*  s: ", ""); sub(" *$", ""); if ($0 != key) print }' "$TMP/rcu")" ""

note "a string argument in an entry event is its address"
write events/syscalls/sys_enter_rmdir/trigger 'hist:keys=pathname.hex'
rmdir /no_such_directory 2>/dev/null || :
grep -q '^{ pathname: [0-9a-f]* } hitcount: *1$' "$KTRACE/events/syscalls/sys_enter_rmdir/hist" ||
	fail "$(cat "$KTRACE/events/syscalls/sys_enter_rmdir/hist")"
: >"$KTRACE/events/syscalls/sys_enter_rmdir/trigger"
