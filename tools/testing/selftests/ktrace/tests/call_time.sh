# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: options/call-time tells where the time of a call went, as the scheduler's events and the program itself see it
# requires: options/call-time events/syscall/nanosleep/enable events/sched/sched_switch/enable events/sched/sched_waking/enable program:call_times program:taskset
# only: ktrace ktrace-signed - the slower checks of others widen the gap between the two looks at the clock

calls=events/syscall

restore()
{
	write set_event ''
	write $calls/nanosleep/filter 0
	write $calls/read/filter 0
	write options/call-time 0
	write options/buffer-limit 0
}
trap restore EXIT

note "with the option off, records and formats are as without the option"
equal "the default" "$(cat "$KTRACE/options/call-time")" 0
for name in read getppid openat; do
	must_not grep -q 'ran;\|waited;\|waker' "$KTRACE/$calls/$name/format"
done
id=$(cat "$KTRACE/$calls/nanosleep/id")
write $calls/nanosleep/enable 1
call_times nap >/dev/null
write $calls/nanosleep/enable 0
must grep -q ' nanosleep(.*<0\.0[0-9]*>$' "$KTRACE/trace"

note "the option cannot change while a complete event is in use"
# busy USER: setting the option fails, and says why
busy()
{
	write error_log ''
	refused options/call-time EBUSY 1
	must grep -q "events of syscall/ are enabled, or have filters or triggers: $1\$" "$KTRACE/error_log"
	equal "the option" "$(cat "$KTRACE/options/call-time")" 0
}
write $calls/read/enable 1
busy 'syscall:read: it is enabled'
write $calls/read/enable 0
write $calls/read/filter 'ret > 5'
busy 'syscall:read: it has a filter'
write $calls/read/filter 0
write $calls/read/trigger 'hist:keys=ret'
busy 'syscall:read: it has triggers'
write $calls/read/trigger '!hist:keys=ret'
write current_tracer syscall
busy 'syscall:[a-z0-9_]*: the tracer records it'
write current_tracer nop
mkdir "$KTRACE/instances/call_time"
write instances/call_time/$calls/close/enable 1
busy 'syscall:close: it is enabled, in instance call_time'
rmdir "$KTRACE/instances/call_time"
append dynamic_events 'e:carried/call syscall/openat'
write events/carried/call/enable 1
busy 'syscall:openat: an event probe on it is enabled'
write events/carried/call/enable 0
append dynamic_events '-:carried/call'
write options/call-time 0

note "the fields and the id in a format belong together, also while the option changes"
write options/call-time 1
cat "$KTRACE/$calls"/*/id >"$TMP/timed"
write options/call-time 0
while :; do
	echo 1 >"$KTRACE/options/call-time"
	echo 0 >"$KTRACE/options/call-time"
done &
switcher=$!
# Five rounds, and more until formats of both kinds were read: the scheduler
# decides how long each process runs.
ids_of_both() {
	awk 'NR == FNR { timed[$1] = 1; next }
		/^ID: / { seen[$2 in timed]++ }
		END { exit !(seen[0] && seen[1]) }' "$TMP/timed" "$TMP/formats"
}
rounds=0
: >"$TMP/formats"
while [ $rounds -lt 5 ] || { [ $rounds -lt 200 ] && ! ids_of_both; }; do
	cat "$KTRACE/$calls"/*/format >>"$TMP/formats"
	rounds=$((rounds + 1))
done
stop $switcher
write options/call-time 0
awk 'NR == FNR { timed[$1] = 1; next }
	/^ID: / { id = $2; fields = 0 }
	/ (ran|waited|blocked|faulted|waker|faults|waker_comm)[;[]/ { fields++ }
	/^print fmt/ {
		seen[id in timed]++
		if (fields != (id in timed ? 7 : 0))
			print "ID " id ": " fields " fields"
	}
	END {
		if (!seen[0] || !seen[1])
			print seen[0] + 0 " and " seen[1] + 0 " formats"
	}' "$TMP/timed" "$TMP/formats" >"$TMP/odd"
must_not grep . "$TMP/odd"

note "with the option on, formats have new fields and a new id; older records stay readable"
write options/call-time 1
write options/call-time 1
equal "the option" "$(cat "$KTRACE/options/call-time")" 1
timed=$(cat "$KTRACE/$calls/nanosleep/id")
[ "$timed" != "$id" ] || fail "the id is still $id"
for name in ran waited blocked faulted waker faults waker_comm; do
	must grep -q "[ ]$name[;[]" "$KTRACE/$calls/openat/format"
done
must grep -q 'field:__data_loc char\[\] filename' "$KTRACE/$calls/openat/format"
write $calls/nanosleep/enable 1
call_times nap >/dev/null
write $calls/nanosleep/enable 0
equal "old records" "$(grep -c ' nanosleep(.*<0\.0[0-9]*>$' "$KTRACE/trace")" 1
equal "new records" "$(grep -c ' nanosleep(.*<0\.0[0-9]* run 0\.[0-9]* wait 0\.[0-9]* block 0\.0[0-9]*' "$KTRACE/trace")" 1

# judge: for the records of calls in a trace, print name, end, duration, and the times by the
# record, and by sched_switch and sched_waking, in microseconds; then the waker by both
judge()
{
	awk '
	function field(name) {
		return match($0, " " name "=[^ ]*") ?
			substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) : ""
	}
	function us(text, part) {
		split(text, part, ".")
		# A number that begins with 0 may be taken as octal.
		return part[1] * 1000000 + ("1" part[2]) - 1000000
	}
	function after(word) {
		if (!match($0, " " word " [0-9]+[.][0-9]+"))
			return 0
		word = substr($0, RSTART, RLENGTH)
		sub(/.* /, "", word)
		return us(word)
	}
	!match($0, / [0-9]+\.[0-9]+: /) { next }
	{
		now = us(substr($0, RSTART + 1, RLENGTH - 3))
		what = substr($0, RSTART + RLENGTH)
		sub(/[:(].*/, "", what)
		# The name in front of the PID may contain blanks.
		pid = match($0, /-[0-9]+ +\[/) ? substr($0, RSTART + 1, RLENGTH - 2) + 0 : 0
	}
	what == "sched_waking" {
		woken[field("pid")] = now
		waker[field("pid")] = $0 ~ /\] +[^ ]*[hHs][^ ]* +[0-9]/ ? 0 : pid
		next
	}
	what == "sched_switch" {
		p = field("prev_pid")
		off[p] = now
		why[p] = field("prev_state")
		n = field("next_pid")
		if (!(n in off))
			next
		i = ++count[n]
		from[n, i] = off[n]
		to[n, i] = now
		blocked[n, i] = why[n] ~ /^R/ ? off[n] : woken[n] > off[n] ? woken[n] : off[n]
		by[n, i] = why[n] ~ /^R/ ? -1 : waker[n]
		delete off[n]
		next
	}
	match($0, / <[0-9.]+ run /) {
		duration = us(substr($0, RSTART + 2, RLENGTH - 7))
		begin = now - duration
		wait = block = switches = 0
		last = -1
		for (i = 1; i <= count[pid]; i++) {
			if (to[pid, i] <= begin)
				continue
			switches++
			block += blocked[pid, i] - from[pid, i]
			wait += to[pid, i] - blocked[pid, i]
			if (by[pid, i] >= 0)
				last = by[pid, i]
		}
		name = match($0, / by .*-[0-9]+[ >]/) ? $0 : ""
		if (name != "") {
			sub(/.* by .*-/, "", name)
			sub(/[^0-9].*/, "", name)
		} else {
			name = / by </ ? 0 : -1
		}
		print what, pid, duration, after("run"), after("wait"), after("block"),
		      wait, block, switches, name, last,
		      match($0, / faults [0-9]+ /) ? substr($0, RSTART + 8, RLENGTH - 9) : 0,
		      after("faults [0-9]+")
	}' "$1"
}

# scene NAME: play a scene of call_times, and set the variables of the call between two getppid()
scene()
{
	write trace ''
	write set_event "$(printf 'syscall:getppid\nsyscall:read\nsyscall:nanosleep\nsched:sched_switch\nsched:sched_waking')"
	taskset 1 call_times "$1" >"$TMP/said" || fail "call_times $1"
	write set_event ''
	set -- $(grep "^$1 " "$TMP/said")
	name=$1 pid=$2 seen_faults=$3 seen_waker=$4
	cat "$KTRACE/trace" >"$TMP/trace"
	judge "$TMP/trace" >"$TMP/judged"
	awk -v pid="$pid" '$2 != pid { next } $1 == "getppid" { n++; next } n == 1 { print }' \
		"$TMP/judged" >"$TMP/call"
	equal "$name: calls" "$(grep -c . "$TMP/call")" 1
	set -- $(cat "$TMP/call")
	duration=$3 ran=$4 waited=$5 blocked=$6 want_waited=$7 want_blocked=$8 switches=$9
	shift 9
	waker=$1 want_waker=$2 faults=$3 faulted=$4
	note "$name: $(cat "$TMP/call")"
	equal "$name: sum" $((ran + waited + blocked)) "$duration"
	# Both clocks are read in the same switch, some instructions apart.
	near "$name: waited" "$waited" "$want_waited" $((5 + 5 * switches))
	near "$name: blocked" "$blocked" "$want_blocked" $((5 + 5 * switches))
	equal "$name: waker" "$waker" "$want_waker"
}

# near WHAT GOT WANTED SLACK
near()
{
	[ $(($2 - $3)) -le "$4" ] && [ $(($3 - $2)) -le "$4" ] || fail "$1: got $2, wanted $3 within $4"
}

# at_least WHAT GOT WANTED
at_least()
{
	[ "$2" -ge "$3" ] || fail "$1: got $2, wanted at least $3"
}

scene nap
at_least "nap: blocked" "$blocked" 29000
equal "nap: woken by an interrupt" "$waker" 0

scene spin
at_least "spin: ran" "$ran" $((duration / 2))
equal "spin: blocked" "$blocked" 0
equal "spin: waker" "$waker" -1

scene compete
at_least "compete: waited" "$waited" $((duration / 5))
at_least "compete: ran" "$ran" $((duration / 5))
equal "compete: blocked" "$blocked" 0

scene fault
# The other faults are those of the program around the call.
at_least "fault: faults" "$faults" 64
[ "$faults" -le "$seen_faults" ] || fail "fault: $faults faults, the program counts $seen_faults"
# Clearing a page takes 1 us at least. Copying the data takes as long, but is not counted.
at_least "fault: their time" "$faulted" 64
[ "$faulted" -lt "$ran" ] || fail "fault: $faulted us in faults, of $ran us that the call ran"

note "the time of a fault that waits"
scene served
at_least "served: blocked" "$blocked" 29000
at_least "served: the time of the fault" "$faulted" "$blocked"
[ "$faulted" -le "$duration" ] || fail "served: $faulted us in faults, of $duration us"
equal "served: faults" "$faults" 1
equal "served: the waker" "$waker" "$seen_waker"
must grep -q " read(.* by server 1-$seen_waker faults 1 0\.0[0-9]*>" "$TMP/trace"

note "filters and histograms of the time of faults"
write trace ''
write $calls/read/filter 'faulted > 10000000'
write $calls/read/enable 1
taskset 1 call_times fault served fed >/dev/null
write $calls/read/enable 0
write $calls/read/filter 0
equal "calls that were long in faults" "$(grep -c ' read(' "$KTRACE/trace")" 1
must grep -q ' read(.* faults 1 0\.0[0-9]*>' "$KTRACE/trace"
must_not grep -q ' getppid(.* faults' "$TMP/trace"

scene fed
at_least "fed: blocked" "$blocked" 29000
equal "fed: the waker" "$waker" "$seen_waker"
must grep -q " read(.* by feeder 1-$seen_waker" "$TMP/trace"

scene seccomp
at_least "seccomp: blocked" "$blocked" 29000
equal "seccomp: the waker" "$waker" "$seen_waker"
