# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: each file as its owner, its group and others: an instance that is given away, and a mount for a group
# requires: instances program:fs_ways
# kernels: ktrace - permissions are the same in all kernels
# weight: 6

I=$KTRACE/instances
fs=$(awk -v at="$KTRACE" '$2 == at { print $3 }' /proc/mounts)
place=$(mktemp -d)

trap 'umount "$place"; rmdir "$place"; rmdir "$I"/* 2>/dev/null || :
	mount -o remount,uid=0,gid=0,mode=700 "$KTRACE"; umount "$KTRACE"; cat "$KTRACE/README" >/dev/null' EXIT

# /sys/kernel/debug is for root.
chmod 755 "$place"
must mount -t "$fs" nodev "$place"

# wanted MASK: for each file of the list, what its mode allows, as fs_ways prints it: MASK is
# the position of the class in the mode, 6 for the owner, 3 for the group, 0 for others
wanted()
{
	while read -r file; do
		bits=$((0$(stat -c %a "$file") >> $1))
		r='' w=''
		[ $((bits & 4)) = 0 ] || r=r
		[ $((bits & 2)) = 0 ] || w=w
		echo "$r$w $file" | sed 's/^ /- /'
	done <"$TMP/files"
}

# tries UID GID: open each file of the list
tries()
{
	# Opening per_cpu/cpuN/trace_pipe_raw for writing and the like is refused by mode only.
	fs_ways as "$1" "$2" <"$TMP/files" >"$TMP/tried" || fail "$(tail -n 1 "$TMP/tried")"
}

nobody()
{
	sed 's/^/- /' "$TMP/files" >"$TMP/wanted"
	cmp -s "$TMP/tried" "$TMP/wanted" ||
		fail "$1 can open: $(grep -v '^- ' "$TMP/tried" | head -n 5)"
}

as_mode()
{
	wanted "$2" >"$TMP/wanted"
	cmp -s "$TMP/tried" "$TMP/wanted" ||
		fail "$1: $(diff "$TMP/wanted" "$TMP/tried" | head -n 6)"
}

note "an instance that chown -R gives to a user"
must mount -o remount,mode=711 "$place"
chmod 711 "$place/instances"
mkdir "$place/instances/given"
chown -R 1000:1001 "$place/instances/given"
find "$place/instances/given" -type f | grep -v '/events/[d-z].*/' >"$TMP/files"
[ "$(wc -l <"$TMP/files")" -gt 100 ] || fail "only $(wc -l <"$TMP/files") files"
tries 1000 1000
as_mode "the owner" 6
equal "files that the owner cannot write or read" "$(grep -c '^- ' "$TMP/tried" || :)" 0
tries 1002 1001
as_mode "the group" 3
must grep -q "^r .*/given/trace$" "$TMP/tried"
tries 1002 1002
nobody "another user"

note "the user has no access to other files"
find "$place" -type f | grep -v '/instances/\|/events/[d-z].*/' >"$TMP/files"
tries 1000 1001
nobody "the owner of an instance"

note "files created later belong to the owner, too"
append kprobe_events 'p:later/one vfs_read'
find "$place/instances/given/events/later" -type f >"$TMP/files"
tries 1000 1000
as_mode "the owner" 6
tries 1003 1003
nobody "another user"
write kprobe_events ''

note "a mount for a group: gid="
must mount -o remount,gid=1005,mode=750 "$place"
chmod 750 "$place/instances"
rmdir "$place/instances/given"
mkdir "$place/instances/ours"
find "$place" -type f | grep -v '/events/[d-z].*/' >"$TMP/files"
tries 1006 1005
as_mode "the group" 3
tries 1006 1006
nobody "another user"

note "the group may write where the modes allow it"
chmod -R g+w "$place/instances/ours"
find "$place/instances/ours" -type f | grep -v '/events/[d-z].*/' >"$TMP/files"
tries 1006 1005
as_mode "the group" 3
must grep -q "^rw .*/ours/tracing_on$" "$TMP/tried"
must grep -q "^rw .*/ours/events/enable$" "$TMP/tried"
