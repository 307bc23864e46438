# SPDX-License-Identifier: GPL-2.0
# description: a probe in a module outlives the module without harm
# requires: kprobe_events module:test_point

modprobe test_point || fail "modprobe"
symbol=$(awk '$2 ~ /[tT]/ && $4 == "[test_point]" && $3 !~ /^(__pfx_|init_module|cleanup_module|.*_init$|.*_exit$)/ { print $3; exit }' \
	/proc/kallsyms)
[ -n "$symbol" ] || skip "no function in the module"
note "function $symbol"
must append kprobe_events "p:named test_point:$symbol"
must append kprobe_events "r:back test_point:$symbol"
must append kprobe_events "p:plain $symbol"
equal "definitions" "$(cat "$KTRACE/kprobe_events")" \
	"p:kprobes/named test_point:$symbol
r:kprobes/back test_point:$symbol
p:kprobes/plain $symbol"
refused kprobe_events ENOENT "p:other no_such_module:$symbol"
refused kprobe_events ENOENT "p:other test_point:vfs_read"

echo 1 >"$KTRACE/events/kprobes/named/enable"
echo 1 >"$KTRACE/events/kprobes/back/enable"
must rmmod test_point
equal "still listed" "$(wc -l <"$KTRACE/kprobe_events")" 3
if (echo 1 >"$KTRACE/events/kprobes/plain/enable") 2>/dev/null; then
	fail "enabled a probe in a module that is gone"
fi
echo 0 >"$KTRACE/events/kprobes/named/enable"
echo 0 >"$KTRACE/events/kprobes/back/enable"
append kprobe_events '-:named'
must modprobe test_point
echo >"$KTRACE/kprobe_events"
must append kprobe_events "p:named test_point:$symbol"
echo 1 >"$KTRACE/events/kprobes/named/enable"
echo 0 >"$KTRACE/events/kprobes/named/enable"
must rmmod test_point
