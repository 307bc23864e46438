# SPDX-License-Identifier: GPL-2.0
# description: arguments have the values with which the traced function was called
# requires: kprobe_events
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

file=$TMP/a_file_name
echo hello >"$file"

# lines NAME: print the arguments in the records of our file
lines()
{
	grep "$file\"" "$KTRACE/trace" | grep " $1: (" | sed 's/.*) //'
}

write kprobe_events 'p:entry do_sys_openat2 dfd=$arg1:s32 path=+0($arg2):ustring si=%si flags=+0($arg3):u64 first=+u0(%si):char two=+u0(a1):x8[2]'
append kprobe_events 'r:ret do_sys_openat2 rv:s64 path=+u0($arg2):string comm=$comm nr=\42:u8 kernel=+0($arg2):string'
append kprobe_events 'r:name getname_flags.part.0 +0(+0($retval)):string' 2>/dev/null || :
append kprobe_events 'p:stack do_sys_openat2 s0 $stack0 $stack +0($stack) ra:symbol path=+0(%si):ustring b=%si:b8@4/16 c=%si:x16'
echo 1 >"$KTRACE/events/kprobes/enable"
cat "$file" >/dev/null
echo 0 >"$KTRACE/events/kprobes/enable"

first=$(printf '%d' "'${file%"${file#?}"}")
case $(lines entry) in
"dfd=-100 path=\"$file\" si=0x"*" flags="*" first='/' two={0x2f,0x"*"}") ;;
*) fail "entry: $(lines entry)" ;;
esac
equal "first byte" "$first" 47

# A wrong kernel address of user memory is read as a user address.
set -- $(lines ret)
case $1 in
arg1=[3-9]) ;;
*) fail "return value: $*" ;;
esac
shift
equal "return" "$*" "path=\"$file\" comm=\"cat\" nr=42 kernel=\"$file\""

set -- $(lines stack)
equal "both forms of the stack's top" "${1#*=}" "${2#*=}"
equal "the stack's top, from memory" "${1#*=}" "${4#*=}"
case $5 in
arg5=*+0x*/0x*) ;;
*) fail "return address: $5" ;;
esac
c=${8#c=}
equal "bit-field" "$((${7#b=}))" "$((c >> 4 & 255))"

note "the probed address is shown with symbol, offset and size"
grep -q 'entry: (do_sys_openat2+0x[04]/0x[0-9a-f]*) dfd' "$KTRACE/trace" ||
	fail "$(grep entry: "$KTRACE/trace" | head -n 1)"
grep -q 'ret: ([a-z_0-9]*+0x[0-9a-f]*/0x[0-9a-f]* <- do_sys_openat2) arg1' \
	"$KTRACE/trace" || fail "$(grep ret: "$KTRACE/trace" | head -n 1)"

note "as many registers as a short record holds, and one more"
: >"$KTRACE/kprobe_events"
: >"$KTRACE/trace"
for n in 12 13; do
	args=
	for i in $(seq $n); do
		args="$args r$i=%si:x64"
	done
	append kprobe_events "p:regs$n do_sys_openat2$args"
	append kprobe_events "r:back$n do_sys_openat2$(echo "$args" | sed 's/%si/$retval/g')"
done
echo 1 >"$KTRACE/events/kprobes/enable"
cat "$file" >/dev/null
echo 0 >"$KTRACE/events/kprobes/enable"
for n in 12 13; do
	for name in regs$n back$n; do
		grep " $name: (" "$KTRACE/trace" | tail -n 1 | sed 's/.*) //' | tr ' ' '\n' |
			sed 's/.*=//' >"$TMP/values"
		equal "$name: values" "$(wc -l <"$TMP/values")" "$n"
		equal "$name: different ones" "$(sort -u "$TMP/values" | wc -l)" 1
	done
done

note "many long strings share the room: each is truncated"
: >"$KTRACE/kprobe_events"
: >"$KTRACE/trace"
args=
for i in $(seq 20); do
	args="$args s$i=+0(\$arg2):ustring"
done
write kprobe_events "p:many do_sys_openat2$args"
echo 1 >"$KTRACE/events/kprobes/many/enable"
long=$(printf '%0300d' 0)
cat "/$long" 2>/dev/null || :
echo 0 >"$KTRACE/events/kprobes/many/enable"
line=$(grep " s1=\"/0000" "$KTRACE/trace")
[ -n "$line" ] || fail "no record of a long name"
s1=${line#*s1=\"}
s1=${s1%%\"*}
# Each string has (3048 bytes - 20 lengths of 4) / 20 bytes, a multiple of 4, including
# the zero.
[ ${#s1} -ge 147 ] && [ ${#s1} -lt 300 ] || fail "${#s1} bytes of the first string"
s20=${line#*s20=\"}
s20=${s20%%\"*}
[ ${#s20} -ge 147 ] && [ ${#s20} -lt 300 ] || fail "${#s20} bytes of the last string"
