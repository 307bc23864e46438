# SPDX-License-Identifier: GPL-2.0
# description: if strace tampers with a call, the record has the result and duration that the program sees
# requires: events/syscall/enable program:strace

# tampered HOW: run /bin/pwd while strace tampers with getcwd(), and print the records
tampered()
{
	write trace 0
	write events/syscall/getcwd/enable 1
	strace -o "$TMP/strace" -e trace=getcwd -e inject="getcwd:$1" /bin/pwd >"$TMP/out" 2>&1 || :
	write events/enable 0
	grep -q INJECTED "$TMP/strace" || [ "${1%%=*}" = delay_exit ] ||
		fail "strace: $(cat "$TMP/strace")"
	sed -n 's/^ *pwd-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p' "$KTRACE/trace" >"$TMP/lines"
	sed 's/^/# /' "$TMP/lines"
}

# has PATTERN: check that one line matches
has()
{
	[ "$(grep -c "$1" "$TMP/lines")" = 1 ] || fail "no line, or several: $1"
}

note "an injected error instead of the call"
tampered error=EACCES
grep -qi 'denied' "$TMP/out" || fail "pwd printed: $(cat "$TMP/out")"
has '^getcwd(buf: 0x[0-9a-f]*, size: [0-9]*) = -EACCES (refused) <'

note "a changed result"
tampered retval=7
has '^getcwd(.*) = 7 (refused) <'

note "an injected delay"
tampered delay_exit=50000
has '^getcwd(buf: "/'
us=$(sed -n 's/^getcwd(.*<0*\([0-9]*\)\.\([0-9]*\)>$/\1\2/p' "$TMP/lines" | sed 's/^0*//')
[ "$us" -ge 50000 ] || fail "it took $us us, wanted 50000 and more"
