# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: probes in programs are defined, enabled and removed while they are hit
# requires: uprobe_events program:uprobe_target cpus:2
# weight: 8

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

# hit NAME: succeed if the probe was hit
hit()
{
	[ "$(hits "$1")" -gt 0 ]
}

(
	while [ ! -e "$TMP/stop" ]; do
		uprobe_target threads 10 || exit 1
		uprobe_target fork 2 || exit 1
	done
) &
load=$!

mkdir "$KTRACE/instances/other"
rounds=6
! brief || rounds=3
for i in $(seq $rounds); do
	write uprobe_events "p:a $PROG:$(at target) %di +0(%si):string"
	append uprobe_events "r:b $PROG:$(at target) \$retval"
	append uprobe_events "p:c $PROG:$(at leaf) %di"
	append uprobe_events "r:d $PROG:$(at leaf) \$retval"
	append uprobe_events "p:e $PROG:$(at marker)($(at counter)) %di"
	echo 1 >"$KTRACE/events/uprobes/enable"
	echo 1 >"$KTRACE/instances/other/events/uprobes/a/enable"
	soon hit c || fail "no hit"
	cat "$KTRACE/trace" >/dev/null
	echo 0 >"$KTRACE/events/uprobes/c/enable"
	append uprobe_events '-:c'
	append uprobe_events "p:c $PROG:$(at leaf)"
	echo 1 >"$KTRACE/events/uprobes/c/enable"
	echo 0 >"$KTRACE/events/uprobes/enable"
	echo 0 >"$KTRACE/instances/other/events/uprobes/a/enable"
done
: >"$TMP/stop"
wait $load || fail "the load: $?"
rmdir "$KTRACE/instances/other"

note "after the load, all counts add up"
write uprobe_events "p:a $PROG:$(at target)"
append uprobe_events "r:b $PROG:$(at target)"
append uprobe_events "p:c $PROG:$(at leaf)"
append uprobe_events "r:d $PROG:$(at leaf)"
echo 1 >"$KTRACE/events/uprobes/enable"
must uprobe_target threads 20
echo 0 >"$KTRACE/events/uprobes/enable"
equal "hits" "$(hits a) $(hits b) $(hits c) $(hits d)" "40 40 40 40"
