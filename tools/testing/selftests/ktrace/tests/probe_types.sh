# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: arrays of text and of bit-fields, and the names of addresses as text
# requires: kprobe_events uprobe_events
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# shown NAME: print the arguments in the records of NAME by children of the shell
shown()
{
	sed -n "s/.* $1: ([^)]*) //p" "$KTRACE/trace"
}

on()
{
	write trace ''
	write events/kprobes/enable 1
}

off_all()
{
	write events/kprobes/enable 0
}

note "an array of strings is an array of their addresses"
# The argument is a struct pt_regs, whose member si is argv.
must append kprobe_events 'p:argv __x64_sys_execve a=+u0(+104(%di)):ustring[3] one=+u0(+104(%di)):ustring[1] s=+u0(+u0(+104(%di))):string beyond=+u0(+104(%di)):ustring[4] n=\5:u8'
must append kprobe_events 'r:argvr __x64_sys_execve a=+u8(+104($arg1)):ustring[2] comm=$comm'
on
/bin/echo alpha 'be"ta' >"$TMP/out"
off_all
equal "arguments" "$(shown argv)" \
	'a={"/bin/echo","alpha","be\"ta"} one={"/bin/echo"} s="/bin/echo" beyond={"/bin/echo","alpha","be\"ta",(fault)} n=5'
# The memory of the old program is unmapped when the call returns.
shown argvr | grep -q '^a={.*,.*} comm="echo"$' || fail "$(shown argvr)"
must grep -q 'field:__data_loc char\[\]\[3\] a;	offset:16;	size:12;	signed:1;$' \
	"$KTRACE/events/kprobes/argv/format"
must grep -q 'print fmt: "(%lx) a={\\"%s\\",\\"%s\\",\\"%s\\"} one={\\"%s\\"} .*, __get_str(a\[0\]), __get_str(a\[1\]), __get_str(a\[2\]), __get_str(one\[0\]), __get_str(s)' \
	"$KTRACE/events/kprobes/argv/format"

note "a filter compares the first element"
write events/kprobes/argv/filter 'a == "/bin/echo"'
on
/bin/echo >"$TMP/out"
/bin/true
off_all
equal "filtered" "$(shown argv | wc -l)" 1
write kprobe_events ''

note "64 strings, as many as a record holds"
must append kprobe_events 'p:many __x64_sys_execve a=+u0(+104(%di)):ustring[64] l=+u0(+u0(+104(%di))):string'
on
/bin/echo $(seq 63) >"$TMP/out"
off_all
equal "many" "$(shown many)" "a={\"/bin/echo\",\"$(seq -s '","' 63)\"} l=\"/bin/echo\""
write kprobe_events ''

note "an array of bit-fields"
must append kprobe_events 'p:bits __x64_sys_execve b=+u0(+112(%di)):b4@4/8[5] x=+u0(+112(%di)):x8[5] w=+u0(+112(%di)):b12@10/32[2] y=+u0(+112(%di)):x32[2]'
on
/bin/echo >"$TMP/out"
off_all
shown bits | sed 's/[a-z]=//g; s/[{}]//g; s/,/ /g' >"$TMP/bits"
read -r b1 b2 b3 b4 b5 x1 x2 x3 x4 x5 w1 w2 y1 y2 <"$TMP/bits"
for i in 1 2 3 4 5; do
	eval "b=\$b$i x=\$x$i"
	equal "b4@4/8, element $i" "$((b))" "$((x >> 4))"
done
equal "b12@10/32" "$((w1)) $((w2))" "$((y1 >> 10 & 4095)) $((y2 >> 10 & 4095))"
[ "$((x1))" = 47 ] || fail "not a path: $(shown bits)"
write kprobe_events ''

note "names of files: an array of addresses of files"
# The offset of fdt in struct files_struct depends on the configuration: find it by the names.
: >file0
# files ARGUMENT...: record the arguments when a process has file0, file1 and file2 open
files()
{
	must append kprobe_events "p:fds dup_fd $*"
	on
	sh -c '/bin/true; :' <file0 >file1 2>file2
	off_all
}
files "$(for o in $(seq 16 8 200); do echo "o$o=+0(+8(+$o(%di))):%pD[3]"; done | xargs)"
fdt=$(shown fds | grep -o 'o[0-9]*={"file0","file1","file2"}' | sed 's/^o\([0-9]*\)=.*/\1/' | head -n 1)
[ -n "$fdt" ] || fail "at no offset: $(shown fds)"
note "fdt is at $fdt"
write kprobe_events ''
files "f=+0(+8(+$fdt(%di))):%pD[3] one=+8(+8(+$fdt(%di))):%pD[1] d=+16(+8(+8(+$fdt(%di)))):u8"
shown fds | grep -q '^f={"file0","file1","file2"} one={"file1"} d=' || fail "$(shown fds)"
write kprobe_events ''

note "names of directories: an array of addresses of dentries"
# bytes ADDRESS: print a hexadecimal address as escapes of printf, the lowest byte first
bytes()
{
	echo "$1" | sed 's/^0x//' | awk '{
		s = sprintf("%16s", $1)
		gsub(/ /, "0", s)
		for (i = 15; i > 0; i -= 2)
			print "0x" substr(s, i, 2)
	}' | while read -r byte; do
		printf '\\%03o' "$byte"
	done
}
# The dentries of the directories stay in memory. A write to a file of /proc/sys hands a copy
# in the kernel's memory to the file's function, which refuses what is no number.
must append kprobe_events 'p:made vfs_mkdir %dx:x64'
must append kprobe_events 'p:dentries proc_dointvec a=+0(%dx):%pd[2] three=+0(%dx):%pd[3] one=+8(%dx):%pd[1] raw=+0(%dx):x64[2]'
on
mkdir first_dir second_dir
shown made | sed 's/^arg1=//' >"$TMP/made"
equal "dentries" "$(grep -c '^0xffff' "$TMP/made")" 2
printf "$(bytes "$(sed -n 1p "$TMP/made")")$(bytes "$(sed -n 2p "$TMP/made")")$(bytes 0x10)" \
	>/proc/sys/kernel/panic 2>/dev/null && fail "/proc/sys/kernel/panic takes addresses"
off_all
rmdir first_dir second_dir
equal "names" "$(shown dentries)" \
	"a={\"first_dir\",\"second_dir\"} three={\"first_dir\",\"second_dir\",(fault)} one={\"second_dir\"} raw={$(xargs <"$TMP/made" | tr ' ' ,)}"
write kprobe_events ''

note "an address as text: symbol and offset"
must append kprobe_events 'p:sym do_mkdirat ip=%ip:symstr top=$stack0:symstr s=$stack0:symbol mem=+0(%sp):symstr two=+0(%sp):symstr[2] none=+0(\16):symstr zero=\0:symstr'
must append kprobe_events 'r:symr do_mkdirat at=+0(%sp):symstr a=$arg2:symstr'
on
mkdir d
off_all
rmdir d
shown sym | grep -q '^ip="do_mkdirat+0x[0-9a-f]*/0x[0-9a-f]*" top="[a-z_0-9]*+0x[0-9a-f]*/0x[0-9a-f]*" ' ||
	fail "$(shown sym)"
shown sym | grep -q ' none=(fault) zero="0x0"$' || fail "$(shown sym)"
shown sym | sed -n 's/.* top="\([^"]*\)" s=\([^ ]*\) mem="\([^"]*\)" two={"\([^"]*\)",.*/\1 \2 \3 \4/p' |
	awk '$1 != $2 || $1 != $3 || $1 != $4 { exit 1 } END { exit !NR }' || fail "$(shown sym)"
must grep -q 'field:__data_loc char\[\] ip;' "$KTRACE/events/kprobes/sym/format"

note "a filter on the symbol"
write events/kprobes/sym/filter 'ip ~ "do_mkdirat+*"'
write events/kprobes/symr/filter 'at ~ "do_mkdirat+*"'
on
mkdir d
off_all
rmdir d
equal "matches" "$(shown sym | wc -l)" 1
equal "does not" "$(shown symr | wc -l)" 0
write kprobe_events ''

note "refused: arrays of text that is not in memory, and in programs"
refused kprobe_events EINVAL 'p:no do_mkdirat %di:string[2]'
refused kprobe_events EINVAL 'p:no do_mkdirat %di:%pd[2]'
refused kprobe_events EINVAL 'p:no do_mkdirat %di:symstr[2]'
refused kprobe_events EINVAL 'p:no do_mkdirat $comm:symstr'
refused uprobe_events EINVAL 'p:no /bin/busybox:0 %di:symstr'
