# SPDX-License-Identifier: GPL-2.0
# description: a record does not show memory that the call neither reads nor writes
# requires: events/syscall/enable program:odd_calls
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# go WHAT: run "odd_calls WHAT" traced, and store its records without the common columns
# in $TMP/lines
go()
{
	local status=0
	write trace 0
	write events/syscall/enable 1
	odd_calls "$1" >"$TMP/said" || status=$?
	write events/syscall/enable 0
	[ $status = 0 ] || [ $status = 4 ] || fail "odd_calls $1: status $status"
	[ $status = 0 ] || note "$1: the kernel cannot do it"
	sed -n "s/^ *odd_calls-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p" "$KTRACE/trace" >"$TMP/lines"
	return $status
}

# seen PATTERN: check that one line matches
seen()
{
	local n
	n=$(grep -c -- "$1" "$TMP/lines" || :)
	[ "$n" = 1 ] || {
		sed 's/^/# /' "$TMP/lines" | tail -n 20
		fail "'$1' is there $n times"
	}
}

note "wait4() without an exited child fills in nothing"
if go waited; then
	seen '^waitid(.* options: WNOHANG|WEXITED, ru: 0x[0-9a-f]*) = 0 <'
	seen '^waitid(.*CLD_KILLED.* options: WEXITED, ru: {ru_utime=.*ru_maxrss=[0-9]*.*}) = 0 <'
fi

note "mount ids of 64 bits"
if go mount_id; then
	seen "^name_to_handle_at(.* mnt_id: \\[$(tail -n 1 "$TMP/said")\\], flag: .*) = 0 <"
fi

note "sets of CPUs and descriptors: only the part that the kernel reads"
if go short_sets; then
	seen '^sched_setaffinity(.* len: 4096, user_mask_ptr: \[0.*\]) = 0 <'
	seen '^select(n: 4096, inp: NULL, outp: \[1\], exp: NULL, tvp: .*) = 1 <'
fi

note "an address that the call only stores, and an argument of which the call uses half"
if go unread; then
	must grep -q '^set_robust_list(head: 0x[0-9a-f]*, len: 24) = 0 <' "$TMP/lines"
	must_not grep '^set_robust_list(head: {' "$TMP/lines"
	seen '^clone(clone_flags: SIGCHLD, .*) = [1-9]'
fi
