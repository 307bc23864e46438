# SPDX-License-Identifier: GPL-2.0
# description: strace and ktrace see the same calls of the same run
# requires: events/syscalls/enable buffer_size_kb program:calls program:strace cpus:2
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 10

# A large buffer also holds the calls of strace itself, which the case ignores.
size=$(cut -d' ' -f1 "$KTRACE/buffer_size_kb")
write buffer_size_kb 8192
write events/syscalls/enable 1
for call in ptrace wait4 process_vm_readv; do
	write "events/syscalls/sys_enter_$call/enable" 0
	write "events/syscalls/sys_exit_$call/enable" 0
done
must strace -ff -e raw=all -e signal=none -o "$TMP/strace" calls 1121 10000 "$TMP/log"
write tracing_on 0
write events/syscalls/enable 0
cat "$KTRACE/trace" >"$TMP/trace"

if grep LOST "$TMP/trace"; then
	fail "records were lost"
fi
equal "calls that were made" "$(grep -vc '(6b74000[01],' "$TMP/log")" 10000

for tid in $(cut -d' ' -f1 "$TMP/log" | uniq); do
	grep "^$tid " "$TMP/log" >"$TMP/made"
	must calls_list trace "$tid" "$TMP/trace" >"$TMP/traced"
	must calls_list strace "$tid" "$TMP/strace.$tid" >"$TMP/straced"
	for pair in "straced traced" "made traced" "made straced"; do
		a=${pair% *} b=${pair#* }
		if ! cmp -s "$TMP/$a" "$TMP/$b"; then
			diff "$TMP/$a" "$TMP/$b" | head -n 20 | sed 's/^/# /'
			fail "thread $tid: $a is not $b"
		fi
	done
	note "thread $tid: $(wc -l <"$TMP/straced") calls in both"
done
write buffer_size_kb "$size"
