# SPDX-License-Identifier: GPL-2.0
# description: static points are switched on and off while they are passed
# requires: trace events points module:test_point

module test_point
for _ in 1 2 3; do
	echo 2000 >/sys/module/test_point/parameters/fire &
	pid=$!
	while kill -0 $pid 2>/dev/null; do
		write events/points/enable 1
		write events/points/enable 0
	done
	wait $pid
done
# No records appear after switching off.
write trace 0
echo 1 >/sys/module/test_point/parameters/fire
equal "records while off" "$(grep -vc '^#' "$KTRACE/trace" || :)" 0

# Load and unload the module while the points are enabled and the trace is read.
for _ in 1 2 3 4; do
	write events/points/test_long/enable 1
	echo 200 >/sys/module/test_point/parameters/fire
	cat "$KTRACE/trace" >/dev/null &
	must rmmod test_point
	wait
	must modprobe test_point
done
