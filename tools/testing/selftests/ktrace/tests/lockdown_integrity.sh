# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: lockdown=integrity leaves every control file usable; confidentiality, no open file
# requires: instances kprobe_events events/syscall/read program:fs_ways
# requires: symbol:security_locked_down /sys/kernel/security
# boot: lockdown=integrity
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 10

must grep -q integrity /proc/cmdline

note "every file can be opened, read and written according to its mode"
find "$KTRACE" -type f | sort >"$TMP/files"
[ "$(wc -l <"$TMP/files")" -gt 5000 ] || fail "only $(wc -l <"$TMP/files") files"
fs_ways as 0 0 <"$TMP/files" >"$TMP/tried" || fail "$(tail -n 1 "$TMP/tried")"
# fs_ways drops the capabilities, so that the modes hold for root, too.
# Not <"$TMP/files": a child of busybox' xargs moves the position in a file.
cat "$TMP/files" | xargs stat -c '%a %n' |
	sed -e 's/^6.. /rw /' -e 's/^4.. /r /' -e 's/^2.. /w /' >"$TMP/wanted"
must diff "$TMP/wanted" "$TMP/tried"
# Some files have taken the empty lines, and closing free_buffer has freed the buffer.
reset_ktrace

if command -v ktrace >/dev/null; then
	note "doctor"
	ktrace doctor >"$TMP/doctor" || fail "status $?: $(cat "$TMP/doctor")"
	must grep -q '^ok .*control files' "$TMP/doctor"
fi

note "events, probes, instances, and records in all forms"
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

note "lockdown=confidentiality at run time: files, descriptors and mappings cannot be used"
mkdir "$KTRACE/instances/before"
must mount -t securityfs nodev /sys/kernel/security
find "$KTRACE" -type f >"$TMP/files"
mkfifo "$TMP/go"
(ulimit -n 65536; exec fs_ways locked) <"$TMP/go" >"$TMP/out" &
pid=$!
exec 3>"$TMP/go"
cat "$TMP/files" >&3
echo >&3
soon grep -q ready "$TMP/out" || fail "$(tail -n 1 "$TMP/out")"
echo confidentiality >/sys/kernel/security/lockdown
echo >&3
must wait $pid
exec 3>&-
equal "files" "$(tail -n 1 "$TMP/out")" \
	"tried $(wc -l <"$TMP/files") maps $(grep -c '/trace_pipe_raw$' "$TMP/files")"
equal "possible" "$(sed -e 1d -e '$d' "$TMP/out" | head -n 5)" ''
must_not rmdir "$KTRACE/instances/before" 2>/dev/null
