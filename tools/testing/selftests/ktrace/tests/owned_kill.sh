# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: an owner that is killed at random moments leaves nothing, while its probes fire on two CPUs
# requires: dynamic_events instances owned_instances events/signal program:owned_storm program:uprobe_target cpus:2
# weight: 60
# parts: 4

S=events/signal/signal_generate
W=events/sched/sched_wakeup

rounds=40
! brief || rounds=20
[ -z "${SELFTEST_LONG:-}" ] || rounds=$(($(part_last 1000) - $(part_first 1000)))

tree()
{
	find "$KTRACE" | sort
	cat "$KTRACE/dynamic_events" "$KTRACE/set_event" "$KTRACE/$S/trigger"
	cat "$KTRACE/owned_instances" "$KTRACE/$S/enable" "$KTRACE/tracing_on" "$KTRACE/$W/trigger"
}

uprobe_target where >"$TMP/where"
target="$(command -v uprobe_target):$(sed -n 's/^target //p' "$TMP/where")"

# load CPU: pass all probes; with breaks, so that grace periods end
load()
{
	taskset -p "$1" "$(sh -c 'echo $PPID')" >/dev/null
	passes=0
	while [ ! -e "$TMP/stop" ]; do
		mkdir "$TMP/load$1" && rmdir "$TMP/load$1" && kill -CONT $$ && uprobe_target quiet 2 ||
			break
		passes=$((passes + 1))
		sleep 0.001
	done
	echo $passes >"$TMP/passes$1"
}

# put FILE LINE: it may be refused
put()
{
	printf '%s\n' "$2" >>"$KTRACE/$1" || :
}

# meddle: define things beside the owner, and on what the owner defines; drop some of them while
# the owner is killed
meddle()
{
	while [ ! -e "$TMP/stop" ]; do
		put dynamic_events 'p:other do_rmdir'
		put dynamic_events 'e:other_on kprobes.st_p'
		put $W/trigger 'enable_event:kprobes:st_p'
		put $W/trigger 'hist:keys=common_pid:size=256'
		put $W/trigger 'hist:keys=pid:size=256:onmatch(signal.signal_generate).trace(st_s,prio,pid)'
		put $W/trigger 'hist:keys=prio:m=pid:size=256:onmax($m).trace(st_s,prio,pid)'
		put events/kprobes/st_p/enable 1
		put $W/trigger '!hist:keys=prio:m=pid:size=256:onmax($m).trace(st_s,prio,pid)'
		put dynamic_events '-:other'
		put $W/trigger '!hist:keys=common_pid:size=256'
	done 2>/dev/null
}

load 1 &
load 2 &
tree >"$TMP/before"
meddle &
must owned_storm "$(part_seed)" $rounds "$KTRACE" "$target"
: >"$TMP/stop"
wait
for cpu in 1 2; do
	passes=$(cat "$TMP/passes$cpu")
	[ "$passes" -ge $rounds ] || fail "CPU mask $cpu passed the probes $passes times in $rounds rounds"
done
for event in st_p st_r st_u st_t; do
	grep -q " $event: " "$KTRACE/trace" || fail "$event was never hit"
done
tree >"$TMP/after"
diff "$TMP/before" "$TMP/after" >"$TMP/diff" || fail "left: $(head -n 5 "$TMP/diff")"
! dmesg | grep 'leaking uprobe' || fail "breakpoints are left in programs"
