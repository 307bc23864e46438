# SPDX-License-Identifier: GPL-2.0
# description: points that are passed in quick succession obey set_event_pid, too
# requires: set_event_pid events/points module:test_point program:follow_tree program:taskset
# weight: 8

module test_point

# passed WHAT N: check that passing the point 50 times from this shell makes N records
passed()
{
	write trace 0
	echo 50 >/sys/module/test_point/parameters/fire
	equal "$1" "$(grep -c -e "-$$ .*: test_long: " "$KTRACE/trace" || :)" "$2"
	equal "$1, in all" "$(grep -vc '^#' "$KTRACE/trace" || :)" "$2"
}

# The event is enabled before and after the list is set.
write events/points/test_long/enable 1
passed "everybody" 50
write set_event_pid 4194303
passed "nobody" 0
write events/points/test_long/enable 0
write events/points/test_long/enable 1
passed "nobody, switched on anew" 0
append set_event_pid $$
passed "this one" 50

# A record that closely follows another record takes a shorter path: let a followed task
# write records on the same CPU.
taskset 1 follow_tree busy &
write set_event_pid $!
write events/points/rlimit/enable 1
write trace 0
taskset 1 sh -c 'for i in $(seq 500); do
	echo 5 >/sys/module/test_point/parameters/fire
done'
equal "passed by others" "$(grep -c ': test_long: ' "$KTRACE/trace" || :)" 0
[ "$(grep -c -e "-$! .*: rlimit: " "$KTRACE/trace")" -gt 20 ] || fail "nothing between"
stop $!
write events/points/rlimit/enable 0

write set_event_pid ''
passed "everybody again" 50
