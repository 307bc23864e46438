# SPDX-License-Identifier: GPL-2.0
# description: calls that are refused, dispatched, unknown or foreign, or do not return
# requires: events/syscalls/enable program:odd_calls
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# go WHAT: run "odd_calls WHAT" traced, and store its records without the common columns
# in $TMP/lines
go()
{
	local status=0
	write trace 0
	odd_calls "$1" >"$TMP/pid" || status=$?
	[ $status = 0 ] || [ $status = 4 ] || fail "odd_calls $1: status $status"
	[ $status = 0 ] || note "$1: the kernel cannot do it"
	pid=$(head -n 1 "$TMP/pid")
	# Match by name or id: exec changes the name, and fork the id.
	sed -n "s/^ *\(odd_calls-[0-9]*\|[^ ]*-$pid\) *\[[0-9]*\] [^ ]* *[0-9.]*: //p" \
		"$KTRACE/trace" >"$TMP/lines"
	grep -q . "$TMP/lines" || fail "$1: nothing in the trace"
	return $status
}

# seen N LINE: check that the line is in the trace N times
seen()
{
	local n
	n=$(grep -cxF -- "$2" "$TMP/lines" || :)
	[ "$n" = "$1" ] || {
		sed 's/^/# /' "$TMP/lines"
		fail "'$2' is there $n times, wanted $1"
	}
}

write events/syscalls/enable 1

# 118 is ENOTNAM.
if go refused; then
	seen 1 'sys_getpriority(which: b, who: 16)'
	seen 1 'sys_getpriority -> 0xffffffffffffff8a'
fi
if go killed; then
	seen 1 'sys_getpriority(which: 21, who: 2c)'
	# seccomp rolls back the registers, and the task dies on its way out of the
	# call.
	seen 1 'sys_getpriority -> 0x8c'
fi
if go dispatched; then
	equal "records of a dispatched call" "$(grep -c 'sys_0x1234' "$TMP/lines")" 0
	seen 1 'sys_getpriority(which: 37, who: 42)'
	seen 1 'sys_getpriority -> 0xffffffffffffffea'
fi
if go unknown; then
	seen 1 'sys_0x4d2(1, 2, 3, 4, 5, 6)'
	seen 1 'sys_0x4d2 -> 0xffffffffffffffda'
fi
if go minus; then
	seen 1 'sys_0xffffffff(1, 2, 3, 4, 5, 6)'
	seen 1 'sys_0xffffffff -> 0xffffffffffffffda'
fi
if go ia32; then
	seen 1 'ia32_sys_open(filename: 1, flags: 2, mode: 3)'
	seen 1 'ia32_sys_open -> 0xfffffffffffffff2'
	# Number 5 is fstat() in 64-bit programs.
	equal "64-bit names for it" "$(grep -c '^sys_newfstat(fd: 1, statbuf: 2' "$TMP/lines")" 0
fi
if go ia32_unknown; then
	seen 1 'ia32_sys_0x4d2(1, 2, 3, 4, 5, 6)'
	seen 1 'ia32_sys_0x4d2 -> 0xffffffffffffffda'
fi
if go x32; then
	seen 1 'x32_sys_getpriority(which: 4d, who: 58)'
	seen 1 'x32_sys_getpriority -> 0xffffffffffffffea'
	equal "64-bit names for it" "$(grep -c '^sys_getpriority' "$TMP/lines")" 0
fi
if go fork; then
	seen 1 'sys_fork()'
	seen 1 'sys_fork -> 0x0'
	equal "returns of fork" "$(grep -c '^sys_fork ->' "$TMP/lines")" 2
	seen 1 'sys_exit_group(error_code: 7)'
fi
if go exec; then
	# There are two: one by the shell under its own name, and one by the program.
	grep -q '^sys_execve(filename: ' "$TMP/lines" || fail "no execve"
	seen 2 'sys_execve -> 0x0'
fi

# No records appear after switching off.
write events/syscalls/enable 0
write trace 0
odd_calls unknown >/dev/null
equal "lines when off" "$(grep -vc '^#' "$KTRACE/trace")" 0
