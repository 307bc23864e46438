# SPDX-License-Identifier: GPL-2.0
# description: triggers act once, or always, on the hits that their filter accepts, recorded or not
# requires: kprobe_events synthetic_events snapshot instances events/syscall/chmod/trigger
# shellcheck shell=sh

EV=$KTRACE/events

: >"$TMP/file"

# calls N: make N calls of chmod() with this mode, which no other program uses
calls()
{
	for _ in $(seq "$1"); do
		chmod 640 "$TMP/file"
	done
}

seen()
{
	grep -c -- "$1" "$KTRACE/${2:-trace}" || :
}

S=events/syscall/chmod
T=$S/trigger

# trigger: print the triggers, without comments
trigger()
{
	grep -v '^#' "$KTRACE/${1:-$T}" || :
}

note "without triggers, the file lists the kinds of triggers in comments"
equal "idle" "$(trigger)" ""
must grep -q '^# traceon traceoff snapshot stacktrace enable_event disable_event' "$KTRACE/$T"
equal "enable" "$(cat "$KTRACE/$S/enable")" 0

note "traceoff: the triggering record is the last one; the event need not be enabled"
write $T 'traceoff:1'
equal "set" "$(trigger)" "traceoff:count=1"
equal "soft" "$(cat "$KTRACE/$S/enable")" '0*'
equal "not recorded" "$(seen 'chmod(')" 0
calls 1
equal "off" "$(cat "$KTRACE/tracing_on")" 0
equal "left" "$(trigger)" "traceoff:count=0"
write tracing_on 1
calls 1
equal "spent" "$(cat "$KTRACE/tracing_on")" 1
write $T '!traceoff:count=0'
equal "removed" "$(trigger)" ""
equal "no longer soft" "$(cat "$KTRACE/$S/enable")" 0
equal "nothing was recorded" "$(seen 'chmod(')" 0

write $S/enable 1
write $T 'traceoff'
equal "soft and on" "$(cat "$KTRACE/$S/enable")" '1*'
calls 3
equal "records" "$(seen 'chmod(')" 1
write $T '!traceoff'
equal "still on" "$(cat "$KTRACE/$S/enable")" 1

note "traceon: the triggering record is the first one; a hit counts only if it changes the state"
write trace ''
write tracing_on 0
write $T 'traceon:5'
calls 3
equal "on" "$(cat "$KTRACE/tracing_on")" 1
equal "left" "$(trigger)" "traceon:count=4"
equal "records" "$(seen 'chmod(')" 3
write $T '!traceon'
write $S/enable 0

note "a condition of the trigger, independent of the event's filter"
write trace ''
write $S/filter 'mode == 99'
write $S/enable 1
write $T 'traceoff if mode == 77'
calls 1
equal "not for others" "$(cat "$KTRACE/tracing_on")" 1
write $T '!traceoff if mode == 77'
write $T 'traceoff if mode == 0640 && comm == "chmod"'
equal "set" "$(trigger)" 'traceoff:unlimited if mode == 0640 && comm == "chmod"'
calls 1
equal "for this one" "$(cat "$KTRACE/tracing_on")" 0
equal "its record is not wanted" "$(seen 'chmod(')" 0
write $T '!traceoff'
write $S/filter 0
write $S/enable 0
write tracing_on 1

note "stacktrace: stops after its count"
write trace ''
write kprobe_events 'p:prio chmod_common'
K=events/kprobes/prio
write $K/trigger 'stacktrace:2'
write $K/enable 1
calls 3
write $K/enable 0
write $K/trigger '!stacktrace'
equal "stacks" "$(seen '<stack trace>')" 2
equal "of this function" "$(seen '^ => chmod_common')" 2
equal "from there" "$(seen '^ => do_syscall_64')" 2
equal "functions of ktrace in stacks" "$(seen '^ => .*ktrace')" 0
equal "records" "$(seen ' prio: ')" 3

note "snapshot: contains the triggering record; the count limits the snapshots"
write trace ''
write $K/enable 1
write snapshot 0
must grep -q 'Snapshot is freed' "$KTRACE/snapshot"
write $K/trigger 'snapshot:1'
must grep -q 'Snapshot is allocated' "$KTRACE/snapshot"
calls 2
soon has_lines "$KTRACE/snapshot" 1 ' prio: '
write $K/enable 0
write $K/trigger '!snapshot'
equal "set aside" "$(seen ' prio: ' snapshot)" 1
equal "after that" "$(seen ' prio: ')" 1
write snapshot 0

note "snapshot: hits during a snapshot cause one more snapshot afterwards"
write trace ''
M=events/ftrace/print
write $M/trigger 'snapshot if buf ~ "take*"'
missed=$(grep 'Snapshots missed' "$KTRACE/snapshot" || :)
# One program makes two writes in quick succession.
{ echo "take 1"; echo "take 2"; } >"$KTRACE/trace_marker"
equal "the second" "$(seen 'take 2' snapshot)" 1
equal "left" "$(seen 'take')" 0
equal "missed" "$(grep 'Snapshots missed' "$KTRACE/snapshot" || :)" "$missed"
write $M/trigger '!snapshot'
write snapshot 0

note "triggers are listed newest first, histograms behind them in the order of writing"
append $T 'hist:keys=mode'
append $T stacktrace:5
append $T traceon:0
append $T 'hist:keys=comm'
append $T "enable_event:kprobes:${K##*/}:0"
append $T traceoff:0
equal "listed" "$(trigger)" "traceoff:count=0
enable_event:kprobes:${K##*/}:count=0
traceon:count=0
stacktrace:count=5
hist:keys=mode:vals=hitcount:sort=hitcount:size=2048 [active]
hist:keys=comm:vals=hitcount:sort=hitcount:size=2048 [active]"
append $T !stacktrace
append $T stacktrace:6
equal "set again" "$(trigger | head -n 1)" stacktrace:count=6
for line in traceoff traceon stacktrace "enable_event:kprobes:${K##*/}" hist:keys=mode hist:keys=comm
do
	append $T "!$line"
done
equal "remaining lines" "$(trigger)" ""

note "O_TRUNC removes histograms, and triggers that enable histograms"
append $T traceoff:0
append $T "disable_hist:kprobes:${K##*/}"
append $T hist:keys=mode
: >"$KTRACE/$T"
equal "left" "$(trigger)" traceoff:count=0
append $T !traceoff

note "triggers nested too deep do not act, and a comment shows their number"
for c in 1 2 3 4 5; do
	append synthetic_events "chain$c u64 n"
done
for c in 1 2 3 4; do
	write events/synthetic/chain$c/trigger \
		"hist:keys=common_pid:m=n:onchange(\$m).chain$((c + 1))(\$m)"
done
write events/synthetic/chain5/trigger 'hist:keys=common_pid'
write $T 'hist:keys=common_pid:m=mode:onchange($m).chain1($m) if mode == 0640'
calls 2
N=events/synthetic/chain4
must grep -q '^# missed 2 times: inside of 4 other triggers$' "$KTRACE/$N/trigger"
must grep -q '^    Nested too deep: 2$' "$KTRACE/$N/hist"
must_not grep -q 'too deep' "$KTRACE/events/synthetic/chain3/hist"
equal "counted before" "$(sed -n 's/^ *Hits: //p' "$KTRACE/events/synthetic/chain3/hist")" 2
equal "not done" "$(sed -n 's/^ *Hits: //p' "$KTRACE/events/synthetic/chain5/hist")" 0
write $T '!hist:keys=common_pid:m=mode:onchange($m).chain1($m) if mode == 0640'
for c in 1 2 3 4 5; do
	: >"$KTRACE/events/synthetic/chain$c/trigger"
done
: >"$KTRACE/synthetic_events"

note "enable_event and disable_event: the other event is soft-enabled at once"
write trace ''
write $K/trigger "enable_event:syscall:chmod:1"
equal "the other" "$(cat "$KTRACE/$S/enable")" '0*'
equal "set" "$(trigger $K/trigger)" "enable_event:syscall:chmod:count=1"
equal "before" "$(seen ': chmod(')" 0
calls 1
equal "on" "$(cat "$KTRACE/$S/enable")" '1*'
calls 2
equal "records" "$(seen ': chmod(')" 3
write $K/trigger "disable_event:syscall:chmod"
write $K/trigger "!enable_event:syscall:chmod"
calls 1
equal "off" "$(cat "$KTRACE/$S/enable")" '0*'
equal "records" "$(seen ': chmod(')" 3
write $K/trigger "!disable_event:syscall:chmod"
equal "gone" "$(cat "$KTRACE/$S/enable" "$KTRACE/$K/enable")" "0
0"

note "an event that a trigger refers to cannot be removed; removing an event removes its triggers"
write $T "enable_event:kprobes:prio"
refused kprobe_events EBUSY '-:prio'
write $T "!enable_event:kprobes:prio"
write kprobe_events ''

note "an instance has its own triggers, which rmdir removes"
mkdir "$KTRACE/instances/other"
I=instances/other
write $I/$S/trigger 'traceoff'
write $I/$S/trigger "enable_event:syscall:getpgid"
equal "not at the top" "$(trigger)" ""
calls 1
equal "the instance" "$(cat "$KTRACE/$I/tracing_on")" 0
equal "the top" "$(cat "$KTRACE/tracing_on")" 1
rmdir "$KTRACE/instances/other"
equal "nothing left" "$(cat "$KTRACE/$S/enable" "$KTRACE/events/syscall/getpgid/enable")" "0
0"

note "refused triggers are reported with a position, and change nothing"
# bad ERRNO TEXT COLUMN: check that TEXT is refused, with the caret under this column,
# counted from 1
bad()
{
	refused $T "$1" "$2"
	equal "set after '$2'" "$(trigger)" "snapshot:count=7"
	tail -n 2 "$KTRACE/error_log" >"$TMP/log"
	equal "the command" "$(sed -n 1p "$TMP/log")" "  Command: $2"
	equal "the caret of '$2'" "$(sed -n 2p "$TMP/log" | sed 's/^ \{11\}//' | tr -d '\n' | wc -c)" "$3"
}
write $T 'snapshot:7'
bad EINVAL 'wait' 1
bad EINVAL '!wait' 2
bad EINVAL 'traceon:x' 9
bad ERANGE 'traceon:18446744073709551615' 9
bad EINVAL 'traceon:1:2' 10
bad EINVAL 'traceon mode == 1' 9
bad EINVAL 'traceon if' 11
bad EINVAL 'traceon if nothing == 1' 20
bad EINVAL 'enable_event:syscall' 21
bad EINVAL 'enable_event:syscall:no_such' 14
bad EINVAL 'enable_event:ftrace:print' 14
bad EEXIST 'snapshot' 1

note "a refused trigger allocates no rings"
# free_kb: memory that no one uses, in kB
free_kb()
{
	awk '$1 == "MemFree:" { print $2 }' /proc/meminfo
}
must mkdir "$KTRACE/$I"
write $I/buffer_size_kb 65536
before=$(free_kb)
for line in 'snapshot if nothing == 1' 'traceoff if nothing == 1' 'hist:keys=nothing' \
	'hist:keys=common_pid if nothing == 1' \
	'hist:keys=common_pid:x=common_pid:onmax($x).snapshot() if nothing == 1'; do
	refused $I/$S/trigger EINVAL "$line"
done
used=$((before - $(free_kb)))
[ $used -lt 32768 ] || fail "$used kB"
write $I/$S/trigger traceoff
used=$((before - $(free_kb)))
[ $used -ge 32768 ] || fail "only $used kB for a trigger that is set"
must rmdir "$KTRACE/$I"

note "removing what is not set succeeds and changes nothing, as in ftrace"
append $T '!traceon'
append $T '!traceoff:3 if mode == 1'
append $T '!enable_event:syscall:getpgid'
append $T '!enable_hist:syscall:getpgid'
append $T '!hist:keys=mode'
append $T '!hist:keys=mode:clear'
refused $T ENOENT 'hist:keys=mode:clear'
refused $T ENOENT 'hist:keys=mode:cont'
equal "set after removals of nothing" "$(trigger)" "snapshot:count=7"
write $T '!snapshot'
write snapshot 0
