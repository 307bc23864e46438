# SPDX-License-Identifier: GPL-2.0
# description: calls with bad pointers: the same results as without tracing, no delay, and no kernel data in the trace
# requires: events/syscall/enable options/buffer-limit program:hostile
# weight: 45

# reports: print the number of warnings and errors in the kernel's log, without races: scripts/vm
# tells those of ktrace from others
reports()
{
	dmesg | grep -E 'WARNING: |BUG: |Oops|general protection|kernel BUG|UBSAN' |
		grep -vc 'BUG: KCSAN: ' || :
}

size=$(cut -d' ' -f1 "$KTRACE/buffer_size_kb")
undo()
{
	write buffer_size_kb "$size"
	for o in buffer-limit envp-limit fd-path raw-syscalls; do
		write options/$o 0
	done
}
trap undo EXIT
write buffer_size_kb 16384
before=$(reports)

LINUX_BANNER=$(hostile banner)
export LINUX_BANNER

clean()
{
	write tracing_on 0
	cat "$KTRACE/trace" >"$TMP/trace"
	# The trace contains no kernel address except those that the program passed.
	hostile scan-text "$TMP/trace" >"$TMP/leaked" || {
		sed 's/^/# /' "$TMP/leaked"
		fail "$1: addresses or contents of the kernel in the trace"
	}
	[ ! -s "$TMP/leaked" ] || note "$1: not all of it"
	for cpu in "$KTRACE"/per_cpu/cpu*; do
		cat "$cpu/trace_pipe_raw" >"$TMP/raw"
		hostile scan "$TMP/raw" >"$TMP/leaked" || {
			head -n 20 "$TMP/leaked" | sed 's/^/# /'
			fail "$1: addresses of the kernel in the records"
		}
		grep -aq 'Linux version [0-9]' "$TMP/raw" &&
			fail "$1: contents of the kernel's memory in the records"
		rm "$TMP/raw"
	done
	write tracing_on 1
	write trace 0
}

# both PROGRAM WHAT: run the program without and with tracing
both()
{
	local status=0
	"$@" >"$TMP/without" 2>"$TMP/err" || status=$?
	if [ $status = 4 ]; then
		note "$*: the kernel does not support it"
		return 0
	fi
	[ $status = 0 ] || fail "$*: status $status: $(tail -n 2 "$TMP/without" "$TMP/err")"
	write trace 0
	write events/syscall/enable 1
	"$@" >"$TMP/with" 2>"$TMP/err" || status=$?
	write events/syscall/enable 0
	[ $status = 0 ] || fail "$* traced: status $status: $(tail -n 2 "$TMP/with" "$TMP/err")"
	if ! cmp -s "$TMP/without" "$TMP/with"; then
		diff "$TMP/without" "$TMP/with" | head -n 20 | sed 's/^/# /'
		fail "$*: not the same when traced"
	fi
	note "$*: $(wc -l <"$TMP/with") calls"
	clean "$*"
}

# all [OPTION VALUE]...: make all kinds of calls with these options
all()
{
	note "options: $*"
	while [ $# -gt 0 ]; do
		write "options/$1" "$2"
		shift 2
	done
	for program in hostile hostile32; do
		command -v $program >/dev/null || continue
		both $program list
		brief || both $program untouched
	done
	# The entry paths into the kernel only differ before memory is copied.
	! brief || return 0
	both hostile x32
	both hostile int80
}

# The second run includes the first one.
brief || all
all buffer-limit 256 envp-limit 8 fd-path 1

turns=200
[ -z "$SELFTEST_LONG" ] || turns=10000
write events/syscall/enable 1
for program in hostile hostile32; do
	command -v $program >/dev/null || continue
	must $program race $turns
done
write events/syscall/enable 0
clean race

equal "reports of the kernel" "$(reports)" "$before"
