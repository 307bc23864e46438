# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: ktrace --as strace cuts calls into unfinished and resumed lines as strace -f does
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/enable events/syscalls/enable owned_instances process_follow_pid program:ktrace program:strace

cat >"$TMP/script" <<'END'
sleep 0.3 &
sleep 0.1
cat /etc/hosts | wc -c
wait
END

# whole FILE: the calls, put together from their two lines, one a line, sorted
whole()
{
	awk '
		/ <unfinished \.\.\.>$/ {
			sub(/ <unfinished \.\.\.>$/, "")
			pid = $1
			if (pid in begun) print "twice begun: " $0
			begun[pid] = $0
			next
		}
		/^[0-9]+ +<\.\.\. [a-z0-9_]+ resumed>/ {
			pid = $1
			if (!(pid in begun)) { print "never begun: " $0; next }
			line = $0
			sub(/^[0-9]+ +<\.\.\. [a-z0-9_]+ resumed>/, "", line)
			print begun[pid] line
			delete begun[pid]
			next
		}
		{ print }' "$1" |
		sed -e 's/^[0-9]* *//' -e 's/0x[0-9a-f]*/PTR/g' -e 's/  */ /g' -e 's/( /(/' |
		grep -E '^(wait4|clock_nanosleep|nanosleep|exit_group|dup2|pipe|close|twice|never)' |
		sed -e 's/= [0-9][0-9]*$/= N/' | sort
}

strace -f -o "$TMP/a" sh "$TMP/script" >/dev/null
ktrace -f --as strace -o "$TMP/b" sh "$TMP/script" >/dev/null 2>"$TMP/last"
must grep -q ' 0 lost$' "$TMP/last"
whole "$TMP/a" >"$TMP/a.whole"
whole "$TMP/b" >"$TMP/b.whole"
must grep -q '^wait4(-1, ' "$TMP/a.whole"
# How often the shell waits depends on the order in which its children end.
for f in a b; do
	sort -u "$TMP/$f.whole" | grep -v 'ECHILD\|WNOHANG\|ERESTART' >"$TMP/$f.set"
done
diff "$TMP/a.set" "$TMP/b.set" >"$TMP/diff" || fail "strace and ktrace differ: $(cat "$TMP/diff")"

note "a blocked call has an unfinished and a resumed line, in the order of time"
must grep -q -E '^[0-9]+ +(clock_)?nanosleep\(.* <unfinished \.\.\.>$' "$TMP/b"
must grep -q -E '^[0-9]+ +<\.\.\. (clock_)?nanosleep resumed>.*\) += 0$' "$TMP/b"
must grep -q -E '^[0-9]+ +<\.\.\. wait4 resumed>\[\{WIFEXITED\(s\) && WEXITSTATUS\(s\) == 0\}\], 0, NULL\) = [0-9]+$' "$TMP/b"
begun=$(grep -n 'nanosleep(.*unfinished' "$TMP/b" | sed 's/:.*//;q')
ended=$(grep -n 'nanosleep resumed' "$TMP/b" | sed -n '$s/:.*//p')
# Others act between the two.
[ $((ended - begun)) -gt 1 ] || fail "lines $begun and $ended"

note "calls of a single task, and calls that a filter accepts, have one line each"
ktrace -f --as strace -o "$TMP/b" cat /etc/hosts >/dev/null 2>&1
must_not grep -q 'unfinished\|resumed' "$TMP/b"
ktrace -f --as strace -e wait4 -z -o "$TMP/b" sh "$TMP/script" >/dev/null 2>&1
must grep -q 'wait4(' "$TMP/b"
must_not grep -q 'unfinished\|resumed' "$TMP/b"

note "only the selected calls are printed"
ktrace -f --as strace -e wait4 -o "$TMP/b" sh "$TMP/script" >/dev/null 2>&1
must_not grep -q -E '^[0-9]+ +(read|openat|<\.\.\. read)' "$TMP/b"
must grep -q 'wait4(' "$TMP/b"
