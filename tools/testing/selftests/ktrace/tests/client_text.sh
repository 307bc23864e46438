# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the text that ktrace makes of binary records is the text of the kernel, also for hostile arguments
# requires: events/syscall/enable instances program:ktrace program:call_scenes program:call_structs program:call_values

# A second instance records the same calls, so each call has a record in both. The order of
# the lines of several CPUs, and the columns in front of the text, are not compared.
other=$KTRACE/instances/other
mkdir "$other"
write "$other/buffer_size_kb" 16384
write options/buffer-limit 48
write options/fd-path 1
write "$other/options/event-fork" 1

# calls FILE: the text of the calls of the program, with its threads and children
calls()
{
	grep -v '^#' "$1" | sed -n 's/^ *[^ ]*-\([0-9]*\) *\[[0-9]*\] .*[0-9]\.[0-9]*: \(.*\)/\1 \2/p' |
		grep -E '^[0-9]+ [a-z0-9_]+\(' | sort
}

# The program names itself to the other instance.
cat >"$TMP/start" <<END
echo \$\$ >$other/set_event_pid
echo 1 >$other/events/syscall/enable
cd "$TMP"
for scene in signals spawn killed threads sockets polls maps files vectors times ids errors ipc \
	commands sockopts terminals; do
	call_scenes \$scene
done
for scene in control perf sysv; do
	call_structs \$scene
done
for scene in offsets errors siginfo status sockopts commands arrays times; do
	call_values \$scene
done
# The same for calls of the 32-bit ABI, if there are such programs.
command -v call_scenes32 >/dev/null || exit 0
for scene in signals spawn threads sockets polls files vectors times ids errors ipc commands sockopts; do
	call_scenes32 \$scene
done
for scene in offsets errors siginfo status sockopts commands arrays times; do
	call_values32 \$scene
done
END
ktrace -y -s 4096 -b 16384 -o "$TMP/ours" sh "$TMP/start" >"$TMP/said" 2>&1 || :
write "$other/events/syscall/enable" 0
must grep -q ' 0 lost' "$TMP/said"
calls "$TMP/ours" >"$TMP/ours.calls"
calls "$other/trace" >"$TMP/theirs.calls"
[ "$(grep -c . "$TMP/theirs.calls")" -ge 500 ] || fail "the program made few calls: $(cat "$TMP/said")"

# ktrace has recorded the first calls of the shell, too.
grep -vxF -f "$TMP/ours.calls" "$TMP/theirs.calls" >"$TMP/differ" || :
note "calls: $(grep -c . "$TMP/theirs.calls"), different: $(grep -c . "$TMP/differ")"
head -n 10 "$TMP/differ" | while read -r line; do
	note "kernel: $line"
	note "ktrace: $(grep -F "${line%%(*}(" "$TMP/ours.calls" | head -n 1)"
done
! command -v call_scenes32 >/dev/null ||
	must has_lines "$TMP/ours.calls" 200 '^[0-9]* ia32_[a-z0-9_]*([a-z]'
equal "calls with another text" "$(grep -c . "$TMP/differ")" 0
rmdir "$other"
