# SPDX-License-Identifier: GPL-2.0
# description: strings and characters that a probe recorded stay within their line and their quotes
# requires: kprobe_events

write kprobe_events 'p:dir do_mkdirat name=+0(+0($arg2)):string last=+8(+0($arg2)):char comm=$comm'

# shown NAME TEXT: check that the record of mkdir NAME shows TEXT, in one line
shown()
{
	write trace ''
	echo 1 >"$KTRACE/events/kprobes/enable"
	mkdir "$1"
	echo 0 >"$KTRACE/events/kprobes/enable"
	rmdir "$1"
	equal "lines" "$(grep -vc '^#' "$KTRACE/trace")" 1
	equal "the name" "$(sed -n 's/.* name=\(.*\) last=.*/\1/p' "$KTRACE/trace")" "$2"
}

shown plain '"plain"'
shown "two
lines" '"two\nlines"'
shown 'tab	and\n' '"tab\tand\\n"'
shown 'a "quote"' '"a \"quote\""'
shown "$(printf '\033[31mred\177\303\244')" '"\33[31mred\177\303\244"'

note "a string cannot imitate other fields"
shown 'x" last=0 comm="y' '"x\" last=0 comm=\"y"'

note "a character argument is quoted"
shown "12345678'" "\"12345678'\""
grep -qF "last='\\''" "$KTRACE/trace" || fail "$(cat "$KTRACE/trace")"
shown "12345678
" '"12345678\n"'
grep -qF "last='\\n'" "$KTRACE/trace" || fail "$(cat "$KTRACE/trace")"

note "the name of a task, in front of the line and in it"
write kprobe_events 'p:opened do_sys_openat2 comm=$comm'
write trace ''
echo 1 >"$KTRACE/events/kprobes/enable"
# The shell opens the file itself.
sh -c 'printf "two\nlines" >/proc/$$/comm; : >opened'
echo 0 >"$KTRACE/events/kprobes/enable"
must_not grep -vq '^#\|^ *[^ ].*-[0-9]* *\[[0-9]*\] .*: opened: (.*) comm=".*"$' "$KTRACE/trace"
must grep -q ' two?lines-[0-9]* .*comm="two\\nlines"$' "$KTRACE/trace"

note "names of files, and strings in user memory read by a fetch for kernel memory"
write kprobe_events 'p:closed filp_close name=$arg1:%pD dentry=+0(%di):x64'
append kprobe_events 'p:killed dput $arg1:%pd'
append kprobe_events 'p:asked do_sys_openat2 name=+0(%si):string none=+0(\8):string'
write trace ''
echo 1 >"$KTRACE/events/kprobes/enable"
# The shell restores its output by dup2(), which closes the file by filp_close();
# close() does not call that function.
: >file_of_this_name
echo 0 >"$KTRACE/events/kprobes/enable"
must grep -q 'closed: (filp_close+.*) name="file_of_this_name" ' "$KTRACE/trace"
must grep -q 'killed: (dput+.*) arg1="file_of_this_name"$' "$KTRACE/trace"
must grep -q 'asked: (.*) name="file_of_this_name" none=(fault)$' "$KTRACE/trace"

note "strings that end at the end of a page, from each alignment"
# The longest path occupies a whole page, with the zero in the last byte.
path=$(printf '%4095s' "" | sed 's, ,/,g; s,//////////,/////a/../,g' | cut -c 1-4095)
for i in 0 1 2 3 4 5 6 7; do
	args="${args:-} t$i=+$((4000 + i))(+0(\$arg2)):string s$i=+$((4087 + i))(+0(\$arg2)):string"
done
write kprobe_events "p:long do_mkdirat $args cut=+3001(+0(\$arg2)):string end=+4095(+0(\$arg2)):string"
write trace ''
echo 1 >"$KTRACE/events/kprobes/enable"
mkdir "$path" 2>/dev/null || :
echo 0 >"$KTRACE/events/kprobes/enable"
args=
for i in 0 1 2 3 4 5 6 7; do
	args="$args t$i=\"$(echo "$path" | cut -c $((4001 + i))-)\""
	args="$args s$i=\"$(echo "$path" | cut -c $((4088 + i))-)\""
done
args="$args cut=\"$(echo "$path" | cut -c 3002-)\" end=\"\""
equal "the texts" "$(sed -n 's/.* long: ([^)]*)//p' "$KTRACE/trace")" "$args"

note "a path of any length, up to the room in the record: 3048 bytes, 4 of them for the length"
# opened N: print the record of a path of N bytes
opened()
{
	path=$(printf '/%0*d' $(($1 - 1)) 0 | sed 's,0000,/../,g')
	write trace ''
	write events/kprobes/enable 1
	mkdir "$path" 2>/dev/null || :
	write events/kprobes/enable 0
}
write kprobe_events 'p:path do_mkdirat u=+0($arg2):u8 name=+0(+0($arg2)):string'
for n in 255 256 900 3030; do
	opened $n
	equal "a path of $n bytes" "$(sed -n 's/.* name="\(.*\)"$/\1/p' "$KTRACE/trace")" "$path"
done
opened 3100
got=$(sed -n 's/.* name="\(.*\)"$/\1/p' "$KTRACE/trace")
[ ${#got} -ge 3030 ] && [ ${#got} -lt 3048 ] || fail "${#got} bytes of a path of 3100"
case $path in
"$got"*) ;;
*) fail "not the beginning: $got" ;;
esac
must grep -q 'field:__data_loc char\[\] name;' "$KTRACE/events/kprobes/path/format"

note "a long string leaves the other strings their share"
write kprobe_events 'p:path do_mkdirat a=+0(+0($arg2)):string b=+0(+0($arg2)):string c=$comm'
opened 3000
sed -n 's/.* a="\(.*\)" b="\(.*\)" c="mkdir"$/\1 \2/p' "$KTRACE/trace" >"$TMP/both"
read -r a b <"$TMP/both"
[ ${#a} -gt 2000 ] && [ ${#b} -ge 255 ] || fail "${#a} and ${#b} bytes"

note "filters compare the whole string"
write kprobe_events 'p:path do_mkdirat name=+0(+0($arg2)):string'
write events/kprobes/path/filter 'name ~ "*END"'
for n in 300 2000; do
	write trace ''
	write events/kprobes/enable 1
	mkdir "$(printf '/%0*d' "$n" 0 | sed 's,0000,/../,g')/END/END" 2>/dev/null || :
	write events/kprobes/enable 0
	equal "matches at $n bytes" "$(grep -c ': path: ' "$KTRACE/trace")" 1
done
