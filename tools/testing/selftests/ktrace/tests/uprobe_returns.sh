# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: return probes in a program: nested calls, calls that longjmp() or an exec ends
# requires: uprobe_events uprobe_profile events/syscall/uretprobe program:uprobe_target
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

PROG=$(command -v uprobe_target)
nested=$(uprobe_target where | sed -n 's/^nested //p')

# run COMMAND...: run uprobe_target with the probes on, and fail if it does
run()
{
	write trace ''
	write events/uprobes/enable 1
	must uprobe_target "$@"
	write events/uprobes/enable 0
}

# returned: the values that nested() returned, in order, as the records say
returned()
{
	sed -n 's/.*: back: .* sum=\([0-9]*\) .*/\1/p' "$KTRACE/trace" | tr '\n' ' '
}

# called: the numbers that nested() was called with
called()
{
	sed -n 's/.*: call: .* n=\([0-9]*\)$/\1/p' "$KTRACE/trace" | tr '\n' ' '
}

write uprobe_events "p:call $PROG:$nested n=%di:s64"
append uprobe_events "r:back $PROG:$nested sum=\$retval:s64 who=\$comm"

note "nested calls: each return once, the innermost first"
run nested 9
equal "called" "$(called)" "9 8 7 6 5 4 3 2 1 0 "
equal "returned" "$(returned)" "0 1 3 6 10 15 21 28 36 45 "
from=$(sed -n 's/.*: back: (\(0x[0-9a-f]*\) <- .*/\1/p' "$KTRACE/trace" | uniq -c | awk '{ print $1 }' | tr '\n' ' ')
# Nine return to nested() itself, the last one to main().
equal "where to" "$from" "9 1 "

note "the kernel follows 64 nested calls; deeper calls return normally"
run nested 100
equal "called" "$(called | wc -w)" 101
returns=$(returned | wc -w)
[ "$returns" -ge 64 ] && [ "$returns" -le 101 ] || fail "$returns returns"
equal "the outermost" "$(returned | awk '{ print $NF }')" 5050

note "longjmp() skips returns: skipped returns have no record, the others have one"
run jump 20
equal "called" "$(called)" "$(for _ in $(seq 20); do printf '3 2 1 0 1 0 '; done)"
equal "returned" "$(returned)" "$(for _ in $(seq 20); do printf '0 1 '; done)"

note "an exec ends all calls: later returns belong to the new program"
run exec 2
equal "called" "$(called)" "3 2 1 0 2 1 0 "
equal "returned" "$(returned)" "0 1 3 "

note "the record of uretprobe() shows the result of the function"
write events/syscall/uretprobe/enable 1
run nested 4
write events/syscall/uretprobe/enable 0
equal "calls" "$(sed -n 's/.*: \(uretprobe(.*)\) = \(.*\) <.*/\1=\2/p' "$KTRACE/trace" | tr '\n' ';')" \
	"uretprobe()=0 (restored);uretprobe()=1 (restored);uretprobe()=3 (restored);uretprobe()=6 (restored);uretprobe()=10 (restored);"

note "a return probe is removed during a call"
write events/uprobes/back/enable 1
(uprobe_target nested 40; : >ended) &
write events/uprobes/back/enable 0
write uprobe_events ''
wait $!
must test -e ended
