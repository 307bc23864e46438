# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Functions for the cases in tests/. For each case "run" starts a shell in an empty directory
# ($TMP), which sources this file and, with "set -e", the case.
#
#   $KTRACE             the control directory
#   $TMP                the case's own directory, removed afterwards
#   fail MSG            the case failed
#   skip MSG            the case cannot run here
#   note MSG            a line of diagnostics
#   reset_ktrace        set all control files to their values after boot (run does this
#                       before each case)
#   must CMD ARG...     fail unless the command succeeds
#   must_not CMD ARG... fail unless the command fails
#   soon CMD ARG...     wait until the command succeeds; fail after about a minute
#   stop PID            kill a background process and wait for its end, because a reader
#                       may take records until then
#   gone PID            succeed if the process has ended
#   asleep PID          succeed if the process sleeps; "soon asleep PID" waits for that
#   mostly_asleep PID   succeed if the process sleeps in at least 15 of 20 samples, which
#                       shows that it does not poll
#   has_lines FILE N [PATTERN]  succeed if FILE has at least N lines that match
#   equal WHAT GOT WANTED    fail unless the two strings are equal
#   refused FILE ERRNO TEXT  write TEXT to the control file FILE: the write must fail with
#                       ERRNO (EINVAL, ...). The case may look at error_log
#   write FILE TEXT     write TEXT and a newline to the control file by one write call,
#                       with truncation; append FILE TEXT does not truncate
#   brief               succeed if the case should do less: the short form runs, in a
#                       kernel with KASAN, lockdep or KCSAN
#   part_first N, part_last N   if guests share the N rounds of a long form, this guest
#                       runs the rounds after part_first, up to part_last
#   part_seed           print a seed that differs from part to part
#   realtime            succeed if the kernel has PREEMPT_RT
#   rcu_wait            print the name of the function that waits for a grace period
#   kunit SUITE WHY     run a KUnit suite of this kernel; fail with WHY unless it passes
#   used_kb             print the memory in use, in kB, after all caches have been dropped.
#                       The kernel frees some memory later, so compare it with "soon"
#   module NAME [ARG...]     load a module, or skip the case; "run" unloads it

KTRACE=${KTRACE:-/sys/kernel/debug/ktrace}

note()
{
	echo "# $*"
}

fail()
{
	echo "# FAIL: $*"
	exit 1
}

skip()
{
	echo "# SKIP: $*"
	echo "$*" >"$TMP/.skip"
	exit 4
}

must()
{
	"$@" || fail "status $? from: $*"
}

must_not()
{
	if "$@"; then
		fail "should have failed: $*"
	fi
}

soon()
{
	for _ in $(seq 600); do
		if "$@"; then
			return 0
		fi
		sleep 0.1
	done
	return 1
}

gone()
{
	! kill -0 "$1" 2>/dev/null
}

stop()
{
	kill "$1"
	wait "$1" 2>/dev/null || :
}

asleep()
{
	grep -q '^State:.S' "/proc/$1/status"
}

mostly_asleep()
{
	_looks=0
	for _ in $(seq 20); do
		! asleep "$1" || _looks=$((_looks + 1))
		sleep 0.05
	done
	[ $_looks -ge 15 ]
}

has_lines()
{
	[ "$(grep -c -- "${3:-}" "$1")" -ge "$2" ]
}

equal()
{
	[ "$2" = "$3" ] || fail "$1: got '$2', wanted '$3'"
}

# control_path FILE: the absolute path of a control file
control_path()
{
	case $1 in
	/*) echo "$1" ;;
	*) echo "$KTRACE/$1" ;;
	esac
}

# mount_again: unmount the control files, which forgets all owners and modes, and mount them again.
# In debugfs, a lookup mounts them
mount_again()
{
	cd /
	ktrace_fs=$(awk -v at="$KTRACE" '$2 == at { print $3; exit }' /proc/mounts)
	must umount "$KTRACE"
	# With --place, a lookup in debugfs may have mounted the file system there, too.
	! grep -q " /sys/kernel/debug/ktrace $ktrace_fs " /proc/mounts ||
		must umount /sys/kernel/debug/ktrace
	[ -e "$KTRACE/README" ] || must mount -t "$ktrace_fs" nodev "$KTRACE"
}

# unwritten FILE TEXT: report a failed write
unwritten()
{
	note "$1 did not take '$2'"
	return 1
}

write()
{
	printf '%s\n' "$2" >"$(control_path "$1")" || unwritten "$1" "$2"
}

append()
{
	printf '%s\n' "$2" >>"$(control_path "$1")" || unwritten "$1" "$2"
}

# errno_text ERRNO: the text of the C library, with which the shell's error message ends
errno_text()
{
	case $1 in
	EPERM) echo "Operation not permitted" ;;
	ENOENT) echo "No such file or directory" ;;
	EINTR) echo "Interrupted system call" ;;
	E2BIG) echo "Argument list too long" ;;
	EAGAIN) echo "Resource temporarily unavailable" ;;
	ENOMEM) echo "Cannot allocate memory" ;;
	EACCES) echo "Permission denied" ;;
	EFAULT) echo "Bad address" ;;
	EBUSY) echo "Device or resource busy" ;;
	EEXIST) echo "File exists" ;;
	ENODEV) echo "No such device" ;;
	ESRCH) echo "No such process" ;;
	EINVAL) echo "Invalid argument" ;;
	EFBIG) echo "File too large" ;;
	ENOSPC) echo "No space left on device" ;;
	ENAMETOOLONG) echo "File name too long" ;;
	EOVERFLOW) echo "Value too large for defined data type" ;;
	ERANGE) echo "Numerical result out of range" ;;
	EADDRNOTAVAIL) echo "Cannot assign requested address" ;;
	EILSEQ) echo "Invalid or incomplete multibyte" ;;
	EOPNOTSUPP) echo "Operation not supported" ;;
	*) echo "$1" ;;
	esac
}

refused()
{
	path=$(control_path "$1")
	# dd makes one write call, and its message has the error.
	if out=$(printf '%s\n' "$3" | dd of="$path" bs=1048576 conv=notrunc 2>&1); then
		fail "$1 took '$3', wanted $2"
	fi
	case $out in
	*"$(errno_text "$2")"*) ;;
	*) fail "$1 refused '$3' with '$out', wanted $2" ;;
	esac
}

# off FILE VALUE: write to a control file if it exists
off()
{
	[ ! -w "$KTRACE/$1" ] || echo "$2" >"$KTRACE/$1" || fail "reset: $1"
}

# options: print the name and the default of each option, from README
options()
{
	sed -n 's|^  options/\([^ ]*\) *default \([0-9]*\);.*|\1 \2|p' "$KTRACE/README"
}

# reset_syscalls: remove the filters and triggers of complete events that a failed case has left.
# While there are any, options/call-time cannot be changed
reset_syscalls()
{
	echo 0 >"$KTRACE/events/syscall/filter"
	for _file in $(grep -l '^[^#]' "$KTRACE"/events/syscall/*/trigger); do
		sed -n 's/^[^#]/!&/p' "$_file" >"$TMP/left"
		while read -r _line; do
			echo "$_line" >"$_file" || :
		done <"$TMP/left"
	done
}

reset_ktrace()
{
	[ -d "$KTRACE" ] || return 0
	# Nothing can be changed.
	! grep -qw lockdown=confidentiality /proc/cmdline || return 0
	! grep -qw '\[confidentiality\]' /sys/kernel/security/lockdown 2>/dev/null || return 0
	off tracing_on 0
	off current_tracer nop
	off events/enable 0
	# First, because event probes and synthetic events may use kprobes and uprobes.
	[ ! -w "$KTRACE/dynamic_events" ] || : >"$KTRACE/dynamic_events" ||
		fail "reset: dynamic_events"
	[ ! -w "$KTRACE/kprobe_events" ] || : >"$KTRACE/kprobe_events" ||
		fail "reset: kprobe_events"
	[ ! -w "$KTRACE/uprobe_events" ] || : >"$KTRACE/uprobe_events" ||
		fail "reset: uprobe_events"
	[ ! -w "$KTRACE/error_log" ] || : >"$KTRACE/error_log" || :
	if [ -d "$KTRACE/instances" ]; then
		find "$KTRACE/instances" -mindepth 1 -maxdepth 1 -type d -exec rmdir {} \;
	fi
	# Refused while kernel code holds the spare rings, as tracing_snapshot_alloc() does.
	[ ! -w "$KTRACE/snapshot" ] || echo 0 >"$KTRACE/snapshot" 2>/dev/null || :
	off kprobe_offsets ''
	off set_event_pid ''
	off set_event_notrace_pid ''
	off process_trace_uid_filter -1
	off process_trace_taskcomm_filter ''
	off process_trace_cgroup_filter ''
	[ ! -w "$KTRACE/process_follow_exe" ] || : >"$KTRACE/process_follow_exe"
	off process_trace_syscalls 1
	off process_trace_signals 1
	off process_trace_lifecycle 1
	off process_snapshot_on_death 0
	# Defaults after boot, in case a failed case has changed them.
	[ -n "$(options)" ] || fail "reset: README names no options"
	[ ! -e "$KTRACE/options/call-time" ] || [ "$(cat "$KTRACE/options/call-time")" = 0 ] ||
		reset_syscalls
	options | while read -r _option _value; do
		off "options/$_option" "$_value"
	done || exit 1
	off saved_cmdlines_size 4096
	off buffer_percent 50
	off trace_clock local
	off tracing_cpumask "$(printf %x $(((2 << $(sed 's/.*-//' /sys/devices/system/cpu/possible)) - 1)))"
	off buffer_subbuf_size_kb 4
	off buffer_size_kb 1408
	off trace 0
	off tracing_on 1
}

brief()
{
	[ -z "${SELFTEST_LONG:-}" ] && grep -q -w 'kasan_report\|lock_is_held_type\|kcsan_setup_watchpoint' /proc/kallsyms
}

part_first()
{
	echo $(($1 * (${SELFTEST_PART%/*} - 1) / ${SELFTEST_PART#*/}))
}

part_last()
{
	echo $(($1 * ${SELFTEST_PART%/*} / ${SELFTEST_PART#*/}))
}

part_seed()
{
	echo $((SELFTEST_SEED + 1000 * (${SELFTEST_PART%/*} - 1)))
}

realtime()
{
	case $(uname -v) in
	*PREEMPT_RT*) return 0 ;;
	esac
	return 1
}

# Compilers may inline synchronize_rcu() into cond_synchronize_rcu().
rcu_wait()
{
	if grep -q ' synchronize_rcu_normal$' /proc/kallsyms; then
		echo synchronize_rcu_normal
	else
		echo synchronize_rcu
	fi
}

kunit()
{
	_suite=/sys/kernel/debug/kunit/$1
	echo 1 >"$_suite/run"
	if ! grep -q '^ok' "$_suite/results" || grep -q 'not ok' "$_suite/results"; then
		sed 's/^/# /' "$_suite/results"
		fail "$2"
	fi
}

used_kb()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
	# KASAN releases the freed objects that it keeps when a cache shrinks.
	for _cache in /sys/kernel/slab/*/shrink; do
		echo 1 >"$_cache"
	done
	awk '$1 == "nr_free_pages" || $1 == "count:" { n -= $2 }
	     $1 == "present" { n += $2 }
	     END { print n * 4 }' /proc/zoneinfo
}

module()
{
	modprobe "$@" 2>"$TMP/.modprobe" || {
		grep -q "not found" "$TMP/.modprobe" && skip "no module $1"
		grep -q lockdown= /proc/cmdline && skip "no signed module $1"
		fail "modprobe $*: $(cat "$TMP/.modprobe")"
	}
	echo "$1" >>"$TMP/.modules"
}
