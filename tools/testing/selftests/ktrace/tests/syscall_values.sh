# SPDX-License-Identifier: GPL-2.0
# description: complete records show values as the kernel reads them: signs, siginfo, options, partial arrays, netlink
# requires: events/syscall/enable set_event_pid program:call_values program:netlink_values program:rare_values
# kernels: ktrace ktrace-net - ktrace-net has calls and sockets that ktrace lacks; races and lifetimes do not matter

calls="execve preadv preadv2 pwritev pwritev2 bpf rt_sigqueueinfo pidfd_send_signal rt_sigtimedwait wait4
	setsockopt getsockopt fcntl fcntl64 writev poll clock_nanosleep_time64 fstat timer_create
	sched_setattr pselect6 ioprio_set ioprio_get seccomp prctl bind ioctl
	sendto recvfrom execveat clone3 io_uring_register rseq sendmsg recvmsg fsconfig
	mount_setattr modify_ldt memfd_create fsync ptrace futex io_uring_enter statmount
	lsm_set_self_attr quotactl keyctl landlock_create_ruleset landlock_add_rule
	landlock_restrict_self set_mempolicy get_mempolicy mbind move_pages migrate_pages
	kexec_load kexec_file_load listmount"
# Enable the native events, and the event of all 32-bit calls.
for call in $calls; do
	[ ! -d "$KTRACE/events/syscall/$call" ] || append set_event "syscall:$call"
done
[ ! -d "$KTRACE/events/syscall/ia32_openat" ] || append set_event "syscall:ia32_*"

# shown PROGRAM SCENE [CALLS]: check that the records of CALLS, up to the duration,
# equal the lines that the program prints
shown()
{
	write trace 0
	write tracing_on 1
	# shellcheck disable=SC2016
	must sh -c 'echo $$ >"$0/set_event_pid"; exec "$@"' "$KTRACE" "$1" "$2" >"$TMP/want"
	write tracing_on 0
	write set_event_pid ''
	must test -s "$TMP/want"
	# Take the records of the scene, after the shell has become the program.
	names=$(sed 's/(.*//' "$TMP/want" | sort -u | tr '\n' '|')
	awk '/: execve\(/ { n = 0; next } { line[n++] = $0 } END { for (i = 0; i < n; i++) print line[i] }' \
		"$KTRACE/trace" | sed -n -E 's/^.* [0-9.]+: (('"${names%|}"')\(.*) <[0-9.]+>$/\1/p' |
		# The C library registers its own area when the program starts.
		sed '/rseq(.* flags: 0, sig: /d' >"$TMP/got"
	if ! diff "$TMP/want" "$TMP/got" >"$TMP/diff"; then
		head -n 30 "$TMP/diff" | cut -c 1-400 | sed 's/^/# /'
		failed="$failed $1:$2"
	fi
	note "$1 $2: $(grep -c . "$TMP/want") calls"
}

failed=
# Succeed if the kernel is built with the call: else its symbol is weak.
built()
{
	grep -q " T __x64_sys_$1\$" /proc/kallsyms
}

scenes="offsets siginfo status requests sockopts levels devices commands arrays fields filters addresses ioctls selected
	tails"
! built bpf || scenes="$scenes errors"
[ ! -e /proc/sys/net/ipv4/tcp_sack ] || scenes="$scenes connection"
! built ioprio_set || scenes="$scenes priorities"
for scene in $scenes; do
	shown call_values $scene
done
shown rare_values mounts
! built landlock_create_ruleset || shown rare_values landlock
! built set_mempolicy || shown rare_values nodes
! built kexec_load || shown rare_values kexec
# The limit cuts buffers, and not messages of netlink.
limit=$(cat "$KTRACE/options/string-limit")
trap 'write options/buffer-limit 0; write options/fd-path 0
	write options/string-limit "$limit"' EXIT
write options/buffer-limit 4
# PREEMPT_RT does not look up the protocol of a socket.
if ! realtime; then
	shown netlink_values route
	shown netlink_values generic
	[ ! -e /proc/net/netfilter ] || shown netlink_values netfilter
	[ ! -e /proc/self/loginuid ] || shown netlink_values audit
	! grep -q ' unix_diag_handler_dump$' /proc/kallsyms || shown netlink_values sockets
fi
write options/buffer-limit 64
! built keyctl || shown rare_values keys
write options/buffer-limit 0
write options/string-limit 300
shown call_values limits
write options/string-limit "$limit"
if ! realtime; then
	write options/fd-path 1
	shown call_values paths
	write options/fd-path 0
fi
if command -v call_values32 >/dev/null; then
	for scene in siginfo status sockopts levels commands arrays filters selected tails inner times; do
		shown call_values32 $scene
	done
fi
if [ -d "$KTRACE/events/syscall/ia32_openat" ]; then
	# A child makes the call.
	write options/event-fork 1
	shown call_values tracee
	write options/event-fork 0
fi
[ -z "$failed" ] || fail "not shown as they are:$failed"
