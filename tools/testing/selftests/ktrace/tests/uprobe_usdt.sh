# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the semaphore of a static probe counts the listeners, in each process of a program
# requires: uprobe_events program:uprobe_target

PROG=$(command -v uprobe_target)
uprobe_target where >"$TMP/where"

at()
{
	sed -n "s/^$1 //p" "$TMP/where"
}

hits()
{
	awk -v name="$1" '$2 == name { print $3 }' "$KTRACE/uprobe_profile"
}

equal "before" "$(uprobe_target marker)" off
write uprobe_events "p:one $PROG:$(at marker)($(at counter)) n=%di:s64"
append uprobe_events "p:two $PROG:$(at marker)($(at counter))"
equal "defined only" "$(uprobe_target marker)" off
note "two events share one semaphore; a definition without the semaphore is refused"
refused uprobe_events EINVAL "p:three $PROG:$(at marker)"
write events/uprobes/one/enable 1
equal "one listens" "$(uprobe_target marker)" on
uprobe_target quiet 7
write events/uprobes/two/enable 1
uprobe_target quiet 7
write events/uprobes/one/enable 0
equal "the other listens" "$(uprobe_target marker)" on
write events/uprobes/two/enable 0
equal "afterwards" "$(uprobe_target marker)" off
equal "hits" "$(hits one) $(hits two)" "14 7"
equal "numbers" "$(sed -n 's/.*: one: .* n=//p' "$KTRACE/trace" | tr '\n' ' ')" "0 1 2 3 4 5 6 0 1 2 3 4 5 6 "

note "a process that already runs"
mkfifo go
(read -r _ <go; exec uprobe_target marker) >told &
uprobe_target quiet 1
write events/uprobes/one/enable 1
echo >go
wait $!
write events/uprobes/one/enable 0
equal "the program of the process" "$(cat told)" on
