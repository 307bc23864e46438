# SPDX-License-Identifier: GPL-2.0
# description: options/ choose the contents of complete records, even in the middle of a call
# requires: events/syscall/openat/enable options/string-limit options/buffer-limit
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 14

# has TEXT: check that a record of $call contains TEXT
has()
{
	cat "$KTRACE/trace" >"$TMP/trace"
	grep ": $call(" "$TMP/trace" | grep -qF -- "$1" || {
		grep ": $call(" "$TMP/trace" | sed 's/^/# /'
		fail "$call: no '$1'"
	}
}

# opens PATH: try to open the path by one call of openat()
opens()
{
	write trace ''
	(: <"$1") 2>/dev/null || :
}

note "string-limit"
write events/syscall/openat/enable 1
call=openat
long=/$(printf '%01030d' 0 | tr 0 x)
for limit in 1 2 7 8 9 10 255 1023 1024; do
	write options/string-limit $limit
	opens "$long"
	# The length includes the zero at the end.
	has "filename: \"$(printf %s "$long" | head -c $((limit - 1)))\"..., "
done
write options/string-limit 9
# Eight characters and a zero fit.
opens /1234567
has 'filename: "/1234567", '
opens /12345678
has 'filename: "/1234567"..., '
write options/string-limit 0
opens /1234567
has 'filename: 0x'
for bad in 1025 -1 x ''; do
	refused options/string-limit EINVAL "$bad"
done
equal "string-limit" "$(cat "$KTRACE/options/string-limit")" 0
write options/string-limit 256
opens /12345678
has 'filename: "/12345678", flags: O_RDONLY'

note "raw-syscalls"
write options/raw-syscalls 1
opens /12345678
has 'dfd: 0xffffff9c, filename: 0x'
write options/raw-syscalls 0
# The option only affects the output, not the recorded data.
has 'dfd: AT_FDCWD, filename: "/12345678"'

note "syscall-loud"
write options/string-limit 1024
write options/syscall-loud 1
opens "$long"
write options/syscall-loud 0
write options/string-limit 256
# The line is longer than the limit of printk(), and the call continues.
dmesg >"$TMP/log"
grep -q 'ktrace: x*"\.\.\., flags: O_RDONLY \.\.\.$' "$TMP/log" || fail "no line of the entry"
grep -q 'ktrace: x*"\.\.\., flags: O_RDONLY) = -ENAMETOOLONG <' "$TMP/log" || fail "no line of the return"

# Each text ends before the first part that does not fit, whether the line goes to a
# file or to the console.
write options/string-limit 1024
write options/syscall-loud 1
opens "$long"
write events/syscall/symlink/enable 1
ln -s "$(printf '\377%.0s' $(seq 800))" "$(printf './%.0s' $(seq 500))link"
write events/syscall/symlink/enable 0
write options/syscall-loud 0
write options/string-limit 256
dmesg >"$TMP/log"
grep -q 'newname: "' "$TMP/log" || fail "no line of symlink()"
must_not grep -q 'newname: "[^.]' "$TMP/log"

# shown_fd FD PATH: a descriptor as fd-path shows it
shown_fd()
{
	if realtime; then
		echo "$1"
	else
		echo "$1<$2>"
	fi
}

note "buffer-limit, fd-path"
write events/syscall/write/enable 1
call=write
echo 0123456789 >"$TMP/file"
has 'buf: 0x'
write options/buffer-limit 4
write options/fd-path 1
echo 0123456789 >"$TMP/file"
has "fd: $(shown_fd 1 "$TMP/file"), buf: \"0123\"..., count: 11) = 11"
write options/buffer-limit 2048
echo 0123456789 >"$TMP/file"
has 'buf: "0123456789\n", count: 11) = 11'
call=openat
opens "$TMP/file"
has "openat(dfd: $(shown_fd AT_FDCWD "$TMP"), filename: \"$TMP/file\", "
has ") = $(shown_fd 3 "$TMP/file")"
mkdir "$TMP/gone"
(cd "$TMP/gone" && rmdir "$TMP/gone" && opens "$TMP/file")
has "openat(dfd: $(shown_fd AT_FDCWD "$TMP/gone (deleted)"), filename: \"$TMP/file\", "

note "arg-names, strace-form"
write options/fd-path 0
call=openat
opens "$TMP/none"
write options/arg-names 0
has "openat(AT_FDCWD, \"$TMP/none\", "
has ') = -ENOENT <'
write options/strace-form 1
has ') = -1 ENOENT <'
write options/arg-names 1
has "openat(dfd: AT_FDCWD, filename: \"$TMP/none\", "
write options/strace-form 0
write options/fd-path 1

note "options of mounts"
write events/syscall/mount/enable 1
call=mount
mkdir "$TMP/mnt"
write options/buffer-limit 0
mount -t tmpfs -o size=1m,mode=0700 none "$TMP/mnt" && umount "$TMP/mnt"
has 'data: 0x'
write trace ''
write options/buffer-limit 64
mount -t tmpfs -o size=1m,mode=0700 none "$TMP/mnt" && umount "$TMP/mnt"
has 'data: "size=1m,mode=0700") = 0'
write options/buffer-limit 4
mount -t tmpfs -o size=1m,mode=0700 none "$TMP/mnt" && umount "$TMP/mnt"
has 'data: "siz"...) = 0'

note "envp-limit"
write events/syscall/execve/enable 1
call=execve
env -i A=1 B=22 C=333 /bin/busybox true
has ' /* 3 vars */) = 0 (new program)'
write options/envp-limit 2
env -i A=1 B=22 C=333 /bin/busybox true
has 'argv: ["/bin/busybox", "true"], envp: ["A=1", "B=22", ...]) = 0 (new program)'
write options/envp-limit 256
env -i A=1 B=22 C=333 /bin/busybox true
has 'envp: ["A=1", "B=22", "C=333"]) = 0 (new program)'

# in_call OPTION FROM TO TEXT: change an option while a read waits
in_call()
{
	write options/"$1" "$2"
	write trace ''
	mkfifo "$TMP/fifo"
	(exec head -c 3 "$TMP/fifo" >/dev/null) &
	exec 6>"$TMP/fifo"
	must soon asleep $!
	write options/"$1" "$3"
	echo abc >&6
	exec 6>&-
	wait $!
	rm "$TMP/fifo"
	has "$4"
}

note "options change while a call waits"
write events/enable 0
write events/syscall/read/enable 1
call=read
for limit in 0 64; do
	write options/buffer-limit $limit
	in_call fd-path 0 1 '= 4'
	in_call fd-path 1 0 '= 4'
	in_call syscall-loud 0 1 '= 4'
	in_call syscall-loud 1 0 '= 4'
	in_call string-limit 0 256 '= 4'
done
in_call buffer-limit 64 0 'count: '
in_call buffer-limit 0 64 'buf: "abc\n"'

note "an instance has its own limits; the largest limit of all instances applies"
write events/syscall/read/enable 0
write options/buffer-limit 0
one=$KTRACE/instances/one
two=$KTRACE/instances/two
mkdir "$one" "$two"
for option in string-limit buffer-limit envp-limit fd-path; do
	equal "$option of a new instance" "$(cat "$one/options/$option")" "$(cat "$KTRACE/options/$option")"
done
write "$one/events/syscall/openat/enable" 1
call=openat
write "$one/options/fd-path" 1
equal "fd-path at the top" "$(cat "$KTRACE/options/fd-path")" 0
equal "fd-path of another instance" "$(cat "$two/options/fd-path")" 0
equal "fd-path of the instance" "$(cat "$one/options/fd-path")" 1
# in_one TEXT: check that the instance's record of openat contains TEXT
in_one()
{
	write "$one/trace" ''
	(cd /tmp && : <"no_file") 2>/dev/null || :
	cat "$one/trace" >"$TMP/trace"
	must grep -q -F -- "$1" "$TMP/trace"
}
in_one "dfd: $(shown_fd AT_FDCWD /tmp), filename: \"no_file\""
write "$two/options/fd-path" 0
in_one "dfd: $(shown_fd AT_FDCWD /tmp), filename: \"no_file\""
write options/string-limit 4
write "$two/options/string-limit" 6
in_one 'filename: "no_fi"..., '
write "$one/options/string-limit" 3
in_one 'filename: "no_fi"..., '
rmdir "$two"
in_one 'filename: "no_"..., '
write "$one/options/string-limit" 5
in_one 'filename: "no_f"..., '
refused "$one/options/string-limit" EINVAL 1025
equal "string-limit of the instance" "$(cat "$one/options/string-limit")" 5
must_not grep -q fd-path "$one/trace_options"
# The limits end with the instance, also with one that an open file owned.
rmdir "$one"
exec 6>"$KTRACE/owned_instances"
echo owned >&6
echo three >&6
write "$KTRACE/instances/three/options/fd-path" 1
write events/syscall/openat/enable 1
opens /tmp/no_file
realtime || has 'dfd: AT_FDCWD</'
exec 6>&-
must soon test ! -e "$KTRACE/instances/three"
opens /tmp/no_file
has 'dfd: AT_FDCWD, '
