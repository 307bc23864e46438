# SPDX-License-Identifier: GPL-2.0
# description: a task that is not followed executes as many instructions as with tracing off, to 0.1 percent, beside a followed task
# requires: process_follow_pid program:process_life program:taskset
# only: ktrace ktrace-signed ktrace-none ktrace-preempt ktrace-rt ktrace-cfi - debug checks vary in length

# The guest's clock counts instructions. The calls take exactly the same number each
# time. The number for a child varies with the caches of pages and objects, so the work
# consists of 20,000 calls and a child.
#
# least HOW: print the smallest duration of the work, and of its calls alone, in ns
least()
{
	for _ in 1 2 3; do
		"$1" taskset 1 process_life work 100 500
	done | awk '
		!calls || $1 < calls { calls = $1 }
		!child || $2 < child { child = $2 }
		END { print 40 * calls + child, 40 * calls }'
}

as_it_is()
{
	"$@"
}

# The shell follows itself and then executes the program.
followed()
{
	sh -c 'echo $$ >"$KTRACE/process_follow_pid"; exec "$@"' sh "$@"
}

process_life work 100 500 >/dev/null
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
note "all and the calls alone, in ns: off: $off, not followed: $other, off again: $again, followed: $traced"
[ "${traced% *}" -gt $((${off% *} + ${off% *} / 20)) ] ||
	fail "the followed one costs nothing: is it measured?"
equal "the calls of others" "${other#* }" "${off#* }"
# Use the greater of the two values without a tracer, because they vary.
near=${off% *}
[ "${again% *}" -lt "$near" ] || near=${again% *}
[ $(((${other% *} - near) * 1000)) -le "$near" ] || fail "it is more than 0.1 percent"
