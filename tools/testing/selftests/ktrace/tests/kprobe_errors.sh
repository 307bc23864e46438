# SPDX-License-Identifier: GPL-2.0
# description: a bad probe is refused with its errno and a caret in error_log, and changes nothing
# requires: kprobe_events error_log module:test_point
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 20

write kprobe_events 'p:here vfs_read'
there="p:kprobes/here vfs_read"

# why TEXT: check that error_log contains "error: TEXT"
why()
{
	grep -q "trace_kprobe: error: $1" "$KTRACE/error_log" ||
		fail "wanted '$1': $(cat "$KTRACE/error_log")"
}

# bad ERRNO LINE: check that LINE is refused; the ^ in LINE marks the faulty byte
bad()
{
	line=$(printf '%s' "$2" | tr -d '^')
	column=$(printf '%s' "${2%%^*}" | wc -c)
	: >"$KTRACE/error_log"
	refused kprobe_events "$1" "$line"
	grep -q 'trace_kprobe: error: ' "$KTRACE/error_log" ||
		fail "nothing in error_log for '$line'"
	# Add the length of "  Command: ", of the caret and of the newline.
	equal "caret of '$line' in $(cat "$KTRACE/error_log")" \
		"$(tail -n 1 "$KTRACE/error_log" | wc -c)" $((column + 13))
	equal "events after '$line'" "$(cat "$KTRACE/kprobe_events")" "$there"
}

# The compiler may begin the function with an instruction of one byte: find a longer one.
write kprobe_offsets vfs_read
long=$((0x$(awk '$2 > 1 { sub(/.*\+0x/, "", $1); print $1; exit }' "$KTRACE/kprobe_offsets")))
write kprobe_offsets ''
bad EINVAL 'p ^no_such_function'
why 'no such symbol$'
bad EINVAL 'p ^vfs_read@fs/read_write.c'
why 'no such symbol: perf probe -D knows files, the kernel does not$'
bad EILSEQ "p ^vfs_read+$((long + 1))"
why 'not the first byte of an instruction: '
bad EINVAL 'p ^vfs_read+0x40000000'
why 'offset leads into no function$'
bad EINVAL 'p ^vfs_read-4'
bad EINVAL 'p ^vfs_read+4x'
bad EINVAL 'p ^0x1000'
why 'address is not in kernel code$'
bad EINVAL 'p ^0xffffffff81zz'
bad EINVAL 'p ^kprobe_int3_handler'
why 'the kernel allows no probe in this function$'
bad EINVAL 'p ^ktrace_point_write3'
why 'the tracer does not probe its own code$'
bad EINVAL 'p ^entry_SYSCALL_64'
why 'no probe is possible in entry code (noinstr)$'
bad EINVAL 'p ^exc_page_fault'
why 'no probe is possible in entry code (noinstr)$'
bad EINVAL "p ^$(printf '%0512d' 0 | tr 0 a)"
why 'symbol name is too long$'
bad EINVAL 'r ^vfs_read+4'
bad EINVAL 'r^5000 vfs_read'
bad EINVAL 'r^1a vfs_read'
bad EINVAL 'p^5 vfs_read'
bad EINVAL '^q vfs_read'
bad EINVAL 'p:^a-b vfs_read'
bad EINVAL 'p:^/b vfs_read'
bad EINVAL 'p:x/^0123456789012345678901234567890123456789012345678901234567890123 vfs_read'
bad EINVAL 'p:^enable/x vfs_read'
bad EINVAL 'p:kprobes/^enable vfs_read'
bad EINVAL 'p ^:vfs_read'
bad EEXIST 'p:sched/^sched_switch vfs_write'
why 'an event of this name exists$'
bad EEXIST '^r:here vfs_write'
why "the event's probes are of the other kind\$"
bad EEXIST '^p:here vfs_write%return'
bad EEXIST 'p:here vfs_write ^%di'
why 'the event has other arguments$'
bad EEXIST '^p:here vfs_read'
why 'the event has this very probe$'
bad EEXIST '^p:kprobes/here vfs_read+0'
bad EINVAL 'p:new vfs_read ^%nosuchreg'
bad EINVAL 'p:new vfs_read ^$retval'
bad EINVAL 'p:new vfs_read ^$none'
bad EINVAL 'p:new vfs_read +0(%di^'
bad EINVAL 'p:new vfs_read ^+0x(%di)'
bad EINVAL 'p:new vfs_read %di:^u9'
bad EINVAL 'p:new vfs_read %di:^string'
bad ENOENT 'p:new vfs_read ^@no_such_symbol'
bad EINVAL 'p:new vfs_read a=%di ^a=%si'
bad EINVAL 'p:new vfs_read +0(%di):u8[^65]'
bad ENOENT '-:^nothing'
why 'no such event$'
bad ENOENT '-:^here vfs_write'

note "further probes of an event must have the same arguments"
write kprobe_events 'p:here vfs_read a=\1 b=+0(%si):u8[2]'
there=$(cat "$KTRACE/kprobe_events")
bad EEXIST 'p:here ^vfs_write'
bad EEXIST 'p:here vfs_write ^c=\1 b=+0(%si):u8[2]'
bad EEXIST 'p:here vfs_write ^a=\1:u8 b=+0(%si):u8[2]'
bad EEXIST 'p:here vfs_write a=\1 ^b=+0(%si):u8[3]'
bad EEXIST 'p:here vfs_write a=\1 ^b=+0(%si):u8'
bad EEXIST 'p:here ^vfs_write a=\1'
bad EEXIST 'p:here vfs_write a=\1 b=+0(%si):u8[2] ^c=%di'
bad EEXIST '^p:here vfs_read a=\1 b=+0(%si):u8[2]'
write kprobe_events 'p:here vfs_read'
there="p:kprobes/here vfs_read"

note "an offset within an instruction: the error names the nearest valid offsets"
for place in vfs_read+1 vfs_read+3 do_mkdirat+2; do
	: >"$KTRACE/error_log"
	append kprobe_events "p:try $place" 2>/dev/null && {
		append kprobe_events '-:try'
		continue
	}
	refused kprobe_events EILSEQ "p:try $place"
	near=$(sed -n 's/.*not the first byte of an instruction: the nearest are \([^ ]*\) and \([^ ]*\)$/\1 \2/p' \
		"$KTRACE/error_log" | tail -n 1)
	[ -n "$near" ] || fail "$place: $(cat "$KTRACE/error_log")"
	write kprobe_offsets "${place%+*}"
	for n in $near; do
		at=$(printf '%s+0x%x' "${n%+*}" "${n#*+}")
		must grep -q "^$at " "$KTRACE/kprobe_offsets"
	done
	# shellcheck disable=SC2086
	set -- $near
	[ $((${1#*+})) -lt $((${place#*+})) ] && [ $((${2#*+})) -gt $((${place#*+})) ] ||
		fail "$place: $near"
	tried=$place
done
[ -n "${tried:-}" ] || fail "no place within an instruction"
address=$(awk '$3 == "vfs_read" { print $1 }' /proc/kallsyms)
address=$(printf '%x' $((0x$address + long)))
bad EILSEQ "p ^0x$(printf '%x' $((0x$address + 1)))"
why "not the first byte of an instruction: the nearest are 0x$address and 0x${address%?}[0-9a-f]$"

note "offsets missing in kprobe_offsets: static keys, and locations refused by the kprobes core"
# gaps FUNCTION: print the offsets that kprobe_offsets omits
gaps()
{
	write kprobe_offsets "$1"
	next=0
	while read -r place bytes; do
		at=$((0x${place#*+0x}))
		[ $at = $next ] || echo $next
		next=$((at + bytes))
	done <"$KTRACE/kprobe_offsets"
}
key=
for f in kfree wake_up_new_task do_exit; do
	for o in $(gaps $f); do
		: >"$KTRACE/error_log"
		if (append kprobe_events "p:gap $f+$o") 2>/dev/null; then
			fail "a probe at $f+$o"
		fi
		if grep -q "error: this instruction can't be probed\$" "$KTRACE/error_log"; then
			# EILSEQ: the instruction is a trap, or belongs to a check of kCFI.
			if (bad EINVAL "p ^$f+$o") >/dev/null 2>&1; then
				key=$f+$o
			else
				bad EILSEQ "p ^$f+$o"
			fi
		else
			bad EOPNOTSUPP "p ^$f+$o"
			why 'the kernel could not install it$'
		fi
	done
done
[ -n "$key" ] || fail "no function has a static key"
bad EINVAL "p ^$key"
why "this instruction can't be probed\$"

note "an ambiguous name: the error shows the number of functions"
name=$(awk '$2 == "t" && NF == 3 { print $3 }' /proc/kallsyms | sort | uniq -c | awk '$1 > 1 && $2 !~ /\./ && $2 !~ /^__pfx/ { print $2; exit }')
[ -n "$name" ] || fail "no name is used twice"
bad EADDRNOTAVAIL "p ^$name"
why "$(awk -v n="$name" '$3 == n && NF == 3 { c++ } END { print c }' /proc/kallsyms) functions have this name: give the address of one$"

args=
for i in $(seq 128); do
	args="$args a0"
done
bad E2BIG "p:new vfs_read$args ^%si"
why 'more than 128 arguments$'
must append kprobe_events "p:full vfs_read$args"
append kprobe_events '-:full'

note "an instruction of which the kprobes core cannot make a copy"
module test_point
place=$(gaps test_point_vmcall)
equal "refused instructions" "$(echo "$place" | wc -w)" 1
bad EOPNOTSUPP "p ^test_point:test_point_vmcall+$place"
why 'the kernel could not install it$'
bad ENOENT 'p ^test_point:no_such_function'
why 'the module has no such symbol$'

note "behind the last function of a module there is no code, up to the end of its page"
last=$(sort /proc/kallsyms | awk '$4 == "[test_point]" && $2 ~ /[tT]/ && $3 !~ /^__pfx_/ { l = $1 " " $3 } END { print l }')
symbol=${last#* }
# The offset in the page. The rest of the page belongs to no function.
offset=$((4096 - 0x$(printf '%s' "${last% *}" | tail -c 3)))
note "$symbol, $offset bytes to the end"
for o in $offset $((offset - 1)) $((offset - 2)) $((offset / 2)) $((offset / 2 + 1)) 1025; do
	bad EINVAL "p ^test_point:$symbol+$o"
	bad EINVAL "p ^$symbol+$o"
done
start=$((0x${last% *}))
for o in 1 2 16; do
	bad EINVAL "p ^$(printf '0x%x' $((start + offset - o)))"
done
note "the last function itself is refused, or can be decoded up to its end"
if (echo "p:last test_point:$symbol" >>"$KTRACE/kprobe_events") 2>/dev/null; then
	append kprobe_events '-:last'
fi

note "a NUL byte, and a line without a newline"
: >"$KTRACE/error_log"
if printf 'p:new vfs_r\0ead\n' | dd of="$KTRACE/kprobe_events" conv=notrunc 2>/dev/null; then
	fail "a NUL byte was taken"
fi
equal "caret" "$(tail -n 1 "$KTRACE/error_log" | wc -c)" 24
must append kprobe_events 'p:new vfs_read'
