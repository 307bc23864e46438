# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: an event probe records fields of another event, whoever else uses that event
# requires: dynamic_events eprobe_profile events/syscalls/sys_enter_chdir instances

D=dynamic_events
EP=$KTRACE/events/eprobes

# text NAME: print the text behind the name in the records of NAME
text()
{
	sed -n "s/.* $1: //p" "$KTRACE/trace"
}

# define LINE: replace all definitions by LINE, and enable the event
define()
{
	write trace ''
	append $D "$1"
	name=${1#*:}
	write "$EP/${name%% *}/enable" 1
}

# done_with NAME: disable and remove the event
done_with()
{
	write "$EP/$1/enable" 0
	append $D "-:$1"
}

note "arguments of a system call: numbers, and strings in user memory"
# shellcheck disable=SC2016
define 'e:one syscalls/sys_enter_chdir nr=$__syscall_nr:s32 file=+0($filename):ustring'
(cd /proc) # the shell itself
equal "listed" "$(cat "$KTRACE/$D")" \
	'e:eprobes/one syscalls.sys_enter_chdir nr=$__syscall_nr:s32 file=+0($filename):ustring'
equal "recorded" "$(text one)" '(syscalls.sys_enter_chdir) nr=80 file="/proc"'
equal "the other is not" "$(grep -c sys_chdir "$KTRACE/trace")" 0
equal "enable of the other" "$(cat "$KTRACE/events/syscalls/sys_enter_chdir/enable")" 0
equal "trigger of the other" "$(grep -vc '^#' "$KTRACE/events/syscalls/sys_enter_chdir/trigger")" 0
equal "profile" "$(awk '{ print $1, $2, $3 }' "$KTRACE/eprobe_profile")" "one 1 0"
grep -q 'field:s32 nr;.offset:8;.size:4;.signed:1;' "$EP/one/format" || fail "$(cat "$EP/one/format")"
grep -qF 'print fmt: "(syscalls.sys_enter_chdir) nr=' "$EP/one/format" || fail "print fmt"
done_with one
must_not [ -e "$EP/one" ]
(cd /proc)
equal "nothing any more" "$(grep -c . "$KTRACE/eprobe_profile")" 0

note "strings in the record: of fixed and variable length, and part of a string"
# shellcheck disable=SC2016
define 'e:exec sched.sched_process_exec path=$filename file=+0($filename):string part=+5($filename):string pid=$pid:s32 own=$common_pid:s32 c=+1($filename):char comm=$comm type=$common_type:u16'
/bin/true
want="(sched.sched_process_exec) path=\"/bin/true\" file=\"/bin/true\" part=\"true\""
text exec | sed -n 's/ pid=.*//p' | grep -qxF "$want" || fail "$(text exec)"
id=$(cat "$KTRACE/events/sched/sched_process_exec/id")
text exec | grep -q " c='b' comm=\"true\" type=$id\$" || fail "$(text exec)"
text exec | sed -n 's/.*pid=\(.*\) own=\(.*\) c=.*/\1 \2/p' | awk '$1 != $2 { exit 1 }' ||
	fail "$(text exec)"
done_with exec

note "a string of any length, up to the room in the record: 3048 bytes, 4 of them for the length"
# opened N NAME: make a directory with a path of N bytes while the event NAME is enabled; set
# "path" to the path, and "got" to the text of the record
opened()
{
	path=$(printf '/%0*d' $(($1 - 1)) 0 | sed 's,0000,/../,g')
	write trace ''
	write "$EP/$2/enable" 1
	mkdir "$path" 2>/dev/null || :
	write "$EP/$2/enable" 0
	got=$(text "$2" | sed 's/.* name="\(.*\)"$/\1/')
}
# From memory at an address in the source's record, and from a string in that record.
append $D 'e:path syscalls.sys_enter_mkdir name=+0($pathname):ustring'
append $D 'p:dir do_mkdirat name=+0(+0($arg2)):string'
append $D 'e:copy kprobes.dir name=$name'
for name in path copy; do
	for n in 255 256 900 3030; do
		opened $n $name
		equal "$name: a path of $n bytes" "$got" "$path"
	done
	opened 3100 $name
	[ ${#got} -ge 3030 ] && [ ${#got} -lt 3048 ] || fail "$name: ${#got} bytes of a path of 3100"
	case $path in
	"$got"*) ;;
	*) fail "$name: not the beginning: $got" ;;
	esac
done
write $D ''

note "the probe records the same whether or not the source event is recorded"
# hits NAME: print the records of a shell that performs various operations
hits()
{
	write trace ''
	sh -c 'cd /proc; exec 6>&1; cd /absent 2>/dev/null; exec 7>&6; cd /sys; umask 0765; umask 0' 2>/dev/null
	text "$1"
}

for line in 'e:both syscalls.sys_enter_chdir p=+0($filename):ustring q=\5:u8 c=$comm part=+1($filename):x8[3]' \
	    'e:both syscalls.sys_exit_chdir r=$ret r32=$ret:s32 low=$ret:b4@2/32 text=\"ab"' \
	    'e:both syscalls.sys_enter_dup2 $oldfd $newfd' \
	    'e:both syscalls.sys_enter_dup2 a=$oldfd:s32 b=$newfd:u8 if newfd == 7 || newfd == 6' \
	    'e:both syscalls.sys_enter_dup2 a=$oldfd:s32 if newfd == 7 && COMM == "sh"' \
	    'e:both raw_syscalls.sys_exit r=$ret:s32 if ret == 501' \
	    'e:both syscall.chdir r=$ret:s64 p=+0($filename_ptr):ustring' \
	    'e:both syscall.chdir r=$ret:s64 if ret < 0'; do
	define "$line"
	hits both >"$TMP/alone"
	base=$(echo "$line" | sed 's/.*both \([a-z_]*\)[.]\([a-z_0-9]*\).*/\1\/\2/')
	write "events/$base/enable" 1
	hits both >"$TMP/beside"
	write "events/$base/enable" 0
	cmp -s "$TMP/alone" "$TMP/beside" ||
		fail "$line: alone: $(cat "$TMP/alone") beside: $(cat "$TMP/beside")"
	grep -q . "$TMP/alone" || fail "$line: nothing was recorded"
	equal "missed" "$(awk '{ print $1, $3 }' "$KTRACE/eprobe_profile")" "both 0"
	done_with both
done

note "if CONDITION selects hits"
# shellcheck disable=SC2016
define 'e:some syscalls.sys_enter_dup2 a=$oldfd:s32 b=$newfd:s32 if newfd == 7 || newfd == 8'
equal "listed" "$(cat "$KTRACE/$D")" \
	'e:eprobes/some syscalls.sys_enter_dup2 a=$oldfd:s32 b=$newfd:s32 if newfd == 7 || newfd == 8'
sh -c 'exec 6>&1 7>&1 8>&1'
equal "b" "$(text some | sed 's/.*b=//' | tr '\n' ' ')" "7 8 "
note "the probe's own filter and trigger"
write "$EP/some/filter" 'b == 8'
write trace ''
sh -c 'exec 6>&1 7>&1 8>&1'
equal "b" "$(text some | sed 's/.*b=//' | tr '\n' ' ')" "8 "
write "$EP/some/filter" 0
done_with some

note "in an instance, while the top instance filters the source event"
must mkdir "$KTRACE/instances/ep"
# shellcheck disable=SC2016
append $D 'e:inst syscalls.sys_enter_chdir p=+0($filename):ustring'
write events/syscalls/sys_enter_chdir/filter 'filename == 0'
write events/syscalls/sys_enter_chdir/enable 1
write set_event_pid 1
write "$KTRACE/instances/ep/events/eprobes/inst/enable" 1
(cd /sys)
write "$KTRACE/instances/ep/events/eprobes/inst/enable" 0
write events/syscalls/sys_enter_chdir/enable 0
write events/syscalls/sys_enter_chdir/filter 0
write set_event_pid ''
equal "in the instance" "$(grep -c 'inst: (syscalls.sys_enter_chdir) p="/sys"' \
			   "$KTRACE/instances/ep/trace")" 1
equal "at the top" "$(text inst)" ''
rmdir "$KTRACE/instances/ep"
append $D '-:inst'

note "a probe on an event probe, and on a kprobe"
# shellcheck disable=SC2016
append $D 'p:kp do_mkdirat mode=%dx:u16'
append $D 'e:e1 kprobes.kp m=$mode:u16'
append $D 'e:e2 eprobes.e1 n=$m:u32'
append $D 'e:e3 eprobes.e2 o=$n:u64'
refused $D EINVAL 'e:e4 eprobes.e3'
must grep -q 'error: events stand on one another too deep$' "$KTRACE/error_log"
write "$EP/e3/enable" 1
write trace ''
mkdir "$TMP/dir"
equal "the third" "$(text e3)" "(eprobes.e2) o=$((0777))"
note "an event with event probes on it cannot be removed"
refused $D EBUSY '-:kp'
refused $D EBUSY '-:e1'
refused kprobe_events EBUSY '-:kp'
refused $D EBUSY '-:e3'
write "$EP/e3/enable" 0
refused $D EBUSY '-:e1'
equal "all there" "$(grep -c . "$KTRACE/$D")" 4
write $D ''
equal "remaining definitions" "$(grep -c . "$KTRACE/$D")" 0

note "removal by name, group, source event and arguments"
for how in eprobes/x 'x syscalls/sys_enter_chdir' 'x syscalls.sys_enter_chdir a=$filename' \
	   'eprobes/x syscalls/sys_enter_chdir a=$filename if filename != 0'; do
	# shellcheck disable=SC2016
	append $D 'e:x syscalls.sys_enter_chdir a=$filename if filename != 0'
	refused $D ENOENT "-:y syscalls/sys_enter_chdir"
	refused $D ENOENT "-:x syscalls/sys_enter_fchdir"
	refused $D ENOENT "-:x syscalls/sys_enter_chdir b=\$filename"
	append $D "-:$how"
	equal "gone by $how" "$(cat "$KTRACE/$D")" ''
done

note "a source event in a module: while the module is not loaded the probe records nothing"
module test_tracepoint
append $D 'e:mod test_tracepoint.test_tracepoint_hit'
write "$EP/mod/enable" 1
rmmod test_tracepoint
write "$EP/mod/enable" 0
write "$EP/mod/enable" 1
modprobe test_tracepoint
write "$EP/mod/enable" 0
append $D '-:mod'

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
bad EINVAL 'e ^sched'
bad ENODEV 'e ^sched.nothing'
bad EINVAL 'e ^ftrace.print'
must grep -q 'error: no event can stand on this one$' "$KTRACE/error_log"
# shellcheck disable=SC2016
{
	bad EEXIST 'e:sched/^sched_switch sched.sched_waking'
	bad EINVAL 'e:x sched.sched_waking ^$nothing'
	bad EINVAL 'e:x sched.sched_waking ^%di'
	bad EINVAL 'e:x sched.sched_waking ^a0'
	bad EINVAL 'e:x sched.sched_waking $comm:^u8'
	bad EINVAL 'e:x sched.sched_waking ^$stack'
	bad EINVAL 'e:x sched.sched_waking $pid:^string'
	bad EINVAL 'e:x sched.sched_process_exec $filename:^u32'
	bad EINVAL 'e:x sched.sched_waking pid=$pid if ^'
	bad EINVAL 'e:x sched.sched_waking pid=$pid if nothing ^== 1'
	bad EINVAL 'e^5:x sched.sched_waking'
}
