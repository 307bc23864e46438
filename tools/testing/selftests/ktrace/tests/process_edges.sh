# SPDX-License-Identifier: GPL-2.0
# description: parents as tracers, inherited tracers, forged signal codes, rare flags, groups and truncation are recorded as the program reports them
# requires: process_follow_pid process_trace_lifecycle events/process/creds program:process_edges program:exec_held
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# told: convert the trace to the format of process_edges, and sort it
told()
{
	awk '
	function value(name,   i) {
		for (i = 1; i <= NF; i++)
			if (index($i, name "=") == 1) return substr($i, length(name) + 2)
		return ""
	}
	function change(name,   both) {
		split(value(name), both, "->")
		return both[1] " " both[2]
	}
	{ pid = $0; sub(/ *\[[0-9]+\].*/, "", pid); sub(/.*-/, "", pid) }
	/: ptrace: .* seized$/ { print "seized", value("pid"), value("tracer") }
	/: jobctl: .* stopped / { print "stopped", value("tgid"), value("signal") }
	/: jobctl: .* continued / { print "continued", value("tgid") }
	/: signal_generate: / && value("sig") ~ /SIG(USR|HUP|URG|WINCH)/ {
		print "sent", value("tgid"), value("sig"), value("code"), value("sender")
	}
	/: fork: .*CLONE_NEWTIME/ { print "flags", value("child_tgid"), value("flags") }
	/: creds: .* groups=/ { print "groups", pid, change("groups") }
	/: creds: .* bounding=/ { print "bounding", pid }
	/: creds: .* securebits=0x0->0x10/ { print "securebits", pid }
	/: creds: .* user_ns=/ { print "user_ns", pid, change("user_ns") }
	/: creds: .* fsuid=/ { sub(/.* fsuid=0->/, ""); print "fsuid", pid, $1 }
	/: exec: .*filename="\/\/\/*"[.][.][.] argv=\["process_edges", "leaf", "a*"[.][.][.], [.][.][.]\]/ {
		print "long", value("tgid")
	}
	/: exit: .* last=1 code=4[23] / { print "exited", value("tgid"), value("code") }
	' "$KTRACE/trace" | sort
}

mkfifo go
process_edges <go >log &
running=$!
exec 3>go
soon grep -q ^self log || fail "nothing"
self=$(sed -n 's/^self //p' log)
write process_follow_pid "$self"
write current_tracer process
write trace ''
echo >&3
exec 3>&-
wait $running || fail "status $?"
write current_tracer nop
write process_follow_pid 0
write options/event-fork 0

note "the program's own log"
grep -v ^self log | sort >own
told >seen
diff own seen || fail "the trace differs from the program's output"
for what in seized stopped continued sent flags groups fsuid bounding securebits user_ns long exited; do
	must grep -q "^$what" own
done

note "the record of an inherited tracer follows the record of the fork"
child=$(awk '$1 == "seized" { print $2 }' own | while read -r pid; do
	! grep -q ": fork: .*child_tgid=$pid " "$KTRACE/trace" || echo "$pid"
done | tail -n 1)
equal "order" "$(grep -o ": fork: .*child_tgid=$child \|: ptrace: .*pid=$child .*seized" "$KTRACE/trace" |
	cut -c 3-6 | xargs)" "fork ptra"

note "filters on exit code and signal"
write process_follow_pid $$
for filter in 'last==1 && code==3' 'last==1 && signal==15'; do
	write events/process/exit/filter "$filter"
	write events/process/exit/enable 1
	write trace ''
	sh -c 'exit 3' || :
	sh -c 'exit 4' || :
	sh -c 'kill -TERM $$' || :
	write events/process/exit/enable 0
	cat "$KTRACE/trace"
	equal "$filter" "$(grep -c ': exit: ' "$KTRACE/trace")" 1
done
write events/process/exit/filter 0
write process_follow_pid 0
write options/event-fork 0

note "the tree is the same for all columns and all strings in the records"
write process_follow_pid $$
write current_tracer process
write trace ''
sh -c 'exec sh -c "/bin/true; exit 5" "x: exit: tgid=1 last=1 code=9" "-1 [000] ..... 1.0: fork: tgid=$$ child_tgid=1"' || :
write current_tracer nop
sh "$1/tree.sh" "$KTRACE/trace" >plain
cat plain
# Change each option that is on or off, whatever columns it adds. In latency format a name has
# half of its columns.
sed 's/^no//' "$KTRACE/trace_options" | grep -vx latency-format >options
must grep -qx record-tgid options
for option in $(cat options); do
	was=$(cat "$KTRACE/options/$option")
	write options/$option $((1 - was))
	sh "$1/tree.sh" "$KTRACE/trace" | diff plain - || fail "options/$option"
	write options/$option "$was"
done
must grep -q 'code 5' plain
must_not grep -q 'code 9\|^ *1 ' plain
# Losses may let two processes appear to have created each other: the tree must not
# contain a cycle.
for pair in '10 11' '11 10'; do
	set -- $pair
	printf '%16s-%s [000] ..... 1.000000: fork: tgid=%s child_pid=%s child_tgid=%s how=fork flags=0\n' \
		sh "$1" "$1" "$2" "$2"
done | sh "$1/tree.sh" >circle
cat circle
equal "processes" "$(grep -c 'no end' circle)" 3
write process_follow_pid 0
write options/event-fork 0

note "the previous name is unknown if the event was enabled during the exec"
for early in 1 0; do
	rm -f go out
	mkfifo go
	write events/process/exec/enable $early
	write trace ''
	exec_held <go >out &
	running=$!
	exec 3>go
	soon grep -q . out || fail "nothing from exec_held"
	write events/process/exec/enable 1
	echo >&3
	exec 3>&-
	wait $running || fail "status $? from exec_held"
	write events/process/exec/enable 0
	grep ": exec: tgid=$(cat out) " "$KTRACE/trace" >held
	cat held
	case $early in
	1) must grep -q 'old_comm="*held"* ' held ;;
	0) must grep -q 'old_comm="*<[.][.][.]>"* ' held ;;
	esac
done
