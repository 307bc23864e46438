# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: ktrace record shows size, rate and losses once a second, report and export show a bar, only on a terminal
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/enable owned_instances process_follow_pid program:ktrace program:on_pty
# timeout: 300

# drawn FILE: print each state of the line of progress on a line of its own
drawn()
{
	tr '\r' '\n' <"$1" | sed 's/ *$//'
}

note "record: a line a second"
on_pty -2 ktrace record -o "$TMP/dat" sh -c '
	for i in 1 2 3 4 5; do dd if=/dev/zero of=/dev/null bs=1 count=2000 2>/dev/null; sleep 1; done' \
	</dev/null >"$TMP/screen"
drawn "$TMP/screen" | sed -n -E 's,^([0-9]+) kB\, ([0-9]+) kB/s\, ([0-9]+) lost$,\1 \2 \3,p' >"$TMP/lines"
must has_lines "$TMP/lines" 4
must_not has_lines "$TMP/lines" 9
# The size grows, and no rate is larger than the size.
awk 'BEGIN { size = -1 } $1 < size || $2 > $1 { exit 1 } { size = $1 } END { exit !size }' "$TMP/lines" ||
	fail "$(cat "$TMP/lines")"
shown=$(tail -n 1 "$TMP/lines" | cut -d ' ' -f 1)
[ "$shown" -le $(($(stat -c %s "$TMP/dat") / 1024)) ] || fail "shown: $shown kB"
must grep -q '^[0-9]* records, 0 lost' "$TMP/screen"

note "record: losses while it runs"
# Nobody reads while ktrace is stopped.
on_pty -2 ktrace record -b 4 -o "$TMP/lossy" sh -c '
	kill -STOP $PPID; dd if=/dev/zero of=/dev/null bs=1 count=9999 2>/dev/null; kill -CONT $PPID; sleep 3' \
	</dev/null >"$TMP/screen"
last=$(drawn "$TMP/screen" | sed -n -E 's,^.* kB/s\, ([0-9]+) lost$,\1,p' | tail -n 1)
must test "${last:-0}" -gt 1000
must grep -q "^[0-9]* records, $last lost" "$TMP/screen"

note "record: nothing without a terminal"
ktrace record -o "$TMP/other" sleep 3 2>"$TMP/last" </dev/null
equal "lines" "$(grep -c . "$TMP/last")" 1
must grep -q '^[0-9]* records, 0 lost$' "$TMP/last"

# slowly: read 128 kB a second
slowly='while [ "$(dd bs=64k count=2 2>/dev/null | wc -c)" -gt 0 ]; do sleep 1; done'

note "report and export: a bar"
for verb in report "export --as json" "export --as strace"; do
	on_pty -2 ktrace $verb -o "|$slowly" "$TMP/dat" </dev/null >"$TMP/screen"
	drawn "$TMP/screen" | sed -n -E 's/^\[(#* *)\] +([0-9]+) %, ([0-9]+) records$/\2 \3 \1/p' >"$TMP/lines"
	must has_lines "$TMP/lines" 3
	awk '
		{ hashes = gsub(/#/, "") }
		$1 < percent || $1 > 100 || $2 <= n || hashes != int($1 * 40 / 100) { exit 1 }
		{ percent = $1; n = $2 }' "$TMP/lines" || fail "$verb: $(cat "$TMP/lines")"
	must grep -q '^[0-9]* records' "$TMP/screen"
done

note "no bar without a terminal, nor between the lines of a report on the terminal"
ktrace export --as json -o "|$slowly" "$TMP/dat" 2>"$TMP/last" </dev/null
equal "lines" "$(grep -c . "$TMP/last")" 1
on_pty ktrace report "$TMP/dat" </dev/null | (
	while [ "$(dd bs=64k count=2 2>/dev/null | tee -a "$TMP/screen.report" | wc -c)" -gt 0 ]; do
		sleep 1
	done
)
must grep -q 'read(fd: 0' "$TMP/screen.report"
must_not grep -q '%, ' "$TMP/screen.report"
