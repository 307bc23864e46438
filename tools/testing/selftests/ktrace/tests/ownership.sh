# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: each file as its owner, its group and others: open, read and write
# requires: instances program:fs_ways
# kernels: ktrace - permissions are the same in all kernels
# weight: 20

I=$KTRACE/instances
fs=$(awk -v at="$KTRACE" '$2 == at { print $3 }' /proc/mounts)
place=$(mktemp -d)

trap 'umount "$place"; rmdir "$place"; rmdir "$I"/* 2>/dev/null || :
	mount -o remount,uid=0,gid=0,mode=700 "$KTRACE"; mount_again' EXIT

# /sys/kernel/debug is for root.
chmod 755 "$place"
must mount -t "$fs" nodev "$place"

# some: the short form leaves out all events of a system except for the first one
some()
{
	if [ -n "${SELFTEST_LONG:-}" ]; then
		cat
		return
	fi
	awk '{
		rest = $0
		if (sub(/.*\/events\//, "", rest) && split(rest, name, "/") == 3) {
			dir = $0
			sub(/\/[^\/]*\/[^\/]*$/, "", dir)
			if (!(dir in first))
				first[dir] = name[2]
			if (first[dir] != name[2])
				next
		}
		print
	}'
}

# files DIR [PATTERN]: list each file below DIR, except for those that match PATTERN
files()
{
	find "$1" -type f | grep -v "${2:-^$}" | sort | some | tee "$TMP/files" |
		xargs stat -c '%a %n' >"$TMP/modes"
}

# wanted DIGIT: for each file of the list, what its mode allows, as fs_ways prints it: DIGIT is
# that of the class in the octal mode, 1 for the owner, 2 for the group, 3 for others
wanted()
{
	awk -v digit="$1" '{
		mode = $1
		sub(/^[^ ]* /, "")
		bits = substr(sprintf("%03d", mode), digit, 1)
		r = bits >= 4 ? "r" : ""
		w = bits % 4 >= 2 ? "w" : ""
		print (r w == "" ? "-" : r w), $0
	}' "$TMP/modes"
}

# tries UID GID: open, read and write each file of the list
tries()
{
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
files "$place/instances/given"
least=300
[ -z "${SELFTEST_LONG:-}" ] || least=5000
[ "$(wc -l <"$TMP/files")" -gt $least ] ||
	fail "only $(wc -l <"$TMP/files") files"
tries 1000 1000
as_mode "the owner" 1
equal "files that the owner cannot write or read" "$(grep -c '^- ' "$TMP/tried" || :)" 0
tries 1002 1001
as_mode "the group" 2
must grep -q "^r .*/given/trace$" "$TMP/tried"
tries 1002 1002
nobody "another user"

note "the owner traces with it"
# Some files have taken the empty lines: begin with a new instance.
rmdir "$place/instances/given"
mkdir "$place/instances/given"
chown -R 1000:1001 "$place/instances/given"
# as UID GID COMMAND: execute a shell command in the instance as a user
as()
{
	(cd "$place/instances/given" && fs_ways user "$1" "$2" sh -c "$3")
}
must as 1000 1000 'echo 128 >buffer_size_kb && echo mono >trace_clock &&
	echo "count > 0" >events/syscall/write/filter &&
	echo 1 >events/syscall/write/enable && echo "a mark" >trace_marker &&
	grep -q "a mark" trace && grep -q ": write(" trace && echo >trace &&
	echo 0 >events/enable'
equal "clock" "$(grep -o '\[.*\]' "$place/instances/given/trace_clock")" "[mono]"
equal "at the top" "$(grep -o '\[.*\]' "$place/trace_clock")" "[local]"
must_not as 1002 1002 'cat tracing_on' 2>/dev/null
must_not as 1002 1001 'echo 0 >tracing_on' 2>/dev/null
must as 1002 1001 'cat tracing_on >/dev/null'
must_not as 1000 1000 'mkdir ../another' 2>/dev/null
must_not as 1000 1000 'rmdir ../given' 2>/dev/null

note "the rest of the tree is not theirs"
files "$place" /instances/
tries 1000 1001
nobody "the owner of an instance"

note "files created later belong to the owner, too"
append kprobe_events 'p:later/one vfs_read'
files "$place/instances/given/events/later"
tries 1000 1000
as_mode "the owner" 1
tries 1003 1003
nobody "another user"
write kprobe_events ''

note "a mount for a group: gid="
must mount -o remount,gid=1005,mode=750 "$place"
chmod 750 "$place/instances"
rmdir "$place/instances/given"
mkdir "$place/instances/ours"
files "$place"
tries 1006 1005
as_mode "the group" 2
tries 1006 1006
nobody "another user"

note "the group may write where the modes allow it"
chmod -R g+w "$place/instances/ours"
files "$place/instances/ours"
tries 1006 1005
as_mode "the group" 2
must grep -q "^rw .*/ours/tracing_on$" "$TMP/tried"
must grep -q "^rw .*/ours/events/enable$" "$TMP/tried"
