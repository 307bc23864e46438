# SPDX-License-Identifier: GPL-2.0
# description: process_follow_exe and process_trace_cgroup_filter select tasks by program and by cgroup
# requires: process_follow_exe process_trace_cgroup_filter instances program:follow_tree program:process_edges
# weight: 5

# said TEXT: check the last entry of the error log
said()
{
	equal "error log" "$(tail -n 3 "$KTRACE/error_log" | sed '1s/^[^:]*: //' | sed -n 1p)" \
		"error: $1"
}

# recorded PATTERN: print the number of matching records
recorded()
{
	grep -v '^#' "$KTRACE/trace" | grep -c -- "$1" || :
}

# program: create a copy of busybox
program()
{
	cp "$(readlink -f /bin/true)" "$TMP/busybox_watched"
}

note "refused values"
refused process_follow_exe ENOENT "$TMP/none"
said "Neither a file nor MAJOR:MINOR:INODE"
refused process_follow_exe EACCES /dev/null
said "Not an executable file"
refused process_follow_exe EACCES "$(readlink -f /etc/hosts)"
said "Not an executable file"
refused process_follow_exe ENOENT 1:2
refused process_follow_exe ENOENT 4096:0:1
refused process_follow_exe ENOENT 4294967296:0:1
refused process_follow_exe ENOENT 0:4294967296:1
refused process_follow_exe ENOENT 0:0:18446744073709551616
refused process_follow_exe ENOENT 0:0:
equal "programs" "$(cat "$KTRACE/process_follow_exe")" ''
for i in $(seq 64); do
	append process_follow_exe "0:0:$i"
done
echo 0:0:65 >>"$KTRACE/process_follow_exe" 2>/dev/null && fail "65 programs"
said "Too many programs"
equal "programs" "$(wc -l <"$KTRACE/process_follow_exe")" 64
: >"$KTRACE/process_follow_exe"
equal "programs" "$(cat "$KTRACE/process_follow_exe")" ''
note "the file shows a path with a newline and a backslash in escaped form, and accepts this form"
odd=$TMP/$(printf 'a\n\\b')
cp "$(readlink -f /bin/true)" "$odd"
write process_follow_exe "$TMP/a\\012\\134b"
equal "programs" "$(cat "$KTRACE/process_follow_exe")" "$TMP/a\\012\\134b"
: >"$KTRACE/process_follow_exe"
write process_follow_pid 0
refused process_trace_cgroup_filter ENOENT /none
said "No such cgroup in the default hierarchy"
equal "cgroup" "$(cat "$KTRACE/process_trace_cgroup_filter")" ''

note "a program: from its next exec on, by any task, with its children"
program
printf '#!/bin/sh\n/bin/true\n' >"$TMP/script"
chmod +x "$TMP/script"
sleep 1000 &
old=$!
# A symbolic link stands for its target.
ln -s busybox_watched "$TMP/link"
write process_follow_exe "$TMP/link"
append process_follow_exe "$TMP/script"
equal "programs" "$(cat "$KTRACE/process_follow_exe")" "$TMP/link
$TMP/script"
equal "nobody" "$(cat "$KTRACE/process_follow_pid")" ''
write current_tracer process
write trace ''
/bin/true
equal "others" "$(recorded .)" 0
"$TMP/busybox_watched" sh -c '/bin/true; exit 3' && fail "no status"
equal "exec" "$(recorded ': exec: .*filename="'"$TMP"'/busybox_watched"')" 1
equal "old name" "$(recorded ": exec: .*busybox_watched.* old_comm=\"$(cat /proc/$$/comm)\" ")" 1
equal "exit" "$(recorded ': exit: .* last=1 code=3')" 1
equal "children" "$(recorded ': exec: .*argv=\["/bin/true"\]')" 1
must_not grep -q -- "-$$ " "$KTRACE/trace"
kill $old
wait $old || :
equal "task that ran before" "$(recorded ": exit: tgid=$old ")" 0
write trace ''
"$TMP/script"
equal "a script" "$(recorded ': exec: .*argv=\["/bin/true"\]')" 1
write trace ''
(cd "$TMP" && ./script)
ln -s script "$TMP/other_script"
"$TMP/other_script"
equal "by other paths" "$(recorded ': exec: .*argv=\["/bin/true"\]')" 2
write trace ''
mv "$TMP/script" "$TMP/moved_script"
cp "$TMP/moved_script" "$TMP/script"
"$TMP/script"
equal "another script of that name" "$(recorded .)" 0
write trace ''
rm "$TMP/link"
cp "$TMP/busybox_watched" "$TMP/link"
"$TMP/link" 2>/dev/null || :
equal "another file of that name" "$(recorded .)" 0
equal "remaining processes" "$(cat "$KTRACE/process_follow_pid")" ''
: >"$KTRACE/process_follow_exe"
write trace ''
"$TMP/busybox_watched" true
equal "not any more" "$(recorded .)" 0

note "a file by its inode: another file with the same path does not count"
numbers=$(stat -c '%d %i' "$TMP/busybox_watched" | while read -r device inode; do
	echo $((device >> 8 & 0xfff)):$((device & 0xff | device >> 12 & 0xfff00)):"$inode"
done)
write process_follow_exe "$numbers"
equal "programs" "$(cat "$KTRACE/process_follow_exe")" "$numbers"
"$TMP/busybox_watched" true
equal "by number" "$(recorded ': exit: .* last=1 code=0')" 1
write process_follow_exe "$TMP/busybox_watched"
mv "$TMP/busybox_watched" "$TMP/busybox_moved"
program
write trace ''
"$TMP/busybox_watched" true
equal "another file" "$(recorded .)" 0
"$TMP/busybox_moved" true
equal "the file under another name" "$(recorded ': exit: .* last=1 code=0')" 1
: >"$KTRACE/process_follow_exe"
write current_tracer nop
write process_follow_pid 0
write options/event-fork 0

note "a cgroup and its descendants, while a task is a member"
mkdir "$TMP/cgroup"
mount -t cgroup2 none "$TMP/cgroup"
mkdir "$TMP/cgroup/a" "$TMP/cgroup/a/below" "$TMP/cgroup/b"
unmount()
{
	echo $$ >"$TMP/cgroup/cgroup.procs"
	rmdir "$TMP/cgroup/a/below" "$TMP/cgroup/a" "$TMP/cgroup/b" 2>/dev/null || :
	umount "$TMP/cgroup"
}
trap unmount EXIT
write process_trace_cgroup_filter /a
equal "cgroup" "$(cat "$KTRACE/process_trace_cgroup_filter")" /a
# The shown text selects the same cgroup when it is written back.
mkdir "$TMP/cgroup/b/x\\134"
write process_trace_cgroup_filter '/b/x\134134'
equal "cgroup" "$(cat "$KTRACE/process_trace_cgroup_filter")" '/b/x\134134'
rmdir "$TMP/cgroup/b/x\\134"
mkdir "$TMP/cgroup/b/x\\2dy"
write process_trace_cgroup_filter '/b/x\2dy'
equal "cgroup" "$(cat "$KTRACE/process_trace_cgroup_filter")" '/b/x\1342dy'
write process_trace_cgroup_filter '/b/x\1342dy'
rmdir "$TMP/cgroup/b/x\\2dy"
write process_trace_cgroup_filter /a
write current_tracer process
write trace ''
/bin/true
equal "others" "$(recorded .)" 0
# in CGROUP COMMAND...: let a task move to the cgroup and run COMMAND as its child
in_cgroup()
{
	sh -c 'echo $$ >"$1/cgroup.procs"; shift; "$@"; echo $$ >"$TMP/cgroup/cgroup.procs"
		/bin/false' sh "$TMP/cgroup/$@" || :
}
in_cgroup a /bin/true
equal "in it" "$(recorded ': exec: .*argv=\["/bin/true"\]')" 1
equal "its first call is there" "$(grep -A1 ': exec: .*argv=\["/bin/true"\]' "$KTRACE/trace" |
	grep -c ': execve(\|: brk(\|: arch_prctl(')" 1
equal "left" "$(recorded 'argv=\["/bin/false"\]')" 0
in_cgroup a/below /bin/true
equal "below it" "$(recorded ': exec: .*argv=\["/bin/true"\]')" 2
in_cgroup b /bin/true
equal "beside it" "$(recorded ': exec: .*argv=\["/bin/true"\]')" 2
note "the fork of a process into the cgroup is recorded for the parent, too"
write trace ''
process_edges into "$TMP/cgroup/a" >out
child=$(cat out)
equal "its fork" "$(recorded ": fork: .*child_tgid=$child ")" 1
equal "its end" "$(recorded ": exit: tgid=$child last=1 code=5")" 1

note "an io worker that the kernel creates for a process"
mkfifo go
write trace ''
sh -c 'echo $$ >"$TMP/cgroup/a/cgroup.procs"; exec process_edges uring' <go >out &
running=$!
exec 3>go
soon grep -q ^worked out
echo >&3
exec 3>&-
wait $running || fail "status $?"
# Any of the threads may be the last to exit.
equal "its end" "$(recorded "iou-wrk.*: exit: tgid=$running last=")" 1
rm go

note "all threads of a process that moves to the cgroup"
mkfifo go
follow_tree tree <go >out &
exec 3>go
soon grep -q ^self out
echo >&3
soon grep -q ^ready out
write trace ''
sed -n 's/^self //p' out >"$TMP/cgroup/a/cgroup.procs"
echo >&3
echo >&3
exec 3>&-
wait $! || fail "status $?"
equal "all threads, and no child from before" \
	"$(sed -n 's/.*-\([0-9]*\) .*: exit: .*/\1/p' "$KTRACE/trace" | sort -nu | xargs)" \
	"$(sed -n 's/^self \|^thread //p' out | sort -n | xargs)"
write trace ''
mkdir "$KTRACE/instances/c"
write instances/c/process_trace_cgroup_filter /b
write instances/c/current_tracer process
in_cgroup b /bin/true
equal "another instance's" "$(grep -c ': exec: .*argv=\["/bin/true"\]' "$KTRACE/instances/c/trace")" 1
equal "in the first" "$(recorded .)" 0
rmdir "$KTRACE/instances/c"
# The filter keeps the number of the cgroup when its name is removed.
rmdir "$TMP/cgroup/a/below" "$TMP/cgroup/a"
cat "$KTRACE/process_trace_cgroup_filter" >/dev/null || :
write process_trace_cgroup_filter ''
equal "cgroup" "$(cat "$KTRACE/process_trace_cgroup_filter")" ''
write trace ''
/bin/true
[ "$(recorded .)" -gt 0 ] || fail "all again"
write current_tracer nop
