# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: an event of several probes in a program: appended and removed, all hits counted
# requires: uprobe_events uprobe_profile program:uprobe_target

PROG=$(command -v uprobe_target)
uprobe_target where >"$TMP/where"
U=uprobe_events
EV=$KTRACE/events/uprobes

# at NAME: print the offset of NAME in the program's file
at()
{
	sed -n "s/^$1 //p" "$TMP/where"
}

# values NAME: print how many records of the event have each value
values()
{
	sed -n "s/.* $1: .* v=//p" "$KTRACE/trace" | sort -n | uniq -c | awk '{ printf "%s*%s ", $1, $2 }'
}

# profile: print the hits of all probes, in order
profile()
{
	awk '{ printf "%s %s;", $2, $3 }' "$KTRACE/uprobe_profile"
}

note "two probes with one name are one event; one more is added while the event is enabled"
write $U "p:two $PROG:$(at target) v=\\1:u8"
append $U "p:two $PROG:$(at leaf) v=\\2:u8"
write "$EV/two/enable" 1
uprobe_target quiet 3
uprobe_target map 2
equal "records" "$(values two)" "3*1 2*2 "
append $U "p:two $PROG:$(at target) v=\\3:u8"
uprobe_target quiet 1
equal "records" "$(values two)" "4*1 2*2 1*3 "
equal "profile" "$(profile)" "two 4;two 2;two 1;"

note "the first probe is removed while the event is enabled; the others are removed with the event"
append $U "-:two $PROG:$(at target) \\1:u8"
uprobe_target quiet 2
uprobe_target map 1
equal "records" "$(values two)" "4*1 3*2 3*3 "
equal "profile" "$(profile)" "two 3;two 3;"
refused $U EBUSY '-:two'
refused $U ENOENT "-:two $PROG:$(at target) \\1:u8"
write "$EV/two/enable" 0
uprobe_target quiet 1
append $U '-:two'
equal "nothing" "$(cat "$KTRACE/$U")" ''
must_not [ -e "$EV/two" ]
equal "records" "$(values two)" "4*1 3*2 3*3 "

note "a probe is refused at its mapped instruction: no probe of the event is armed"
write $U "p:odd $PROG:$(at target) v=\\1:u8"
append $U "p:odd $PROG:$(at odd) v=\\2:u8"
mkfifo go told
uprobe_target hold <go >told &
exec 4>go
read -r _ <told
refused events/uprobes/odd/enable EOPNOTSUPP 1
append $U "-:odd $PROG:$(at odd)"

note "an event that cannot be enabled does not prevent enabling others; the error names it"
append $U "p:first $PROG:$(at target)"
append $U "p:bad $PROG:$(at odd)"
append $U "p:last $PROG:$(at target)"
# others WHAT: check that the other events are enabled, and that the write reports why
# one is not
others()
{
	equal "$1: enabled" "$(cat "$EV/first/enable" "$EV/bad/enable" "$EV/last/enable" |
		tr -d '\n')" 101
	equal "$1: in error_log" "$(grep -A 1 'enable: error: Not supported' "$KTRACE/error_log" |
		grep -c '^  Command: uprobes:bad$')" 1
	write events/enable 0
	write error_log ''
}
write error_log ''
refused events/uprobes/enable EOPNOTSUPP 1
equal "all" "$(cat "$KTRACE/events/uprobes/enable")" X
others "a system"
refused events/enable EOPNOTSUPP 1
others "all"
refused set_event EOPNOTSUPP 'uprobes:*'
others "by name"
append $U '-:first'
append $U '-:bad'
append $U '-:last'

write "$EV/odd/enable" 1
refused $U EOPNOTSUPP "p:odd $PROG:$(at odd) v=\\2:u8"
exec 4>&-
wait $!
write trace ''
uprobe_target quiet 2
equal "records" "$(values odd)" "2*1 "
write "$EV/odd/enable" 0
write $U ''

note "text of the records"
write $U "p:said $PROG:$(at target) t=\\\"some\" n=%di:u8"
write "$EV/said/enable" 1
write trace ''
uprobe_target quiet 1
equal "record" "$(sed -n 's/.* said: ([^)]*) //p' "$KTRACE/trace")" 't="some" n=0'
write "$EV/said/enable" 0
write $U ''

note "probes are added and removed while they are hit"
write $U "p:busy $PROG:$(at target) v=\\1:u8"
write "$EV/busy/enable" 1
write trace ''
(while [ ! -e "$TMP/stop" ]; do uprobe_target quiet 20; : >"$TMP/begun"; done) &
for _ in $(seq 10); do
	append $U "p:busy $PROG:$(at target) v=\\2:u8"
	append $U "r:other $PROG:$(at target) v=\$retval:u8"
	append $U "-:busy $PROG:$(at target) v=\\2:u8"
	append $U "-:other"
done
soon [ -e "$TMP/begun" ]
: >"$TMP/stop"
wait
write "$EV/busy/enable" 0
equal "hits" "busy $(grep -c 'busy: .* v=1$' "$KTRACE/trace");" "$(profile)"
