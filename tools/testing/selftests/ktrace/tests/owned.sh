# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: definitions that an open file owns go when its last descriptor is closed, used or not
# requires: kprobe_events uprobe_events dynamic_events synthetic_events instances events/signal program:uprobe_target module:test_point
# weight: 20

D=dynamic_events
S=events/signal/signal_generate
W=events/sched/sched_wakeup

# own FILE: open FILE as descriptor 5, to own what is written to it
own()
{
	exec 5>>"$KTRACE/$1"
	say owned
}

# say LINE
say()
{
	printf '%s\n' "$1" >&5 || fail "refused: $1: $(tail -n 3 "$KTRACE/error_log")"
}

# drop: close descriptor 5
drop()
{
	exec 5>&-
}

# tree: names in the control tree, definitions, triggers, what is enabled, users of events. The
# files of each event that the kernel has from boot are left out: no definition adds to them, and
# a list of all takes seconds with KASAN. everything() has them.
tree()
{
	local system
	find "$KTRACE" -path "$KTRACE/events/*/*" -prune -print -o -print | sort
	for system in kprobes uprobes eprobes synthetic tracepoints; do
		[ ! -d "$KTRACE/events/$system" ] || find "$KTRACE/events/$system" | sort
	done
	cat "$KTRACE/$D" "$KTRACE/set_event" "$KTRACE/$S/trigger" "$KTRACE/$W/trigger"
	cat "$KTRACE/owned_instances" "$KTRACE/current_tracer" "$KTRACE/tracing_on"
	cat "$KTRACE/$S/enable" "$KTRACE/$W/enable"
}

# everything: all names in the control tree
everything()
{
	find "$KTRACE" | sort
}

# left WHAT: fail unless the tree is as it was in $TMP/before
left()
{
	tree >"$TMP/after"
	diff "$TMP/before" "$TMP/after" >"$TMP/diff" || fail "left of $1: $(head -n 5 "$TMP/diff")"
}

# hit: pass the probes
hit()
{
	cat /proc/self/stat >/dev/null
	mkdir "$TMP/hit"
	rmdir "$TMP/hit"
	sh -c 'kill -CONT $$'
}

append $D 'p:stays do_mkdirat'
hit
tree >"$TMP/before"
everything >"$TMP/first"

note "an open file without the request owns nothing"
exec 5>>"$KTRACE/kprobe_events"
say 'p:plain do_rmdir'
drop
must grep -qF p:kprobes/plain "$KTRACE/kprobe_events"
exec 5>>"$KTRACE/kprobe_events"
say 'p:first do_rmdir'
say '  owned '
say 'p:second do_rmdir'
drop
equal "definitions after the line \"owned\"" "$(cat "$KTRACE/$D")" "p:kprobes/stays do_mkdirat
p:kprobes/plain do_rmdir
p:kprobes/first do_rmdir"
append $D -:plain
append $D -:first
refused kprobe_events EINVAL 'owned by me'
refused owned_instances EINVAL loose

uprobe_target where >"$TMP/where"
target="$(command -v uprobe_target):$(sed -n 's/^target //p' "$TMP/where")"

# used GROUP/NAME: enable an event, set a trigger on it, and have triggers of another event
# switch it
used()
{
	write "events/$1/enable" 1
	append "events/$1/trigger" 'stacktrace:3'
	append "events/$1/trigger" 'hist:keys=common_pid:size=256'
	append $S/trigger "enable_event:$(echo "$1" | tr / :)"
}

note "every kind of dynamic event is removed: enabled, hit, with triggers, or enabled by triggers"
append $S/trigger 'stacktrace:0'
tree >"$TMP/before"
own $D
say 'p:own_p do_rmdir'
say 'r:own_r do_rmdir ret=$retval'
say "p:own_u $target"
say 's:own_s u64 lat; pid_t pid'
say 'e:own_e signal.signal_generate sig=$sig'
say 't:own_t signal_generate sig=$arg1:s32'
say 'e:own_on kprobes.own_r ret=$ret'
used kprobes/own_p
used kprobes/own_r
used uprobes/own_u
used eprobes/own_e
used eprobes/own_on
write events/tracepoints/own_t/enable 1
used synthetic/own_s
hit
uprobe_target quiet 3
for e in own_p own_r own_u own_e own_on own_t; do
	must grep -q ": $e: (" "$KTRACE/trace"
done
must [ "$(wc -l <"$KTRACE/$D")" = 8 ]
drop
left "$D"
must grep -q ': own_p: ' "$KTRACE/trace"
hit
append $S/trigger '!stacktrace:0'
tree >"$TMP/before"

note "the files of one kind of event"
for line in 'kprobe_events p:own_k do_rmdir' "uprobe_events p:own_u $target" \
	'synthetic_events own_s u64 lat'; do
	own "${line%% *}"
	say "${line#* }"
	must grep -q own_ "$KTRACE/$D"
	drop
	left "${line%% *}"
done

note "the last descriptor counts, also in another process"
own kprobe_events
say 'p:own_k do_rmdir'
exec 6>&5
drop
must grep -q own_k "$KTRACE/$D"
sleep 1000 &
child=$!
exec 6>&-
must grep -q own_k "$KTRACE/$D"
write events/kprobes/own_k/enable 1
kill -9 $child
wait $child 2>/dev/null || :
left "a child that was killed"

note "one of several probes of an event is removed; the event is removed with the last probe"
append kprobe_events 'p:both do_rmdir'
own kprobe_events
say 'p:both do_mkdirat'
write events/kprobes/both/enable 1
append events/kprobes/both/trigger 'stacktrace:2'
drop
equal "listed" "$(cat "$KTRACE/kprobe_events")" "p:kprobes/stays do_mkdirat
p:kprobes/both do_rmdir"
must grep -q stacktrace "$KTRACE/events/kprobes/both/trigger"
write trace ''
hit
equal "the other probe's records" "$(grep -c ': both: (do_rmdir' "$KTRACE/trace")" 1
equal "the removed probe's records" "$(grep -c ': both: (do_mkdirat' "$KTRACE/trace")" 0
append events/kprobes/both/trigger '!stacktrace'
write events/kprobes/both/enable 0
append kprobe_events -:both
own kprobe_events
say 'p:both do_rmdir'
append kprobe_events 'p:both do_mkdirat'
drop
must [ -e "$KTRACE/events/kprobes/both" ]
append kprobe_events -:both
left "an event with two probes"

note "two owners of one name: the second definition is refused, and each owns its own definitions"
own kprobe_events
say 'p:own_k do_rmdir'
exec 6>>"$KTRACE/kprobe_events"
echo owned >&6
echo 'p:own_k do_rmdir' >&6 2>/dev/null && fail "the same probe twice"
exec 6>&-
must grep -q own_k "$KTRACE/$D"
drop
left "two owners"

note "a definition that another task removed and created again no longer belongs to the owner"
own kprobe_events
say 'p:own_k do_rmdir'
append kprobe_events -:own_k
append kprobe_events 'p:own_k do_rmdir'
drop
must grep -q own_k "$KTRACE/$D"
append kprobe_events -:own_k
own synthetic_events
say 'own_s u64 lat'
write synthetic_events ''
drop
left "what another has removed"

note "event probes and triggers of other users on removed events are removed first; others stay"
append $S/trigger 'hist:keys=common_pid:s=sig:size=256'
before=$(cat "$KTRACE/$S/trigger")
own $D
say 'p:own_p do_rmdir'
say 's:own_s u64 sig'
append $D 'e:other kprobes.own_p'
append $D 'e:another eprobes.other'
append $D 'e:apart kprobes.stays'
write events/eprobes/other/enable 1
write events/eprobes/another/enable 1
append $W/trigger 'enable_event:kprobes:own_p'
append $W/trigger 'hist:keys=common_pid:v=$s:size=256:onmatch(signal.signal_generate).trace(own_s,$v)'
refused $D EBUSY '-:own_s'
hit
drop
equal "triggers" "$(cat "$KTRACE/$S/trigger" "$KTRACE/$W/trigger" | grep -v '^#')" "$before"
must grep -q apart "$KTRACE/$D"
append $D -:apart
append $S/trigger '!hist:keys=common_pid:s=sig:size=256'
left "what others have built on it"

note "triggers of every kind: only those set through the file are removed"
append $S/trigger 'traceoff if sig == 77'
tree >"$TMP/before"
own $S/trigger
say 'stacktrace:5'
say 'hist:keys=sig:size=256'
say 'enable_event:kprobes:stays:3'
say 'snapshot:1'
say 'hist:keys=common_pid:size=256:m=sig:onmax($m).snapshot()'
hit
must [ "$(grep -vc '^#' "$KTRACE/$S/trigger")" = 6 ]
append $S/trigger '!stacktrace'
drop
write events/kprobes/stays/enable 0
left "triggers"
append $D 's:for_hist u64 sig'
append $S/trigger 'hist:keys=common_pid:size=256'
own $W/trigger
say 'hist:keys=common_pid:size=256:onmatch(signal.signal_generate).trace(for_hist,sig)'
hit
drop
append $D -:for_hist
append $S/trigger '!hist:keys=common_pid:size=256'
left "a histogram, and the one that was made for its action"
append $S/trigger '!traceoff if sig == 77'

note "a removed event takes triggers with it whose file is open"
own kprobe_events
say 'p:own_k do_rmdir'
exec 6>>"$KTRACE/events/kprobes/own_k/trigger"
echo owned >&6
echo stacktrace >&6
exec 7>>"$KTRACE/$S/trigger"
echo owned >&7
echo 'enable_event:kprobes:own_k' >&7
drop
exec 6>&- 7>&-
tree >"$TMP/before"
must_not grep -q own_k "$TMP/before"

note "a probe whose module is not loaded"
modprobe test_point
own kprobe_events
say 'p:own_k test_point:fire_numbers'
write events/kprobes/own_k/enable 1
rmmod test_point
drop
modprobe test_point
must_not grep -q own_k "$KTRACE/$D"
rmmod test_point
modprobe test_point
own kprobe_events
say 'p:own_k test_point:fire_numbers'
write events/kprobes/own_k/enable 1
drop
must rmmod test_point
left "a probe in a module"
everything >"$TMP/last"
diff "$TMP/first" "$TMP/last" >"$TMP/diff" || fail "left at the end: $(head -n 5 "$TMP/diff")"
