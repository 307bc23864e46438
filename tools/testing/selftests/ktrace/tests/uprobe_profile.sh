# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: uprobe_profile counts exactly the hits on a CPU that came online without memory for an image
# requires: uprobe_events uprobe_profile missed_events /proc/self/fail-nth /sys/kernel/debug/failslab /sys/devices/system/cpu/cpu1/online cpus:2 program:uprobe_target program:failing_write
# kernels: ktrace-debug - memory allocations can be made to fail there

online=/sys/devices/system/cpu/cpu1/online
slab=/sys/kernel/debug/failslab/ignore-gfp-wait
ignored=$(cat $slab)
trap 'echo 1 >$online; echo "$ignored" >$slab' EXIT
echo N >$slab

PROG=$(command -v uprobe_target)
uprobe_target where >"$TMP/where"
target=$(sed -n 's/^target //p' "$TMP/where")

# profile NAME: print the hits and the misses of a probe
profile()
{
	awk -v name="$1" '$2 == name { print $3, $4 }' "$KTRACE/uprobe_profile"
}

# records NAME: print the number of records
records()
{
	grep -c ": $1: " "$KTRACE/trace" || :
}

# missed: print the number of records that no image had room for
missed()
{
	awk 'NR > 1 { n += $2 } END { print n + 0 }' "$KTRACE/missed_events"
}

# calls CPUS N: call the function N times
calls()
{
	must taskset "$1" uprobe_target call "$2" >"$TMP/told"
}

note "without missing memory there are no misses"
write uprobe_events "p:enters $PROG:$target text=+0(%si):string"
append uprobe_events "r:leaves $PROG:$target value=\$retval:s64"
write events/uprobes/enable 1
calls 1 2
calls 2 3
equal "profile" "$(profile enters), $(profile leaves)" "5 0, 5 0"
equal "records" "$(records enters) $(records leaves)" "5 5"

# A write to "online" allocates the image of the CPU. The loop lets one allocation of each write
# fail, the first to the last, until that of the image was hit. A different allocation keeps the
# CPU offline, or has no effect. The number of the allocation can change between two writes,
# because lockdep, the stack depot and the caches allocate only once: start again after the last.
n=0 found='' turn=1
while [ -z "$found" ]; do
	n=$((n + 1))
	[ $n -le 1000 ] || fail "no allocation of $n was that of the image"
	write events/uprobes/enable 0
	# Records keep their event, and the event keeps the images: drop the records.
	write trace ''
	write uprobe_events ''
	echo 0 >$online
	write uprobe_events "p:enters $PROG:$target text=+0(%si):string"
	append uprobe_events "r:leaves $PROG:$target value=\$retval:s64"
	write events/uprobes/enable 1
	before=$(missed)
	ended=$(failing_write $n $online 1) || fail "allocation $n"
	if [ "$(cat $online)" = 0 ]; then
		echo 1 >$online
		continue
	fi
	calls 2 3
	[ "$(profile enters)" = "3 0" ] || found=1
	if [ -z "$found" ] && [ "$ended" = done ]; then
		[ $turn -lt 20 ] ||
			fail "the image was allocated, although each allocation up to $n failed, $turn times"
		turn=$((turn + 1)) n=0
	fi
done
note "allocation $n, turn $turn: $ended"

note "each hit on this CPU is a miss, and no hit on the other CPU is one"
equal "profile" "$(profile enters), $(profile leaves)" "3 3, 3 3"
equal "records" "$(records enters) $(records leaves)" "0 0"
equal "missed_events" "$(($(missed) - before))" 6
calls 1 2
equal "profile" "$(profile enters), $(profile leaves)" "5 3, 5 3"
equal "records" "$(records enters) $(records leaves)" "2 2"

note "the next definition allocates the image"
append uprobe_events "p:again $PROG:$target"
write events/uprobes/again/enable 1
calls 2 4
equal "profile" "$(profile enters), $(profile leaves), $(profile again)" "9 3, 9 3, 4 0"
equal "records" "$(records enters) $(records leaves) $(records again)" "6 6 4"
equal "missed_events" "$(($(missed) - before))" 6
