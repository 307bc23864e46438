# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2016
# description: arguments of probes by name and C type, along with registers, offsets and BTF of programs
# requires: dynamic_events kprobe_events /sys/kernel/btf/vmlinux
# kernels: ktrace-btf - the others have no BTF

D=dynamic_events
EV=$KTRACE/events

# text NAME: print the text behind the place in the records of NAME
text()
{
	sed -n "s/.* $1: ([^)]*) //p" "$KTRACE/trace"
}

# same NAME A B: succeed if there are records, and field A equals field B in all of them
same()
{
	text "$1" | awk -v a="$2=" -v b="$3=" '
		{ x = y = ""
		  for (i = 1; i <= NF; i++) {
			if (index($i, a) == 1) x = substr($i, length(a) + 1)
			if (index($i, b) == 1) y = substr($i, length(b) + 1) } }
		x == "" || x != y { bad = 1 }
		END { exit bad || !NR }' || fail "$2 is not $3: $(text "$1" | head -n 5)"
}

note "all arguments have the values of the registers"
append $D 'p:rd vfs_read $arg* r0=%di r1=%si r2=%dx:u64 r3=%cx'
equal "listed" "$(cat "$KTRACE/$D")" \
	'p:kprobes/rd vfs_read file=file buf=buf count=count pos=pos r0=%di r1=%si r2=%dx:u64 r3=%cx'
grep -qF 'print fmt: "(%lx) file=0x%Lx buf=0x%Lx count=%Lu pos=0x%Lx r0' "$EV/kprobes/rd/format" ||
	fail "$(cat "$EV/kprobes/rd/format")"
write "$EV/kprobes/rd/enable" 1
read -r _ </etc/passwd
write "$EV/kprobes/rd/enable" 0
same rd file r0
same rd buf r1
same rd count r2
same rd pos r3
write $D ''

note "members equal those read through %pD and through the compiler's offsets"
printf 'some text\nand more\n' >"$TMP/a_file"
exec 8<"$TMP/a_file"
read -r word <&8
[ "$word" = 'some text' ] || fail "read '$word'"
flags=$(awk '$1 == "flags:" { print $2 }' /proc/self/fdinfo/8)
append $D 'p:rd vfs_read name=%di:%pD by=file->f_path.dentry->d_name.name:string pd=file->f_path.dentry:%pd fl=file->f_flags ino=file->f_inode->i_ino in=file->f_inode->i_sb->s_dev n=+0(file->f_path.dentry->d_name.name):string one=+2(file->f_path.dentry->d_name.name):char'
write trace ''
write "$EV/kprobes/rd/enable" 1
read -r word <&8
write "$EV/kprobes/rd/enable" 0
exec 8<&-
text rd | grep 'name="a_file"' >"$TMP/read" || fail "$(text rd)"
grep -q 'by="a_file" pd="a_file"' "$TMP/read" || fail "$(cat "$TMP/read")"
grep -q "fl=$((flags)) ino=$(stat -c %i "$TMP/a_file") " "$TMP/read" ||
	fail "flags $flags, $(stat -c %i "$TMP/a_file"): $(cat "$TMP/read")"
grep -q "n=\"a_file\" one='f'" "$TMP/read" || fail "$(cat "$TMP/read")"
same rd name by
same rd name pd
write $D ''

note "casts equal the members of the parameter's own type"
exec 8<"$TMP/a_file"
append $D 'p:rd vfs_read f=%di ino=file->f_inode->i_ino cast=(struct file *)%di->f_inode->i_ino by=(struct inode *)(file->f_inode)->i_ino n=(struct file*)f->f_path.dentry->d_name.name:string' 2>/dev/null &&
	fail "a parameter that does not exist"
append $D 'p:rd vfs_read f=%di ino=file->f_inode->i_ino cast=(struct file *)%di->f_inode->i_ino by=(struct inode *)(file->f_inode)->i_ino n=(struct file*)$arg1->f_path.dentry->d_name.name:string'
append $D 'e:on kprobes.rd ino=$ino:u64 cast=(struct file *)$f->f_inode->i_ino name=(struct file *)$f->f_path.dentry:%pd'
append $D 't:exec sched_process_exec pid=p->pid cast=(struct task_struct *)$arg1->pid up=(struct task_struct *)(p->real_parent)->tgid'
equal "listed" "$(head -n 1 "$KTRACE/$D")" \
	'p:kprobes/rd vfs_read f=%di ino=file->f_inode->i_ino cast=(struct file *)%di->f_inode->i_ino by=(struct inode *)(file->f_inode)->i_ino n=(struct file*)$arg1->f_path.dentry->d_name.name:string'
cat "$KTRACE/$D" >"$TMP/listed"
write $D ''
cat "$TMP/listed" >"$KTRACE/$D"
equal "defined again" "$(cat "$KTRACE/$D")" "$(cat "$TMP/listed")"
write trace ''
write "$EV/kprobes/rd/enable" 1
write "$EV/eprobes/on/enable" 1
write "$EV/tracepoints/enable" 1
read -r word <&8
/bin/true
write "$EV/enable" 0
exec 8<&-
same rd ino cast
same rd ino by
same on ino cast
same exec pid cast
text rd | grep -q "ino=$(stat -c %i "$TMP/a_file") .* n=\"a_file\"\$" || fail "$(text rd)"
text on | grep -q 'name="a_file"$' || fail "$(text on)"
text exec | grep -q " up=$$\$" || fail "$(text exec)"
write $D ''

note "return values, and arguments saved at entry"
append $D 'r:op do_sys_openat2 $retval name=filename:ustring dfd'
append $D 'r:nm getname_flags $retval->name:string ref=$retval->refcnt.counter'
equal "listed" "$(cat "$KTRACE/$D")" 'r:kprobes/op do_sys_openat2 arg1=$retval name=filename:ustring dfd=dfd
r:kprobes/nm getname_flags arg1=$retval->name:string ref=$retval->refcnt.counter'
write trace ''
write "$EV/kprobes/enable" 1
cat "$TMP/nothing" 2>/dev/null || :
write "$EV/kprobes/enable" 0
text op | grep -q "^arg1=-2 name=\"$TMP/nothing\" dfd=-100\$" || fail "$(text op)"
text nm | grep -q "^arg1=\"$TMP/nothing\" ref=1\$" || fail "$(text nm)"
write $D ''

note "tracepoints: names, a bit-field, and members of members"
append $D 't:exec sched_process_exec $arg* a0=$arg1 a1=$arg2:s32 on=p->in_execve io=p->in_iowait comm=p->comm:string c=$comm pid=p->pid up=p->real_parent->tgid file=bprm->filename:string'
append $D 't:exit sched_process_exit on=p->in_execve code=p->exit_code pid=p->pid next=p->tasks.next->prev'
write trace ''
write "$EV/tracepoints/enable" 1
/bin/sh -c 'exec /bin/sh -c "exit 7"' || :
write "$EV/tracepoints/enable" 0
text exec | grep -q "old_pid=\([0-9]*\) .* a1=\1 on=1 io=0 .* pid=\1 up=$$ file=\"/bin/sh\"" ||
	fail "$(text exec)"
same exec p a0
same exec comm c
pid=$(text exec | sed -n 's/.* pid=\([0-9]*\) up.*/\1/p' | tail -n 1)
text exit | grep -q "^on=0 code=$((7 << 8)) pid=$pid next=0x" || fail "$pid: $(text exit)"
write $D ''

note "functions and tracepoints of modules"
must_not grep -q test_point /proc/modules
: >"$KTRACE/error_log"
refused $D ENOENT 'p:mod test_point:fire_numbers nr'
module test_point
module test_tracepoint
append $D 'p:mod test_point:fire_numbers $arg* r0=%di:u32'
append $D 't:hit test_tracepoint_hit nr text:string'
equal "listed" "$(cat "$KTRACE/$D")" 'p:kprobes/mod test_point:fire_numbers nr=nr r0=%di:u32
t:tracepoints/hit test_tracepoint_hit nr=nr text=text:string'
write trace ''
write "$EV/kprobes/enable" 1
write "$EV/tracepoints/enable" 1
echo 2 >/sys/module/test_point/parameters/fire
echo 2 >/sys/module/test_tracepoint/parameters/fire
write "$EV/kprobes/enable" 0
write "$EV/tracepoints/enable" 0
equal "hits" "$(text mod | grep -c .) $(text hit | grep -c .)" "2 2"
same mod nr r0
text hit | grep -q '^nr=1 text="' || fail "$(text hit)"
note "... of a module that is loaded again"
write "$EV/kprobes/enable" 1
rmmod test_point
modprobe test_point
echo 1 >/sys/module/test_point/parameters/fire
write "$EV/kprobes/enable" 0
equal "hits" "$(text mod | grep -c .)" 3
same mod nr r0
write $D ''

note "... of a module that is loaded again, built with other structures"
# Both names have the same length, so the replacement moves no bytes.
sed 's/test_layout2/test_layout1/g' "$(find /lib/modules/ -name test_layout2.ko)" >"$TMP/test_layout1.ko"
FIRE=/sys/module/test_layout1/parameters/fire
module test_layout1
append $D 't:hit test_layout_hit value=thing->value name=thing->name:string'
append $D 't:first test_layout_hit value=thing->first_only'
append $D 't:wide test_layout_hit wide=thing->wide'
append $D 'p:call test_layout_plain value=thing->value name=thing->name:string nr'
append $D 'p:first test_layout_plain value=thing->first_only'
write trace ''
write "$EV/kprobes/enable" 1
write "$EV/tracepoints/enable" 1
echo 1 >$FIRE
rmmod test_layout1
: >"$KTRACE/error_log"
insmod "$TMP/test_layout1.ko"
echo 1 >$FIRE
equal "hits" "$(text hit)" 'value=1000 name="a thing"
value=1000 name="a thing"'
equal "calls" "$(text call)" 'value=1000 name="a thing" nr=1
value=1000 name="a thing" nr=1'
equal "values without the module" "$(text first)" 'value=0
value=0'
equal "fields of another type" "$(text wide)" 'wide=77'
equal "error_log" "$(sed 's/^\[[^]]*\] //' "$KTRACE/error_log")" \
'trace_kprobe: error: the structure has no such member
  Command: p:kprobes/first test_layout_plain value=thing->first_only
                                                          ^
trace_fprobe: error: the structure has no such member
  Command: t:tracepoints/first test_layout_hit value=thing->first_only
                                                            ^
trace_fprobe: error: the event has other arguments
  Command: t:tracepoints/wide test_layout_hit wide=thing->wide
                                              ^'
note "... of the first build again: arguments that did not fit are recorded again"
rmmod test_layout1
: >"$KTRACE/error_log"
modprobe test_layout1
echo 1 >$FIRE
equal "hits" "$(text hit | uniq -c | sed 's/^ *//')" '3 value=1000 name="a thing"'
equal "values after a reload" "$(text first | grep -c .) $(text wide)" '4 wide=77
wide=77'
equal "error_log" "$(cat "$KTRACE/error_log")" ''
write "$EV/enable" 0
write $D ''

note "... while another module has functions of the same names"
append $D 'p:call test_layout_plain value=thing->value'
append $D 'p:two test_layout2:test_layout_plain'
write "$EV/kprobes/enable" 1
rmmod test_layout1
must modprobe test_layout2
append $D 'p:other test_layout2:test_layout_plain value=thing->value name=thing->name:string'
: >"$KTRACE/error_log"
modprobe test_layout1
equal "error_log" "$(cat "$KTRACE/error_log")" ''
append $D 'p:own test_layout1:test_layout_plain value=thing->value name=thing->name:string'
refused $D EADDRNOTAVAIL 'p:any test_layout_plain thing'
write trace ''
write "$EV/kprobes/enable" 1
echo 1 >$FIRE
echo 1 >/sys/module/test_layout2/parameters/fire
write "$EV/enable" 0
equal "calls" "$(text call) $(text own) $(text other)" \
	'value=1000 value=1000 name="a thing" value=1000 name="a thing"'
equal "calls of the other module" "$(grep -c ' two: ' "$KTRACE/trace")" 1
write $D ''
rmmod test_layout2

note "structures: passed by value they take the words of their contents"
append $D 't:hit test_layout_hit $arg* value=thing->value'
append $D 'p:mixed test_layout_mixed small pair nr $arg4 behind late'
append $D 'r:small test_layout_small $retval $arg*'
append $D 'r:packed test_layout_packed value=thing->value nr'
append $D 'p:big test_layout_big $arg* d=%di s=%si a=$arg1 value=thing->value'
append $D 'r:back test_layout_big $retval value=thing->value $arg2'
write trace ''
write "$EV/kprobes/enable" 1
write "$EV/tracepoints/enable" 1
echo 1 >$FIRE
write "$EV/enable" 0
text hit | grep -q '^thing=0x[0-9a-f]* pair=0x15 nr=1 value=1000$' || fail "$(text hit)"
equal "mixed" "$(text mixed)" 'small=0xc0000000b pair=0x15 nr=31 big=0x29 behind=51 late=71'
text small | grep -q '^arg1=0x1000003e8 thing=0x[0-9a-f]* nr=1$' || fail "$(text small)"
note "... returned in memory they shift all parameters by one word"
equal "packed" "$(text packed)" 'value=1000 nr=1'
same big thing s
same big a d
text big | grep -q ' nr=1 .* value=1000$' || fail "$(text big)"
text back | grep -q '^arg1=0x[0-9a-f]* value=1000 nr=1$' || fail "$(text back)"
equal "returned in" "$(text back | sed 's/.*arg1=\([^ ]*\) .*/\1/')" \
	"$(text big | sed 's/.* d=\([^ ]*\) .*/\1/')"
write $D ''

note "the lines of the file can be written back"
append $D 't:hit test_layout_hit $arg* $arg1->name:string'
append $D 'p:big test_layout_big $arg*'
append $D 'r:nm getname_flags $arg1:ustring $retval'
cat "$KTRACE/$D" >"$TMP/listed"
write $D ''
cat "$TMP/listed" >"$KTRACE/$D"
equal "listed" "$(cat "$KTRACE/$D")" "$(cat "$TMP/listed")"
note "removal by the line of the definition"
append $D '!t:hit test_layout_hit $arg* $arg1->name:string'
append $D '-:big test_layout_big $arg*'
refused $D ENOENT '!r:nm getname_flags $retval $arg1:ustring'
refused $D ENOENT '!r:nm getname_flags x=filename:ustring $retval'
refused $D ENOENT '!r:nm getname_flags $arg1:ustring'
append $D '!r:nm getname_flags $arg1:ustring arg2=$retval'
equal "left" "$(cat "$KTRACE/$D")" ''

note "refused lines"
# bad ERRNO LINE: check that LINE is refused; the ^ in LINE marks the faulty byte
bad()
{
	line=$(printf '%s' "$2" | tr -d '^')
	column=$(printf '%s' "${2%%^*}" | wc -c)
	: >"$KTRACE/error_log"
	refused $D "$1" "$line"
	equal "caret of '$line' in $(cat "$KTRACE/error_log")" \
		"$(tail -n 1 "$KTRACE/error_log" | wc -c)" $((column + 13))
	equal "events after '$line'" "$(cat "$KTRACE/$D")" ''
}

bad ENOENT 'p vfs_read ^hoge'
bad ENOENT 'p kfree ^$arg10'
bad ENOENT 'p vfs_read file->^nothing'
bad ENOENT 'p vfs_read file->f_path.^nothing'
bad EINVAL 'p vfs_read file^-.f_flags'
bad EINVAL 'p vfs_read file.^f_flags'
bad EINVAL 'p vfs_read count->^x'
bad EINVAL 'p vfs_read pos->^x'
bad EINVAL 'p vfs_read ^file:string'
bad EINVAL 'p vfs_read ^file->f_path'
bad EINVAL 'p vfs_read x=^$arg*'
bad EINVAL 'p vfs_read +0(^$arg*)'
bad EINVAL 'p vfs_read $arg* ^$arg*'
bad EINVAL 'p vfs_read+20 ^$arg*'
bad EINVAL 'p vfs_read +0(^file->f_flags)'
bad ENOENT 'r kfree ^$retval'
bad EINVAL 'r vfs_read $retval->^foo'
bad ENOENT 't sched_process_exec ^nothing'
bad ENOENT 't no_such_tracepoint ^$arg*'
must grep -q 'error: the types of this function or tracepoint are not known$' "$KTRACE/error_log"
bad EINVAL 't sched_process_exec p->comm:^string[2]'
bad EINVAL 'p test_layout_mixed ^other'
bad EINVAL 'p test_layout_mixed ^$arg*'
bad EINVAL 'r /bin/busybox:0x1000 ^$retval->x'
bad ENOENT 'p vfs_read (struct ^no_such *)%di->x'
must grep -q 'error: no such structure, union or type$' "$KTRACE/error_log"
bad ENOENT 'p vfs_read (union ^file *)%di->x'
bad ENOENT 'p vfs_read (struct inode *)file->^f_inode'
bad EINVAL 'p vfs_read ^(struct *)%di->x'
bad EINVAL 'p /bin/busybox:0x1000 (struct ^file *)%di->f_inode'

note "beside the event tracer: members of members"
must test -e /sys/kernel/tracing
. "$1/peer.sh"
line='p:two vfs_read ino=file->f_inode->i_ino dev=file->f_inode->i_sb->s_dev fl=file->f_flags name=file->f_path.dentry->d_name.name:string op=file->f_op pos=pos count=count'
for d in "$peer" "$KTRACE"; do
	echo "$line" >>"$d/kprobe_events" || fail "$d refuses $line"
	: >"$d/trace"
done
for d in "$peer" "$KTRACE"; do
	echo 1 >"$d/events/kprobes/two/enable"
done
# The shell reads by read(); cat would use sendfile().
read -r _ </etc/passwd
read -r _ <"$TMP/a_file"
for d in "$peer" "$KTRACE"; do
	echo 0 >"$d/events/kprobes/two/enable"
done
# The event tracer does not know the names of all tasks: compare their numbers.
for d in "$peer" "$KTRACE"; do
	grep -v '^#' "$d/trace" | sed -n 's/^ *.*-\([0-9]*\) .* two: ([^)]*) /\1 /p' >"$TMP/two.${d##*/}"
	echo '-:kprobes/two' >>"$d/kprobe_events"
done
must grep -q ' name="a_file" ' "$TMP/two.${KTRACE##*/}"
diff "$TMP/two.${peer##*/}" "$TMP/two.${KTRACE##*/}" || fail "the event tracer (<) reads other members"
note "$(grep -c . "$TMP/two.${KTRACE##*/}") records"
