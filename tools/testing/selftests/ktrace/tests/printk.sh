# SPDX-License-Identifier: GPL-2.0
# description: trace_printk(), tracing_off() and the like in a module, from interrupts and NMIs, too
# requires: printk_formats events/ftrace/bprint/format module:test_printk module:test_stack program:dmesg
# shellcheck shell=sh

# code HOW [NMI]: let the module make the calls HOW; save trace before the module is removed
code()
{
	modprobe test_printk "how=$1" "nmi=${2:-0}" || fail "test_printk how=$1 nmi=${2:-0}"
	cat "$KTRACE/trace" >"$TMP/trace"
	rmmod test_printk
}

# said [FILE]: print the caller and the text of each record
said()
{
	sed -n 's/^.*[0-9]: \(printk_[a-z_]*\)[.a-z0-9]* \[test_printk\]: /\1: /p' "${1:-$TMP/trace}"
}

# repeated CHAR N: print CHAR N times
repeated()
{
	head -c "$2" /dev/zero | tr '\0' "$1"
}

# lonely: succeed if a module that only records its stack works
lonely()
{
	modprobe test_stack
	cat "$KTRACE/trace" >"$TMP/trace"
	rmmod test_stack
	grep -q '^ => stack_lonely' "$TMP/trace"
}

note "the first stack dump allocates the rings"
soon lonely || fail "no stack"
write trace ''

note "text formatted at the read, after the module was unloaded; context of an interrupt"
code text
said | cut -c -60 >"$TMP/said"
cut -c -60 >"$TMP/wanted" <<END
printk_text: number -42, 7, 0x123456789abc, x, string forty-two, ab   |
printk_text: no arguments
printk_text: a constant	with a "tab"
printk_text: text
printk_text: changing 1 format
printk_va: by va_list: 3 words
printk_text: long $(repeated y 100)
printk_text: $(repeated y 100)
printk_text: function kfree end
printk_irq_work: in an interrupt: 1
END
diff "$TMP/wanted" "$TMP/said" || fail "other text"
equal "the interrupt's context" "$(grep -c '\] d[.n]*h.*printk_irq_work' "$TMP/trace")" 1
sed -n 's/.*: 0x[0-9a-f]*: //p' "$KTRACE/trace" | cut -c -40 >"$TMP/gone"
sed 's/^[a-z_]*: //' "$TMP/wanted" | cut -c -40 | diff - "$TMP/gone" || fail "after the module was unloaded"
said | awk 'length() > 3100 { exit 1 }' || fail "text longer than a record"
said | grep -q 'long y\{2900,\}$' || fail "long text is cut too much"

note "arguments that just fit are complete, larger ones are recorded as truncated text without stray bytes"
write trace ''
code edges
said | sed -n 's/^printk_edges: \(y*\)$/\1/p' | awk '
	{ wanted = 2999 + NR < 3055 ? 2999 + NR : 3055 }
	length() != wanted { print NR ": " length() " rather than " wanted; bad = 1 }
	END { exit bad || NR != 60 }' || fail "other text"
write trace ''
code gaps
write tracing_on 0
# Use read(), because the page is not full.
for raw in "$KTRACE"/per_cpu/cpu*/trace_pipe_raw; do
	dd if="$raw" bs=65536 count=1 2>/dev/null
done | od -An -v -tx1 | tr -d ' \n' >"$TMP/raw"
must grep -q 6100000001000000620000000200000000000000 "$TMP/raw"
write tracing_on 1

note "clients see each format once, also after the module is unloaded"
grep -q '^0x[0-9a-f]* : "number %d, %u, %#llx, %c, string %s, %-5s|\\n"$' "$KTRACE/printk_formats" ||
	fail "no format"
grep -q '^0x[0-9a-f]* : "a constant\\twith a \\"tab\\"\\n"$' "$KTRACE/printk_formats" || fail "no string"
formats=$(cat "$KTRACE/printk_formats")
code text
equal "formats" "$(cat "$KTRACE/printk_formats")" "$formats"
grep -q 'field:const char \* fmt;	offset:16;	size:8;	signed:0;' "$KTRACE/events/ftrace/bprint/format" ||
	fail "format of bprint"
grep -q 'field:u32 buf\[\];	offset:24;' "$KTRACE/events/ftrace/bprint/format" || fail "buf of bprint"
equal "ids" "$(cat "$KTRACE/events/ftrace/bprint/id" "$KTRACE/events/ftrace/bputs/id" | tr '\n' ' ')" "6 14 "

note "a task, and NMIs that interrupt it: each call is one record, in order"
write trace ''
code storm
storm=$(said | sed -n 's/.*storm: \([0-9]*\) and \([0-9]*\)$/\1 \2/p')
tasks=${storm% *}
nmis=${storm#* }
equal "the task's" "$(said | grep -c '^printk_storm: task [0-9]* of storm$')" "$tasks"
equal "the NMIs'" "$(said | grep -c '^printk_nmi: nmi [0-9]*: 1$')" "$nmis"
[ "$tasks" = 2000 ] && [ "$nmis" -gt 100 ] || fail "$tasks records and $nmis NMIs"
said | sed -n 's/^printk_storm: task \([0-9]*\) .*/\1/p' | sort -nc || fail "tasks' order"
said | sed -n 's/^printk_nmi: nmi \([0-9]*\): .*/\1/p' | sort -nc || fail "NMIs' order"

note "calls that the formatting of a call makes are not recorded; a line shows their number"
write trace ''
grep -q ' mac_address_string$' /proc/kallsyms || fail "nothing to probe"
code nest
said | sed 's/^printk_//' >"$TMP/said"
diff - "$TMP/said" <<END || fail "other records"
nest: around it: 0 01:02:03:04:05:06
nest: [calls inside of this one, or of one before, not recorded: 1]
nest: around it: 1 01:02:03:04:05:06
nest: [calls inside of this one, or of one before, not recorded: 1]
nest: around it: 2 01:02:03:04:05:06
nest: [calls inside of this one, or of one before, not recorded: 1]
nest: alone: 3
END

note "code switches recording off and on"
write trace ''
code off
equal "off" "$(cat "$KTRACE/tracing_on")" 0
code on
equal "on" "$(cat "$KTRACE/tracing_on")" 1
equal "records" "$(said)" "printk_off: the last
printk_on: the first"

note "an NMI switches recording off and on"
write trace ''
code off 1
equal "off" "$(cat "$KTRACE/tracing_on")" 0
code on 1
equal "on" "$(cat "$KTRACE/tracing_on")" 1
equal "records" "$(said)" "printk_off: the last
printk_on: the first"

note "tracing_snapshot() is missed if no snapshot is allocated, and taken if one is"
write snapshot 0
write trace ''
for nmi in 0 1; do
	code armed $nmi
	grep -q "Snapshots missed: $((nmi + 1)) " "$KTRACE/snapshot" || fail "$(head -n 5 "$KTRACE/snapshot")"
	equal "left" "$(said | grep -c 'the armed snapshot$')" $((nmi * 2 + 2))
done
code snapshot
for nmi in 0 1; do
	write trace ''
	code armed $nmi
	equal "taken, nmi=$nmi" "$(sed -n 's/.*: \([a-z]* the armed snapshot\)$/\1/p' "$KTRACE/snapshot")" \
		"in the armed snapshot"
	equal "left, nmi=$nmi" "$(said)" "printk_armed: behind the armed snapshot"
done
write snapshot 0

note "a snapshot and a stack"
write trace ''
code snapshot
grep -q ': in the snapshot$' "$KTRACE/snapshot" || fail "not in the snapshot"
! grep -q 'behind the snapshot' "$KTRACE/snapshot" || fail "the snapshot goes on"
equal "left" "$(said)" "printk_snapshot: behind the snapshot"
write snapshot 0
grep -q 'Snapshot is freed' "$KTRACE/snapshot" || fail "its memory stays"
write trace ''
code stack
equal "stacks" "$(grep -c '<stack trace>' "$TMP/trace")" 2
equal "the innermost" "$(grep -A 1 '<stack trace>' "$TMP/trace" | sed -n 's/^ => \([a-z_]*\) .*/\1/p')" \
	"printk_stack_inner
printk_stack"

note "ftrace_dump() prints the lines of trace to the kernel log, and stops recording"
write trace ''
level=$(cat /proc/sys/kernel/printk)
trap 'echo "$level" >/proc/sys/kernel/printk' EXIT
for nmi in 0 1; do
	write trace ''
	dmesg -c >/dev/null
	code dump $nmi
	sed -n '/: to be dumped$/s/.*\] //p' "$TMP/trace" >"$TMP/dumped"
	equal "records" "$(wc -l <"$TMP/dumped")" 1
	dmesg | sed -n 's/.*ktrace: //p' |
		sed -n '/^records of the top/,/^no more records/s/.*\] //p' |
		diff "$TMP/dumped" - || fail "other lines in the log, nmi=$nmi"
	equal "off, nmi=$nmi" "$(cat "$KTRACE/tracing_on")" 0
	write tracing_on 1
done

note "SysRq-Z prints the lines of trace"
write trace ''
write trace_marker "seen by SysRq"
dmesg -c >/dev/null
echo z >/proc/sysrq-trigger
dmesg | grep -q 'ktrace: .*: seen by SysRq$' || fail "nothing is dumped"
equal "off" "$(cat "$KTRACE/tracing_on")" 0
write tracing_on 1

note "sub-buffers are dumped after their size was increased"
size=$(cat "$KTRACE/buffer_subbuf_size_kb")
write buffer_subbuf_size_kb 64
write trace_marker "in a large one"
dmesg -c >/dev/null
echo z >/proc/sysrq-trigger
write buffer_subbuf_size_kb "$size"
dmesg | grep -q 'ktrace: .*: in a large one$' || fail "nothing is dumped"
write tracing_on 1
