# SPDX-License-Identifier: GPL-2.0
# description: with options/stacktrace, a stack follows each record, in all instances that record it
# requires: options/stacktrace kprobe_events instances
# shellcheck shell=sh

seen()
{
	grep -c -- "$1" "$KTRACE/${2:-trace}" || :
}

: >"$TMP/file"
write kprobe_events 'p:mode chmod_common'
K=events/kprobes/mode
write options/stacktrace 1
equal "set" "$(cat "$KTRACE/options/stacktrace")" 1
grep -q '^stacktrace$' "$KTRACE/trace_options" || fail "not in trace_options"
write $K/enable 1
chmod 600 "$TMP/file"
chmod 640 "$TMP/file"
equal "records" "$(seen ' mode: ')" 2
equal "stacks" "$(seen '<stack trace>')" 2
equal "of the function" "$(seen '^ => chmod_common')" 2

note "options/sym-* select the form of code addresses, also for earlier records"
# shown PATTERN: check that all lines of the function in the stacks match
shown()
{
	equal "like $1" "$(seen "^ => chmod_common$1\$")" 2
}
at='+0x[0-9a-f]*/0x[0-9a-f]*' address=' <[0-9a-f]\{16\}>'
shown ''
write options/sym-offset 1
shown "$at"
write options/sym-addr 1
shown "$at$address"
equal "in trace_options" "$(grep -c '^sym-' "$KTRACE/trace_options")" 2
write trace_options nosym-offset
equal "by trace_options" "$(cat "$KTRACE/options/sym-offset")" 0
shown "$address"
refused options/sym-addr EINVAL 2
echo here >"$KTRACE/trace_marker"
equal "of a marker" "$(seen ": tracing_mark_write$address: here\$")" 1
write options/sym-addr 0
shown ''

note "records that the filter rejects have no stack"
write trace ''
write $K/filter 'common_pid == 0'
chmod 600 "$TMP/file"
equal "records" "$(seen ' mode: ')" 0
equal "stacks" "$(seen '<stack trace>')" 0
write $K/filter 0

note "records of an instance without the option, and markers, have no stack"
mkdir "$KTRACE/instances/other"
write instances/other/$K/enable 1
chmod 600 "$TMP/file"
equal "records there" "$(seen ' mode: ' instances/other/trace)" 1
equal "stacks there" "$(seen '<stack trace>' instances/other/trace)" 0
rmdir "$KTRACE/instances/other"
write trace ''
echo here >"$KTRACE/trace_marker"
equal "behind a marker" "$(seen '<stack trace>')" 0

note "records of a tracer have stacks, whether the option is set before or after its start"
write $K/enable 0
for before in 1 0; do
	write trace ''
	write options/stacktrace $before
	write current_tracer syscall
	write options/stacktrace 1
	chmod 600 "$TMP/file"
	write current_tracer nop
	equal "calls" "$(seen ': chmod(')" 1
	equal "behind the call" \
		"$(grep -A 1 ': chmod(' "$KTRACE/trace" | grep -c '<stack trace>')" 1
done
write trace ''
write $K/enable 1

note "the option is cleared while the event is enabled"
write options/stacktrace 0
chmod 640 "$TMP/file"
equal "record" "$(seen ' mode: ')" 1
equal "stack" "$(seen '<stack trace>')" 0
write $K/enable 0
write kprobe_events ''
