# SPDX-License-Identifier: GPL-2.0
# description: records of boot are in order, and their times are those of the kernel's log
# requires: events/printk/console events/initcall program:dmesg
# boot: trace_event=printk:console,initcall:*

# Late initcalls do not go back in time, and neither do records behind them.
cat "$KTRACE/trace" >"$TMP/trace"
must grep -q 'initcall_start: .*func=' "$TMP/trace"
must awk '/^#/ { next }
	{ cpu = ""
	  for (i = 1; i <= NF; i++) if ($i ~ /^\[[0-9]+\]$/) { cpu = $i; time = $(i + 2) + 0; break }
	  if (cpu == "") next
	  if (cpu in last && time < last[cpu]) { print "back: " $0; exit 1 }
	  last[cpu] = time }' "$TMP/trace"

# Of each message that stands once in the log and once in the trace: by how many microseconds its
# record is later than its stamp in the log.
dmesg >"$TMP/log"
awk 'FNR == NR { if (match($0, /^\[ *[0-9]+\.[0-9]+\] /)) {
			time = substr($0, 2, RLENGTH - 3) + 0; text = substr($0, RLENGTH + 1)
			logged[text] = time; n[text]++ }
		 next }
     { at = index($0, ": console: ")
       if (!at) next
       text = substr($0, at + 11)
       sub(/^\[ *[0-9]+\.[0-9]+\] /, "", text)
       for (i = 1; i <= NF; i++) if ($i ~ /^\[[0-9]+\]$/) { time = $(i + 2) + 0; break }
       if (n[text] == 1) printf "%d\n", (time - logged[text]) * 1000000 }' \
	"$TMP/log" "$TMP/trace" >"$TMP/later"
[ "$(wc -l <"$TMP/later")" -gt 20 ] || fail "only $(wc -l <"$TMP/later") messages"
least=$(sort -n "$TMP/later" | head -n 1)
most=$(sort -n "$TMP/later" | tail -n 1)
note "records are $least to $most microseconds later than the log"
# Until the kernel's clock is stable it follows the ticks, which are 4 ms apart.
[ $((most - least)) -le 12000 ] || fail "the clocks drift apart"
[ "$least" -ge -12000 ] && [ "$most" -le 12000 ] || fail "the clocks differ"
