# SPDX-License-Identifier: GPL-2.0
# description: probes are defined, enabled and removed while they are hit
# requires: kprobe_events
# weight: 15

(
	while [ ! -e "$TMP/stop" ]; do
		read -r line </proc/version
		mkdir "$TMP/d" && rmdir "$TMP/d"
	done
) &
load=$!

for i in $(seq 8); do
	write kprobe_events 'p:a vfs_read %di +0(%si):ustring'
	append kprobe_events 'r:b vfs_read $retval $arg1'
	append kprobe_events 'p:c vfs_read'
	append kprobe_events 'r2:d do_mkdirat $retval +0($arg2):x64'
	echo 1 >"$KTRACE/events/kprobes/enable"
	cat "$KTRACE/trace" >/dev/null
	echo 0 >"$KTRACE/events/kprobes/c/enable"
	append kprobe_events '-:c'
	append kprobe_events 'p:c vfs_read $stack1'
	echo 1 >"$KTRACE/events/kprobes/c/enable"
	echo 0 >"$KTRACE/events/kprobes/enable"
done
: >"$TMP/stop"
wait $load || fail "the load: $?"

note "many probes at once"
n=0
: >"$KTRACE/kprobe_events"
for f in $(awk '$2 ~ /[tT]/ && $3 ~ /^(vfs|do_sys|sock|tcp|ext2|proc|seq|path|dentry)_[a-z_]*$/ { print $3 }' \
	/proc/kallsyms | sort -u | head -n 150); do
	echo "p $f" 2>/dev/null >>"$KTRACE/kprobe_events" && n=$((n + 1)) || :
done
equal "defined" "$(wc -l <"$KTRACE/kprobe_events")" $n
note "$n probes"
echo 1 >"$KTRACE/events/kprobes/enable"
read -r line </proc/version
echo 0 >"$KTRACE/events/kprobes/enable"
: >"$KTRACE/kprobe_events"
equal "left" "$(cat "$KTRACE/kprobe_events")" ""
