# SPDX-License-Identifier: GPL-2.0
# description: set_event accepts events by system, by name, or both, and refuses unknown events
# requires: set_event kprobe_events error_log
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# enabled TEXT: check the contents of set_event, joined to one line
enabled()
{
	equal "set_event" "$(tr '\n' ' ' <"$KTRACE/set_event")" "$1"
}

write kprobe_events 'p:both/one do_mkdirat'
append kprobe_events 'p:other/both do_mkdirat'
append kprobe_events 'p:other/bothersome do_mkdirat'
append kprobe_events 'p:last/two do_mkdirat'

note "a bare name selects systems as well as events"
write set_event both
enabled 'both:one other:both '
append set_event '!both'
enabled ''
write set_event 'both*'
enabled 'both:one other:both other:bothersome '
append set_event '!bothersome'
enabled 'both:one other:both '

note "a colon separates system and event"
write set_event 'both:'
enabled 'both:one '
write set_event ':both'
enabled 'other:both '
write set_event 'other:both*'
enabled 'other:both other:bothersome '
write set_event 'last:two two both:*'
enabled 'both:one last:two '

note "names without events are refused"
refused set_event EINVAL ' neither'
enabled 'both:one last:two '
equal "the caret" "$(tail -n 1 "$KTRACE/error_log")" "            ^"
write set_event ''
enabled ''

# free_kb: memory that no one uses, in kB
free_kb()
{
	awk '$1 == "MemFree:" { print $2 }' /proc/meminfo
}

if [ -d "$KTRACE/instances" ]; then
	note "a refused command allocates no rings"
	I=instances/unused
	mkdir "$KTRACE/$I"
	write $I/buffer_size_kb 65536
	before=$(free_kb)
	refused $I/set_event EINVAL nothing_of_this_name
	refused $I/set_event EINVAL 'nothing_of_this_name both'
	refused $I/set_event EINVAL '!nothing_of_this_name both'
	used=$((before - $(free_kb)))
	[ $used -lt 32768 ] || fail "$used kB"
	write $I/set_event both
	used=$((before - $(free_kb)))
	[ $used -ge 32768 ] || fail "only $used kB for an event that exists"
	rmdir "$KTRACE/$I"
	# The kernel frees rings later.
	freed()
	{
		[ $((before - $(free_kb))) -lt 16384 ]
	}
	soon freed

	note "loading a module does not allocate rings: the command allocates them, unless it is refused"
	mkdir "$KTRACE/$I"
	write $I/buffer_size_kb 65536
	before=$(free_kb)
	refused $I/set_event EINVAL ':mod:'
	refused $I/set_event EINVAL '!:mod:no_such_module'
	refused $I/set_event EINVAL '!:mod:no_such_module :mod:no_such_module'
	used=$((before - $(free_kb)))
	[ $used -lt 32768 ] || fail "$used kB"
	write $I/set_event ':mod:no_such_module'
	used=$((before - $(free_kb)))
	[ $used -ge 32768 ] || fail "only $used kB for events of a module that may be loaded"
	rmdir "$KTRACE/$I"
fi
