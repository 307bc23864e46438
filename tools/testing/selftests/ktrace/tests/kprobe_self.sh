# SPDX-License-Identifier: GPL-2.0
# description: probes on functions that the tracer itself executes are refused or missed
# requires: kprobe_events
# weight: 12

note "every function of ktrace is refused"
first=$(grep -n ' ktrace_text_first$' /proc/kallsyms | cut -d: -f1)
last=$(grep -n ' ktrace_text_last$' /proc/kallsyms | cut -d: -f1)
[ -n "$first" ] && [ -n "$last" ] || fail "ktrace's code is not marked"
sed -n "${first},$((last - 1))p" /proc/kallsyms | awk '{ print $3 }' |
	grep -v '^__pfx_' | sort -u >"$TMP/own"
own=$(wc -l <"$TMP/own")
[ "$own" -gt 60 ] || fail "only $own functions of ktrace"
for f in ring_reserve_slow kprobe_hit_direct kprobe_hit_image fetch_image; do
	grep -qx "$f" "$TMP/own" || fail "$f is not in ktrace's code"
done
while read -r f; do
	if echo "p $f" >>"$KTRACE/kprobe_events"; then
		fail "a probe on $f was taken"
	fi 2>/dev/null
done <"$TMP/own"
note "$own functions refused"

must_not append kprobe_events 'p ktrace_clock_usable' 2>/dev/null

note "functions of the kernel that ktrace executes can be probed without harm"
n=0
for f in copy_from_kernel_nofault strncpy_from_kernel_nofault \
	strncpy_from_user_nofault strncpy_from_user copy_from_user_nofault \
	copy_from_kernel_nofault_allowed nmi_uaccess_okay rep_movs_alternative \
	strlen memcpy memset check_tsc_unstable ktime_get_mono_fast_ns sched_clock sched_clock_cpu local_clock \
	irq_work_queue irq_work_claim arch_irq_work_raise __irq_work_queue_local \
	__wake_up wake_up_process try_to_wake_up rcu_read_lock \
	preempt_count_add preempt_count_sub kprobe_dispatcher get_kprobe \
	opt_pre_handler aggr_pre_handler objpool_pop rethook_try_get \
	rethook_hook rethook_recycle arch_rethook_prepare kfree_rcu \
	text_poke_bp text_poke_bp_batch smp_text_poke_sync_each_cpu \
	seq_buf_puts seq_buf_putmem seq_buf_printf vsnprintf number \
	kallsyms_lookup sprint_symbol synchronize_rcu enable_kprobe \
	disable_kprobe arm_kprobe register_kprobe __check_object_size \
	exc_page_fault asm_exc_int3 exc_int3 fixup_exception search_extable \
	do_user_addr_fault bad_area_nosemaphore handle_mm_fault; do
	echo "p:self_$f $f" 2>/dev/null >>"$KTRACE/kprobe_events" || continue
	n=$((n + 1))
done
note "$n of them take probes"
[ $n -gt 10 ] || fail "only $n took a probe"

# Define probes that make the handlers run all code for all kinds of arguments.
append kprobe_events 'p:load1 do_sys_openat2 +0($arg2):ustring +0($arg3):x64 $comm $stack0'
append kprobe_events 'r:load2 do_sys_openat2 $retval +0($arg2):string +u0($arg2):x8[4]'
append kprobe_events 'p:load3 vfs_read %di'
echo 1 >"$KTRACE/events/kprobes/enable" || fail "enable"
# Use a small buffer: the reader records its own steps, and must reach the end soon.
size=$(cat "$KTRACE/buffer_size_kb")
write buffer_size_kb 128
# Record another source, in whose records the probes nest, also with a clock that is
# probed.
echo 1 >"$KTRACE/events/syscalls/sys_enter_read/enable"
for i in $(seq 10); do
	read -r line </proc/version
	cat /etc/passwd "$TMP/own" >/dev/null 2>&1 || :
	cat "$KTRACE/trace" >/dev/null
done
echo 0 >"$KTRACE/events/kprobes/enable"
echo 0 >"$KTRACE/events/syscalls/enable"
for e in load1 load2 load3; do
	grep -q " $e: (" "$KTRACE/trace" || note "$e was overwritten"
	[ "$(awk -v e=$e '$1 == e { print $2 }' "$KTRACE/kprobe_profile")" -gt 0 ] ||
		fail "$e was not hit"
done
write buffer_size_kb "$size"
missed=$(awk '/ self_/ { n += $3 } END { print n + 0 }' "$KTRACE/kprobe_profile")
note "$missed hits missed"
[ "$missed" -gt 0 ] || fail "nothing was counted as missed"
