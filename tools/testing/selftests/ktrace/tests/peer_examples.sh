# SPDX-License-Identifier: GPL-2.0
# description: beside the event tracer: examples of its documents, and commands of clients
# requires: trace events kprobe_events synthetic_events dynamic_events /sys/kernel/ktrace
# only: ktrace-peer - the event tracer is there
# weight: 20

# As peer_language, with the examples of Documentation/trace and with what libtracefs, perf
# probe, perf-tools and trace-cmd write. The event tracer of this kernel has no snapshots.

. "$1/peer.sh"
. "$1/peer_commands.sh"

compare_commands 200 <<'END'
= events.rst, events
a set_event sched_wakeup
r events/sched/sched_wakeup/enable
a set_event !sched_wakeup
w set_event irq:*
r events/irq/enable
w set_event
w set_event *:*
r events/sched/enable
w set_event
w events/sched/sched_wakeup/enable 1
w events/sched/sched_wakeup/enable 0
w events/sched/enable 1
r events/sched/enable
w events/sched/enable 0
w set_event_pid 1
a set_event_pid 123 244 1
r set_event_pid
w set_event_pid
= events.rst, filters
w events/sched/sched_wakeup/filter common_preempt_count > 4
r events/sched/sched_wakeup/filter
w events/signal/signal_generate/filter ((sig >= 10 && sig < 15) || sig == 17) && comm != "bash"
r events/signal/signal_generate/filter
w events/signal/signal_generate/filter ((sig >= 10 && sig < 15) || dsig == 17) && comm != "bash"
w events/sched/filter prev_pid == 0
r events/sched/sched_switch/filter
w events/sched/filter common_pid == 0
r events/sched/sched_wakeup/filter
w events/sched/filter 0
r events/sched/sched_wakeup/filter
= events.rst, triggers
w events/syscalls/sys_enter_read/trigger enable_event:kmem:kmalloc:1
w events/syscalls/sys_exit_read/trigger disable_event:kmem:kmalloc
r events/syscalls/sys_enter_read/trigger
r events/kmem/kmalloc/enable
w events/syscalls/sys_enter_read/trigger !enable_event:kmem:kmalloc:1
w events/syscalls/sys_exit_read/trigger !disable_event:kmem:kmalloc
r events/kmem/kmalloc/enable
w events/kmem/kmalloc/trigger stacktrace
r events/kmem/kmalloc/trigger
w events/kmem/kmalloc/trigger stacktrace:5 if bytes_req >= 65536
w events/kmem/kmalloc/trigger !stacktrace
w events/kmem/kmalloc/trigger stacktrace:5 if bytes_req >= 65536
r events/kmem/kmalloc/trigger
w events/kmem/kmalloc/trigger !stacktrace:5 if bytes_req >= 65536
w events/kmem/kmalloc/trigger stacktrace:5
w events/kmem/kmalloc/trigger !stacktrace:5
w events/block/block_unplug/trigger traceoff:1 if nr_rq > 1
w events/block/block_unplug/trigger !traceoff:1 if nr_rq > 1
w events/block/block_unplug/trigger traceoff if nr_rq > 1
r events/block/block_unplug/trigger
w events/block/block_unplug/trigger !traceoff if nr_rq > 1
= order of triggers
a events/sched/sched_switch/trigger stacktrace:5
a events/sched/sched_switch/trigger traceoff if next_pid == 77777
a events/sched/sched_switch/trigger enable_event:kmem:kmalloc:1
a events/sched/sched_switch/trigger hist:keys=next_pid
a events/sched/sched_switch/trigger hist:keys=prev_pid
r events/sched/sched_switch/trigger
a events/sched/sched_switch/trigger !traceoff
a events/sched/sched_switch/trigger traceon:3
r events/sched/sched_switch/trigger
a events/sched/sched_switch/trigger hist:keys=next_prio
r events/sched/sched_switch/trigger
= histogram.rst, kmem and raw_syscalls
w events/kmem/kmalloc/trigger hist:key=call_site:val=bytes_req
r events/kmem/kmalloc/trigger
w events/kmem/kmalloc/trigger !hist:key=call_site:val=bytes_req
w events/kmem/kmalloc/trigger hist:key=call_site:val=bytes_req.buckets=32
w events/kmem/kmalloc/trigger hist:key=call_site.hex:val=bytes_req
w events/kmem/kmalloc/trigger !hist:key=call_site.hex:val=bytes_req
w events/kmem/kmalloc/trigger hist:key=call_site.sym:val=bytes_req
w events/kmem/kmalloc/trigger !hist:key=call_site.sym:val=bytes_req
w events/kmem/kmalloc/trigger hist:key=call_site.sym:val=bytes_req:sort=bytes_req.descending
w events/kmem/kmalloc/trigger !hist:key=call_site.sym:val=bytes_req:sort=bytes_req.descending
w events/kmem/kmalloc/trigger hist:key=call_site.sym-offset:val=bytes_req:sort=bytes_req.descending
w events/kmem/kmalloc/trigger !hist:key=call_site.sym-offset:val=bytes_req:sort=bytes_req.descending
w events/kmem/kmalloc/trigger hist:keys=call_site.sym:values=bytes_req,bytes_alloc:sort=bytes_alloc.descending
w events/kmem/kmalloc/trigger !hist:keys=call_site.sym:values=bytes_req,bytes_alloc:sort=bytes_alloc.descending
w events/kmem/kmalloc/trigger hist:keys=common_stacktrace:values=bytes_req,bytes_alloc:sort=bytes_alloc
r events/kmem/kmalloc/trigger
w events/kmem/kmalloc/trigger !hist:keys=common_stacktrace:values=bytes_req,bytes_alloc:sort=bytes_alloc
a events/kmem/kmalloc/trigger hist:keys=common_pid,call_site.sym:values=bytes_req,bytes_alloc,hitcount
r events/kmem/kmalloc/trigger
a events/kmem/kmalloc/trigger !hist:keys=common_pid,call_site.sym:values=bytes_req,bytes_alloc,hitcount
w events/syscalls/sys_enter_read/trigger hist:key=common_pid.execname:val=count:sort=count.descending
r events/syscalls/sys_enter_read/trigger
w events/raw_syscalls/sys_enter/trigger hist:key=id.syscall:val=hitcount
w events/raw_syscalls/sys_enter/trigger !hist:key=id.syscall:val=hitcount
w events/raw_syscalls/sys_enter/trigger hist:key=id.syscall,common_pid.execname:val=hitcount:sort=id,hitcount
w events/raw_syscalls/sys_enter/trigger !hist:key=id.syscall,common_pid.execname:val=hitcount:sort=id,hitcount
w events/raw_syscalls/sys_enter/trigger hist:key=id.syscall,common_pid.execname:val=hitcount:sort=id,hitcount if id == 16
w events/raw_syscalls/sys_enter/trigger hist:key=common_pid.execname,size:val=hitcount:sort=common_pid,size
= histogram.rst, net
w events/net/netif_receive_skb/trigger hist:keys=skbaddr.hex:vals=len:pause
w events/sched/sched_process_exec/trigger enable_hist:net:netif_receive_skb if filename=="/usr/bin/wget"
r events/sched/sched_process_exec/trigger
w events/sched/sched_process_exec/trigger enable_event:net:netif_receive_skb if filename=="/usr/bin/wget"
w events/sched/sched_process_exit/trigger disable_hist:net:netif_receive_skb if comm=="wget"
w events/sched/sched_process_exit/trigger disable_event:net:netif_receive_skb if comm=="wget"
r events/sched/sched_process_exit/trigger
= histogram.rst, variables
a events/sched/sched_waking/trigger hist:keys=pid
a events/sched/sched_waking/trigger !hist:keys=pid
a events/sched/sched_waking/trigger hist:keys=pid,prio:ts0=common_timestamp
a events/sched/sched_waking/trigger !hist:keys=pid,prio:ts0=common_timestamp
a events/sched/sched_waking/trigger hist:keys=pid:ts0=common_timestamp,b=target_cpu:vals=$ts0,$b
r events/sched/sched_waking/trigger
a events/sched/sched_waking/trigger !hist:keys=pid:ts0=common_timestamp,b=target_cpu:vals=$ts0,$b
a events/sched/sched_waking/trigger hist:keys=pid:ts0=common_timestamp:b=target_cpu
a events/sched/sched_waking/trigger !hist:keys=pid:ts0=common_timestamp:b=target_cpu
a events/sched/sched_waking/trigger hist:keys=pid:vals=$ts0,$b:ts0=common_timestamp,b=target_cpu
a events/sched/sched_waking/trigger !hist:keys=pid:vals=$ts0,$b:ts0=common_timestamp,b=target_cpu
a events/sched/sched_switch/trigger hist:keys=next_pid:us_per_sec=1000000
r events/sched/sched_switch/trigger
a events/sched/sched_switch/trigger !hist:keys=next_pid:us_per_sec=1000000
a events/sched/sched_switch/trigger hist:keys=next_pid:timestamp_secs=common_timestamp/1000000
r events/sched/sched_switch/trigger
a events/sched/sched_switch/trigger !hist:keys=next_pid:timestamp_secs=common_timestamp/1000000
! a events/sched/sched_switch/trigger hist:keys=next_pid:us_per_sec=1000000:timestamp_secs=common_timestamp/$us_per_sec
! a events/sched/sched_switch/trigger !hist:keys=next_pid:us_per_sec=1000000:timestamp_secs=common_timestamp/$us_per_sec
!c a events/sched/sched_switch/trigger hist:timer_pid=common_pid:key=timer_pid
= histogram.rst, onmatch
a synthetic_events wakeup_latency u64 lat; pid_t pid; int prio
r synthetic_events
p events/synthetic/wakeup_latency/format
! r events/synthetic/wakeup_latency/format
a synthetic_events !wakeup_latency u64 lat; pid_t pid; int prio
a synthetic_events wakeup_latency u64 lat; pid_t pid; char comm[16]
r synthetic_events
p events/synthetic/wakeup_latency/format
a events/sched/sched_waking/trigger hist:keys=pid:ts0=common_timestamp.usecs
r events/sched/sched_waking/trigger
a events/sched/sched_switch/trigger hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).wakeup_latency($wakeup_lat,next_pid,next_comm)
r events/sched/sched_switch/trigger
a synthetic_events !wakeup_latency
a events/sched/sched_waking/trigger !hist:keys=pid:ts0=common_timestamp.usecs
a events/sched/sched_switch/trigger !hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).wakeup_latency($wakeup_lat,next_pid,next_comm)
a events/sched/sched_waking/trigger !hist:keys=pid:ts0=common_timestamp.usecs
a events/sched/sched_waking/trigger hist:keys=pid:waking_pid=pid:ts0=common_timestamp.usecs
a events/sched/sched_switch/trigger hist:keys=next_pid:woken_pid=$waking_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).wakeup_latency($wakeup_lat,$woken_pid,next_comm)
r events/sched/sched_switch/trigger
a events/sched/sched_switch/trigger !hist:keys=next_pid:woken_pid=$waking_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).wakeup_latency($wakeup_lat,$woken_pid,next_comm)
a events/sched/sched_switch/trigger hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmax($wakeup_lat).save(next_comm,prev_pid,prev_prio,prev_comm)
r events/sched/sched_switch/trigger
a events/sched/sched_switch/trigger !hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmax($wakeup_lat).save(next_comm,prev_pid,prev_prio,prev_comm)
= histogram.rst, onmatch of new tasks
a synthetic_events wakeup_new_test pid_t pid
r synthetic_events
p events/synthetic/wakeup_new_test/format
a events/sched/sched_wakeup_new/trigger hist:keys=$testpid:testpid=pid:onmatch(sched.sched_wakeup_new).wakeup_new_test($testpid) if comm=="cyclictest"
r events/sched/sched_wakeup_new/trigger
a events/synthetic/wakeup_new_test/trigger hist:keys=pid:sort=pid
r events/synthetic/wakeup_new_test/trigger
a events/synthetic/wakeup_new_test/trigger !hist:keys=pid:sort=pid
a events/sched/sched_wakeup_new/trigger !hist:keys=$testpid:testpid=pid:onmatch(sched.sched_wakeup_new).wakeup_new_test($testpid) if comm=="cyclictest"
= histogram.rst, stacks
w dynamic_events s:block_lat pid_t pid; u64 delta; unsigned long[] stack;
r dynamic_events
p events/synthetic/block_lat/format
a events/sched/sched_switch/trigger hist:keys=next_pid:ts=common_timestamp.usecs,st=common_stacktrace  if prev_state == 2
r events/sched/sched_switch/trigger
a events/sched/sched_switch/trigger hist:keys=prev_pid:delta=common_timestamp.usecs-$ts,s=$st:onmax($delta).trace(block_lat,prev_pid,$delta,$s)
r events/sched/sched_switch/trigger
a events/synthetic/block_lat/trigger hist:keys=delta.buckets=100,stack.stacktrace:sort=delta
! r events/synthetic/block_lat/trigger
a events/synthetic/block_lat/trigger !hist:keys=delta.buckets=100,stack.stacktrace:sort=delta
a events/sched/sched_switch/trigger !hist:keys=prev_pid:delta=common_timestamp.usecs-$ts,s=$st:onmax($delta).trace(block_lat,prev_pid,$delta,$s)
a events/sched/sched_switch/trigger !hist:keys=next_pid:ts=common_timestamp.usecs,st=common_stacktrace  if prev_state == 2
= histogram.rst, strings and markers
a synthetic_events latency u64 lat
a events/ftrace/print/trigger hist:keys=common_pid:ts0=common_timestamp.usecs if buf == "start"
a events/ftrace/print/trigger hist:keys=common_pid:lat=common_timestamp.usecs-$ts0:onmatch(ftrace.print).latency($lat) if buf == "end"
r events/ftrace/print/trigger
a events/synthetic/latency/trigger hist:keys=lat,common_pid:sort=lat
r events/synthetic/latency/trigger
= eprobetrace.rst
a dynamic_events e:sched/switch sched.sched_switch prev=$prev_pid:u32 next=$next_pid:u32
r dynamic_events
! p events/sched/switch/format
a dynamic_events e:openat raw_syscalls.sys_enter nr=$id filename=+8($args):ustring
! p events/eprobes/openat/format
w events/eprobes/openat/filter nr == 257
w events/eprobes/openat/enable 1
w events/eprobes/openat/enable 0
a dynamic_events -:openat
a dynamic_events e:openat raw_syscalls.sys_enter nr=$id filename=+8($args):ustring if id == 257
! r dynamic_events
! p events/eprobes/openat/format
a dynamic_events -:openat
a dynamic_events s:filename u64 file
p events/synthetic/filename/format
a events/syscalls/sys_enter_openat/trigger hist:keys=common_pid:f=filename
a events/syscalls/sys_exit_openat/trigger hist:keys=common_pid:file=$f:onmatch(syscalls.sys_enter_openat).trace(filename,$file)
a dynamic_events e:openat synthetic.filename filename=+0($file):ustring
r dynamic_events
! p events/eprobes/openat/format
a dynamic_events e:openat_start raw_syscalls.sys_enter nr=$id filename=+8($args):x64
! p events/eprobes/openat_start/format
a events/eprobes/openat_start/trigger hist:keys=common_pid:f=filename if nr == 257
a events/raw_syscalls/sys_exit/trigger hist:keys=common_pid:file=$f:onmatch(eprobes.openat_start).trace(filename,$file) if id == 257
r events/raw_syscalls/sys_exit/trigger
= kprobetrace.rst
w kprobe_events p:myprobe do_sys_openat2 dfd=%ax filename=%dx flags=%cx mode=+4($stack)
r kprobe_events
r events/kprobes/myprobe/format
a kprobe_events r:myretprobe do_sys_openat2 $retval
! p events/kprobes/myretprobe/format
! r kprobe_events
w events/kprobes/myprobe/enable 1
w events/kprobes/myretprobe/enable 1
a kprobe_events -:myprobe
w events/kprobes/myprobe/enable 0
w events/kprobes/myretprobe/enable 0
a kprobe_events -:myprobe
! r kprobe_events
= types of probes
a kprobe_events p:types vfs_read a=%di:u8 b=%di:u16 c=%di:u32 d=%di:u64 e=%di:s8 f=%di:s16 g=%di:s32 h=%di:s64
r events/kprobes/types/format
a kprobe_events p:hex vfs_read a=%di:x8 b=%di:x16 c=%di:x32 d=%di:x64 e=%di:char f=%di:symbol g=%di:b4@4/32
r events/kprobes/hex/format
a kprobe_events p:texts vfs_read a=+0(%di):string b=+0(%di):ustring c=%ip:symstr d=$comm e=+0(%di):u32[4] f=+0(%di):string[2] g=\"text":string h=\5 i=+0(%di):x64[2]
r kprobe_events
! r events/kprobes/texts/format
p events/kprobes/texts/format
a kprobe_events p:plain vfs_read $stack $stack0 @jiffies %ax
r events/kprobes/plain/format
= uprobetracer.rst
w uprobe_events p /bin/busybox:0x4245
r uprobe_events
w uprobe_events r /bin/busybox:0x4245
a uprobe_events -:p_busybox_0x4245
w uprobe_events
w uprobe_events p:zfree_entry /bin/busybox:0x46420 %ip %ax
a uprobe_events r:zfree_exit /bin/busybox:0x46420 %ip %ax
r uprobe_events
r events/uprobes/zfree_entry/format
! p events/uprobes/zfree_exit/format
w events/uprobes/enable 1
w events/uprobes/enable 0
= fprobetrace.rst, tracepoints
a dynamic_events t:switch sched_switch preempt=$arg1 next=$arg3
r events/tracepoints/switch/format
! a dynamic_events t sched_switch preempt=$arg1
! r dynamic_events
= ftrace.rst
w trace_clock global
r trace_clock
w trace_clock local
w buffer_size_kb 100
w per_cpu/cpu1/buffer_size_kb 200
! r per_cpu/cpu0/buffer_size_kb
! r per_cpu/cpu1/buffer_size_kb
w buffer_size_kb 100
! r per_cpu/cpu1/buffer_size_kb
w current_tracer xxx
r current_tracer
w trace_options nosym-offset
w trace_options sym-offset
r options/sym-offset
w trace_options nosym-offset
w tracing_on 0
r tracing_on
w tracing_on 1
w events/sched/sched_wakeup/trigger xxx
= sqlhist
a dynamic_events s:wakeup_lat pid_t pid; u64 lat;
r dynamic_events
a events/sched/sched_waking/trigger hist:keys=pid:__arg_18871_1=pid,__arg_18871_2=common_timestamp.usecs
a events/sched/sched_switch/trigger hist:keys=next_pid:__pid_18871_3=$__arg_18871_1,__lat_18871_4=common_timestamp.usecs-$__arg_18871_2:onmatch(sched.sched_waking).trace(wakeup_lat,$__pid_18871_3,$__lat_18871_4)
r events/sched/sched_waking/trigger
r events/sched/sched_switch/trigger
a events/synthetic/wakeup_lat/trigger hist:keys=lat.buckets=10,pid:vals=hitcount:sort=lat
! r events/synthetic/wakeup_lat/trigger
a events/synthetic/wakeup_lat/trigger !hist:keys=lat.buckets=10,pid:vals=hitcount:sort=lat
a events/sched/sched_switch/trigger !hist:keys=next_pid:__pid_18871_3=$__arg_18871_1,__lat_18871_4=common_timestamp.usecs-$__arg_18871_2:onmatch(sched.sched_waking).trace(wakeup_lat,$__pid_18871_3,$__lat_18871_4)
a events/sched/sched_waking/trigger !hist:keys=pid:__arg_18871_1=pid,__arg_18871_2=common_timestamp.usecs
a events/sched/sched_switch/trigger hist:keys=next_pid:__arg_1_1=common_timestamp.usecs if next_prio < 100
a events/sched/sched_switch/trigger hist:keys=prev_pid:delta_1_2=common_timestamp.usecs-$__arg_1_1,__pid_1_3=prev_pid:onmax($delta_1_2).save(prev_comm,prev_prio):onmatch(sched.sched_switch).trace(wakeup_lat,$__pid_1_3,$delta_1_2) if prev_prio < 100
r events/sched/sched_switch/trigger
= perf probe
a kprobe_events p:probe/vfs_read vfs_read+0 file=%di:x64 count=%dx:u64
a kprobe_events r128:probe/vfs_read__return vfs_read+0 arg1=$retval:s64
a kprobe_events r:probe/vfs_write__return vfs_write+0 arg1=$retval
! r kprobe_events
! p events/probe/vfs_read__return/format
a uprobe_events p:probe_busybox/main /bin/busybox:0x4245 argc=%di:s32 argv=+0(+8(%si)):string
r uprobe_events
a kprobe_events -:probe/vfs_read
a kprobe_events -:probe/vfs_read__return
a uprobe_events -:probe_busybox/main
= perf-tools
a kprobe_events p:do_sys_openat2 do_sys_openat2 filename=+0(%si):string
a kprobe_events r:ret_sys_openat2 do_sys_openat2 $retval
w events/kprobes/do_sys_openat2/filter filename ~ "*stat"
r events/kprobes/do_sys_openat2/filter
w events/kprobes/do_sys_openat2/enable 1
w events/kprobes/do_sys_openat2/enable 0
w events/kprobes/do_sys_openat2/filter 0
a kprobe_events -:do_sys_openat2
a kprobe_events -:ret_sys_openat2
a kprobe_events p:execsnoop do_execve +0(+0(%si)):string +0(+8(%si)):string +0(+16(%si)):string +0(+24(%si)):string
r kprobe_events
a kprobe_events p:tcpretransmit tcp_retransmit_skb sk=%di
a kprobe_events p:kpu vfs_read+5
w events/block/block_rq_issue/filter dev == 0x800010
w events/block/block_rq_issue/filter rwbs ~ "*W*" && common_pid != 5
r events/block/block_rq_issue/filter
w events/block/block_rq_issue/filter 0
= trace-cmd
w set_event sched:sched_switch
a set_event kmem:kmalloc
r set_event
w set_event
w events/sched/sched_switch/filter (prev_prio < 100) || (next_prio < 100)
r events/sched/sched_switch/filter
w events/sched/sched_switch/filter ((common_pid==1)||(common_pid==2))&&(prev_pid!=3)
r events/sched/sched_switch/filter
w events/sched/sched_switch/filter 0
w events/sched/sched_switch/trigger stacktrace if prev_state & 3
r events/sched/sched_switch/trigger
w events/sched/sched_switch/trigger !stacktrace if prev_state & 3
w events/sched/sched_switch/trigger hist:keys=next_pid:vals=next_prio:sort=hitcount.descending:size=4096
r events/sched/sched_switch/trigger
w events/sched/sched_switch/trigger !hist:keys=next_pid:vals=next_prio:sort=hitcount.descending:size=4096
w tracing_cpumask 1
w tracing_cpumask 3
w events/enable 0
END
