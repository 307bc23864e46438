# SPDX-License-Identifier: GPL-2.0
# description: within a function, probes can only be set on instructions
# requires: kprobe_events
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 17

good=0 bad=0
for offset in $(seq 0 150); do
	if out=$(printf 'p:i%d vfs_read+%d\n' "$offset" "$offset" |
		 dd of="$KTRACE/kprobe_events" conv=notrunc 2>&1); then
		good=$((good + 1))
		continue
	fi
	bad=$((bad + 1))
	case $out in
	*"$(errno_text EILSEQ)"*|*"$(errno_text EINVAL)"*) ;;
	*) fail "vfs_read+$offset: $out" ;;
	esac
done
note "$good instructions, $bad bytes within"
[ $good -gt 15 ] && [ $bad -gt $good ] || fail "$good instructions, $bad bytes"
equal "defined" "$(wc -l <"$KTRACE/kprobe_events")" $good

echo 1 >"$KTRACE/events/kprobes/enable"
read -r line </proc/version
echo 0 >"$KTRACE/events/kprobes/enable"
grep -q ' i0: (vfs_read+0x' "$KTRACE/trace" || fail "entry not hit"
write kprobe_events ''
equal "remaining definitions" "$(cat "$KTRACE/kprobe_events")" ""
