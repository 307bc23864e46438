# SPDX-License-Identifier: GPL-2.0
# description: a probe in a module waits while the module is not loaded, and blocks nothing meanwhile
# requires: kprobe_events kprobe_profile module:test_point

symbol=fire_numbers
modprobe test_point || fail "modprobe"
grep -q " $symbol.\[test_point\]" /proc/kallsyms || fail "no function $symbol"

# fired N: pass the function N times
fired()
{
	echo "$1" >/sys/module/test_point/parameters/fire
}

# records NAME: print the number of records
records()
{
	grep -c ": $1: (" "$KTRACE/trace" || :
}

# profile NAME: print the number of hits
profile()
{
	awk -v name="$1" '$1 == name { print $2 }' "$KTRACE/kprobe_profile"
}

must append kprobe_events "p:named test_point:$symbol"
must append kprobe_events "r:back test_point:$symbol"
must append kprobe_events "p:plain $symbol"
must append kprobe_events "p:later test_point:$symbol nr=%di:u32"
must append kprobe_events "p:other do_mkdirat"
equal "definitions" "$(head -n 3 "$KTRACE/kprobe_events")" \
	"p:kprobes/named test_point:$symbol
r:kprobes/back test_point:$symbol
p:kprobes/plain $symbol"
address=$(awk -v s="$symbol" '$3 == s && $4 == "[test_point]" { print $1 }' /proc/kallsyms)
must append kprobe_events "p:number 0x$address"
refused kprobe_events ENOENT "p:wrong test_point:vfs_read"

for name in named back plain number; do
	echo 1 >"$KTRACE/events/kprobes/$name/enable"
done
fired 3
for name in named back plain number; do
	equal "$name" "$(records $name)" 3
done

note "module unloaded: all events stay, and can be enabled and disabled"
must rmmod test_point
equal "still listed" "$(wc -l <"$KTRACE/kprobe_events")" 6
echo 0 >"$KTRACE/events/kprobes/enable"
echo 1 >"$KTRACE/events/kprobes/enable"
mkdir d
equal "another one" "$(records other)" 1
echo 0 >"$KTRACE/events/kprobes/back/enable"
refused kprobe_events EBUSY '-:plain'
equal "hits stay" "$(profile named)" 3

note "module loaded again: all probes are armed, except disabled ones and those at an address"
: >"$KTRACE/error_log"
must modprobe test_point
equal "error_log" "$(cat "$KTRACE/error_log")" ''
fired 2
equal "named" "$(records named)" 5
equal "back" "$(records back)" 3
equal "plain" "$(records plain)" 5
equal "later" "$(records later)" 2
equal "number" "$(records number)" 3
equal "hits add up" "$(profile named)" 5
echo 1 >"$KTRACE/events/kprobes/back/enable"
fired 1
equal "back" "$(records back)" 4

note "again"
for _ in 1 2 3; do
	must rmmod test_point
	must modprobe test_point
done
fired 1
equal "named" "$(records named)" 7
must rmmod test_point

note "defined before the module is loaded: armed at the load; missing functions are reported"
echo 0 >"$KTRACE/events/kprobes/enable"
write kprobe_events "p:early test_point:$symbol nr=%di:u32"
append kprobe_events "r:prefilter_back test_point:$symbol"
append kprobe_events "p:lacks test_point:no_such_function"
append kprobe_events "p:never no_such_module:$symbol"
append kprobe_events "p:early test_point:$symbol+4 nr=%di:u32"
refused kprobe_events EEXIST "p:early test_point:$symbol nr=%di:u32"
refused kprobe_events EINVAL "r:inside test_point:$symbol+4"
equal "listed" "$(wc -l <"$KTRACE/kprobe_events")" 5
append kprobe_events "-:early test_point:$symbol+4"
echo 1 >"$KTRACE/events/kprobes/enable"
write trace ''
: >"$KTRACE/error_log"
must modprobe test_point
equal "error_log" "$(grep -c '  Command: ' "$KTRACE/error_log")" 1
must grep -q '^  Command: p:kprobes/lacks test_point:no_such_function$' "$KTRACE/error_log"
fired 2
equal "early" "$(records early)" 2
equal "prefilter_back" "$(records prefilter_back)" 2
must grep -q ": early: (fire_numbers+0x0/0x[0-9a-f]* \[test_point\]) nr=" "$KTRACE/trace"
equal "hits" "$(profile early)" 2
must rmmod test_point
echo 0 >"$KTRACE/events/kprobes/enable"
write kprobe_events ''
must append kprobe_events "p:named test_point:$symbol"
must append kprobe_events "p:plain test_point:$symbol"
must append kprobe_events "r:back test_point:$symbol"
echo 1 >"$KTRACE/events/kprobes/enable"

note "removed while the module is not loaded, and defined again"
echo 0 >"$KTRACE/events/kprobes/enable"
append kprobe_events '-:named'
append kprobe_events '-:back'
must modprobe test_point
must append kprobe_events "p:named test_point:$symbol"
echo 1 >"$KTRACE/events/kprobes/enable"
write trace ''
fired 1
equal "named" "$(records named)" 1
equal "plain" "$(records plain)" 1
equal "back" "$(records back)" 0
echo 0 >"$KTRACE/events/kprobes/enable"
must rmmod test_point
write kprobe_events ''

note "two probes of one event: the records name the module that is loaded at the address"
# layout_at N: print the address of the function in test_layoutN
layout_at()
{
	awk -v m="[test_layout$1]" '$3 == "test_layout_plain" && $4 == m { print $1 }' /proc/kallsyms
}
if modprobe test_layout1; then
	first=$(layout_at 1)
	must append kprobe_events 'p:named test_layout1:test_layout_plain'
	write events/kprobes/named/enable 1
	write trace ''
	echo 1 >/sys/module/test_layout1/parameters/fire
	must grep -q ': named: (test_layout_plain+0x0/0x[0-9a-f]* \[test_layout1\])$' "$KTRACE/trace"
	must rmmod test_layout1
	must modprobe test_layout2
	[ "$(layout_at 2)" = "$first" ] || note "it is elsewhere: $first, $(layout_at 2)"
	must append kprobe_events 'p:named test_layout2:test_layout_plain'
	write trace ''
	echo 1 >/sys/module/test_layout2/parameters/fire
	must grep -q ': named: (test_layout_plain+0x0/0x[0-9a-f]* \[test_layout2\])$' "$KTRACE/trace"
	write events/kprobes/named/enable 0
	must rmmod test_layout2
	write kprobe_events ''
fi
