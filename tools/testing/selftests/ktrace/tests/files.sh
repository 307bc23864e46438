# SPDX-License-Identifier: GPL-2.0
# description: the control files that clients look for exist
# requires: tracing_on
# weight: 15

for f in trace trace_pipe tracing_on available_events set_event \
	buffer_size_kb current_tracer available_tracers trace_clock \
	kprobe_events kprobe_profile error_log README events/enable; do
	[ -f "$KTRACE/$f" ] || fail "no $f"
done
[ -d "$KTRACE/per_cpu/cpu0" ] || fail "no per_cpu/cpu0"
equal "an idle filter" \
	"$(cat "$KTRACE/events/syscalls/sys_enter_openat/filter")" none

note "README names each file"
cat "$KTRACE/README" "$KTRACE/process_trace_README" >"$TMP/readme"
unnamed=
for f in "$KTRACE"/* "$KTRACE"/options/*; do
	case ${f##*/} in
	README|process_trace_README) continue ;;
	esac
	[ ! -f "$f" ] || grep -qwF -- "${f##*/}" "$TMP/readme" ||
		unnamed="$unnamed ${f#"$KTRACE/"}"
done
equal "files that README does not name" "$unnamed" ""

note "a file that is open for writing only has no position"
find "$KTRACE" -type f -perm -u+w | grep -v '/events/.*/.*/' >"$TMP/writable"
find "$KTRACE/events/syscalls/sys_enter_openat" -type f -perm -u+w >>"$TMP/writable"
[ "$(wc -l <"$TMP/writable")" -gt 10 ] || fail "hardly any writable file"
while read -r f; do
	# Seek by one byte, then write. The write may fail.
	printf 0 | dd of="$f" bs=1 seek=1 conv=notrunc 2>/dev/null || :
done <"$TMP/writable"
reset_ktrace

note "root can open files against their mode: what a file cannot do is refused"
find "$KTRACE" -type f ! -perm -u+w | grep -v '/events/.*/.*/' >"$TMP/readonly"
find "$KTRACE/events/syscalls/sys_enter_openat" -type f ! -perm -u+w >>"$TMP/readonly"
[ "$(wc -l <"$TMP/readonly")" -gt 20 ] || fail "hardly any file that cannot be written"
while read -r f; do
	refused "$f" EINVAL 1
	: >"$f" || fail "$f cannot be opened for truncation"
done <"$TMP/readonly"
find "$KTRACE" -type f ! -perm -u+r | while read -r f; do
	case $f in
	*/free_buffer) continue ;;
	esac
	! cat "$f" 2>/dev/null || fail "$f can be read"
done
reset_ktrace
