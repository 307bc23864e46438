# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: lockdown=integrity, as with Secure Boot, leaves all of the control files usable
# requires: instances kprobe_events events/syscall/read program:fs_ways symbol:security_locked_down
# boot: lockdown=integrity
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 4

must grep -q integrity /proc/cmdline

note "each file can be opened as its mode says"
find "$KTRACE" -type f | grep -v '/events/[d-z].*/' >"$TMP/files"
fs_ways as 0 0 <"$TMP/files" >"$TMP/tried" || fail "$(tail -n 1 "$TMP/tried")"
while read -r how file; do
	case $(stat -c %a "$file") in
	640) want=rw ;;
	440) want='r rw' ;;
	2*) want='w rw' ;;
	*) fail "mode $(stat -c %a "$file") of $file" ;;
	esac
	case " $want " in *" $how "*) ;; *) fail "$file: $how" ;; esac
done <"$TMP/tried"

if command -v ktrace >/dev/null; then
	note "doctor"
	ktrace doctor >"$TMP/doctor" || fail "status $?: $(cat "$TMP/doctor")"
	must grep -q '^ok .*control files' "$TMP/doctor"
fi

note "events, probes, instances, records in all forms"
append kprobe_events 'p:one do_mkdirat mode=%dx:u16'
write events/kprobes/one/enable 1
write events/syscall/mkdir/enable 1
mkdir "$TMP/dir"
must grep -q ': one: (do_mkdirat' "$KTRACE/trace"
must grep -q 'mkdir(pathname: "' "$KTRACE/trace"
mkdir "$KTRACE/instances/more"
write instances/more/events/syscall/read/enable 1
dd if=/dev/zero of=/dev/null bs=17 count=1 2>/dev/null
must grep -q ': read(.*count: 17' "$KTRACE/instances/more/trace"
dd if="$KTRACE/per_cpu/cpu0/trace_pipe_raw" of="$TMP/raw" bs=4096 count=1 iflag=nonblock 2>/dev/null || :
write trace_marker 'a mark'
must grep -q 'a mark' "$KTRACE/trace"
write instances/more/events/enable 0
must rmdir "$KTRACE/instances/more"
