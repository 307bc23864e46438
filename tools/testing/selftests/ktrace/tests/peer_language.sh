# SPDX-License-Identifier: GPL-2.0
# description: beside the event tracer: the same commands are accepted, and show the same
# requires: trace events kprobe_events synthetic_events dynamic_events /sys/kernel/ktrace
# only: ktrace-peer - the event tracer is there
# weight: 20

# Compare the files of the event tracer and of ktrace: which commands they accept, the errno and
# the caret of those that they refuse, and what they show. peer_commands.sh explains the list.

. "$1/peer.sh"
. "$1/peer_commands.sh"

compare_commands 590 <<'END'
= filters
w events/sched/sched_switch/filter next_pid == 1
w events/sched/sched_switch/filter next_pid==1&&prev_pid!=0
w events/sched/sched_switch/filter next_comm ~ "ba*h"
! w events/sched/sched_switch/filter next_comm == bash
w events/sched/sched_switch/filter next_comm == 'bash'
w events/sched/sched_switch/filter !(next_pid == 1) || prev_prio & 4
w events/sched/sched_switch/filter ((next_pid > 1) && (prev_pid < 5)) || next_prio >= 0x10
w events/sched/sched_switch/filter COMM == "sh"
! w events/sched/sched_switch/filter comm != sh
w events/sched/sched_switch/filter CPU == 0
w events/sched/sched_switch/filter cpu == 1
w events/sched/sched_switch/filter CPU & CPUS{0-1}
w events/sched/sched_switch/filter next_pid & CPUS{0}
!c w events/sched/sched_switch/filter CPU & CPUS{}
!c w events/sched/sched_switch/filter CPU & CPUS{9999}
!c w events/sched/sched_switch/filter CPU & CPUS{0
w events/sched/sched_switch/filter common_pid == 1
w events/sched/sched_switch/filter common_type == 1
w events/sched/sched_switch/filter common_flags & 1
w events/sched/sched_switch/filter common_preempt_count == 0
w events/sched/sched_switch/filter next_pid == -1
w events/sched/sched_switch/filter next_pid > 0777
w events/sched/sched_switch/filter 0
w events/sched/sched_switch/filter nosuch == 1
w events/sched/sched_switch/filter next_pid
w events/sched/sched_switch/filter next_pid ==
!c w events/sched/sched_switch/filter next_pid == x
!c w events/sched/sched_switch/filter next_pid = 1
w events/sched/sched_switch/filter next_pid == 1 &&
!e w events/sched/sched_switch/filter next_pid == 1 & next_pid == 2
!e w events/sched/sched_switch/filter next_pid == 1 next_pid == 2
!e w events/sched/sched_switch/filter (next_pid == 1
!e w events/sched/sched_switch/filter next_pid == 1)
!c w events/sched/sched_switch/filter ()
!ec w events/sched/sched_switch/filter next_pid == 1 || || prev_pid == 1
!c w events/sched/sched_switch/filter next_comm > "a"
!c w events/sched/sched_switch/filter next_comm & 1
!c w events/sched/sched_switch/filter next_pid ~ "1"
!c w events/sched/sched_switch/filter next_pid == "1"
! w events/sched/sched_switch/filter next_comm ~ bash
!e w events/sched/sched_switch/filter next_comm == "bash
!e w events/sched/sched_switch/filter next_comm == "a" "b"
!ec w events/sched/sched_switch/filter next_pid == 99999999999999999999
! w events/sched/sched_switch/filter next_pid == 0x1ffffffff
!c w events/sched/sched_switch/filter next_pid == 1a
w events/sched/sched_switch/filter ! next_pid == 1
w events/sched/sched_switch/filter !next_pid
w events/sched/sched_switch/filter next_pid != 1 && !
w events/sched/sched_switch/filter next_pid.foo == 1
w events/sched/sched_switch/filter next_comm.ustring == "a"
!c w events/sched/sched_switch/filter next_pid.function == vfs_read
w events/kmem/kmalloc/filter call_site.function == vfs_read
r events/kmem/kmalloc/filter
w events/kmem/kmalloc/filter call_site.function != vfs_read
!ec w events/kmem/kmalloc/filter call_site.function == nosuchfunction
!c w events/kmem/kmalloc/filter call_site.function > vfs_read
!ec w events/kmem/kmalloc/filter call_site.function == "vfs_read"
w events/kmem/kmalloc/filter bytes_req > 100 && bytes_alloc <= 4096
r events/kmem/kmalloc/filter
w events/kmem/kmalloc/filter gfp_flags & 0x10
w events/kmem/kmalloc/filter ptr != 0
w events/kmem/kmalloc/filter ptr == 0xffffffffffffffff
! w events/kmem/kmalloc/filter bytes_req == -1
w events/raw_syscalls/sys_enter/filter id == 5 || id == 6
! w events/raw_syscalls/sys_enter/filter args == 1
!c w events/raw_syscalls/sys_enter/filter args[0] == 1
w events/syscalls/sys_enter_openat/filter filename == "x"
w events/syscalls/sys_enter_openat/filter filename.ustring ~ "*x"
r events/syscalls/sys_enter_openat/filter
! w events/syscalls/sys_enter_openat/filter dfd == -100
w events/syscalls/sys_exit_openat/filter ret < 0
r events/syscalls/sys_exit_openat/filter
w events/sched/sched_process_exec/filter filename == "/bin/true"
w events/sched/sched_process_exec/filter filename ~ "/bin/*" && pid > 1
r events/sched/sched_process_exec/filter
w events/sched/filter next_pid == 1
! w events/sched/filter nosuch == 1
w events/sched/filter 0
w events/syscalls/filter common_pid == 1
r events/syscalls/sys_enter_read/filter
w events/syscalls/filter 0
r events/syscalls/sys_enter_read/filter
= enable
w events/sched/sched_switch/enable 1
r events/sched/sched_switch/enable
r events/sched/enable
w events/sched/sched_switch/enable 2
w events/sched/sched_switch/enable x
w events/sched/enable 1
r events/sched/enable
w events/sched/sched_switch/enable 0
r events/sched/enable
w events/sched/enable 0
r events/sched/enable
w set_event sched:sched_switch
a set_event sched:sched_waking irq:*
a set_event !irq:*
a set_event nosuch
a set_event sched:nosuch
a set_event !nosuch
w set_event sched_switch
! w set_event *:*switch*
w set_event sched:
w set_event
= refused triggers
a events/sched/sched_switch/trigger nosuch
a events/sched/sched_switch/trigger traceon:x
! a events/sched/sched_switch/trigger !traceon:x
! a events/sched/sched_switch/trigger traceon:
a events/sched/sched_switch/trigger !traceon
a events/sched/sched_switch/trigger traceon:0
a events/sched/sched_switch/trigger !traceon:0
a events/sched/sched_switch/trigger traceon:-1
a events/sched/sched_switch/trigger !traceon
! a events/sched/sched_switch/trigger traceon:5:6
a events/sched/sched_switch/trigger !traceon
! a events/sched/sched_switch/trigger traceon:18446744073709551615
a events/sched/sched_switch/trigger !traceon
a events/sched/sched_switch/trigger traceon:99999999999999999999
a events/sched/sched_switch/trigger !traceon
a events/sched/sched_switch/trigger traceon if
a events/sched/sched_switch/trigger !traceon
a events/sched/sched_switch/trigger traceon if nosuch == 1
a events/sched/sched_switch/trigger traceon if next_pid ==
a events/sched/sched_switch/trigger traceon when next_pid == 1
a events/sched/sched_switch/trigger traceon next_pid == 1
a events/sched/sched_switch/trigger enable_event
a events/sched/sched_switch/trigger enable_event:sched
a events/sched/sched_switch/trigger enable_event:nosuch:nosuch
a events/sched/sched_switch/trigger enable_event:sched:nosuch
a events/sched/sched_switch/trigger enable_event:sched:sched_switch
a events/sched/sched_switch/trigger !enable_event:sched:sched_switch
a events/sched/sched_switch/trigger enable_event:kmem:kmalloc:x
a events/sched/sched_switch/trigger !enable_event:kmem:kmalloc
a events/sched/sched_switch/trigger !nosuch
a events/sched/sched_switch/trigger !traceoff
a events/sched/sched_switch/trigger !stacktrace:7
a events/sched/sched_switch/trigger !
a events/sched/sched_switch/trigger enable_hist:kmem:kmalloc
a events/sched/sched_switch/trigger !enable_hist:kmem:kmalloc
a events/sched/sched_switch/trigger !hist:keys=next_pid
! a events/sched/sched_switch/trigger !hist:keys=next_pid if BADFILTER
a events/sched/sched_switch/trigger !hist:keys=nosuch
a events/sched/sched_switch/trigger !hist
a events/sched/sched_switch/trigger !traceon if BADFILTER
a events/sched/sched_switch/trigger !enable_event:sched:nosuch
= events.rst
w events/syscalls/sys_enter_read/trigger enable_event:kmem:kmalloc:1
w events/syscalls/sys_exit_read/trigger disable_event:kmem:kmalloc
r events/syscalls/sys_enter_read/trigger
r events/syscalls/sys_exit_read/trigger
a events/syscalls/sys_enter_read/trigger !enable_event:kmem:kmalloc:1
a events/syscalls/sys_exit_read/trigger !disable_event:kmem:kmalloc
w events/kmem/kmalloc/trigger stacktrace:5 if bytes_req >= 65536
r events/kmem/kmalloc/trigger
a events/kmem/kmalloc/trigger !stacktrace:5 if bytes_req >= 65536
w events/block/block_unplug/trigger traceoff:1 if nr_rq > 1
a events/block/block_unplug/trigger !traceoff:1 if nr_rq > 1
= histogram.rst
w events/kmem/kmalloc/trigger hist:key=call_site:val=bytes_req
a events/kmem/kmalloc/trigger !hist:key=call_site:val=bytes_req
w events/kmem/kmalloc/trigger hist:key=call_site:val=bytes_req.buckets=32
w events/kmem/kmalloc/trigger hist:key=call_site.hex:val=bytes_req
w events/kmem/kmalloc/trigger hist:key=call_site.sym:val=bytes_req
w events/kmem/kmalloc/trigger hist:key=call_site.sym:val=bytes_req:sort=bytes_req.descending
w events/kmem/kmalloc/trigger hist:key=call_site.sym-offset:val=bytes_req:sort=bytes_req.descending
r events/syscalls/sys_enter_read/trigger
w events/raw_syscalls/sys_enter/trigger hist:key=id.syscall:val=hitcount
w events/sched/sched_process_fork/trigger hist:key=child_comm:val=hitcount:size=256
r events/sched/sched_process_fork/trigger
a events/sched/sched_process_fork/trigger hist:key=child_comm:val=hitcount:size=256:pause
r events/sched/sched_process_fork/trigger
a events/sched/sched_process_fork/trigger hist:key=child_comm:val=hitcount:size=256:cont
r events/sched/sched_process_fork/trigger
a events/sched/sched_process_fork/trigger hist:key=child_comm:val=hitcount:size=256:clear
r events/sched/sched_process_fork/trigger
a events/sched/sched_process_fork/trigger hist:key=child_comm:val=hitcount:size=256
w events/net/netif_rx/trigger hist:keys=skbaddr.hex:vals=len
r events/net/netif_rx/trigger
a events/net/netif_rx/trigger !hist:keys=skbaddr.hex:vals=len
w events/net/netif_receive_skb/trigger hist:keys=skbaddr.hex:vals=len:pause
r events/net/netif_receive_skb/trigger
! w events/sched/sched_process_exit/trigger disable_hist:net:netif_receive_skb if comm==wget
a events/sched/sched_process_exit/trigger !disable_hist:net:netif_receive_skb if comm==wget
w events/net/netif_receive_skb/trigger hist:key=common_stacktrace:vals=len:pause
a events/net/netif_receive_skb/trigger hist:key=common_stacktrace:vals=len:clear
r events/net/netif_receive_skb/trigger
w events/net/netif_receive_skb/trigger hist:keys=skbaddr.hex:vals=len if len < 0
a events/net/netif_receive_skb/trigger hist:keys=skbaddr.hex:vals=len if len > 4096
a events/net/netif_receive_skb/trigger hist:keys=skbaddr.hex:vals=len if len == 256
a events/net/netif_receive_skb/trigger hist:keys=skbaddr.hex:vals=len
a events/net/netif_receive_skb/trigger hist:keys=len:vals=common_preempt_count
r events/net/netif_receive_skb/trigger
w events/net/netif_receive_skb/trigger hist:name=foo:keys=skbaddr.hex:vals=len
a events/net/netif_rx/trigger hist:name=foo:keys=skbaddr.hex:vals=len
r events/net/netif_rx/trigger
w events/sched/sched_process_fork/trigger hist:name=bar:key=common_stacktrace:val=hitcount
a events/net/netif_rx/trigger hist:name=bar:key=common_stacktrace:val=hitcount
r events/net/netif_rx/trigger
= refused histograms
a kprobe_events p:peer/w ksys_write fd=%di:u32 count=%dx:u64
a events/peer/w/trigger hist
a events/peer/w/trigger hist:
a events/peer/w/trigger hist:vals=count
a events/peer/w/trigger hist:keys=
a events/peer/w/trigger hist:keys=nosuch
a events/peer/w/trigger hist:keys=count,nosuch
a events/peer/w/trigger hist:keys=count:vals=nosuch
a events/peer/w/trigger hist:keys=count:vals=
a events/peer/w/trigger hist:keys=count.nosuch
a events/peer/w/trigger hist:keys=count.log2.hex
!c a events/peer/w/trigger hist:keys=count.buckets
a events/peer/w/trigger hist:keys=count.buckets=0
a events/peer/w/trigger hist:keys=count.buckets=x
!c a events/peer/w/trigger hist:keys=count.buckets=-5
a events/peer/w/trigger hist:keys=count:vals=fd.percent.hex
a events/peer/w/trigger hist:keys=count.percent
a events/peer/w/trigger hist:keys=count:vals=fd.sym
a events/peer/w/trigger hist:keys=count:vals=hitcount.hex
a events/peer/w/trigger hist:keys=count:sort=nosuch
a events/peer/w/trigger hist:keys=count:sort=fd
a events/peer/w/trigger hist:keys=count:sort=count.nosuch
a events/peer/w/trigger hist:keys=count:sort=
a events/peer/w/trigger hist:keys=count:sort=count,hitcount,count
a events/peer/w/trigger hist:keys=count:size=0
a events/peer/w/trigger hist:keys=count:size=x
a events/peer/w/trigger hist:keys=count:size=-1
a events/peer/w/trigger hist:keys=count:size=99999999
a events/peer/w/trigger hist:keys=count:size=
a events/peer/w/trigger hist:keys=count:nosuch
a events/peer/w/trigger hist:keys=count:nosuch=1
! a events/peer/w/trigger hist:keys=count:clock=nosuch
a events/peer/w/trigger hist:keys=count:clock=
a events/peer/w/trigger hist:keys=count:name=
! a events/peer/w/trigger hist:keys=count:pause:cont
a events/peer/w/trigger !hist:keys=count
a events/peer/w/trigger hist:keys=count:pause
a events/peer/w/trigger !hist:keys=count
a events/peer/w/trigger hist:keys=count:cont
a events/peer/w/trigger hist:keys=count:clear
a events/peer/w/trigger hist:keys=count,fd,common_pid
a events/peer/w/trigger !hist:keys=count,fd,common_pid
a events/peer/w/trigger hist:keys=count,count
a events/peer/w/trigger !hist:keys=count,count
! a events/peer/w/trigger hist:keys=count:keys=fd
! a events/peer/w/trigger !hist:keys=count:keys=fd
! a events/peer/w/trigger hist:keys=count:vals=fd:vals=count
! a events/peer/w/trigger !hist:keys=count:vals=fd:vals=count
a events/peer/w/trigger hist:keys=count if nosuch == 1
a events/peer/w/trigger hist:keys=count if count ==
a events/peer/w/trigger hist:keys=count if
a events/peer/w/trigger !hist:keys=count
a events/peer/w/trigger hist:keys=count count == 1
! a events/peer/w/trigger hist:keys=count,hitcount
! a events/peer/w/trigger hist:keys=hitcount
a events/peer/w/trigger hist:keys=count.execname
a events/peer/w/trigger hist:keys=fd.execname
a events/peer/w/trigger hist:keys=count.syscall
a events/peer/w/trigger hist:keys=count.usecs
a events/peer/w/trigger hist:keys=count.stacktrace
a events/peer/w/trigger hist:keys=common_timestamp.hex
a events/peer/w/trigger hist:keys=fd:vals=count.log2
!c a events/peer/w/trigger hist:keys=fd:vals=(count.log2)
a events/peer/w/trigger hist:keys=fd:vals=count.nosuch.hex
a events/peer/w/trigger hist:keys=fd.nosuch
a events/peer/w/trigger hist:keys=fd:vals=fd.stacktrace
a events/peer/w/trigger hist:keys=fd:vals=fd.buckets=5
a events/peer/w/trigger hist:keys=fd:vals=fd.syscall
!c a events/peer/w/trigger hist:keys=fd:vals=fd.sym-offset
a events/peer/w/trigger hist:keys=fd:vals=common_pid.execname
a events/peer/w/trigger !hist:keys=fd:vals=common_pid.execname
a events/peer/w/trigger hist:keys=fd:vals=common_stacktrace
a events/peer/w/trigger hist:keys=fd:vals=hitcount.log2
a events/peer/w/trigger hist:keys=fd:vals=hitcount.graph,hitcount.percent
a events/peer/w/trigger !hist:keys=fd:vals=hitcount.graph,hitcount.percent
! a events/peer/w/trigger hist:keys=fd:vals=(count)
! a events/peer/w/trigger !hist:keys=fd:vals=(count)
= clocks of histograms
a kprobe_events p:peer/w ksys_write fd=%di:u32 count=%dx:u64
a events/peer/w/trigger hist:keys=fd:clock=global
! R events/peer/w/trigger
a events/peer/w/trigger !hist:keys=fd:clock=global
a events/peer/w/trigger hist:keys=fd:ts=common_timestamp:clock=mono
R events/peer/w/trigger
a events/peer/w/trigger !hist:keys=fd:ts=common_timestamp:clock=mono
a events/peer/w/trigger hist:keys=fd:ts=common_timestamp:clock=global
R events/peer/w/trigger
a events/peer/w/trigger !hist:keys=fd:ts=common_timestamp:clock=global
a events/peer/w/trigger hist:keys=fd:ts=common_timestamp
! R events/peer/w/trigger
a events/peer/w/trigger !hist:keys=fd:ts=common_timestamp
= variables
a kprobe_events p:peer/w ksys_write fd=%di:u32 count=%dx:u64
a kprobe_events p:peer/x ksys_write fd=%di:u32 count=%dx:u64
a synthetic_events got u64 a; u64 b
a events/peer/w/trigger hist:keys=fd:v=nosuch
a events/peer/w/trigger hist:keys=fd:v=
a events/peer/w/trigger hist:keys=fd:v=$nosuch
a events/peer/w/trigger hist:keys=fd:v=count+
a events/peer/w/trigger hist:keys=fd:v=count++fd
a events/peer/w/trigger hist:keys=fd:v=count/0
a events/peer/w/trigger hist:keys=fd:v=(count
a events/peer/w/trigger hist:keys=fd:v=count.nosuch
a events/peer/w/trigger hist:keys=fd:v=count%2
a events/peer/w/trigger hist:keys=$nosuch
a events/peer/w/trigger hist:keys=fd:vals=$nosuch
a events/peer/w/trigger hist:keys=fd:v=-(count+1)
a events/peer/w/trigger !hist:keys=fd:v=-(count+1)
a events/peer/w/trigger hist:keys=fd:v=count*2+1,u=fd/2
a events/peer/w/trigger !hist:keys=fd:v=count*2+1,u=fd/2
a events/peer/w/trigger hist:keys=fd:v=1000000
a events/peer/w/trigger hist:keys=count:v=1
a events/peer/w/trigger !hist:keys=fd:v=1000000
a events/peer/w/trigger hist:keys=fd:v=count-5-3
a events/peer/w/trigger !hist:keys=fd:v=count-5-3
a events/peer/w/trigger hist:keys=fd:v=count-1-2-3-4
a events/peer/w/trigger !hist:keys=fd:v=count-1-2-3-4
a events/peer/w/trigger hist:keys=fd:v=count.hex
r events/peer/w/trigger
a events/peer/w/trigger !hist:keys=fd:v=count.hex
a events/peer/w/trigger hist:keys=fd:v=count.sym
a events/peer/w/trigger !hist:keys=fd:v=count.sym
a events/peer/w/trigger hist:keys=fd:v=common_pid.execname
a events/peer/w/trigger !hist:keys=fd:v=common_pid.execname
a events/peer/w/trigger hist:keys=fd:v=count.percent
a events/peer/w/trigger hist:keys=fd:v=count.stacktrace
! a events/peer/w/trigger hist:keys=fd:v=count.log2
! a events/peer/w/trigger !hist:keys=fd:v=count.log2
! a events/peer/w/trigger hist:keys=fd:v=(count)
! a events/peer/w/trigger !hist:keys=fd:v=(count)
a events/peer/w/trigger hist:keys=fd:v=2*(count
!c a events/peer/w/trigger hist:keys=fd:v=count)
a events/peer/w/trigger hist:keys=fd:v=count+nosuch
a events/peer/w/trigger hist:keys=fd:v=count+$nosuch
a events/peer/w/trigger hist:keys=fd:v=nosuch*2
a events/peer/w/trigger hist:keys=fd:v=1x
a events/peer/w/trigger hist:keys=fd:v=count+1x
a events/peer/w/trigger hist:keys=fd:v=99999999999999999999
a events/peer/w/trigger hist:keys=fd:v=count*
a events/peer/w/trigger hist:keys=fd:v=*count
!c a events/peer/w/trigger hist:keys=fd:v=count-(-fd)
!c a events/peer/w/trigger hist:keys=fd:v=count:v=fd
!c a events/peer/w/trigger hist:keys=fd:v=count,v=fd
! a events/peer/w/trigger hist:keys=fd:5v=count
! a events/peer/w/trigger !hist:keys=fd:5v=count
!c a events/peer/w/trigger hist:keys=fd:v=peer.x.$nosuch
!c a events/peer/w/trigger hist:keys=fd:v=nosuch.x.$v
a events/peer/w/trigger hist:keys=fd:common_pid=count
a events/peer/w/trigger hist:keys=fd:ts0=common_timestamp
!c a events/peer/w/trigger hist:keys=fd:vals=$ts0:ts0=common_timestamp
a events/peer/w/trigger hist:keys=fd:vals=$ts9,$b9:ts9=common_timestamp,b9=count
= actions
a kprobe_events p:peer/w ksys_write fd=%di:u32 count=%dx:u64
a kprobe_events p:peer/x ksys_write fd=%di:u32 count=%dx:u64
a synthetic_events got u64 a; u64 b
a synthetic_events text char[] t
a synthetic_events negative s64 a
a events/synthetic/got/trigger hist:keys=a,b
a events/peer/w/trigger hist:keys=fd:val=count
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(got,$val,count)
a events/peer/w/trigger hist:keys=fd:vv=count
a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).nosuch($vv)
a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(nosuch,$vv)
a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(got,$vv)
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(got,$vv,$vv,$vv)
a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(got,$vv,nosuch)
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(got,$nosuch,count)
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(got,$vv,)
! a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(text,$vv)
a events/peer/x/trigger !hist:keys=fd:onmatch(peer.w).trace(text,$vv)
! a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(negative,$vv)
a events/peer/x/trigger !hist:keys=fd:onmatch(peer.w).trace(negative,$vv)
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace()
! a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).trace(got,$vv,count
! a events/peer/x/trigger !hist:keys=fd:onmatch(peer.w).trace(got,$vv,count
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w.trace(got,$vv,count)
a events/peer/x/trigger hist:keys=fd:onmatch(peer.nosuch).trace(got,$vv,count)
a events/peer/x/trigger hist:keys=fd:onmatch(nosuch.w).trace(got,$vv,count)
a events/peer/x/trigger hist:keys=fd:onmatch(peer).trace(got,$vv,count)
!c a events/peer/x/trigger hist:keys=fd:onmatch().trace(got,$vv,count)
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w)
!c a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).
a events/peer/x/trigger hist:keys=fd:onmatch(peer.w).save(fd)
a events/peer/x/trigger hist:keys=fd:onmax(count).save(fd)
!c a events/peer/x/trigger hist:keys=fd:onmax($nosuch).save(fd)
a events/peer/x/trigger hist:keys=fd:m=count:onmax($m).save(nosuch)
!c a events/peer/x/trigger hist:keys=fd:m=count:onmax($m).nosuch()
!c a events/peer/x/trigger hist:keys=fd:m=count:onmax($m)
!c a events/peer/x/trigger hist:keys=fd:m=count:onmax($m).save()
! a events/peer/x/trigger hist:keys=fd:m=count:onmax($m).save(fd):onmax($m).save(count)
a events/peer/x/trigger !hist:keys=fd:m=count:onmax($m).save(fd):onmax($m).save(count)
!c a events/peer/x/trigger hist:keys=fd:m=count:onmax().save(fd)
a events/peer/x/trigger hist:keys=fd:m=count:nosuch($m).save(fd)
a events/peer/x/trigger hist:keys=fd:m=count:onchange($m).save(fd)
r events/peer/x/trigger
a events/peer/x/trigger !hist:keys=fd:m=count:onchange($m).save(fd)
a events/peer/x/trigger hist:keys=fd:m=count-$vv:onmatch(peer.w).trace(got,$m,count)
r events/peer/x/trigger
a events/peer/w/trigger !hist:keys=fd:vv=count
a events/peer/x/trigger !hist:keys=fd:m=count-$vv:onmatch(peer.w).trace(got,$m,count)
a events/peer/w/trigger !hist:keys=fd:vv=count
= latencies of histogram.rst
a synthetic_events wakeup_latency u64 lat; pid_t pid; int prio
r synthetic_events
a events/synthetic/wakeup_latency/trigger hist:keys=pid,prio,lat:sort=pid,lat
a synthetic_events !wakeup_latency u64 lat pid_t pid int prio
a events/synthetic/wakeup_latency/trigger !hist:keys=pid,prio,lat:sort=pid,lat
a events/synthetic/wakeup_latency/trigger hist:keys=pid,prio,lat.log2:sort=lat
a events/synthetic/wakeup_latency/trigger hist:keys=pid,prio,lat.buckets=10:sort=lat
= synthetic events
a synthetic_events one u64 a
a synthetic_events one u64 a
a synthetic_events one u64 b
a synthetic_events !one
a synthetic_events none
!c a synthetic_events two u64
a synthetic_events three u64 a; nosuch b
a synthetic_events four u64 a u64 b
! a synthetic_events five u64 a;; u64 b
a synthetic_events !nosuch
! a synthetic_events six char a[0]
a synthetic_events seven char a[x]
a synthetic_events eight char a[16
!c a synthetic_events nine u64 a[4]
!c a synthetic_events ten u64[4] a
a synthetic_events eleven nosuch a
a synthetic_events twelve u64 a b
!c a synthetic_events thirteen u64; u64 a
a synthetic_events fourteen char[] a; char[16] b; gfp_t c; unsigned long d; pid_t e; s64 f; bool g
a synthetic_events fifteen unsigned a
a synthetic_events sixteen struct nosuch a
a synthetic_events 5ive u64 a
a synthetic_events fi-ve u64 a
a synthetic_events dash u64 a-b
! a synthetic_events same u64 a; u64 a
a synthetic_events spaces u64 a ; u64 b ;
a dynamic_events s:other u64 a
a dynamic_events s:syn/other u64 a
a dynamic_events s:bare
! a synthetic_events !five
! a synthetic_events !six
! a synthetic_events !same
r synthetic_events
r dynamic_events
a dynamic_events -:other
a dynamic_events -:synthetic/spaces
r dynamic_events
a dynamic_events -:nosuch
= kprobetrace.rst
w kprobe_events p:myprobe do_sys_openat2 dfd=%ax filename=%dx flags=%cx mode=+4($stack)
a kprobe_events r:myretprobe do_sys_openat2 $retval
a kprobe_events -:myprobe
a kprobe_events -:myprobe
w kprobe_events
= kprobes
a kprobe_events p vfs_read
a kprobe_events r vfs_read
a kprobe_events p:vfs/one vfs_read+4
a kprobe_events p:one vfs_read $stack $stack0 @jiffies +0(%si):u8 -8(%sp):x64 $comm %ax
a kprobe_events r8:three vfs_read ret=$retval:s64
a kprobe_events p:four vfs_read%return ret=$retval
a kprobe_events p:five vfs_read arg=$arg1 other=$arg3
a kprobe_events -:vfs/
a kprobe_events -:kprobes/two
a kprobe_events -:three
a kprobe_events p:six vfs_read
a kprobe_events p:six vfs_write
a kprobe_events p:six vfs_read
a kprobe_events p:six vfs_open %di
a kprobe_events r:six vfs_open
a kprobe_events -:six vfs_write
a kprobe_events -:kprobes/
= refused kprobes
a kprobe_events p
a kprobe_events p:
a kprobe_events x vfs_read
a kprobe_events p:a/b/c vfs_read
a kprobe_events p:/b vfs_read
a kprobe_events p:a-b vfs_read
a kprobe_events p:1b vfs_read
a kprobe_events p:b nosuchfunction
a kprobe_events p:b1 vfs_read+99999
a kprobe_events p:b2 vfs_read+1
a kprobe_events p:b3 vfs_read-1
a kprobe_events p:b4 vfs_read+x
a kprobe_events p10:b vfs_read
! a kprobe_events r0:b vfs_read
a kprobe_events r99999:b vfs_read
! a kprobe_events rx:b vfs_read
a kprobe_events r:b vfs_read+4
a kprobe_events p:b5 vfs_read $retval
a kprobe_events p:b6 vfs_read %nosuch
a kprobe_events p:b7 vfs_read $nosuch
a kprobe_events p:b8 vfs_read $stackx
a kprobe_events p:b9 vfs_read $stack99999
!ec a kprobe_events p:b10 vfs_read @
!c a kprobe_events p:b11 vfs_read @nosuchsymbol
!c a kprobe_events p:b12 vfs_read @jiffies+x
a kprobe_events p:b13 vfs_read +0(
a kprobe_events p:b14 vfs_read +0(%di
a kprobe_events p:b15 vfs_read +x(%di)
a kprobe_events p:b16 vfs_read +0(%di))
a kprobe_events p:b17 vfs_read %di:nosuch
a kprobe_events p:b18 vfs_read %di:
a kprobe_events p:b19 vfs_read %di:string
a kprobe_events p:b20 vfs_read %di:b4
a kprobe_events p:b21 vfs_read %di:b4@4/33
a kprobe_events p:b22 vfs_read %di:b64@4/32
a kprobe_events p:b23 vfs_read +0(%di):u8[0]
a kprobe_events p:b24 vfs_read +0(%di):u8[65]
a kprobe_events p:b25 vfs_read +0(%di):u8[x]
a kprobe_events p:b26 vfs_read +0(%di):u8[4
a kprobe_events p:b27 vfs_read %di:u8[4]
a kprobe_events p:b28 vfs_read =%di
a kprobe_events p:b29 vfs_read a=
a kprobe_events p:b30 vfs_read a=%di a=%si
a kprobe_events p:b31 vfs_read 1a=%di
a kprobe_events p:b32 vfs_read a-b=%di
a kprobe_events p:b33 vfs_read common_pid=%di
a kprobe_events p:b34 vfs_read \x
a kprobe_events p:b35 vfs_read \
a kprobe_events p:b36 vfs_read \"text
a kprobe_events p:b37 vfs_read FOO
a kprobe_events p:b38 vfs_read 5
a kprobe_events p:b39 +0
a kprobe_events p:b40 0
a kprobe_events p:b41 vfs_read%nosuch
a kprobe_events -:
a kprobe_events -
a kprobe_events -:nosuch
a kprobe_events -:nosuch/nosuch
a kprobe_events -:sched/sched_switch
!c a kprobe_events p:sched/sched_switch vfs_read
a kprobe_events p:ab/x vfs_read a_0123456789012345678901234567890123456789=%di
= uprobetracer.rst
w uprobe_events p /bin/busybox:0x4245
r uprobe_events
a uprobe_events r /bin/busybox:0x4245
r uprobe_events
a uprobe_events -:p_busybox_0x4245
r uprobe_events
w uprobe_events
a uprobe_events p:zfree_entry /bin/busybox:0x46420 %ip %ax
a uprobe_events r:zfree_exit /bin/busybox:0x46420 %ip %ax
r uprobe_events
= refused uprobes
a uprobe_events p
a uprobe_events p:b /bin/busybox
a uprobe_events p:b /nosuch:0x10
a uprobe_events p:b /bin:0x10
a uprobe_events p:b /bin/busybox:x
a uprobe_events p:b /bin/busybox:
a uprobe_events p:b /bin/busybox:0x99999999999
r uprobe_events
a uprobe_events p:d /bin/busybox:0x10 $comm $stack0 +0(%ax):string @0x400000 @+0x10
a uprobe_events p:c /bin/busybox:0x20(0x24)
a uprobe_events p:e /bin/busybox:0x10%return
a uprobe_events p:c /bin/busybox:0x10 @jiffies
a uprobe_events p:c /bin/busybox:0x10 $arg1
a uprobe_events p:c /bin/busybox:0x10 $retval
a uprobe_events p:c /bin/busybox:0x10 +0(%ax):ustring
= eprobetrace.rst
a dynamic_events e:sched/switch sched.sched_switch prev=$prev_pid:u32 next=$next_pid:u32
r dynamic_events
a dynamic_events e:openat raw_syscalls.sys_enter nr=$id filename=+8($args):ustring
r dynamic_events
w events/eprobes/openat/filter nr == 257
r events/eprobes/openat/filter
w events/eprobes/openat/enable 1
a dynamic_events -:openat
w events/eprobes/openat/enable 0
a dynamic_events -:openat
r dynamic_events
= event probes
a kprobe_events p:peer/w ksys_write fd=%di:u32 count=%dx:u64
! a dynamic_events e:peer/on peer.w fd=$fd:u32
! a dynamic_events -:peer/on
a dynamic_events e:peer/one
a dynamic_events e:peer/one sched
a dynamic_events e:peer/one nosuch.nosuch
a dynamic_events e:peer/one sched.nosuch
a dynamic_events e:peer/one sched.sched_switch nosuch
a dynamic_events e:peer/one sched.sched_switch $nosuch
a dynamic_events e:peer/one sched.sched_switch a=$next_pid:nosuch
a dynamic_events e:peer/one sched.sched_switch if
a dynamic_events e:peer/one sched.sched_switch if nosuch == 1
a dynamic_events e:peer/one sched.sched_switch $next_pid if next_pid ==
a dynamic_events e:1one sched.sched_switch
!c a dynamic_events e:sched/sched_switch sched.sched_waking
a dynamic_events e:peer/one sched.sched_switch $next_pid
a dynamic_events e:peer/one sched.sched_switch $next_pid
a dynamic_events -:peer/one
= tracepoint probes
a dynamic_events t:t1 sched_switch preempt=$arg1 next=$arg3
a dynamic_events t sched_waking
a dynamic_events t:t2 nosuch
a dynamic_events t:t3 sched_switch $retval
! a dynamic_events t:t4 sched_switch $arg9
a dynamic_events t:t5 sched_switch %di
= opposite triggers
a events/sched/sched_switch/trigger traceon
! a events/sched/sched_switch/trigger traceoff
a events/sched/sched_switch/trigger enable_event:kmem:kmalloc
! a events/sched/sched_switch/trigger disable_event:kmem:kmalloc
= options
w trace_options sym-offset
w trace_options nosym-offset
w trace_options stacktrace
r options/stacktrace
w trace_options nostacktrace
w trace_options irq-info
w trace_options event-fork
w trace_options noevent-fork
w trace_options nonosuch
! w trace_options print-parent
! w trace_options noverbose
! w trace_options noraw
! w trace_options nohex
! w trace_options nobin
! w trace_options noblock
! w trace_options nofields
! w trace_options trace_printk
! w trace_options annotate
! w trace_options nosym-userobj
! w trace_options noprintk-msg-only
! w trace_options context-info
! w trace_options record-cmd
! w trace_options markers
w trace_options pause-on-trace
r options/pause-on-trace
w trace_options nopause-on-trace
! w trace_options hash-ptr
= knobs
w trace_clock nosuch
w trace_clock global
r trace_clock
w trace_clock local
r trace_clock
! w tracing_on 2
w tracing_on x
w tracing_on 1
w current_tracer nosuch
w trace_options nosuch
w options/stacktrace 2
w options/stacktrace 1
r options/stacktrace
w options/stacktrace 0
w buffer_size_kb 0
w buffer_size_kb x
w buffer_size_kb -1
w buffer_subbuf_size_kb 3
w buffer_subbuf_size_kb 0
w buffer_percent 101
w buffer_percent x
r buffer_percent
w buffer_percent 50
w set_event_pid x
w set_event_pid 1 2 3
r set_event_pid
w set_event_pid -1
r set_event_pid
w set_event_pid
w set_event_notrace_pid 5
r set_event_notrace_pid
w set_event_notrace_pid
w tracing_cpumask 1
r tracing_cpumask
w tracing_cpumask x
w tracing_cpumask 0f
w tracing_cpumask 0003
w tracing_cpumask 0,3
w tracing_cpumask 1,3
w tracing_cpumask 0x1
r tracing_cpumask
w tracing_cpumask 0
w tracing_cpumask 3
w saved_cmdlines_size 0
w saved_cmdlines_size x
w error_log x
r error_log
END
