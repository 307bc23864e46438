# SPDX-License-Identifier: GPL-2.0
# description: an event cannot have the name of a control file, and an event without files hides no other event
# requires: kprobe_events uprobe_events dynamic_events synthetic_events module:test_tracepoint module:test_point

# files DIR: print the names of the files in a directory of events, without
# subdirectories
files()
{
	find "$KTRACE/$1" -maxdepth 1 -type f | sed 's|.*/||'
}

write kprobe_events 'p:there do_sys_openat2'
[ -n "$(files events/kprobes)" ] || fail "no files in events/kprobes"

note "names of files in events/SYSTEM/ are refused, for each kind of event"
for name in $(files events/kprobes); do
	# shellcheck disable=SC2016
	while read -r file text; do
		refused "$file" EINVAL "$text"
		tail -n 3 "$KTRACE/error_log" >"$TMP/log"
		must grep -q 'event name is that of a file' "$TMP/log"
		column=$(sed -n 3p "$TMP/log" | sed 's/^ \{11\}//' | tr -d '\n' | wc -c)
		equal "caret of $text" "$(sed -n 2p "$TMP/log" | sed 's/^  Command: //' |
			cut -c "$column-" | sed 's/ .*//')" "$name"
	done <<-END
	kprobe_events p:$name do_sys_openat2
	kprobe_events r:other/$name do_sys_openat2
	uprobe_events p:$name /bin/busybox:0x1000
	synthetic_events $name u64 a
	dynamic_events p:$name do_sys_openat2
	dynamic_events t:$name sched_switch
	dynamic_events e:$name kprobes/there
	dynamic_events s:$name u64 a
	END
done

note "names of files in events/ are refused as groups"
for name in $(files events); do
	refused kprobe_events EINVAL "p:$name/x do_sys_openat2"
	refused dynamic_events EINVAL "e:$name/x kprobes/there"
	must test -f "$KTRACE/events/$name"
done
equal "probes" "$(cat "$KTRACE/kprobe_events")" "p:kprobes/there do_sys_openat2"
must test -d "$KTRACE/events/kprobes/there"
must test -f "$KTRACE/events/kprobes/filter"

note "names of files in events/SYSTEM/EVENT/ are accepted for events"
write kprobe_events 'p:trigger do_sys_openat2'
must test -f "$KTRACE/events/kprobes/trigger/trigger"
write kprobe_events ''

note "in a module, a tracepoint and a point with such names are refused, its other events appear"
module test_tracepoint
module test_point
must_not grep -q ':filter$' "$KTRACE/available_events"
must_not grep -q '/filter ' "$KTRACE/points"
for dir in test_tracepoint points; do
	must test -f "$KTRACE/events/$dir/filter"
done
must test -d "$KTRACE/events/test_tracepoint/test_tracepoint_hit"
must test -d "$KTRACE/events/points/test_none"
must dmesg | grep -q 'tracepoint test_tracepoint/filter refused'
must dmesg | grep -q 'point points/filter refused'
