# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: mount options set owners and modes; changes by hand stay until the last unmount
# requires: instances kprobe_events
# weight: 2

I=$KTRACE/instances
fs=$(awk -v at="$KTRACE" '$2 == at { print $3 }' /proc/mounts)

# has FILE UID:GID [MODE]
has()
{
	equal "$1" "$(stat -c %u:%g "$KTRACE/$1")" "$2"
	[ -z "${3:-}" ] || equal "mode of $1" "$(stat -c %a "$KTRACE/$1")" "$3"
}

trap 'rmdir "$I"/* 2>/dev/null || :; mount_again; mount -o remount,uid=0,gid=0,mode=700 "$KTRACE"' EXIT

note "by default all files belong to root, and no other user has access"
has . 0:0 700
has events 0:0 750
has tracing_on 0:0 640
has README 0:0 440
has trace_marker 0:0 220

note "a remount changes the owners of all files, also of files created later"
must mount -o remount,uid=11,gid=12,mode=751 "$KTRACE"
mkdir "$I/new"
append kprobe_events 'p:mine/one vfs_read'
for file in . tracing_on events events/sched/sched_switch/enable instances/new \
	    instances/new/trace instances/new/events/sched/enable events/mine/one/format \
	    per_cpu/cpu0/trace options/overwrite; do
	has $file 11:12
done
has . 11:12 751
has tracing_on 11:12 640
must grep -q " $KTRACE $fs .*[, ]uid=11,gid=12,mode=751" /proc/mounts

note "an option that is not given keeps its value"
must mount -o remount,gid=13 "$KTRACE"
has events 11:13
has . 11:13 751
must mount -o remount,ro "$KTRACE" && must mount -o remount,rw "$KTRACE"
has events 11:13
must_not mount -o remount,uid=nobody_here "$KTRACE" 2>/dev/null
must_not mount -o remount,mode=9 "$KTRACE" 2>/dev/null
must_not mount -o remount,colour=red "$KTRACE" 2>/dev/null
has events 11:13

# Other memory of the debug kernels varies by more.
if ! brief; then
	note "a change to the present owner takes no memory"
	mkdir "$I/chowned"
	find "$I/chowned" >"$TMP/found"
	before=$(used_kb)
	chown -R 31:13 "$I/chowned/events"
	changed=$(used_kb)
	chown -R 11:13 "$I/chowned/events"
	after=$(used_kb)
	chown -R 11:13 "$I/chowned/events"
	again=$(used_kb)
	note "$(grep -c . "$TMP/found") files: $((changed - before)) kB, $((after - before)) kB and $((again - before)) kB"
	[ $((changed - before)) -gt 300 ] || fail "the owners take $((changed - before)) kB"
	[ $((after - before)) -lt 400 ] ||
		fail "$((after - before)) kB stay after a change that is taken back"
	[ $((again - before)) -lt 400 ] ||
		fail "a change to the same owner takes $((again - before)) kB"
	rmdir "$I/chowned"
fi

note "changes by hand stay when inodes are freed, and when options change"
chown 21 "$KTRACE/events/sched/sched_switch/filter"
chgrp 22 "$KTRACE/events/sched"
chmod 664 "$KTRACE/trace_clock"
echo 2 >/proc/sys/vm/drop_caches
must mount -o remount,uid=31,gid=32 "$KTRACE"
has events/sched/sched_switch/filter 21:32 640
has events/sched 31:22 750
has events/sched/sched_switch 31:32
has trace_clock 31:32 664

note "chown to the owner of the mount undoes a change by hand"
chown 31 "$KTRACE/events/sched/sched_switch/filter"
chgrp 32 "$KTRACE/events/sched"
must mount -o remount,uid=41,gid=42 "$KTRACE"
has events/sched/sched_switch/filter 41:42
has events/sched 41:42

note "a remount with the owner that a user has set undoes the change"
chown 35 "$KTRACE/events/sched/sched_switch/filter"
must mount -o remount,uid=35 "$KTRACE"
must mount -o remount,uid=41 "$KTRACE"
has events/sched/sched_switch/filter 41:42

note "files of an instance inherit the owner of its directory"
chown 51:52 "$I/new"
has instances/new/tracing_on 51:52
has instances/new/events/sched/sched_switch/enable 51:52
chown 53 "$I/new/tracing_on"
append kprobe_events 'p:mine/two vfs_read'
has instances/new/events/mine/two/enable 51:52
has events/mine/two/enable 41:42
must mount -o remount,uid=61 "$KTRACE"
has instances/new/tracing_on 53:52
has instances/new/trace 51:52
has trace 61:42
chgrp 62 "$I"
mkdir "$I/other"
has instances/other/trace 61:62
rmdir "$I/new" "$I/other"
mkdir "$I/new"
has instances/new 61:62

note "the owner of a removed file is forgotten"
chown 71 "$KTRACE/events/mine/one" "$KTRACE/events/mine/one/enable"
write kprobe_events ''
append kprobe_events 'p:mine/one vfs_read'
has events/mine/one 61:42
has events/mine/one/enable 61:42

note "an unmount forgets all changes and options"
rmdir "$I/new"
mount_again
has . 0:0 700
has trace_clock 0:0 640
has instances 0:0 750
