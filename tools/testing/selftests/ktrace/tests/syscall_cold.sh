# SPDX-License-Identifier: GPL-2.0
# description: the record contains a path whose memory is not present when the call begins
# requires: events/syscall/enable program:cold
# kernels: ktrace - only pages of a disk or of the host can be dropped from memory
# weight: 0
# share: yes - only what is on a disk, or the host's, can be dropped from memory

trap 'rm -rf /share/cold.file /cold; write options/buffer-limit 0' EXIT
write events/syscall/enable 1

# go HOW FILE: run "cold HOW FILE", and store its records in $TMP/lines
go()
{
	local status=0
	write trace 0
	cold "$1" "$2" >"$TMP/out" 2>"$TMP/err" || status=$?
	[ $status = 0 ] || fail "cold $1: status $status: $(cat "$TMP/err")"
	equal "the path" "$(cat "$TMP/out")" "/cold/$1"
	# The task has the name "exe" when execve() returns.
	sed -n 's/^ *\(cold\|exe\)-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p' "$KTRACE/trace" >"$TMP/lines"
}

# seen PATTERN: check that one line matches
seen()
{
	[ "$(grep -c "$1" "$TMP/lines")" = 1 ] || {
		grep 'open\|exec\|write' "$TMP/lines" | sed 's/^/# /'
		fail "no line, or several: $1"
	}
}

for how in table filled; do
	go $how "$TMP/file"
	seen "^open(filename: \"/cold/$how\", flags: O_RDONLY) = -ENOENT <"
done

# The kernel never drops the pages of files in $TMP.
if ! grep -q ' /share 9p rw' /proc/mounts; then
	note "no file system with droppable pages: skip the rest"
	exit 0
fi
go cache /share/cold.file
seen '^open(filename: "/cold/cache", flags: O_RDONLY) = -ENOENT <'
go both /share/cold.file
seen '^openat(dfd: AT_FDCWD, filename: "/cold/both", flags: O_RDONLY) = -ENOENT <'
# In this case the path no longer exists when the call returns, so it can only be read
# at entry.
mkdir -p /cold
ln -s elsewhere /cold/link
go link /share/cold.file
seen '^readlink(path: "/cold/link", buf: "elsewhere", bufsiz: 64) = 9 <'
go argv /share/cold.file
seen '^execve(filename: "/proc/self/exe", argv: \["cold", "/cold/argv"\], .* = 0 (new program) <'
# The pointers are only read if the kernel certainly reads them.
go pointers /share/cold.file
seen '^execve(filename: "/proc/self/exe", argv: 0x[0-9a-f]* (fault), .* = 0 (new program) <'

# Tracing does not read a buffer just for the record; "cold" checks this.
write options/buffer-limit 256
go buffer /share/cold.file
seen '^write(fd: [0-9]*, buf: 0x[0-9a-f]* (fault), count: 12) = 12 <'
