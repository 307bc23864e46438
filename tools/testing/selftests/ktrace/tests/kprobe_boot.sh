# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: probes of the kernel's command line are set in time for functions that exist only at boot
# requires: kprobe_events symbol:pty_init
# boot: kprobe_event=p:boot/tty,pty_init,$stack0:symbol;r:boot/open,do_sys_openat2,$retval:s32,name=+0($arg2):ustring;p:boot/both,pty_init;p:boot/both,do_sys_openat2;q;p,no_such_function
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

K=kprobe_events

note "the probes are defined and enabled"
# shellcheck disable=SC2016
equal "definitions" "$(cat "$KTRACE/$K")" 'p:boot/tty pty_init arg1=$stack0:symbol
r:boot/open do_sys_openat2 arg1=$retval:s32 name=+0($arg2):ustring
p:boot/both pty_init
p:boot/both do_sys_openat2'
equal "enabled" "$(cat "$KTRACE/events/boot/tty/enable" "$KTRACE/events/boot/open/enable" | xargs)" "1 1"

note "a function in .init was hit once; its memory is freed now"
equal "profile" "$(awk '$1 == "tty" { print $2, $3 }' "$KTRACE/kprobe_profile")" "1 0"
grep -q -- '-1 .* tty: (pty_init+0x0/[0-9a-fx]*) arg1=do_one_initcall+' "$KTRACE/trace" ||
	fail "$(head -n 20 "$KTRACE/trace")"
refused $K EINVAL 'p pty_init'
grep -q ' open: .* arg1=[0-9]* name="/init"' "$KTRACE/trace" ||
	fail "$(head -n 20 "$KTRACE/trace")"

note "refused probes are reported in the kernel log"
grep -q 'Command: p no_such_function' "$KTRACE/error_log" || fail "$(cat "$KTRACE/error_log")"
dmesg | grep -q 'ktrace: kprobe_event=q: p or r expected' || fail "$(dmesg | grep kprobe_event)"
dmesg | grep -q 'ktrace: kprobe_event=p no_such_function: ' || fail "$(dmesg | grep kprobe_event)"

note "the freed function does not prevent enabling the remaining probes"
write events/boot/enable 0
write trace ''
write events/boot/enable 1
cat /dev/null
grep -q ' both: (do_sys_openat2+0x0/' "$KTRACE/trace" || fail "$(head -n 20 "$KTRACE/trace")"

note "probes of the command line can be removed"
refused $K EBUSY '-:tty'
write events/boot/enable 0
write $K ''
equal "nothing" "$(cat "$KTRACE/$K")" ''
must_not [ -e "$KTRACE/events/boot" ]
