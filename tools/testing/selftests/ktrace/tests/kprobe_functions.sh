# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: functions that can be probed are listed, a sample of them is probed, and the instructions of a function
# requires: available_filter_functions kprobe_offsets

A=$KTRACE/available_filter_functions

note "each function is listed once, in the kernel and in a module"
module test_point
cat "$A" >"$TMP/functions"
n=$(wc -l <"$TMP/functions")
note "$n functions"
[ "$n" -gt 5000 ] || fail "$n functions"
must grep -q '^vfs_read$' "$TMP/functions"
must grep -q '^fire_numbers \[test_point\]$' "$TMP/functions"
must_not grep -q '__pfx_' "$TMP/functions"
note "the list has no function that cannot be probed, no function of ktrace, and no data"
for f in kprobe_int3_handler exc_int3 ktrace_emit_image jiffies; do
	must_not grep -q "^$f\$" "$TMP/functions"
done

note "small reads from the middle of the file"
dd if="$A" bs=10 skip=500 count=20 2>/dev/null >"$TMP/middle"
dd if="$TMP/functions" bs=10 skip=500 count=20 2>/dev/null | cmp - "$TMP/middle" ||
	fail "from the middle"

note "listed functions can be probed, others cannot"
awk '$2 == "t" || $2 == "T" { print $3 }' /proc/kallsyms | sort | uniq -u >"$TMP/symbols"
# A name that is listed once may also be the name of a function that cannot be probed.
grep -v ' ' "$TMP/functions" | sort | uniq -u |
	awk 'NR == FNR { once[$1] = 1; next } $1 in once && ++n % 197 == 0' "$TMP/symbols" - \
	>"$TMP/some"
[ "$(wc -l <"$TMP/some")" -gt 20 ] || fail "only $(wc -l <"$TMP/some") are tried"
n=0
while read -r f; do
	echo "p:f/f$((n = n + 1)) $f"
done <"$TMP/some" >"$TMP/probes"
must cp "$TMP/probes" "$KTRACE/kprobe_events"
equal "probes" "$(grep -c . "$KTRACE/kprobe_events")" "$(grep -c . "$TMP/probes")"
write kprobe_events ''

# Other text symbols in kallsyms, including those of modules, which are not listed.
awk '{ print $1 }' "$TMP/functions" | sort -u >"$TMP/sorted"
listed=0 refused=0
for f in $(awk 'NR == FNR { l[$1] = 1; next } !($1 in l) && !/^__pfx_/' "$TMP/sorted" "$TMP/symbols" |
	   awk 'NR % 127 == 0'); do
	if echo "p:x/x $f" 2>/dev/null >"$KTRACE/kprobe_events"; then
		# The symbol may be another name of a listed function.
		a=$(awk -v f="$f" '$3 == f { print $1 }' /proc/kallsyms)
		grep "^$a " /proc/kallsyms | awk '{ print $3 }' | grep -qxf - "$TMP/sorted" ||
			fail "$f is not listed, and can be probed"
		listed=$((listed + 1))
	else
		refused=$((refused + 1))
	fi
done 2>/dev/null
note "not listed: $refused refused, $listed are other names"
[ $refused -gt 0 ] || fail "nothing refused"
write kprobe_events ''

note "the offsets of a function follow each other, and all can be probed"
write kprobe_offsets vfs_read
cat "$KTRACE/kprobe_offsets" >"$TMP/offsets"
read -r first length <"$TMP/offsets"
equal "the first" "$first" "vfs_read+0x0"
[ "$length" -gt 0 ]
awk '{ sub(".*[+]", "", $1); at = 0; h = substr($1, 3)
       for (i = 1; i <= length(h); i++) at = at * 16 + index("0123456789abcdef", substr(h, i, 1)) - 1
       if (NR > 1 && at < end) exit 1
       end = at + $2 }' "$TMP/offsets" || fail "$(cat "$TMP/offsets")"
n=0
while read -r place _; do
	echo "p:o/o$((n = n + 1)) $place"
done <"$TMP/offsets" >"$TMP/probes"
must cp "$TMP/probes" "$KTRACE/kprobe_events"
equal "probes" "$(grep -c . "$KTRACE/kprobe_events")" "$(grep -c . "$TMP/offsets")"
note "the same offsets while probes are armed, by breakpoint or by jump"
write events/o/enable 1
equal "armed" "$(cat "$KTRACE/kprobe_offsets")" "$(cat "$TMP/offsets")"
write events/o/enable 0
write kprobe_events ''
write kprobe_events 'p:one vfs_read'
write events/kprobes/one/enable 1
# After a while, a breakpoint becomes a jump if possible.
for _ in 1 2 3 4; do
	equal "armed" "$(cat "$KTRACE/kprobe_offsets")" "$(cat "$TMP/offsets")"
	sleep 0.2
done
write events/kprobes/one/enable 0
refused kprobe_offsets EINVAL no_such_function
equal "as before" "$(cat "$KTRACE/kprobe_offsets")" "$(cat "$TMP/offsets")"
write kprobe_offsets ''
equal "nothing" "$(cat "$KTRACE/kprobe_offsets")" ''
