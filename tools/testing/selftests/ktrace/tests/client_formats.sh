# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: perfetto, ctf, dat, folded and json of ktrace, read by protoc, babeltrace2, trace-cmd, sort and jq
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/enable events/sched/enable owned_instances process_follow_pid program:ktrace program:trace-cmd program:jq program:protoc program:babeltrace2
# with: jq,protobuf-compiler,babeltrace2
# timeout: 300

cat >"$TMP/script" <<'END'
cat /etc/hosts >/dev/null
cat /no/file 2>/dev/null
sleep 0.2
END
# records: their number, as ktrace says
records()
{
	sed -n 's/^\([0-9]*\) records.*/\1/p' "$TMP/last" | tail -n 1
}

note "perfetto: protoc decodes the messages; numbers are those of Perfetto's definitions"
ktrace --as perfetto -o "$TMP/pf" sh "$TMP/script" 2>"$TMP/last"
must grep -q ' 0 lost$' "$TMP/last"
n=$(records)
protoc --decode_raw <"$TMP/pf" >"$TMP/raw" || fail "protoc: $?"
# A slice begins (9: 1) with a name (23) and ends (9: 2).
begins=$(grep -c '^    9: 1$' "$TMP/raw")
ends=$(grep -c '^    9: 2$' "$TMP/raw")
instants=$(grep -c '^    9: 3$' "$TMP/raw")
equal "ends of slices" "$ends" "$begins"
equal "slices and instants" $((begins + instants)) "$n"
must grep -q '^    23: "openat"$' "$TMP/raw"
must grep -q '^      6: "\\"/etc/hosts\\""$' "$TMP/raw"
must grep -q '^      6: "ENOENT"$' "$TMP/raw"
# Threads (60, 4, 5), switches (1, 2, 4) and wake-ups (1, 2, 20).
must grep -q '^      5: "sleep"$' "$TMP/raw"
must grep -q '^      4 {$' "$TMP/raw"
must grep -q '^      20 {$' "$TMP/raw"

note "ctf: babeltrace2 reads all records"
ktrace --as ctf -o "$TMP/ctf" -e trace=all -e process:exit sh "$TMP/script" 2>"$TMP/last"
must grep -q ' 0 lost$' "$TMP/last"
n=$(records)
babeltrace2 "$TMP/ctf" >"$TMP/bt" 2>"$TMP/said" || fail "babeltrace2: $(cat "$TMP/said")"
equal "output of babeltrace2" "$(cat "$TMP/said")" ''
equal "records of babeltrace2" "$(grep -c . "$TMP/bt")" "$n"
must grep -q ' openat: { pid = [0-9]*, comm = "cat", cpu = [0-9]* }, { .*filename = "\\"/no/file\\"".*ret = -2, error = "ENOENT"' "$TMP/bt"
must grep -q ' process:exit: .* code = 1' "$TMP/bt"

ktrace --as ctf -o "$TMP/ctf3" -e process:exec sh -c 'exec cat /etc/hosts /dev/null' >/dev/null 2>"$TMP/last"
babeltrace2 "$TMP/ctf3" >"$TMP/bt"
must grep -q ' process:exec: .* argv = "cat /etc/hosts /dev/null"' "$TMP/bt"

note "dat: trace-cmd reads all records"
ktrace --as dat -o "$TMP/a.dat" sh "$TMP/script" 2>"$TMP/last"
n=$(records)
equal "records of trace-cmd" "$(trace-cmd report -i "$TMP/a.dat" 2>/dev/null | grep -c -E '\[[0-9]+\]')" "$n"

note "the same formats from a recorded file"
ktrace record -o "$TMP/b.dat" -e trace=all -e sched:sched_switch -e sched:sched_waking sh "$TMP/script" 2>/dev/null
ktrace export --as perfetto -o "$TMP/pf" "$TMP/b.dat" 2>"$TMP/last"
n=$(records)
protoc --decode_raw <"$TMP/pf" >"$TMP/raw" || fail "protoc: $?"
equal "messages" "$(grep -c -E '^    9: [13]$|^      (4|20) \{$' "$TMP/raw")" "$n"
ktrace export --as ctf -o "$TMP/ctf2" "$TMP/b.dat" 2>"$TMP/last"
n=$(records)
equal "records of babeltrace2" "$(babeltrace2 "$TMP/ctf2" | grep -c .)" "$n"
ktrace export --as json "$TMP/b.dat" 2>/dev/null | jq -r 'select(.call == "openat") | .args.filename' >"$TMP/names"
must grep -q '^/etc/hosts$' "$TMP/names"

rc=0
ktrace export --as folded -o "$TMP/on" "$TMP/b.dat" 2>"$TMP/last" || rc=$?
equal "status of ticks of a file" $rc 125
must grep -q 'folded of a file needs --off-cpu' "$TMP/last"

note "folded: on the CPU, off the CPU"
ktrace --as folded -o "$TMP/on" sh -c 'dd if=/dev/zero of=/dev/null bs=1M count=3000' 2>"$TMP/last"
must_not grep -v -E '^[^ ]+( [^ ;]+)* [0-9]+$' "$TMP/on"
must grep -q '^dd' "$TMP/on"
sum=$(sed 's/.* //' "$TMP/on" | awk '{ n += $1 } END { print n + 0 }')
equal "ticks" "$sum" "$(records)"
[ "$sum" -ge 10 ] || fail "$sum ticks"
ktrace --as folded --off-cpu -o "$TMP/off" sleep 0.3 2>/dev/null
us=$(sed -n 's/^sleep.*;\(clock_\)\{0,1\}nanosleep \([0-9]*\)$/\2/p' "$TMP/off" | head -n 1)
[ "${us:-0}" -ge 290000 ] && [ "$us" -lt 2000000 ] || fail "sleep: $(cat "$TMP/off")"

note "folded: a task without a name, and one whose name has the separator and a carriage return"
cat >"$TMP/names" <<'END'
printf '\0' >/proc/$$/comm
i=0
while [ $i -lt 60000 ]; do i=$((i + 1)); done
sleep 0.1
printf 'a;b\rc' >/proc/$$/comm
while [ $i -lt 120000 ]; do i=$((i + 1)); done
sleep 0.1
END
ktrace --as folded -o "$TMP/on" sh "$TMP/names" 2>"$TMP/last"
ktrace --as folded --off-cpu -o "$TMP/off" sh "$TMP/names" 2>/dev/null
for file in on off; do
	must_not grep -n -E '^[; ]|;;|; ' "$TMP/$file"
	must grep -q -F '[no name]' "$TMP/$file"
	must grep -q '^a_b_c' "$TMP/$file"
	must_not grep -q "$(printf '\r')" "$TMP/$file"
done
sum=$(sed 's/.* //' "$TMP/on" | awk '{ n += $1 } END { print n + 0 }')
equal "ticks" "$sum" "$(records)"
