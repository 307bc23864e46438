# SPDX-License-Identifier: GPL-2.0
# description: unloading a module waits once for all its points, not once for each
# requires: events points kprobe_events module:test_point symbol:synchronize_rcu

write kprobe_events "p:waits $(rcu_wait)"

# waits: print how often rmmod has waited for a grace period
waits()
{
	grep -c '^ *rmmod-.*: waits: (' "$KTRACE/trace" || :
}

# The events are off, on, or have triggers.
for on in 0 1 trigger; do
	must modprobe test_point
	points=$(grep -c ' points/test_\| test_system/' "$KTRACE/points")
	[ "$points" -ge 10 ] || fail "only $points points"
	if [ $on = trigger ]; then
		for event in "$KTRACE"/events/points/test_*/trigger "$KTRACE"/events/test_system/*/trigger; do
			echo 'hist:keys=common_pid' >"$event"
		done
	else
		write events/points/enable $on
	fi
	write trace ''
	echo 1 >"$KTRACE/events/kprobes/waits/enable"
	must rmmod test_point
	echo 0 >"$KTRACE/events/kprobes/waits/enable"
	must_not grep ' points/test_' "$KTRACE/points"
	note "$points points, $on: $(waits) waits"
	# Unloading itself also waits, more often in kernels that check locks.
	[ "$(waits)" -lt "$points" ] || fail "$(waits) waits for $points points"
	[ $on = trigger ] || write events/points/enable 0
done
