# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a probe finds a symbol of a module again after a reload, and reads nothing while the module is unloaded
# requires: kprobe_events dynamic_events module:test_point module:test_nest

D=dynamic_events

# hit: hit every probe once, and store the values in $TMP/read, one per line
hit()
{
	write trace ''
	mkdir "$TMP/d"
	rmdir "$TMP/d"
	sed -n 's/.* \([a-z]*\): (.*) v=\(.*\)/\1 \2/p' "$KTRACE/trace" | sort -u >"$TMP/read"
}

# reads WHAT VALUE TEXT: check the values of all probes; the probe of a string must read
# TEXT
reads()
{
	hit
	equal "$1" "$(cat "$TMP/read")" "called $2
later $2
other $2
text $3"
}

# where: print the address of the symbol
where()
{
	awk '$3 == "long_text" && $4 == "[test_point]" { print $1 }' /proc/kallsyms
}

refused $D ENOENT 'p:none do_mkdirat v=@long_text:x32'
must modprobe test_point
must append $D 'p:called do_mkdirat v=@long_text+4:x32'
must append $D 'p:text do_mkdirat v=@long_text+390:string'
must append $D 'e:other syscalls.sys_enter_mkdir v=@long_text:x32'
must append $D 't:later sched_process_fork v=@long_text:x32'
for name in kprobes/called kprobes/text eprobes/other tracepoints/later; do
	write "events/$name/enable" 1
done
first=$(where)
reads "while it is there" 0x7a7a7a7a '"zzzzzzzzz"'

note "module unloaded: another module takes its memory, and the probe reads nothing of it"
must rmmod test_point
reads "while it is not there" 0x0 '(fault)'
must modprobe test_nest
reads "while another one is there" 0x0 '(fault)'
refused $D ENOENT 'p:none do_mkdirat v=@long_text:x32'

note "module loaded at another address: the probe reads the symbol there"
# Let more modules take the place of the module, until it comes back to another address.
others=test_nest
for other in test_stack test_printk test_race test_clock test_layout1 test_layout2 test_tracepoint ''; do
	must modprobe test_point
	now=$(where)
	[ "$now" = "$first" ] || break
	[ -n "$other" ] || fail "the module always came back to $first"
	note "the module came back to the same address"
	must rmmod test_point
	! modprobe "$other" 2>/dev/null || others="$other $others"
done
note "$others loaded: the symbol was at $first, and is at $now"
reads "back again" 0x7a7a7a7a '"zzzzzzzzz"'
for other in $others; do
	must rmmod "$other"
done
must rmmod test_point
reads "gone again" 0x0 '(fault)'

note "removed while the module is not loaded"
write events/enable 0
write $D ''
must modprobe test_point
must rmmod test_point

note "memory of the kernel's init section is not read after it is freed"
sym=$(awk '$2 == "d" && $3 == "initcall_level_names" { print $3 }' /proc/kallsyms)
[ -z "$sym" ] || refused $D ENOENT "p:none do_mkdirat v=@$sym:x32"
