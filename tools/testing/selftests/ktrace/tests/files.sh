# SPDX-License-Identifier: GPL-2.0
# description: the control files that clients look for exist
# requires: tracing_on instances
# weight: 15

for f in trace trace_pipe tracing_on available_events set_event \
	buffer_size_kb current_tracer available_tracers trace_clock \
	kprobe_events kprobe_profile error_log README events/enable; do
	[ -f "$KTRACE/$f" ] || fail "no $f"
done
[ -d "$KTRACE/per_cpu/cpu0" ] || fail "no per_cpu/cpu0"
equal "an idle filter" \
	"$(cat "$KTRACE/events/syscalls/sys_enter_openat/filter")" none

note "README names each file, with its directory"
# readme_files: print the names in README; N, SYSTEM and EVENT stand for numbers and names.
readme_files()
{
	sed -n "/^  options/d; s|^  \\([A-Za-z_/]*[a-zA-Z_]\\)  .*|\\1|p" "$KTRACE/README" | LC_ALL=C sort -u
}
mkdir "$KTRACE/instances/files"
I=$KTRACE/instances/files
{
	(cd "$KTRACE" && ls -p && cd "$I" && ls -p) | grep -v /
	(cd "$I/per_cpu/cpu0" && ls -p | grep -v / | sed 's|^|per_cpu/cpuN/|')
	(cd "$I/events" && ls -p | grep -v / | sed 's|^|events/|')
	(cd "$I/events/syscalls" && ls -p | grep -v / | sed 's|^|events/SYSTEM/|')
	(cd "$I/events/syscalls/sys_enter_openat" && ls | sed 's|^|events/SYSTEM/EVENT/|')
} | LC_ALL=C sort -u >"$TMP/files"
readme_files >"$TMP/readme"
# README names files of instances and CPUs once, without the directory.
unnamed=$(grep -vxF -f "$TMP/readme" "$TMP/files" | while read -r f; do
	case $f in
	per_cpu/*) grep -qx "${f##*/}" "$TMP/readme" || echo "$f" ;;
	*) echo "$f" ;;
	esac
done)
equal "files that README does not name" "$unnamed" ""
equal "names in README that are no files" "$(grep -vxF -f "$TMP/files" "$TMP/readme")" ""
rmdir "$I"

note "the documents name each control file"
# The guest of kselftest has no documents.
[ -d /selftests/ktrace/doc ] || : >"$TMP/files"
cat /selftests/ktrace/doc/*.rst 2>/dev/null | grep -oE '(``|/)[A-Za-z0-9_.-]+``' | tr -d '/`' | sort -u >"$TMP/named"
sed 's|.*/||' "$TMP/files" | sort -u | grep -vxF -f "$TMP/named" >"$TMP/undocumented" || :
equal "files that no document names" "$(cat "$TMP/undocumented")" ""

note "a file opened only for writing has no position"
find "$KTRACE" -path "$KTRACE/events/*/*" -type d -prune -o -type f -perm -u+w -print >"$TMP/writable"
find "$KTRACE/events/syscalls/sys_enter_openat" -type f -perm -u+w >>"$TMP/writable"
[ "$(wc -l <"$TMP/writable")" -gt 10 ] || fail "hardly any writable file"
while read -r f; do
	# dd seeks by one byte before it writes. The file may refuse the text.
	printf 0 | dd of="$f" bs=1 seek=1 conv=notrunc 2>/dev/null || :
done <"$TMP/writable"
reset_ktrace

note "root can open files against their mode: operations that the file lacks are refused"
find "$KTRACE" -path "$KTRACE/events/*/*" -type d -prune -o -type f ! -perm -u+w -print >"$TMP/readonly"
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
