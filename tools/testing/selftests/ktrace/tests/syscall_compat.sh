# SPDX-License-Identifier: GPL-2.0
# description: each call of 32-bit programs has events, formats, filters, triggers and histograms of its own
# requires: events/syscall/ia32_openat events/syscalls/sys_enter_ia32_openat program:compat_calls32 /sys/kernel/debug/kunit/ktrace_syscall_bits/run
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# lines PATTERN: the number of records that match
lines()
{
	grep -v '^#' "$KTRACE/trace" | grep -c -- "$1" || :
}

# both ARG...: run the program as a 32-bit and as a 64-bit program; keep the output of the first
both()
{
	write trace 0
	must compat_calls32 "$@" >"$TMP/said"
	must compat_calls "$@" >/dev/null
}

note "formats"
format=$KTRACE/events/syscall/ia32_openat/format
must grep -q '^name: ia32_openat$' "$format"
must grep -q 'field:int __syscall_nr;.*offset:8;' "$format"
must grep -q 'field:const char \* filename_ptr;.*offset:48;.*size:8;' "$format"
must grep -q 'field:__data_loc char\[\] filename;' "$format"
must grep -q '__print_flags\|O_CREAT' "$format"
must grep -q 'field:int dfd;.*offset:16;' "$KTRACE/events/syscalls/sys_enter_ia32_openat/format"
must grep -q 'field:long ret;' "$KTRACE/events/syscalls/sys_exit_ia32_openat/format"
# Calls without a name in the 64-bit table.
for call in _llseek mmap2 stat64 clock_gettime64 socketcall ipc getuid32; do
	must test -d "$KTRACE/events/syscall/ia32_$call"
	must test -d "$KTRACE/events/syscalls/sys_enter_ia32_$call"
done
# All calls have events of both kinds.
equal "names of both kinds" "$(cd "$KTRACE/events/syscall" && echo ia32_*)" \
	"$(cd "$KTRACE/events/syscalls" && echo sys_enter_ia32_* | sed 's/sys_enter_//g')"
must [ "$(cd "$KTRACE/events/syscall" && echo ia32_* | wc -w)" -ge 350 ]

note "one call of one ABI"
write set_event syscall:ia32_openat
both open 7
equal "said" "$(cat "$TMP/said")" "openat failed 7, opened 1"
equal "32-bit records" "$(lines ' ia32_openat(dfd: AT_FDCWD, filename: "/no/file", .*) = -ENOENT <')" 7
equal "32-bit records of /" "$(lines ' ia32_openat(dfd: AT_FDCWD, filename: "/", flags: O_RDONLY|O_DIRECTORY) = [0-9]* <')" 1
equal "other records" "$(grep -v '^#' "$KTRACE/trace" | grep -vc ' ia32_openat(')" 0
write set_event syscall:openat
both open 7
equal "64-bit records" "$(lines ': openat(.*"/no/file"')" 7
equal "32-bit records" "$(lines ': ia32_')" 0
write set_event 'syscall:ia32_*'
both uids 5
equal "records of uids" "$(lines ': ia32_getuid32() = 0 <')" 5
equal "native records" "$(grep -v '^#' "$KTRACE/trace" | grep -vc ': ia32_')" 0

note "filters"
write set_event syscall:ia32_openat
write events/syscall/ia32_openat/filter 'ret >= 0 && filename == "/"'
both open 7
equal "accepted" "$(lines ': ia32_openat(.*"/",')" 1
equal "rejected" "$(lines '/no/file')" 0
write events/syscall/ia32_openat/filter 'flags & 0x10000 || dfd == 3'
both open 3
equal "accepted by arguments" "$(lines ': ia32_openat(')" 1
refused events/syscall/ia32_openat/filter EINVAL 'count > 3'
must grep -q 'no such field' "$KTRACE/error_log"
write events/syscall/ia32_openat/filter 0

note "triggers and histograms"
append events/syscall/ia32_openat/trigger 'hist:keys=filename if ret < 0'
append events/syscall/ia32_openat/trigger 'traceoff if ret >= 0'
both open 9
equal "tracing" "$(cat "$KTRACE/tracing_on")" 0
must grep -q '^{ filename: /no/file *} hitcount: *9$' "$KTRACE/events/syscall/ia32_openat/hist"
equal "buckets" "$(grep -c '^{' "$KTRACE/events/syscall/ia32_openat/hist")" 1
append events/syscall/ia32_openat/trigger '!traceoff if ret >= 0'
append events/syscall/ia32_openat/trigger '!hist:keys=filename if ret < 0'
write tracing_on 1

note "events at entry and exit"
write set_event 'syscalls:sys_*_ia32_openat'
write events/syscalls/sys_enter_ia32_openat/filter 'flags != 0x8000'
write events/syscalls/sys_exit_ia32_openat/filter 'ret < 0'
both open 4
equal "exits" "$(lines ': ia32_sys_openat -> 0xfffffffffffffffe$')" 4
equal "all exits" "$(lines ': ia32_sys_openat -> ')" 4
equal "entry of /" "$(lines ': ia32_sys_openat(dfd: ffffff9c, filename: [0-9a-f]*, flags: 1[0-9a-f]*, ')" 1
equal "native records" "$(lines ': sys_openat')" 0

note "calls behind socketcall() and ipc()"
write set_event syscall:ia32_connect
write trace 0
must compat_calls32 sockets >"$TMP/said"
equal "said" "$(grep connect "$TMP/said")" "connect -2 -2"
equal "connections" "$(lines ': ia32_connect(fd: [0-9]*, .*"/no/socket".*) = -ENOENT <')" 2
equal "all" "$(lines ': ia32_')" 2
kunit ktrace_syscall_bits "with ia32_connect enabled"
append set_event syscall:ia32_socket
write events/syscall/ia32_connect/filter 'fd > 1000'
write trace 0
must compat_calls32 sockets >"$TMP/said"
equal "all with filter" "$(lines ': ia32_')" 1
equal "sockets" "$(lines ': ia32_socket(family: AF_UNIX, type: SOCK_STREAM, protocol: 0) = [0-9]* <')" 1
write events/syscall/ia32_connect/filter 0
write events/syscall/ia32_connect/enable 0
write trace 0
must compat_calls32 sockets >"$TMP/said"
equal "connections when off" "$(lines ': ia32_connect')" 0
equal "sockets when connect is off" "$(lines ': ia32_socket(')" 1
kunit ktrace_syscall_bits "with ia32_socket enabled"
dmesg -c >/dev/null
write options/syscall-loud 1
must compat_calls32 sockets >"$TMP/said"
write options/syscall-loud 0
dmesg >"$TMP/console"
must grep -q 'socket(family: AF_UNIX' "$TMP/console"
must_not grep 'connect(' "$TMP/console"
write set_event syscall:ia32_socketcall
write trace 0
must compat_calls32 sockets >"$TMP/said"
equal "unknown number" "$(lines ': ia32_socketcall(call: 77, .*) = -EINVAL <')" 1
equal "all of socketcall" "$(lines ': ia32_')" 1
write set_event 'syscall:ia32_sem*'
append set_event syscall:ia32_ipc
write trace 0
must compat_calls32 ipc >"$TMP/said"
equal "semget" "$(lines ': ia32_semget(key: IPC_PRIVATE, nsems: 1, .*) = [0-9]* <')" 1
equal "semtimedop" "$(lines ': ia32_ipc(call: SEMTIMEDOP, first: [0-9]*, second: 1, ptr: \[{sem_num=0, sem_op=2, sem_flg=IPC_NOWAIT}\], fifth: {tv_sec=1, tv_nsec=23}) = 0 <')" 1
equal "semctl" "$(lines ': ia32_semctl(semid: [0-9]*, .*IPC_RMID.*) = 0 <')" 1

note "old calls"
must mkdir "$TMP/dir"
: >"$TMP/dir/a \"name\""
write set_event syscall:ia32__newselect
append set_event syscall:ia32_readdir
append set_event syscall:ia32_sigsuspend
append set_event syscall:ia32_rt_sigprocmask
write trace 0
must compat_calls32 old "$TMP/dir" >"$TMP/said"
equal "said of select" "$(grep select "$TMP/said")" "select 1 -14"
equal "said of others" "$(grep -c '^entry\|^readdir 0 -9$\|^sigsuspend -4$\|^rt_sigprocmask -22$' \
	"$TMP/said")" 6
equal "select" "$(lines ': ia32__newselect(n: 6, inp: \[5\], outp: NULL, exp: NULL, tvp: {tv_sec=0, tv_usec=77}.*) = 1 <')" 1
equal "unreadable select" "$(lines ': ia32_select\|newselect')" 1
sed -n 's/^entry \([0-9]*\) \(\.*\)$/\1 \2/p; s/^entry \([0-9]*\) a "name"$/\1 a \\"name\\"/p' \
	"$TMP/said" | while read -r ino name; do
	printf 'd_ino=%s, d_name="%s"\n' "$ino" "$name"
done >"$TMP/entries"
grep -o ': ia32_readdir(.*) = 1 <' "$KTRACE/trace" |
	sed 's/.*{\(d_ino=[0-9]*\), d_off=[-0-9]*, d_reclen=[0-9]*\(, d_name=.*\)}) = 1 <$/\1\2/' \
	>"$TMP/shown"
equal "entries" "$(cat "$TMP/shown")" "$(cat "$TMP/entries")"
equal "number of entries" "$(wc -l <"$TMP/shown")" 3
equal "end of the directory" "$(lines ': ia32_readdir(fd: [0-9]*, dirent: 0x[0-9a-f]*) = 0 <')" 1
equal "sigsuspend" "$(lines ': ia32_sigsuspend(mask: ~\[USR1\]) = ')" 1
equal "a set of 4 bytes" "$(lines ': ia32_rt_sigprocmask(how: SIG_BLOCK, nset: \[USR1\], oset: NULL, sigsetsize: 4) = -EINVAL <')" 1
write set_event syscall:ia32_select
write trace 0
must compat_calls32 old "$TMP/dir" >"$TMP/said"
equal "select itself" "$(lines ': ia32_')" 1
equal "its address" "$(lines ': ia32_select(arg: 0x1 (fault)) = -EFAULT <')" 1
kunit ktrace_syscall_bits "with ia32_select enabled"

note "another instance, and nothing after the events are off"
must mkdir "$KTRACE/instances/compat"
write instances/compat/set_event syscall:ia32_socket
write trace 0
must compat_calls32 sockets >"$TMP/said"
equal "its records" "$(grep -c ': ia32_socket(' "$KTRACE/instances/compat/trace")" 1
equal "ours" "$(lines ': ia32_')" 0
write tracing_on 0
must compat_calls32 sockets >"$TMP/said"
equal "its records while we are off" "$(grep -c ': ia32_socket(' "$KTRACE/instances/compat/trace")" 2
write tracing_on 1
must rmdir "$KTRACE/instances/compat"
write set_event ''
must compat_calls32 sockets >"$TMP/said"
equal "records when off" "$(lines ': ia32_')" 0
kunit ktrace_syscall_bits "with no event enabled"

note "where the time went"
write options/call-time 1
write set_event syscall:ia32_openat
both open 2
equal "timed" "$(lines ': ia32_openat(.*"/no/file".*) = -ENOENT <[0-9.]* run [0-9.]* wait [0-9.]* block [0-9.]*')" 2
must grep -q 'field:unsigned long blocked;' "$KTRACE/events/syscall/ia32_openat/format"
write set_event ''
write options/call-time 0
