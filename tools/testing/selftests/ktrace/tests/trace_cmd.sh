# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: trace-cmd records, extracts, streams and resets, and reports the kprobes that trace shows
# requires: program:trace-cmd kprobe_events instances
# kernels: ktrace - with lockdep, the kernel has the base's tracefs, and trace-cmd uses that
# weight: 10

# trace-cmd mounts tracefs and ignores debugfs. In a kernel with ftrace, tracefs is not ktrace's.
[ ! -d /sys/kernel/ktrace ] || skip "trace-cmd takes the base's tracefs"

# client ARG...: run trace-cmd; if it fails, the case fails with its output
client()
{
	trace-cmd "$@" >"$TMP/said" 2>&1 || fail "trace-cmd $*: $(tail -n 5 "$TMP/said")"
}

# report FILE: print the lines of the records
report()
{
	trace-cmd report -i "$1" 2>"$TMP/said" | grep '^ *[^ ].*-[0-9]* *\[[0-9]*\]' || :
}

append kprobe_events 'p:asked do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring mode=+8(%dx):u64'
append kprobe_events 'r:given do_sys_openat2 fd=$retval:s32'

note "record: system calls and probes"
client record -e syscalls -e kprobes -o "$TMP/all.dat" cat /etc/passwd
report "$TMP/all.dat" >"$TMP/all"
must grep -q ' cat-.*asked: .*name="/etc/passwd"' "$TMP/all"
must grep -q ' cat-.*sys_enter_openat: .*filename: 0x' "$TMP/all"
must grep -q ' cat-.*sys_exit_openat: ' "$TMP/all"
equal "events that are on" "$(cat "$KTRACE/set_event")" ''

note "record: a filter"
client record -e syscalls:sys_enter_read -f 'count == 17' -o "$TMP/some.dat" \
	dd if=/dev/zero of=/dev/null bs=17 count=5
report "$TMP/some.dat" >"$TMP/some"
equal "reads of 17 bytes" "$(grep -c ' dd-.*sys_enter_read: .*count: 0x0*11$' "$TMP/some")" 5
equal "all" "$(grep -c . "$TMP/some")" 5

note "record: an instance"
client record -B room -e kprobes:given -o "$TMP/room.dat" cat /etc/passwd
report "$TMP/room.dat" >"$TMP/room"
must grep -q 'cat-.*given: .* fd=3' "$TMP/room"
equal "others in it" "$(grep -vc 'given: ' "$TMP/room")" 0

note "start, stat, stop, extract: the report equals trace"
client start -e kprobes
cat /etc/passwd /proc/version >"$TMP/read"
client stop
client stat
must grep -q 'kprobes' "$TMP/said"
grep -v '^#' "$KTRACE/trace" >"$TMP/shown"
client extract -o "$TMP/left.dat"
report "$TMP/left.dat" >"$TMP/left"
[ "$(grep -c . "$TMP/left")" -ge 4 ] || fail "$(cat "$TMP/left")"
# Print task, CPU, time, event, and fields of both outputs, without the place and
# unreadable strings, which the outputs show differently.
fields()
{
	sed -E 's/^ *([^ ].*-[0-9]+) +\[([0-9]+)\] ([^ ]{5} )? *([0-9.]+): ([a-z]+): +\([^)]*\) (.*)$/\1 \2 \4 \5 \6/
		s/name=\(fault\)/name=""/
		s/(dfd|fd)=4294967196/\1=-100/; s/(fd)=4294967294/\1=-2/' "$1"
}
fields "$TMP/shown" >"$TMP/shown.fields"
fields "$TMP/left" >"$TMP/left.fields"
diff "$TMP/shown.fields" "$TMP/left.fields" >"$TMP/diff" || fail "$(head -n 10 "$TMP/diff")"

note "reset"
client reset
equal "events that are on" "$(cat "$KTRACE/set_event")" ''
equal "recorded" "$(grep -vc '^#' "$KTRACE/trace")" 0

# The recorders of trace-cmd wait until a buffer is filled to buffer_percent, which is
# half.
note "stream"
write tracing_on 1
write buffer_percent 0
timeout 60 trace-cmd stream -e syscalls:sys_enter_read sh -c \
	'dd if=/dev/zero of=/dev/null bs=17 count=1000; sleep 1' >"$TMP/stream" 2>&1 ||
	fail "trace-cmd stream: $(tail -n 5 "$TMP/stream")"
# When the command ends, trace-cmd waits for its recorders once, and drops data that
# they have not passed on.
must has_lines "$TMP/stream" 500 ' sys_enter_read: .*count: 0x0*11$'
write buffer_percent 50
client reset
