# SPDX-License-Identifier: GPL-2.0
# description: records contain the data that a call read and wrote, and no byte around them
# requires: events/syscall/enable options/buffer-limit program:bounds
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 10

trap 'write options/buffer-limit 0; write options/string-limit 256; write options/fd-path 0' EXIT
write options/buffer-limit 2048
write events/syscall/enable 1

# go WHAT: run "bounds WHAT", and store its records in $TMP/lines
go()
{
	local status=0
	what=$1
	write trace 0
	write tracing_on 1
	bounds "$1" >"$TMP/out" 2>"$TMP/err" || status=$?
	write tracing_on 0
	[ $status = 0 ] || fail "bounds $1: status $status: $(cat "$TMP/err")"
	# The task is called exe when execve() returns, and renames itself later.
	sed -n 's/^ *\(bounds[a-z-]*\|exe\)-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p' "$KTRACE/trace" >"$TMP/lines"
}

# seen PATTERN: check that one line matches
seen()
{
	[ "$(grep -c "$1" "$TMP/lines")" = 1 ] || {
		grep "${1%%(*}" "$TMP/lines" | sed 's/^/# /'
		fail "no line, or several: $1"
	}
}

# fresh: check that the records contain none of the surrounding bytes
fresh()
{
	local cpu
	for cpu in "$KTRACE"/per_cpu/cpu*; do
		cat "$cpu/trace_pipe_raw" >"$TMP/raw"
		if grep -aq 'STALE\|TALES\|ALEST\|LESTA\|ESTAL' "$TMP/raw"; then
			grep 'STALE\|TALES\|ALEST\|LESTA\|ESTAL' "$TMP/lines" | sed 's/^/# /'
			fail "$what: memory that the call has not touched"
		fi
	done
}

p='0x[0-9a-f]*'

go vectors
equal "bytes of the first buffer" \
	"$(grep '^writev(.*iov_len=1800' "$TMP/lines" | grep -o 'A*' | tr -d '\n' | wc -c)" 1800
seen "^writev(.* iov_len=1800}, {iov_base=$p (fault), iov_len=100}\], .*) = 1900 <"
seen '^writev(.*\[{iov_base="AAAAAAAAAA", iov_len=10}, {iov_base="BBBBBBBBB", iov_len=9}\], .*) = 19 <'

go names
seen '^recvmsg(.* msg: {msg_name={sa_family=AF_UNIX, sun_path=@"b"}, msg_namelen=4 => 16, msg_iov=\[{iov_base="data", '
seen "^recvmsg(.* msg: {msg_name=$p (fault), msg_namelen=16, msg_iov=\\[{iov_base=\"data\", "
seen '^recvmmsg(.* mmsg: \[{msg_hdr={msg_name={sa_family=AF_UNIX, sun_path=@"b"}, msg_namelen=4 => 16, .*msg_len=4}, {msg_hdr={msg_name={sa_family=AF_UNIX, sun_path=@"bounds-sender"}, msg_namelen=110 => 16, .*msg_len=4}\], '
fresh

go sent
seen '^sendmmsg(.*iov_base="one", .*, msg_flags=0}, msg_len=3}, .*iov_base="three".*, msg_flags=0}, msg_len=5}, {[^}]*iov_len=7}[^}]*, msg_flags=0}}\], vlen: 3, .* = 2 <'
seen '^sendmmsg(.*iov_base="one", .*, msg_flags=0}, msg_len=3}\], vlen: 1, .* = 1 <'
seen '^sendmmsg(fd: -1, .*iov_base="one", .*, msg_flags=0}}\], vlen: 1, .* = -EBADF <'

note "a path leaves little or no room for the message; KASAN sees a byte that is too much"
write options/fd-path 1
go tight
rm -rf /tmp/dddddddd*
write options/fd-path 0
equal "messages" "$(grep -c '^sendmmsg(fd: .*) = -ENOTSOCK <' "$TMP/lines")" 126
n=$(grep '^sendmmsg(' "$TMP/lines" | grep -c 'iov_base="one"')
[ "$n" -ge 63 ] || fail "$n messages with their text"

go lengths
seen "^recvfrom(.* addr: $p (fault), addr_len: \\[16\\]) = 4 <"
seen "^getsockname(.* usockaddr: $p (fault), usockaddr_len: \\[16\\]) = 0 <"
seen "^getsockopt(.* optval: $p (fault), optlen: \\[4\\]) = 0 <"
fresh

go environment
seen "^execve(filename: \"/proc/self/exe\", argv: \\[\"bounds\", \"nothing\"\\], envp: $p /\\* 3 vars \\*/) = 0 (new program) <"

go sizes
seen '^sched_setattr(.* uattr: {size=0, .*, sched_period=0}, flags: 0) = 0 <'
seen '^sched_setattr(.* uattr: {size=20} => {size=56}, flags: 0) = -E2BIG <'
seen '^sched_getattr(.* uattr: {size=48, .*, sched_period=[0-9]*}, usize: 48, flags: 0) = 0 <'
seen '^sched_getattr(.* uattr: {size=56, .*, sched_util_max=[0-9]*}, usize: 200, flags: 0) = 0 <'
seen '^statmount(req: {size=24, mnt_id=0, param=0}, '
seen '^statmount(req: {size=0}, '
fresh

go comm
seen '^prctl(option: PR_SET_NAME, arg2: "bounds-and-a-lo"...) = 0 <'
equal "names" "$(grep -c '^prctl(option: PR_SET_NAME, arg2: "bounds") = 0 <' "$TMP/lines")" 2
fresh
write options/string-limit 0
go comm
equal "names that are not to be copied" \
	"$(grep -c "^prctl(option: PR_SET_NAME, arg2: $p) = 0 <" "$TMP/lines")" 3
write options/string-limit 256

go commands
seen '^ioctl(.* cmd: DM_DEV_STATUS, arg: {version=\[4, 0, 0\], data_size=305'
seen '^ioctl(.* cmd: FS_IOC_SETFSLABEL, arg: "bounds") = -ENOTTY <'
seen '^ioctl(.* cmd: FS_IOC_SETFSLABEL, arg: "behind") = -ENOTTY <'
fresh

go infos
seen '^rt_sigqueueinfo(.* uinfo: {si_signo=SIGUSR1, si_code=SI_QUEUE, si_pid=0, si_uid=0'
seen '^waitid(.* infop: {si_signo=SIGCHLD, si_code=CLD_EXITED, .*si_status=0}, '
fresh

go sets
seen '^rt_sigpending(uset: \[USR1\], sigsetsize: 4) = 0 <'
seen "^rt_sigprocmask(how: SIG_BLOCK, nset: $p, oset: NULL, sigsetsize: 4) = -EINVAL <"
seen "^signalfd4(ufd: -1, user_mask: $p, sizemask: 4, flags: 0) = -EINVAL <"
seen "^ppoll(.* sigmask: $p, sigsetsize: 128) = -EINVAL <"
seen '^rt_sigtimedwait(uthese: \[USR1\], '
fresh

go descriptors
seen '^select(n: \([0-9]*\), inp: \[[0-9]\], outp: NULL, exp: NULL, tvp: {tv_sec=1, tv_usec=0} => {tv_sec=0, tv_usec=9[0-9]*}) = 1 <'
seen "^epoll_ctl(.* op: EPOLL_CTL_DEL, fd: [0-9]*, event: $p) = 0 <"
fresh

go capabilities
seen '^capget(header: {version=_LINUX_CAPABILITY_VERSION_3, pid=0}, dataptr: {effective=0x1ffffffffff, permitted=0x1ffffffffff, inheritable=0}) = 0 <'
seen '^capset(header: {version=_LINUX_CAPABILITY_VERSION_3, pid=0}, data: {effective=0x1ffffffffff, permitted=0x1ffffffffff, inheritable=0}) = 0 <'
seen '^capget(header: {version=_LINUX_CAPABILITY_VERSION_1, pid=0}, dataptr: {effective=0xffffffff, permitted=0xffffffff, inheritable=0}) = 0 <'
fresh

go log
seen "^syslog(type: SYSLOG_ACTION_SIZE_BUFFER) = "
seen '^syslog(type: SYSLOG_ACTION_READ_ALL, buf: ".\{20,\}", len: 2000) = '
fresh

go nulls
seen "^bind(fd: [0-9]*, umyaddr: $p, addrlen: 0) = -EINVAL <"
seen "^setsockopt(.* optval: $p, optlen: -1) = -EINVAL <"

go left
seen "^nanosleep(rqtp: {tv_sec=0, tv_nsec=1000}, rmtp: $p) = 0 <"
seen '^nanosleep(rqtp: {tv_sec=7, tv_nsec=0}, rmtp: {tv_sec=6, tv_nsec=9[0-9]*}) = ? -ERESTART_RESTARTBLOCK <'
fresh

go pages
seen '^mincore(.* vec: \[0, 1, 0\]) = 0 <'
fresh
