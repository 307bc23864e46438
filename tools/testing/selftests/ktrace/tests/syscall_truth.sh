# SPDX-License-Identifier: GPL-2.0
# description: 10,000 calls of 44 kinds on 2 CPUs: the trace has each call once, with the right values
# requires: events/syscalls/enable buffer_size_kb program:calls cpus:2
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 10

size=$(cut -d' ' -f1 "$KTRACE/buffer_size_kb")
write buffer_size_kb 8192
write events/syscalls/enable 1
must calls 20261121 10000 "$TMP/log"
write tracing_on 0
write events/syscalls/enable 0
cat "$KTRACE/trace" >"$TMP/trace"

if grep LOST "$TMP/trace"; then
	fail "records were lost"
fi
kinds=$(sed 's/^[0-9]* \([a-z0-9_]*\)(.*/\1/' "$TMP/log" | sort -u | wc -l)
[ "$kinds" -ge 40 ] || fail "$kinds kinds of calls only"
equal "calls that were made" "$(grep -vc '(6b74000[01],' "$TMP/log")" 10000

for tid in $(cut -d' ' -f1 "$TMP/log" | uniq); do
	grep "^$tid " "$TMP/log" >"$TMP/made"
	calls_list trace "$tid" "$TMP/trace" >"$TMP/traced" ||
		fail "the trace of $tid is not a row of calls"
	if ! cmp -s "$TMP/made" "$TMP/traced"; then
		diff "$TMP/made" "$TMP/traced" | head -n 20 | sed 's/^/# /'
		fail "thread $tid: the trace differs from the calls"
	fi
	cpu=$(grep -- "-$tid  *\[" "$TMP/trace" | grep 'prctl(option: 6b74000[01],' |
		sed 's/.*\[\([0-9]*\)\].*/\1/' | sort -u | tr '\n' ' ')
	note "thread $tid: $(wc -l <"$TMP/traced") calls, CPU $cpu"
done
write buffer_size_kb "$size"
