# SPDX-License-Identifier: GPL-2.0
# description: NMIs take snapshots while all contexts of two CPUs write: each record is in exactly one snapshot
# requires: trace events points snapshot module:test_nest cpus:2
# weight: 20

module test_nest
nest=/sys/kernel/debug/ktrace_nest
# A virtual CPU may be paused for long in the middle of an NMI handler.
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :

# NEST_POINTS: number of points that the thread of each CPU passes
points=6000
! brief || points=1500
[ -z "${SELFTEST_LONG:-}" ] || points=60000
points=${NEST_POINTS:-$points}

restore()
{
	write snapshot 0
	write buffer_size_kb 1408
}
trap restore EXIT

# keys FILE: print CPU, context and number of each record in the file, and reported
# losses
keys()
{
	sed -n -e 's/.*\(LOST [0-9]*\) EVENTS.*/\1/p' \
		-e 's/.* \(cpu=[0-9]* context=[0-9]* seq=[0-9]*\) .*/\1/p' "$KTRACE/$1"
}

# taken: succeed if an NMI has taken the requested snapshot, or the writers have ended
taken()
{
	[ "$(cat $nest/snapshot)" = 0 ] || ! kill -0 $pid 2>/dev/null
}

# Each buffer has room for all records.
write buffer_size_kb 8192
# The writers pause, so that one snapshot can be read before the next.
echo 10000 >/sys/module/test_nest/parameters/pause_us
echo 20000 >/sys/module/test_nest/parameters/period_us
write events/points/nest/enable 1
write events/points/nest_text/enable 1
echo $points >$nest/run &
pid=$!
turns=0
: >"$TMP/keys"
while kill -0 $pid 2>/dev/null; do
	echo 1 >$nest/snapshot
	must soon taken
	[ "$(cat $nest/snapshot)" = 0 ] || break
	keys snapshot >>"$TMP/keys"
	turns=$((turns + 1))
done
wait $pid || fail "the writers ended with $?"
# Cancel the request: an NMI may have taken a last snapshot.
if [ "$(cat $nest/snapshot)" = 1 ]; then
	echo 0 >$nest/snapshot
fi
keys trace >>"$TMP/keys"
written=$(sed 's/.*counts=\([0-9,]*\).*/\1/' $nest/counts | tr ',' '\n' | awk '{ n += $1 } END { print n }')
note "$written records, $turns snapshots; $(grep missed "$KTRACE/snapshot" || echo "none is missed")"
enough=3
! brief || enough=1
[ $turns -ge $enough ] || fail "too few snapshots"
! grep LOST "$TMP/keys" || fail "records are lost, with room for all"
equal "records in all" "$(grep -c . "$TMP/keys")" "$written"
equal "records that come twice" "$(sort "$TMP/keys" | uniq -d | grep -c .)" 0
