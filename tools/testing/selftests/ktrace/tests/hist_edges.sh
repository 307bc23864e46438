# SPDX-License-Identifier: GPL-2.0
# description: histograms with extreme sums, types and sizes do not harm the kernel or other tasks
# weight: 6
# requires: events/ftrace/print/hist kprobe_events synthetic_events
# shellcheck shell=sh

M=events/ftrace/print

# probe NAME FIELDS: define an event for each write() of a program
probe()
{
	append kprobe_events "p:edges/$1 ksys_write $2" || skip "no probe at ksys_write"
}

restore()
{
	for _file in "$KTRACE"/events/edges/*/trigger "$KTRACE"/events/synthetic/*/trigger \
		     "$KTRACE/$M/trigger"; do
		[ ! -e "$_file" ] || (: >"$_file") 2>/dev/null || :
	done
	: >"$KTRACE/kprobe_events"
	: >"$KTRACE/synthetic_events"
}
trap restore EXIT

# rows FILE: print the entries of a histogram, without padding
rows()
{
	sed -n 's/  */ /g; s/^{ \(.*\) } /\1 /p' "$KTRACE/$1"
}

# hit COUNT...: make a write of each size
hit()
{
	for _bytes; do
		dd if=/dev/zero of=/dev/null bs="$_bytes" count=1 2>/dev/null
	done
}

note "percentages and bars if the total is smaller than the sums, or larger than 64 bits"
probe negative 'fd=%di:u32 count=%dx:u64 less=%dx:s64'
T=events/edges/negative
only='if comm == "dd" && fd == 1'
# The sums are -2 for one key and 3 for another.
write synthetic_events 'sums s64 key; s64 part'
append synthetic_events 'large u64 key; u64 part'
write $T/trigger "hist:keys=common_pid:k=count,s=less-12:onmatch(edges.negative).sums(\$k,\$s) $only"
append $T/trigger "hist:keys=common_pid,fd:l=count,h=1000-count-1005:onmatch(edges.negative).large(\$l,\$h) $only"
write events/synthetic/sums/trigger 'hist:keys=key:vals=part,part.percent,part.graph:sort=key'
write events/synthetic/large/trigger 'hist:keys=key:vals=part.percent,part.graph:sort=key'
hit 10 15
equal "signed" "$(rows events/synthetic/sums/hist | sed 's/ *$//')" \
"key: 10 hitcount: 1 part: -2 part (%):[ERROR] part:
key: 15 hitcount: 1 part: 3 part (%): 100.00 part: ####################"
# The sums are 2^64 - 15 and 2^64 - 20, together nearly twice 2^64.
equal "unsigned" "$(rows events/synthetic/large/hist | sed 's/ *$//')" \
"key: 10 hitcount: 1 part (%): 50.00 part: ####################
key: 15 hitcount: 1 part (%): 49.99 part: ###################"

note "reads of a few bytes at a time show the state at the first read"
probe slow 'fd=%di:u32 count=%dx:u64'
write events/edges/slow/trigger 'hist:keys=count:sort=count if count > 5000'
hit 5001 5002 5003
exec 5<"$KTRACE/events/edges/slow/hist"
dd bs=1 count=10 <&5 2>/dev/null >"$TMP/slowly"
hit 5001 5002 5003 5004
while dd bs=100 count=1 <&5 2>/dev/null >"$TMP/piece" && [ -s "$TMP/piece" ]; do
	cat "$TMP/piece" >>"$TMP/slowly"
done
exec 5<&-
equal "hits, entries, and sum" "$(awk '/hitcount: / { sum += $6 } /Hits: |Entries: / { print $2 }
	END { print sum }' "$TMP/slowly" | tr '\n' ' ')" "3 3 3 "
equal "afterwards" "$(sed -n 's/^ *Hits: //p' "$KTRACE/events/edges/slow/hist")" 7

note "so do reads after the histogram was removed"
cat "$KTRACE/events/edges/slow/hist" >"$TMP/whole"
exec 5<"$KTRACE/events/edges/slow/hist"
dd bs=1 count=10 <&5 2>/dev/null >"$TMP/slowly"
: >"$KTRACE/events/edges/slow/trigger"
cat <&5 >>"$TMP/slowly"
exec 5<&-
must cmp "$TMP/whole" "$TMP/slowly"
equal "removed" "$(cat "$KTRACE/events/edges/slow/hist")" ""

note "the text of a large histogram is never in memory as a whole"
write events/edges/slow/trigger 'hist:keys=common_timestamp:size=32768 if comm == "dd"'
dd if=/dev/zero of=/dev/null bs=1 count=20000 2>/dev/null
bytes=$(wc -c <"$KTRACE/events/edges/slow/hist")
append kprobe_events 'p:edges/alloc __kvmalloc_node_noprof bytes=%di:u64'
write events/edges/alloc/filter "comm == \"cat\" && bytes > $((bytes / 2))"
write events/edges/alloc/enable 1
echo >"$KTRACE/trace"
cat "$KTRACE/events/edges/slow/hist" >"$TMP/whole"
write events/edges/alloc/enable 0
[ "$(wc -c <"$TMP/whole")" -gt 1000000 ] || fail "$(wc -c <"$TMP/whole") bytes of text"
equal "allocations of half of it" "$(grep -v '^#' "$KTRACE/trace" || :)" ""
equal "entries" "$(grep -c '^{ ' "$TMP/whole")" "$(sed -n 's/^ *Entries: //p' "$TMP/whole")"
: >"$KTRACE/events/edges/slow/trigger"

note "the topmost bucket ends at the largest number"
write events/synthetic/large/trigger 'hist:keys=part.buckets=1000000000000'
hit 10
rows events/synthetic/large/hist | grep -q '^part: ~ 18446744000000000000-18446744073709551615 ' ||
	fail "$(rows events/synthetic/large/hist)"
: >"$KTRACE/events/synthetic/large/trigger"
: >"$KTRACE/events/synthetic/sums/trigger"
: >"$KTRACE/$T/trigger"

note "a histogram cannot be shared by events whose fields of the same name differ in type"
append synthetic_events 'text char[4] a0'
probe number 'a0=\0x4141414141414141:x64'
shared='hist:keys=common_timestamp:v=common_timestamp:name=edges:onchange($v).save(a0)'
write events/edges/number/trigger "$shared"
refused events/synthetic/text/trigger EINVAL "$shared"
equal "set" "$(grep -v '^#' "$KTRACE/events/synthetic/text/trigger" || :)" ""
: >"$KTRACE/events/edges/number/trigger"

note "a table that is too large for the memory is refused, and no task is killed"
kills=$(sed -n 's/^oom_kill //p' /proc/vmstat)
sleep 1000 &
victim=$!
echo 1000 >/proc/$victim/oom_score_adj
taken=0 refusals=0
for keys in buf,comm buf,cpu buf,ip buf,common_pid buf,common_flags buf; do
	for value in cpu ip common_pid common_flags; do
		line="hist:keys=common_stacktrace,$keys:vals=$value:size=131072:pause"
		if said=$(echo "$line" | dd of="$KTRACE/$M/trigger" bs=4096 conv=notrunc 2>&1); then
			taken=$((taken + 1))
		else
			case $said in
			*"$(errno_text ENOMEM)"*) refusals=$((refusals + 1)) ;;
			*) fail "refused: $said" ;;
			esac
		fi
	done
done
note "$taken tables, $refusals refused"
must kill -0 $victim
equal "killed" "$(sed -n 's/^oom_kill //p' /proc/vmstat)" "$kills"
[ "$taken" -gt 0 ] && [ "$refusals" -gt 0 ] || fail "the machine lacks the memory layout that this case needs"
stop $victim
: >"$KTRACE/$M/trigger"

note "each line of the file can be written back"
# again LINE: set and remove the trigger by LINE, and then by the line that the file
# shows
again()
{
	write $T/trigger "$1"
	grep -v '^#' "$KTRACE/$T/trigger" >"$TMP/shown"
	equal "lines for '$1'" "$(grep -c . "$TMP/shown")" 1
	append $T/trigger "!$(cat "$TMP/shown")"
	equal "removed by '$1'" "$(grep -v '^#' "$KTRACE/$T/trigger" || :)" ""
	append $T/trigger "$(cat "$TMP/shown")"
	equal "shown again for '$1'" "$(grep -v '^#' "$KTRACE/$T/trigger")" "$(cat "$TMP/shown")"
	append $T/trigger "!$(cat "$TMP/shown")"
}
again 'hist:keys=fd if count > 5'
again 'hist:keys=fd:vals=(3)'
again 'hist:keys=fd:vals=4-2'
again 'hist:keys=fd:vals=(count)'
again 'hist:keys=stacktrace:sort=stacktrace'
again 'hist:keys=fd:vals=(count-less):sort=(count-less).descending'
again 'hist:keys=fd:pause'
again 'hist:keys=fd:pause if count > 5'
again 'hist:keys=$k,fd:k=count.log2:vals=hitcount.percent:size=100:clock=mono:nohitcount'
again 'hist:keys=fd if count > 5
&& fd == 1 ||
	comm == "dd"'
again 'traceoff:3 if count > 5
&& fd == 1'
line='hist:keys=fd if count > 5
&& fd == 1'
write $T/trigger "$line"
append $T/trigger "!$line"
equal "removed as it was written" "$(grep -v '^#' "$KTRACE/$T/trigger" || :)" ""
for pattern in 'sh[active]' '*[active]' '[paused]'; do
	write $T/trigger "hist:keys=fd if comm ~ $pattern"
	equal "a pattern that ends like a state" "$(grep -v '^#' "$KTRACE/$T/trigger")" \
		"hist:keys=fd:vals=hitcount:sort=hitcount:size=2048 if comm ~ $pattern [active]"
	again "hist:keys=fd if comm ~ $pattern"
done
refused $T/trigger EINVAL 'hist:keys=fd if comm == "a
b"'
refused $T/trigger EINVAL 'hist:keys=fd:vals=(count.log2)'
write $T/filter 'count > 5
&& fd == 1'
equal "a filter" "$(cat "$KTRACE/$T/filter")" 'count > 5 && fd == 1'
write $T/filter 0
