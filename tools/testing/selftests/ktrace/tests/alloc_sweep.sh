# SPDX-License-Identifier: GPL-2.0
# description: each operation of the control files is repeated with each of its allocations failing: it is refused and changes nothing, or succeeds
# requires: kprobe_events uprobe_events dynamic_events synthetic_events instances current_tracer events/signal /proc/self/fail-nth /sys/kernel/debug/failslab program:alloc_sweep cpus:2
# kernels: ktrace-debug - memory allocations can be made to fail there
# weight: 40
# long: yes - about 80 operations are repeated a few thousand times
# parts: 6

for f in failslab fail_page_alloc; do
	echo N >/sys/kernel/debug/$f/ignore-gfp-wait
	echo 0 >/sys/kernel/debug/$f/verbose
done
echo 0 >/sys/kernel/debug/fail_page_alloc/min-order

# What the operations refer to.
append kprobe_events 'p:sweep/stays do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring'
append synthetic_events 'sweep_synth u64 sig'
append events/signal/signal_generate/trigger 'hist:keys=common_pid:s=sig:size=256'
must mkdir "$KTRACE/instances/there"

# An operation is a line DO | UNDO...
sed 's/ | /\t/g' >"$TMP/all" <<'END'
write buffer_size_kb 64 | write buffer_size_kb 1408
write per_cpu/cpu1/buffer_size_kb 100 | write buffer_size_kb 1408
write buffer_subbuf_size_kb 8 | write buffer_subbuf_size_kb 4
write buffer_percent 10 | write buffer_percent 50
write trace_clock mono | write trace_clock local
write saved_cmdlines_size 5000 | write saved_cmdlines_size 4096
write tracing_cpumask 1 | write tracing_cpumask 3
write tracing_on 0 | write tracing_on 1
write kprobe_offsets do_sys_openat2 | write kprobe_offsets
write snapshot 1 | write snapshot 0
write trace_options noirq-info | write trace_options irq-info
write options/dump_on_oops 1 | write options/dump_on_oops 0
write options/call-time 1 | write options/call-time 0
write options/stacktrace 1 | write options/stacktrace 0
write options/userstacktrace 1 | write options/userstacktrace 0
write options/overwrite 0 | write options/overwrite 1
write options/tp_printk 1 | write options/tp_printk 0
write options/record-tgid 1 | write options/record-tgid 0
write set_event signal:* | write set_event !signal:*
write set_event sweep:stays | write set_event !sweep:stays
write set_event :mod:no_such | clear set_event
write set_event_pid 1 30000 77 | clear set_event_pid
write set_event_notrace_pid 1 30000 77 | clear set_event_notrace_pid
write current_tracer syscall | write current_tracer nop
write current_tracer process | write current_tracer nop
write process_follow_exe /bin/true | clear process_follow_exe | write process_follow_pid 0 | write options/event-fork 0
write process_follow_pid 1 | write process_follow_pid 0 | write options/event-fork 0
write process_trace_uid_filter 7 | write process_trace_uid_filter -1
write process_trace_taskcomm_filter sh | clear process_trace_taskcomm_filter
write process_trace_cgroup_filter / | clear process_trace_cgroup_filter
write process_trace_signals 0 | write process_trace_signals 1
write process_snapshot_on_death 1 | write process_snapshot_on_death 0
write events/enable 1 | write events/enable 0
write events/syscalls/enable 1 | write events/syscalls/enable 0
write events/syscalls/sys_enter_fork/enable 1 | write events/syscalls/sys_enter_fork/enable 0
write events/signal/enable 1 | write events/signal/enable 0
write events/sweep/stays/enable 1 | write events/sweep/stays/enable 0
write events/filter common_pid == 1 || common_pid == 7 | write events/filter 0
write events/signal/filter sig == 9 || common_pid == 1 | write events/signal/filter 0
write events/signal/signal_generate/filter comm ~ "*a*" && sig & 3 | write events/signal/signal_generate/filter 0
write events/sweep/stays/filter name ~ "/proc/*" || dfd == 3 | write events/sweep/stays/filter 0
write events/signal/signal_generate/trigger traceoff:3 if sig == 9 | write events/signal/signal_generate/trigger !traceoff:3 if sig == 9
write events/signal/signal_generate/trigger snapshot if sig == 9 | write events/signal/signal_generate/trigger !snapshot if sig == 9
write events/signal/signal_generate/trigger stacktrace:5 if sig == 9 | write events/signal/signal_generate/trigger !stacktrace
write events/signal/signal_generate/trigger enable_event:sweep:stays if sig == 99 | write events/signal/signal_generate/trigger !enable_event:sweep:stays
write events/sweep/stays/trigger disable_event:signal:signal_deliver:1 | write events/sweep/stays/trigger !disable_event:signal:signal_deliver
write events/sweep/stays/trigger hist:keys=dfd,name.string:vals=dfd:sort=dfd.descending:size=256:name=h | write events/sweep/stays/trigger !hist:keys=dfd,name:vals=dfd:sort=dfd.descending:size=256:name=h
write events/sweep/stays/trigger hist:keys=common_stacktrace:size=256 | write events/sweep/stays/trigger !hist:keys=common_stacktrace:size=256
write events/sweep/stays/trigger hist:keys=common_pid:d=dfd:size=256:onmax($d).save(name) | write events/sweep/stays/trigger !hist:keys=common_pid:d=dfd:size=256:onmax($d).save(name)
write events/sweep/stays/trigger hist:keys=common_pid:d=dfd:size=256:onchange($d).snapshot() | write events/sweep/stays/trigger !hist:keys=common_pid:d=dfd:size=256:onchange($d).snapshot()
write events/sweep/stays/trigger hist:keys=common_pid:size=256:v=$s:onmatch(signal.signal_generate).trace(sweep_synth,$v) | write events/sweep/stays/trigger !hist:keys=common_pid:size=256:v=$s:onmatch(signal.signal_generate).trace(sweep_synth,$v)
write kprobe_events p:sweep/p do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring | write kprobe_events -:sweep/p
write kprobe_events r:sweep/r do_sys_openat2 $retval:s32 | write kprobe_events -:sweep/r
write kprobe_events p:sweep/stays do_sys_openat2+0 dfd=%si:s32 name=+0(%di):ustring | write kprobe_events -:sweep/stays do_sys_openat2+0 dfd=%si:s32 name=+0(%di):ustring
write uprobe_events p:sweep/u /bin/busybox:0x1000 a=%di:x64 | write uprobe_events -:sweep/u
write uprobe_events r:sweep/ur /bin/busybox:0x1000 $retval | write uprobe_events -:sweep/ur
write dynamic_events t:sweep/t signal_generate sig=sig | write dynamic_events -:sweep/t
write dynamic_events e:sweep/e sweep.stays fd=$dfd if common_pid > 1 | write dynamic_events -:sweep/e
write synthetic_events sweep_two u64 lat; char name[16]; char[] text | write synthetic_events !sweep_two u64 lat; char name[16]; char[] text
mkdir instances/new | rmdir instances/new
rmdir instances/there | mkdir instances/there
write instances/there/buffer_size_kb 64 | write instances/there/buffer_size_kb 1408
write instances/there/current_tracer syscall | write instances/there/current_tracer nop
write instances/there/events/signal/enable 1 | write instances/there/events/signal/enable 0
clear set_event_pid | write set_event_pid
read trace | -
read trace_pipe | -
read snapshot | -
read per_cpu/cpu0/trace | -
read per_cpu/cpu0/trace_pipe_raw | -
read per_cpu/cpu0/stats | -
read available_events | -
read available_filter_functions | -
read set_event | -
read dynamic_events | -
read kprobe_profile | -
read lost_events | -
read missed_events | -
read saved_cmdlines | -
read saved_tgids | -
read error_log | -
read events/header_page | -
read events/signal/signal_generate/format | -
read events/signal/signal_generate/trigger | -
read events/signal/signal_generate/hist | -
read events/sweep/stays/format | -
END
nr=$(wc -l <"$TMP/all")
sed -n "$(($(part_first "$nr") + 1)),$(part_last "$nr")p" "$TMP/all" >"$TMP/list"
alloc_sweep "$KTRACE" signal sweep synthetic <"$TMP/list" >"$TMP/result" 2>&1 ||
	fail "status $?: $(tail -n 3 "$TMP/result")"
sed 's/^/# /' "$TMP/result"
operations=$(wc -l <"$TMP/list")
equal "operations" "$(sed -n 's/ operations, .*//p' "$TMP/result")" "$operations"
refused=$(sed -n 's/.* operations, .* \([0-9]*\) refused/\1/p' "$TMP/result")
[ "$refused" -ge "$operations" ] || fail "$operations operations failed only $refused times"
