# SPDX-License-Identifier: GPL-2.0
# description: who is not followed executes as many instructions as with tracing off, to 0.1 percent, beside one who is
# requires: process_follow_pid program:process_life program:taskset
# kernels: ktrace - elsewhere the checks' own work is not the same each time

# The guest's clock counts instructions. Ticks fall where they fall: the least of some runs.
# least HOW: what the work takes, in ns
least()
{
	for _ in 1 2 3 4 5 6 7; do
		"$1" taskset 1 process_life work 20000 10
	done | sort -n | head -n 1
}

as_it_is()
{
	"$@"
}

# The shell that follows itself becomes the program.
followed()
{
	sh -c 'echo $$ >"$KTRACE/process_follow_pid"; exec "$@"' sh "$@"
}

process_life work 20000 10 >/dev/null
off=$(least as_it_is)
sleep 1000 &
write process_follow_pid $!
write current_tracer process
write trace ''
traced=$(least followed)
[ "$(grep -c ': getpriority(' "$KTRACE/trace")" -gt 1000 ] || fail "the followed one was not"
write process_follow_pid $!
write trace ''
other=$(least as_it_is)
equal "records of others" "$(grep -vc '^#' "$KTRACE/trace")" 0
write current_tracer nop
again=$(least as_it_is)
stop $!
note "off: $off ns, not followed: $other ns, off again: $again ns, followed: $traced ns"
[ "$traced" -gt $((off + off / 20)) ] || fail "the followed one costs nothing: is it measured?"
# To the nearer of the two without a tracer.
near=$off
[ "$again" -lt "$off" ] || near=$again
[ $(((other - near) * 1000)) -le "$near" ] || fail "it is more than 0.1 percent"
