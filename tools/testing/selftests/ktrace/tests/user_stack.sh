# SPDX-License-Identifier: GPL-2.0
# description: with options/userstacktrace, the stack of the process follows each record
# requires: options/userstacktrace kprobe_events instances program:user_stack
# shellcheck shell=sh

seen()
{
	grep -c -- "$1" "$KTRACE/${2:-trace}" || :
}

# stack: print the addresses of the only user stack in trace
stack()
{
	sed -n '/<user stack trace>/,$s/^ =>  <\([0-9a-f]\{16\}\)>$/\1/p' "$KTRACE/trace"
}

: >"$TMP/file"
write kprobe_events 'p:mode chmod_common'
K=events/kprobes/mode
write options/userstacktrace 1
equal "set" "$(cat "$KTRACE/options/userstacktrace")" 1
must grep -q '^userstacktrace$' "$KTRACE/trace_options"
write $K/enable 1
write trace ''
user_stack "$TMP/file" >"$TMP/functions" || fail "user_stack"
equal "records" "$(seen ' mode: ')" 1
equal "stacks" "$(seen '<user stack trace>')" 1

note "the functions of the program, innermost first"
stack >"$TMP/stack"
equal "functions" "$(sed -n 2,6p "$TMP/stack")" "$(cat "$TMP/functions")"
must [ "$(grep -c . "$TMP/stack")" -le 8 ]

note "together with kernel stacks, which come first"
write trace ''
write options/stacktrace 1
user_stack "$TMP/file" >/dev/null
equal "order" "$(sed -n 's/.*\(<[a-z ]*stack trace>\)$/\1/p' "$KTRACE/trace" | tr '\n' ' ')" \
	"<stack trace> <user stack trace> "
write options/stacktrace 0

if [ -e "$KTRACE/uprobe_events" ]; then
	note "the same with return probes on the functions, which change return addresses"
	write trace ''
	user_stack "$TMP/file" >/dev/null
	stack >"$TMP/plain"
	program=$(command -v user_stack)
	at()
	{
		user_stack where | sed -n "s/^$1 //p"
	}
	for line in "two_a two" "two_b two" "four four" "three three"; do
		append uprobe_events "r:under/${line% *} $program:$(at "${line#* }")"
	done
	write events/under/enable 1
	# If the functions are probed as well, the stack is that of "mode".
	for jump in '' jump; do
		write trace ''
		# shellcheck disable=SC2086
		user_stack "$TMP/file" $jump >/dev/null || fail "probed it ends with $?"
		equal "returns" "$(grep -c ' two_a: \| two_b: \| three: \| four: ' "$KTRACE/trace")" 4
		sed -n '/ mode: /,/^[^ ]* *user_stack-.* two_/p' "$KTRACE/trace" |
			sed -n 's/^ =>  <\([0-9a-f]\{16\}\)>$/\1/p' >"$TMP/probed"
		cmp "$TMP/plain" "$TMP/probed" || fail "with return probes${jump:+, after longjmp}: $(
			tr '\n' ' ' <"$TMP/probed")"
	done
	write events/under/enable 0
	: >"$KTRACE/uprobe_events"
fi

note "no stacks in an instance without the option"
mkdir "$KTRACE/instances/stackless"
write instances/stackless/$K/enable 1
user_stack "$TMP/file" >/dev/null
equal "records there" "$(seen ' mode: ' instances/stackless/trace)" 1
equal "stacks there" "$(seen '<user stack trace>' instances/stackless/trace)" 0
rmdir "$KTRACE/instances/stackless"

note "page faults caused by reading the user stack are recorded without recursion"
if [ -d "$KTRACE/events/exceptions" ]; then
	write trace ''
	write events/exceptions/enable 1
	user_stack "$TMP/file" >/dev/null
	write events/exceptions/enable 0
	must [ "$(seen 'page_fault_user: ')" -gt 0 ]
fi

note "the option is cleared"
write options/userstacktrace 0
write trace ''
user_stack "$TMP/file" >/dev/null
equal "records" "$(seen ' mode: ')" 1
equal "stacks" "$(seen '<user stack trace>')" 0
