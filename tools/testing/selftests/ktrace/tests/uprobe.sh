# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: probes in programs record the values that the programs print
# requires: uprobe_events uprobe_profile kprobe_events program:uprobe_target symbol:clear_inode

PROG=$(command -v uprobe_target)
uprobe_target where >"$TMP/where"

# at NAME: print the offset of NAME in the program's file
at()
{
	sed -n "s/^$1 //p" "$TMP/where"
}

# hits NAME: print the number of hits from uprobe_profile
hits()
{
	awk -v name="$1" '$2 == name { print $3 }' "$KTRACE/uprobe_profile"
}

# records NAME: print the number of records
records()
{
	grep -c ": $1: " "$KTRACE/trace" || :
}

note "entry: registers, strings, memory at pointers, in the file, and on the stack"
write uprobe_events "p:entry $PROG:$(at target) n=%di:s64 text=+0(%si):string first=+0(%dx):s32 second=+0(+8(%dx)):ustring constant=@+$(at constant):x32"
append uprobe_events "r:back $PROG:$(at target) value=\$retval:s64 who=\$comm"
append uprobe_events "p:also $PROG:$(at target) ret=\$stack0 sp=\$stack top=+0(\$stack):x64 bits=%di:b4@0/8 array=+0(%si):char[4]"
equal "lines" "$(cat "$KTRACE/uprobe_events")" "$(cat <<EOF
p:uprobes/entry $PROG:$(printf '0x%016x' "$(at target)") n=%di:s64 text=+0(%si):string first=+0(%dx):s32 second=+0(+8(%dx)):ustring constant=@+$(at constant):x32
r:uprobes/back $PROG:$(printf '0x%016x' "$(at target)") value=\$retval:s64 who=\$comm
p:uprobes/also $PROG:$(printf '0x%016x' "$(at target)") ret=\$stack0 sp=\$stack top=+0(\$stack):x64 bits=%di:b4@0/8 array=+0(%si):char[4]
EOF
)"
uprobe_target quiet 3
write events/uprobes/enable 1
uprobe_target call 20 >"$TMP/told"
write events/uprobes/enable 0
uprobe_target quiet 3
sed -n 's/.*: entry: (0x[0-9a-f]*) //p' "$KTRACE/trace" >"$TMP/seen"
must cmp "$TMP/told" "$TMP/seen"
equal "lines" "$(grep -c . "$TMP/seen")" 20
equal "results" "$(sed -n 's/.*: back: .* value=\([0-9]*\) who="uprobe_target"$/\1/p' "$KTRACE/trace" | tr '\n' ' ')" \
	"$(seq 0 2 38 | tr '\n' ' ')"
note "the return address: on the stack at entry, and known at the return"
equal "where it returned to" "$(sed -n 's/.*: back: (\(0x[0-9a-f]*\) <- .*/\1/p' "$KTRACE/trace" | sort -u)" \
	"$(sed -n 's/.*: also: .* ret=\(0x[0-9a-f]*\) .*/\1/p' "$KTRACE/trace" | sort -u)"
must grep -q ": also: .* bits=3 array={'t','e','x','t'}" "$KTRACE/trace"
equal "the entry of the stack, and the memory at its pointer" \
	"$(sed -n 's/.*: also: .* ret=\(0x[0-9a-f]*\) .*/\1/p' "$KTRACE/trace")" \
	"$(sed -n 's/.*: also: .* top=\(0x[0-9a-f]*\) .*/\1/p' "$KTRACE/trace")"
equal "hits" "$(hits entry) $(hits back) $(hits also)" "20 20 20"
must grep -q 'print fmt: "(%lx) n=%Ld text=' "$KTRACE/events/uprobes/entry/format"
must grep -q '__probe_func' "$KTRACE/events/uprobes/back/format"

note "a filter, and only followed tasks"
write trace 0
echo 'text == "text 3"' >"$KTRACE/events/uprobes/entry/filter"
write events/uprobes/entry/enable 1
uprobe_target quiet 9
equal "filtered" "$(records entry)" 1
echo 0 >"$KTRACE/events/uprobes/entry/filter"
write trace 0
echo 1 >"$KTRACE/set_event_pid"
uprobe_target quiet 9
equal "of others" "$(records entry)" 0
sh -c "echo \$\$ >'$KTRACE/set_event_pid'; exec uprobe_target quiet 9"
equal "of its own" "$(records entry)" 9
echo >"$KTRACE/set_event_pid"
write events/uprobes/entry/enable 0

note "in an instance, alone and together with another one"
mkdir "$KTRACE/instances/other"
write trace 0
write instances/other/events/uprobes/entry/enable 1
uprobe_target quiet 4
write events/uprobes/entry/enable 1
uprobe_target quiet 4
write instances/other/events/uprobes/entry/enable 0
uprobe_target quiet 4
write events/uprobes/entry/enable 0
equal "in the instance" "$(grep -c ': entry: ' "$KTRACE/instances/other/trace")" 8
equal "at the top" "$(records entry)" 8
rmdir "$KTRACE/instances/other"

note "children and the programs that they execute; mappings that are added and removed"
write uprobe_events "p:entry $PROG:$(at target)"
append uprobe_events "p:leaf $PROG:$(at leaf) %di"
append uprobe_events "r:leaves $PROG:$(at leaf) \$retval"
write events/uprobes/enable 1
uprobe_target fork 5
uprobe_target map 50
write events/uprobes/enable 0
equal "hits" "$(hits entry) $(hits leaf) $(hits leaves)" "10 50 50"
uprobe_target fork 5
uprobe_target map 50
equal "hits while off" "$(hits entry) $(hits leaf) $(hits leaves)" "10 50 50"

note "strings that are not in memory"
write uprobe_events "p:entry $PROG:$(at target) n=%di:s64 text=+0(%si):string second=+0(+8(%dx)):string word=+0(%si):x32"
hex()
{
	printf '%s' "$1" | od -An -tx1 | awk '{ print "0x" $4 $3 $2 $1 }'
}
cold()
{
	write trace 0
	write events/uprobes/enable 1
	uprobe_target "$1" "$2" || skip "the pages can't be dropped"
	write events/uprobes/enable 0
	sed -n 's/.*: entry: ([^ ]*) //p' "$KTRACE/trace" >"$TMP/seen"
	equal "strings, $1" "$(cat "$TMP/seen")" "$(cat <<EOF
n=1 text="away" second="behind" word=$(hex away)
n=2 text="in two pages" second="behind" word=$(hex 'in t')
n=3 text="" second="behind" word=0x0
n=4 text=(fault) second=(fault) word=0x0
n=5 text=(fault) second="behind" word=0x0
EOF
)"
}
cold table "$TMP/file"

note "a string of any length, up to the room in the record: 3048 bytes, 4 of them for the length"
write uprobe_events "p:entry $PROG:$(at target) text=+0(%si):ustring"
append uprobe_events "r:back $PROG:$(at target) comm=\$comm"
# shown N: set "got" to the text that was recorded of N letters, and "want" to the letters
shown()
{
	write trace 0
	write events/uprobes/enable 1
	want=$(uprobe_target long "$1")
	write events/uprobes/enable 0
	got=$(sed -n 's/.*: entry: ([^ ]*) text="\(.*\)"$/\1/p' "$KTRACE/trace")
}
for n in 255 256 900 3040; do
	shown $n
	equal "a text of $n letters" "$got" "$want"
	equal "its length" ${#got} $n
done
shown 5000
[ ${#got} -ge 3040 ] && [ ${#got} -lt 3048 ] || fail "${#got} letters of a text of 5000"
case $want in
"$got"*) ;;
*) fail "not the beginning: $got" ;;
esac

note "a page fault that takes long delays only the task that hit the probe"
write trace 0
mkfifo go late
for how in enabled removed; do
	write uprobe_events "p:entry $PROG:$(at target) text=+0(%si):string"
	write events/uprobes/entry/enable 1
	uprobe_target stuck <go >late &
	stuck=$!
	exec 4>go
	read -r _ <late || skip "no userfaultfd"
	if [ $how = removed ]; then
		write events/uprobes/entry/enable 0
		(append uprobe_events '-:entry' &&
		 append uprobe_events "p:entry $PROG:$(at target)" && : >removed) 4>&- &
		soon [ -e removed ] || fail "the removal of the probe waits"
	fi
	exec 4>&-
	wait $stuck
	write events/uprobes/enable 0
done
equal "late" "$(sed -n 's/.*: entry: ([^ ]*)//p' "$KTRACE/trace")" ' text="at last"'
write uprobe_events "p:entry $PROG:$(at target)"

note "records stay readable after the removal"
write trace 0
write events/uprobes/enable 1
uprobe_target quiet 2
refused uprobe_events EBUSY '-:entry'
write events/uprobes/enable 0
append uprobe_events '-:entry'
equal "remaining lines" "$(cat "$KTRACE/uprobe_events")" ""
must_not [ -e "$KTRACE/events/uprobes" ]
equal "records" "$(records entry)" 2

note "a probe pins the file: it can be removed, and its file system cannot be unmounted"
mkdir fs
mount -t tmpfs none fs
cp "$PROG" fs/copy
write uprobe_events "p:copy $TMP/fs/copy:$(at target)"
write events/uprobes/copy/enable 1
./fs/copy quiet 3
must_not umount fs 2>/dev/null
rm fs/copy
write events/uprobes/copy/enable 0
equal "hits" "$(hits copy)" 3
# The last reference frees a deleted file.  A remote file system may take long for that, so the
# task must not drop the reference while it removes probes under a mutex.
write kprobe_events 'p:ends clear_inode'
write events/kprobes/ends/trigger stacktrace
write trace 0
write events/kprobes/ends/enable 1
write uprobe_events ''
write events/kprobes/ends/enable 0
cat "$KTRACE/trace" >stacks
write events/kprobes/ends/trigger '!stacktrace'
write kprobe_events ''
must umount fs
must grep -q '=> evict' stacks
! grep -B 20 'uprobe_release\|ktrace_dynamic_clear' stacks ||
	fail "the file ends while the task removes probes"

note "dynamic_events accepts uprobes"
write dynamic_events "p:mine/one $PROG:$(at target)"
append dynamic_events "p:two vfs_read"
equal "of programs" "$(grep -c . "$KTRACE/uprobe_events")" 1
equal "of all" "$(grep -c . "$KTRACE/dynamic_events")" 2
append dynamic_events "!$(cat "$KTRACE/uprobe_events")"
equal "of programs" "$(grep -c . "$KTRACE/uprobe_events")" 0
cd "${PROG%/*}"
append uprobe_events "p:three ./uprobe_target:$(at target)"
equal "named from the root" "$(sed 's/:0x.*//' "$KTRACE/uprobe_events")" "p:uprobes/three $PROG"

note "a file whose name has a character that contains the byte 0xa0"
cp "$PROG" "$TMP/voilà"
append uprobe_events "p:utf $TMP/voilà:$(at target)"
write events/uprobes/utf/enable 1
"$TMP/voilà" quiet 2
write events/uprobes/utf/enable 0
equal "hits" "$(hits utf)" 2
refused uprobe_events ENOENT "-:utf $TMP/voil:$(at target)"
append uprobe_events "-:utf $TMP/voilà:$(at target)"
must_not grep -q utf "$KTRACE/uprobe_events"

note "default names are the same for entry and return probes"
o=$(at target)
x=$(printf '0x%x' "$o")
append uprobe_events "r $PROG:$o"
append uprobe_events "p:other/ $PROG:$o%return"
must grep -q "^r:uprobes/p_uprobe_$x $PROG:" "$KTRACE/uprobe_events"
must grep -q "^r:other/p_uprobe_$x $PROG:" "$KTRACE/uprobe_events"
refused uprobe_events EEXIST "p $PROG:$o"
append uprobe_events "-:uprobes/p_uprobe_$x"
append uprobe_events "-:other/p_uprobe_$x"
append uprobe_events "p $PROG:$o"
must grep -q "^p:uprobes/p_uprobe_$x $PROG:" "$KTRACE/uprobe_events"
append uprobe_events "-:uprobes/p_uprobe_$x"
