/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Steps of control_fuzz whose results are known: the rule "known" of the grammar
 *
 * control_fuzz -q does only such steps, one at a time.  The verbs of writes say the result:
 *
 *   w+ FILE TEXT     accepted
 *   w= FILE TEXT     accepted, and the file shows TEXT then (a filter: none instead of 0); after
 *                    a write to events/filter, events/sched/filter also does
 *   w~ FILE TEXT     accepted, and the file shows TEXT among other words then
 *   w-N FILE TEXT    refused with errno N; nothing has changed then
 *
 * The same with "a" (append) and "t" (truncate) instead of "w". The results of these verbs depend
 * on what control files show before:
 *
 *   define FILE NAME LINE    LINE defines the event NAME, GROUP/EVENT: accepted, and listed then;
 *                            or refused with EEXIST if NAME is listed before
 *   remove FILE NAME LINE    LINE removes NAME: accepted, and not listed then; or refused with
 *                            ENOENT if NAME is not listed, or with EBUSY if the actor's instance
 *                            has enabled it or has a trigger for it
 *   enable NAME BIT          switches NAME in the actor's instance; ENOENT if it is not listed
 *   trigger FILE WORD LINE   LINE sets a trigger, which the file lists by WORD: refused with EEXIST
 *                            if a line of the file begins with WORD before
 *   untrigger FILE WORD LINE LINE removes it: accepted if it is not set, too
 *
 * The instances f0 to f3 exist during all steps, and k0 to k3 come and go.
 */
#ifndef CONTROL_KNOWN_H
#define CONTROL_KNOWN_H

#define D	"instances/f<actor>/"

/* Events that exist all the time, with fields that are numbers */
static const struct event_fields known_events[] = {
	{ "syscalls/sys_enter_openat", { "dfd", "flags", "mode" }, { NULL } },
	{ "syscalls/sys_exit_read", { "ret" }, { NULL } },
	{ "syscall/read", { "fd", "count", "ret" }, { NULL } },
	{ "syscall/openat", { "dfd", "flags", "ret" }, { NULL } },
	{ "raw_syscalls/sys_enter", { "id" }, { NULL } },
	{ "raw_syscalls/sys_exit", { "id", "ret" }, { NULL } },
	{ "sched/sched_switch", { "prev_pid", "next_pid", "prev_prio" }, { NULL } },
	{ "sched/sched_waking", { "pid", "prio", "target_cpu" }, { NULL } },
	{ "sched/sched_process_fork", { "parent_pid", "child_pid" }, { NULL } },
	{ "signal/signal_generate", { "sig", "errno", "code", "pid", "result" }, { NULL } },
	{ "process/exec", { "old_pid" }, { NULL } },
	{ "process/fork", { "child_pid", "child_tgid" }, { NULL } },
	{ "points/rlimit", { "pid", "resource" }, { NULL } },
	{ "task/task_rename", { "pid" }, { NULL } },
};

static const struct rule known_rules[] = {
{ "known", TEXTS("<known-knob>", "<known-knob>", "<known-knob>", "<known-size>", "<known-filter>",
	"<known-filter>", "<known-trigger>", "<known-trigger>", "<known-event>", "<known-event>",
	"<known-task>", "<known-task>", "<known-probe>", "<known-probe>", "<known-probe>",
	"<known-dir>", "<known-read>", "<known-read>", "hit 4") },
{ "bit", TEXTS("0", "1") },
{ "no-number", TEXTS("x", "1x", "0x", "one", "1 1", "-", "!") },
{ "too-large", TEXTS("18446744073709551616", "99999999999999999999999") },

{ "known-knob", TEXTS("w= " D "tracing_on <bit>", "w= " D "tracing_on 1",
	"w-22 " D "tracing_on <no-number>",
	"w= " D "options/<flag> <bit>", "w= " D "options/<flag> <bit>",
	"w= " D "options/<flag> <bit>", "w-22 " D "options/<flag> 2",
	"w-22 " D "options/<flag> <no-number>",
	"w~ " D "trace_options <flag>", "w~ " D "trace_options no<flag>",
	"w-22 " D "trace_options nothing", "w-22 " D "trace_options nono<flag>",
	"w= " D "buffer_percent <known-percent>", "w-22 " D "buffer_percent 101",
	"w-22 " D "buffer_percent <no-number>", "w-22 " D "buffer_percent -1",
	"w~ " D "trace_clock <known-clock>", "w~ " D "trace_clock <known-clock>",
	"w-22 " D "trace_clock sundial", "w-22 " D "trace_clock [local]",
	"w= " D "current_tracer <known-tracer>", "w= " D "current_tracer nop",
	"w-22 " D "current_tracer function",
	"w= " D "tracing_cpumask <known-mask>", "w-22 " D "tracing_cpumask x",
	"w+ " D "trace_marker a text", "w+ " D "trace_marker {500*m}",
	"w+ " D "trace_marker_raw \\x01\\x00\\x00\\x00data", "w-22 " D "trace_marker_raw abc",
	"t+ " D "trace", "t+ " D "error_log") },
{ "known-percent", TEXTS("0", "1", "50", "99", "100") },
{ "known-clock", TEXTS("local", "global", "counter", "uptime", "perf", "mono", "mono_raw", "boot",
	"tai") },
{ "known-tracer", TEXTS("nop", "syscall", "process") },
{ "known-mask", TEXTS("1", "2", "3") },

{ "known-size", TEXTS("w= " D "buffer_size_kb <known-kb>", "w= " D "buffer_size_kb <known-kb>",
	"w= " D "per_cpu/cpu<bit>/buffer_size_kb <known-kb>", "w-22 " D "buffer_size_kb 0",
	"w-22 " D "buffer_size_kb <no-number>",
	"w= " D "buffer_subbuf_size_kb <known-subbuf>", "w-22 " D "buffer_subbuf_size_kb 0",
	"w-22 " D "buffer_subbuf_size_kb 513", "w-22 " D "buffer_subbuf_size_kb <no-number>",
	"w+ " D "snapshot 1", "w+ " D "snapshot 1", "w+ " D "snapshot 0", "w+ " D "snapshot 2",
	"w+ " D "per_cpu/cpu<bit>/snapshot 1") },
/* Multiples of all sizes of pages, so that the file shows the same size */
{ "known-kb", TEXTS("64", "128", "192", "512", "1024") },
{ "known-subbuf", TEXTS("4", "4", "8", "16", "32", "64") },

/* <static> stands for one of known_events, <number> for one of its fields. */
{ "known-filter", TEXTS("w= " D "events/<static>/filter <known-cmp>",
	"w= " D "events/<static>/filter <known-cmp>",
	"w= " D "events/<static>/filter <known-cmp> && <known-cmp>",
	"w= " D "events/<static>/filter (<known-cmp> || <known-cmp>) && !(<known-cmp>)",
	"w= " D "events/<static>/filter common_pid != <known-number>",
	"w= " D "events/<static>/filter 0", "w= " D "events/sched/filter common_pid > 1",
	"w= " D "events/sched/filter 0", "w= " D "events/filter 0",
	"w= " D "events/filter common_pid != <known-number>",
	"w-22 " D "events/<static>/filter <bad-filter>",
	"w-7 " D "events/<static>/filter {300*(}") },
{ "known-cmp", TEXTS("<number> <known-op> <known-number>") },
{ "known-op", TEXTS("==", "!=", "<", "<=", ">", ">=", "&") },
{ "known-number", TEXTS("0", "1", "2", "7", "100", "0x10") },
{ "bad-filter", TEXTS("nothing == 1", "<number>", "<number> ==", "(<known-cmp>", "<known-cmp>)",
	"<known-cmp> &&", "<known-cmp> & <known-cmp>", "<number> == x", "<known-cmp> <known-cmp>",
	"<number> => 1") },

{ "known-trigger", TEXTS("trigger " D "events/<static>/trigger <switch>",
	"trigger " D "events/<static>/trigger <switch>",
	"untrigger " D "events/<static>/trigger <unswitch>",
	"untrigger " D "events/<static>/trigger <unswitch>",
	"trigger " D "events/<static>/trigger hist:keys=common_pid: hist:keys=common_pid",
	"trigger " D "events/<static>/trigger <known-hist>",
	"t+ " D "events/<static>/trigger",
	"a-22 " D "events/<static>/trigger <bad-trigger>") },
/* The events that triggers switch are not in known_events: others do not know their state. */
{ "switch", TEXTS("traceon traceon", "traceoff traceoff:1", "stacktrace stacktrace:2",
	"snapshot snapshot:1", "traceoff traceoff:3 if common_pid == 1",
	"enable_event:signal:signal_deliver enable_event:signal:signal_deliver",
	"disable_event:sched:sched_wakeup disable_event:sched:sched_wakeup:2") },
{ "unswitch", TEXTS("traceon !traceon", "traceoff !traceoff", "stacktrace !stacktrace",
	"snapshot !snapshot",
	"enable_event:signal:signal_deliver !enable_event:signal:signal_deliver",
	"disable_event:sched:sched_wakeup !disable_event:sched:sched_wakeup") },
{ "known-hist", TEXTS("hist:keys=common_pid.execname: hist:keys=common_pid.execname") },
{ "bad-trigger", TEXTS("nothing", "traceon:x", "traceon:", "traceon if", "hist", "hist:keys=",
	"hist:keys=nothing", "hist:keys=common_pid:vals=nothing", "hist:keys=common_pid:size=0",
	"hist:keys=common_pid:size=100000000", "hist:keys=common_pid:sort=nothing",
	"hist:keys=common_pid:x=$none", "hist:keys=common_pid:onmax($none).save(comm)",
	"enable_event:no:such", "enable_event:sched") },

{ "known-event", TEXTS("w= " D "events/<static>/enable 0",
	"w+ " D "events/<static>/enable 1", "a~ " D "set_event <static:>",
	"a+ " D "set_event !<static:>", "w+ " D "events/sched/enable <bit>",
	"w-22 " D "events/<static>/enable 2", "w-22 " D "events/<static>/enable <no-number>",
	"a-22 " D "set_event nothing:here", "a-22 " D "set_event !nothing", "t+ " D "set_event",
	"w+ " D "events/enable 0") },

{ "known-task", TEXTS("t= " D "set_event_pid <known-pid>",
	"t= " D "set_event_notrace_pid <known-pid>", "w~ " D "set_event_pid <known-pid>",
	"a~ " D "set_event_notrace_pid <known-pid>",
	"t= " D "set_event_pid ", "t= " D "set_event_notrace_pid ",
	"a-22 " D "set_event_pid x",
	"w= " D "process_trace_uid_filter <known-uid>",
	"w-22 " D "process_trace_uid_filter <no-number>",
	"w= " D "process_trace_taskcomm_filter <known-comm>",
	"t= " D "process_trace_taskcomm_filter ",
	"w= " D "process_trace_syscalls <bit>", "w= " D "process_trace_signals <bit>",
	"w= " D "process_trace_lifecycle <bit>", "w= " D "process_snapshot_on_death <bit>",
	"w-22 " D "process_trace_lifecycle <no-number>") },
{ "known-pid", TEXTS("1", "2", "{pid}") },
{ "known-uid", TEXTS("0", "1000", "-1") },
{ "known-comm", TEXTS("control_fuzz", "true") },

/* The names k and l of the actor's group, and the synthetic event s<actor> */
{ "known-probe", TEXTS("<k-probe>", "<k-probe>", "<l-probe>",
	"remove kprobe_events g<actor>/k -:g<actor>/k",
	"remove dynamic_events g<actor>/k -:g<actor>/k",
	"remove uprobe_events g<actor>/l -:g<actor>/l",
	"remove dynamic_events g<actor>/l -:g<actor>/l",
	"define synthetic_events synthetic/s<actor> s<actor> u64 x; char[] name",
	"remove synthetic_events synthetic/s<actor> !s<actor>",
	"enable g<actor>/k <bit>", "enable g<actor>/k 0", "enable g<actor>/l <bit>",
	"enable g<actor>/l 0", "a-22 kprobe_events p:g<actor>/m no_such_function",
	"a-22 kprobe_events <bad-kprobe>", "a-22 synthetic_events <bad-synth>",
	"a-2 uprobe_events p:g<actor>/m /nonexistent:0x100", "a-22 dynamic_events <no-kind>") },
{ "k-probe", TEXTS("define kprobe_events g<actor>/k p:g<actor>/k <k-place>",
	"define dynamic_events g<actor>/k p:g<actor>/k <k-place>") },
{ "k-place", TEXTS("do_sys_openat2 x=%di:s32 str=+0(%si):ustring") },
{ "l-probe", TEXTS("define uprobe_events g<actor>/l p:g<actor>/l <l-place>") },
{ "l-place", TEXTS("{exe}:{target} x=%di str=+0(%si):string") },
{ "bad-kprobe", TEXTS("p:g<actor>/m", "p:g<actor>/m vfs_read x=%nothing", "p:1x/m vfs_read",
	"p:g<actor>/m vfs_read x=%di:nothing", "p:g<actor>/m vfs_read x=$retval",
	"p:g<actor>/m vfs_read x=+0(%di", "p:g<actor>/m vfs_read 1=%di",
	"p:g<actor>/m vfs_read x=%di x=%si", "q:g<actor>/m vfs_read") },
{ "bad-synth", TEXTS("s<actor>m", "s<actor>m double x", "s<actor>m u64 x; u64 x", "1x u64 x",
	"s<actor>m u64") },
{ "no-kind", TEXTS("q", "x:y z", "12", "%") },

{ "known-dir", TEXTS("mkdir instances/k<actor>", "mkdir instances/k<actor>",
	"rmdir instances/k<actor>", "rmdir instances/k<actor>") },
{ "known-read", TEXTS("r+ <top-file> <size>", "r+ " D "<known-file> <size>",
	"again " D "events/<static>/trigger") },
{ "top-file", TEXTS("available_events", "kprobe_profile", "saved_cmdlines", "dynamic_events",
	"README", "error_log", "events/header_page") },
{ "known-file", TEXTS("trace", "snapshot", "lost_events", "set_event", "trace_options",
	"per_cpu/cpu<bit>/stats", "per_cpu/cpu<bit>/trace", "events/<static>/format",
	"events/<static>/hist", "events/<static>/trigger", "events/<static>/filter",
	"events/<static>/enable", "error_log") },
};

#undef D

#endif
