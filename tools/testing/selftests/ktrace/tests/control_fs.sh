# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the control file system at its two mount points: lookups, listings, watchers, removed directories
# requires: instances kprobe_events owned_instances program:fs_ways
# weight: 8

I=$KTRACE/instances

fs=ktracefs place=/sys/kernel/ktrace
if [ ! -d $place ]; then
	fs=tracefs place=/sys/kernel/tracing
fi
must grep -qw "$fs" /proc/filesystems
must grep -q " $KTRACE $fs " /proc/mounts
if [ "$KTRACE" != $place ]; then
	trap 'cd /; umount "$place" || :' EXIT
	must mount -t $fs nodev $place
fi

# A kernel without debugfs has only the other mount point.
auto=/sys/kernel/debug/ktrace
if [ -d $auto ]; then
	note "debugfs mounts it at a lookup; the other mount point shows the same files"
	must [ -e $auto/tracing_on ]
	must grep -q " $auto $fs " /proc/mounts
	echo 0 >$auto/tracing_on
	equal "there" "$(cat $place/tracing_on)" 0
	echo 1 >$auto/tracing_on
	equal "device" "$(stat -c %d $place/events)" "$(stat -c %d $auto/events)"
	equal "inode" "$(stat -c %i $place/events/enable)" "$(stat -c %i $auto/events/enable)"
	umount $auto || fail "the mount in debugfs stays"
	must_not grep -q " $auto " /proc/mounts
	equal "mounted again" "$(cat $auto/tracing_on)" 1
	must grep -q " $auto $fs " /proc/mounts

	note "a task in a user namespace mounts it, too"
	umount $auto || fail "the mount in debugfs stays"
	equal "mounted in a user namespace" "$(unshare -U cat $auto/tracing_on)" 1
	must grep -q "^$fs $auto $fs " /proc/mounts
	umount $auto || fail "the mount in debugfs stays"
	equal "and in a mount namespace" "$(unshare -U -r -m cat $auto/tracing_on)" 1
fi
fs_ways beneath $place events/sched/sched_switch/enable >"$TMP/out" || fail "$(cat "$TMP/out")"
equal "without a mount point on the way" "$(cat "$TMP/out")" 0

note "inodes are freed, and get the same numbers again"
before=$(stat -c %i "$KTRACE/events/sched/sched_switch/id")
echo 2 >/proc/sys/vm/drop_caches
equal "inode" "$(stat -c %i "$KTRACE/events/sched/sched_switch/id")" "$before"
find "$KTRACE" -type f | wc -l >"$TMP/files"
# inodes: print the number of inodes. It includes some free objects of each CPU.
inodes()
{
	awk '$1 == "ktrace_inode_cache" { print $2 }' /proc/slabinfo
}
# RCU frees inodes later, and KASAN holds freed objects back until the cache is shrunk.
shrink=/sys/kernel/slab/ktrace_inode_cache/shrink turns=50
while [ "$(inodes)" -ge 2000 ] && [ $turns -gt 0 ]; do
	turns=$((turns - 1))
	[ ! -e $shrink ] || echo 1 >$shrink
	sleep 0.1
done
[ "$(inodes)" -lt 2000 ] || fail "$(inodes) inodes stay after find, of $(cat "$TMP/files") files"

note "a listing read in pieces has each entry once, while other entries are added and removed"
for n in 1 2 3 4 5 6 7 8 9; do mkdir "$I/list_$n"; done
mkfifo "$TMP/go"
fs_ways list "$I" <"$TMP/go" >"$TMP/list" &
pid=$!
exec 3>"$TMP/go"
must soon grep -q next "$TMP/list"
rmdir "$I/list_1" "$I/list_2" "$I/list_8"
mkdir "$I/list_a" "$I/list_1"
while kill -0 $pid 2>/dev/null && echo >&3; do sleep 0.01; done 2>/dev/null
exec 3>&-
wait $pid || fail "$(tail -n 1 "$TMP/list")"
for n in 3 4 5 6 7 9 a; do
	equal "list_$n" "$(grep -cx "list_$n" "$TMP/list")" 1
done
equal "list_8" "$(grep -cx "list_8" "$TMP/list" || :)" 0
rmdir "$I"/list_*

note "programs list directories while these come and go"
rounds=10
! brief || rounds=4
[ -z "${SELFTEST_LONG:-}" ] || rounds=300
# lists: list the directories that come and go, until the case ends that
lists()
{
	while [ ! -e "$TMP/stop" ]; do
		find "$I" "$KTRACE/events/walked" -path '*/events/[a-v]*' -prune -o -type f \
			>/dev/null 2>&1 || :
		ls -l "$I"/*/events/walked "$I"/*/options >/dev/null 2>&1 || :
	done
}
lists & a=$!
lists & b=$!
for n in $(seq $rounds); do
	mkdir "$I/walk_$n"
	append kprobe_events 'p:walked/one vfs_read'
	ls "$I/walk_$n/events/walked/one" >/dev/null
	append kprobe_events 'p:walked/two vfs_read'
	must rmdir "$I/walk_$n"
	append kprobe_events -:walked/two
	append kprobe_events -:walked/one
	must_not ls "$I/walk_$n" 2>/dev/null
	must_not ls "$KTRACE/events/walked" 2>/dev/null
done
touch "$TMP/stop"
must wait $a
must wait $b
equal "left" "$(ls "$I")" ''

note "inotify reports new and removed instances and events"
# heard FILE LINE
heard()
{
	soon grep -qx "$2" "$1" || fail "no '$2': $(cat "$1")"
}
append kprobe_events 'p:watched/first vfs_read'
fs_ways watch "$I" >"$TMP/instances" & a=$!
fs_ways watch "$KTRACE/events" >"$TMP/events" & b=$!
fs_ways watch "$KTRACE/events/watched" >"$TMP/watched" & c=$!
for f in instances events watched; do heard "$TMP/$f" ready; done
mkdir "$I/one"
heard "$TMP/instances" 'create one'
(exec 5>>"$KTRACE/owned_instances"; echo owned >&5; echo two >&5; heard "$TMP/instances" 'create two')
heard "$TMP/instances" 'delete two'
fs_ways watch "$I/one" >"$TMP/one" & d=$!
heard "$TMP/one" ready
fs_ways watch "$I/one/events/watched" >"$TMP/inner" & e=$!
heard "$TMP/inner" ready
append kprobe_events 'p:watched/second vfs_read'
heard "$TMP/watched" 'create second'
heard "$TMP/inner" 'create second'
append kprobe_events '-:watched/second'
heard "$TMP/watched" 'delete second'
heard "$TMP/inner" 'delete second'
append kprobe_events 'p:fresh/one vfs_read'
heard "$TMP/events" 'create fresh'
write kprobe_events ''
heard "$TMP/events" 'delete fresh'
heard "$TMP/events" 'delete watched'
heard "$TMP/watched" gone
heard "$TMP/inner" gone
must rmdir "$I/one"
heard "$TMP/instances" 'delete one'
heard "$TMP/one" gone
equal "one report each" "$(grep -c one "$TMP/instances")" 2
must wait $c
must wait $d
must wait $e
stop $a
stop $b

note "open files of a removed event have no effect"
append kprobe_events 'p:gone/one vfs_read'
exec 5<"$KTRACE/events/gone/one/format" 6>>"$KTRACE/events/gone/one/trigger" \
	7>>"$KTRACE/events/gone/one/enable" 8<"$KTRACE/events/gone/one"
cd "$KTRACE/events/gone/one"
write kprobe_events ''
if cat <&5 >"$TMP/out" 2>/dev/null; then fail "its format can be read"; fi
echo stacktrace >&6 2>/dev/null && fail "set a trigger of a removed event"
echo 1 >&7 2>/dev/null && fail "enabled a removed event"
equal "entries of its directory" "$(ls | wc -l)" 0
if cat enable 2>/dev/null; then fail "a file in its directory can be opened"; fi
append kprobe_events 'p:gone/one vfs_write'
must grep -q 'name: one' "$KTRACE/events/gone/one/format"
cd "$KTRACE"
exec 5<&- 6>&- 7>&- 8<&-
write kprobe_events ''

note "removal of an instance that is a working directory, or that has a mount on it"
mkdir "$I/cwd" "$I/under"
cd "$I/cwd"
must rmdir "$I/cwd"
equal "entries" "$(ls | wc -l)" 0
must_not mkdir x 2>/dev/null
cd "$KTRACE"
must mount -o bind /proc "$I/under/options"
must rmdir "$I/under"
must_not grep -q " $I/under/options " /proc/mounts

note "the end of an owner does not wait for a writer whose memory is not available"
# blocked FILE: an owner ends while a write to a file of its instance waits for user memory
blocked()
{
	exec 5>>"$KTRACE/owned_instances"
	echo owned >&5
	echo slow >&5
	: >"$TMP/blocked"
	fs_ways block "$I/slow/$1" <"$TMP/go" >"$TMP/blocked" 5>&- &
	pid=$!
	exec 3>"$TMP/go"
	must soon grep -q ready "$TMP/blocked"
	exec 5>&-
	equal "left" "$(ls "$I")" ''
	append kprobe_events 'p:after vfs_read'
	append kprobe_events -:after
	echo >&3
	must wait $pid
	exec 3>&-
}
for file in tracing_on set_event events/sched/enable events/sched/sched_switch/enable; do
	blocked $file
	must grep -q '^write ENODEV' "$TMP/blocked"
done
blocked trace_marker
