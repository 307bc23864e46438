# SPDX-License-Identifier: GPL-2.0
# description: records have what a call was passed and has left, and nothing beside it
# requires: events/syscall/enable options/buffer-limit program:bounds

trap 'write options/buffer-limit 0' EXIT
write options/buffer-limit 2048
write events/syscall/enable 1

# go WHAT: run "bounds WHAT"; its lines go to $TMP/lines
go()
{
	local status=0
	write trace 0
	write tracing_on 1
	bounds "$1" >"$TMP/out" 2>"$TMP/err" || status=$?
	write tracing_on 0
	[ $status = 0 ] || fail "bounds $1: status $status: $(cat "$TMP/err")"
	# execve() has made it "exe" when it returns.
	sed -n 's/^ *\(bounds\|exe\)-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p' "$KTRACE/trace" >"$TMP/lines"
}

# seen PATTERN: such a line is there once
seen()
{
	[ "$(grep -c "$1" "$TMP/lines")" = 1 ] || {
		grep "${1%%(*}" "$TMP/lines" | sed 's/^/# /'
		fail "no line, or several: $1"
	}
}

# fresh: nothing of what the program has around it is in the records
fresh()
{
	local cpu
	for cpu in "$KTRACE"/per_cpu/cpu*; do
		cat "$cpu/trace_pipe_raw" >"$TMP/raw"
		if grep -aq 'STALE\|TALES\|ALEST\|LESTA\|ESTAL' "$TMP/raw"; then
			grep 'STALE\|TALES\|ALEST\|LESTA\|ESTAL' "$TMP/lines" | sed 's/^/# /'
			fail "memory that the call has not touched"
		fi
	done
}

p='0x[0-9a-f]*'

go vectors
equal "bytes of the first buffer" \
	"$(grep '^writev(.*iov_len=1800' "$TMP/lines" | grep -o 'A*' | tr -d '\n' | wc -c)" 1800
seen "^writev(.* iov_len=1800}, {iov_base=$p (fault), iov_len=100}\], .*) = 1900 <"
seen '^writev(.*\[{iov_base="AAAAAAAAAA", iov_len=10}, {iov_base="BBBBBBBBB", iov_len=9}\], .*) = 19 <'

go names
seen '^recvmsg(.* msg: {msg_name={sa_family=AF_UNIX, sun_path=@"b"...}, msg_namelen=4 => 16, msg_iov=\[{iov_base="data", '
seen "^recvmsg(.* msg: {msg_name=$p (fault), msg_namelen=16, msg_iov=\\[{iov_base=\"data\", "
seen '^recvmmsg(.* mmsg: \[{msg_hdr={msg_name={sa_family=AF_UNIX, sun_path=@"b"...}, msg_namelen=4 => 16, .*msg_len=4}, {msg_hdr={msg_name={sa_family=AF_UNIX, sun_path=@"bounds-sender"}, msg_namelen=110 => 16, .*msg_len=4}\], '
fresh

go sent
seen '^sendmmsg(.*iov_base="one", .*, msg_flags=0}, msg_len=3}, .*iov_base="three".*, msg_flags=0}, msg_len=5}, {[^}]*iov_len=7}[^}]*, msg_flags=0}}\], vlen: 3, .* = 2 <'
seen '^sendmmsg(.*iov_base="one", .*, msg_flags=0}, msg_len=3}\], vlen: 1, .* = 1 <'
seen '^sendmmsg(fd: -1, .*iov_base="one", .*, msg_flags=0}}\], vlen: 1, .* = -EBADF <'

go lengths
seen "^recvfrom(.* addr: $p (fault), addr_len: \\[16\\]) = 4 <"
seen "^getsockname(.* usockaddr: $p (fault), usockaddr_len: \\[16\\]) = 0 <"
seen "^getsockopt(.* optval: $p (fault), optlen: \\[4\\]) = 0 <"
fresh

go environment
seen "^execve(filename: \"/proc/self/exe\", argv: \\[\"bounds\", \"nothing\"\\], envp: $p /\\* 3 vars \\*/) = 0 (new program) <"
