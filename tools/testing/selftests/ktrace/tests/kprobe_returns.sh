# SPDX-License-Identifier: GPL-2.0
# description: each of several return probes on one function shows the caller of the function
# requires: kprobe_events

# No other program creates directories during the case.
call()
{
	mkdir "$TMP/d"
	rmdir "$TMP/d"
}

# callers NAME: print the return addresses in the records of NAME, from the head and
# from "ra"
callers()
{
	sed -n "s/.* $1: (\([^ ]*\) <- do_mkdirat) ra=\([^ ]*\).*/\1 \2/p" "$KTRACE/trace"
}

note "a single return probe"
write kprobe_events 'r:alone do_mkdirat ra=ra:symbol'
echo 1 >"$KTRACE/events/kprobes/enable"
call
echo 0 >"$KTRACE/events/kprobes/enable"
caller=$(callers alone)
caller=${caller% *}
case $caller in
*mkdir*+0x*/0x*) ;;
*) fail "alone: '$caller' in $(cat "$KTRACE/trace")" ;;
esac

note "three return probes, with registers and with memory"
write trace 0
write kprobe_events 'r:first do_mkdirat ra=ra:symbol'
append kprobe_events 'r:second do_mkdirat ra=ra:symbol name=+0(+0($arg2)):string'
append kprobe_events 'r:third do_mkdirat ra=ra:symbol'
echo 1 >"$KTRACE/events/kprobes/enable"
call
echo 0 >"$KTRACE/events/kprobes/enable"
for name in first second third; do
	equal "$name" "$(callers $name)" "$caller $caller"
done
