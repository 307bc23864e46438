# SPDX-License-Identifier: GPL-2.0
# description: complete records of programs of all kinds agree with strace, line by line
# requires: events/syscall/enable buffer_size_kb program:strace program:call_diff program:call_scenes program:call_structs program:call_values cpus:2
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 60

# Accepted differences and their reasons, see progs/call_diff.c. A rule that no program
# uses is an error.
cat >"$TMP/rules" <<'END'
# strace omits arguments that the call ignores.
*		.revents	more	# it is in strace's result
*		.events		more	# of a descriptor that is negative
*rt_sigaction	.sa_restorer	more	# without SA_RESTORER
mq_open		u_attr		more	# without O_CREAT; the kernel reads it

# strace reorders the arguments of clone().
clone		clone_flags	name=flags		# -
clone		newsp		name=child_stack	# -
clone		child_tidptr	name=child_tidptr	# -

# strace shows more members of a struct; the members shown by both are equal.
*		.si_*		less	# times, a value
perf_event_open	.*		less	# bits that are 0
*sigreturn	-		less	# the mask that is restored
semctl		-		less	# what the command does not look at

# Only one tracer shows the data at an address, or that there are no data.
*getdents*	dirent		any	# contents, or 0 bytes
msgrcv		.mtext		any	# strace shows all of the buffer
clone3		.tls		address	# not copied
rseq		rseq		any	# strace shows the address
sendmsg		.cmsg_data	more	# of types that strace does not know
perf_event_open	attr_uptr	address	# of a size that the kernel refuses

# The same value with another name.
*		*	=S_IFDIR:040000			# of a mode
*		*	=S_IFREG:0100000		# of a mode
*		*	=S_ISVTX:01000			# of a mode
*		*	=RLIM64_INFINITY:RLIM_INFINITY	# -
futex		*	=FUTEX_BITSET_MATCH_ANY:0xffffffff # -
*rt_sig*	*	=RT_0:RTMIN			# -
rt_sigaction	sig	=SIGRT_0:SIGRTMIN		# -
mq_open		.mq_flags =O_RDONLY:0			# -
clock_nanosleep	.tv_nsec low32				# strace takes it for unsigned
ioctl		.c_cc	any				# strace has names for the places
*sched*		param	any				# strace has no struct
utimensat	[ut]*	any				# UTIME_NOW alone, and in a struct
mmap2		pgoff	any				# in pages, and in bytes
openat		filename cut				# strace shows paths to their end

# For calls that the kernel is not configured for, both know only the name.
quotactl	?		any	# -
quotactl	?		more	# -
kcmp		?		any	# -
kcmp		?		more	# -
acct		?		any	# -
acct		?		more	# -
getpmsg		?		more	# -
*		.si_syscall	any	# strace has the name of the call, if the kind is its own

# Calls that multiplex other calls.
accept4		-		inner	# accept() of socketcall()
sendto		-		inner	# send() of socketcall()
recvfrom	-		inner	# recv() of socketcall()
semtimedop_time64 -		inner	# semop() of ipc()
msgrcv		msg[pt]*	any	# of ipc(): strace shows where ipc() passes them
msgrcv		msgflg		more	# of ipc()
semctl		arg		any	# of ipc(): strace puts it in brackets
ipc		-		inner	# -
ipc		return		any	# of shmat() strace shows the address
END

# Show all strings and structs except the environment, which ktrace does not copy.
straced="strace -ff -s 256 -e abbrev=execve -e signal=none"

# Enable all events except those of the calls of strace itself, which would fill most of
# the trace.
events_on()
{
	local call
	write options/string-limit 256
	write options/buffer-limit 256
	write events/syscall/enable 1
	for call in ptrace process_vm_readv; do
		write "events/syscall/$call/enable" 0
	done
}

ran=0
# watch COMMAND ARG...: run the command under both tracers, and compare
watch()
{
	local name status=0
	name=$ran-$(basename "$1")
	write trace 0
	write tracing_on 1
	$straced -o "$TMP/$name" "$@" </dev/null >"$TMP/out" 2>&1 || status=$?
	write tracing_on 0
	cat "$KTRACE/trace" >"$TMP/trace"
	if [ $status != 0 ]; then
		sed 's/^/# /' "$TMP/out"
		fail "$name: status $status"
	fi
	call_diff "$TMP/rules" "$TMP/trace" "$TMP/$name" >"$TMP/compared" 2>"$TMP/differences" || {
		sed 's/^/# /' "$TMP/differences"
		failed="$failed $name"
	}
	note "$name: $(tail -n 1 "$TMP/compared")"
	cat "$TMP/compared" >>"$TMP/all"
	ran=$((ran + 1))
}

size=$(cut -d' ' -f1 "$KTRACE/buffer_size_kb")
trap 'write buffer_size_kb "$size"; write options/buffer-limit 0' EXIT
write buffer_size_kb 16384
events_on
failed=

# Create files to work on.
mkdir -p tree/a/b tree/c
i=0
while [ $i -lt 60 ]; do
	printf 'line %d of a text\twith "quotes", \\ and numbers %d\n' $i $((i * 7919 % 101))
	i=$((i + 1))
done >text
cp text tree/a/one
cp text tree/a/b/two
ln -s one tree/a/link
printf 'bytes \000\001\377\n' >tree/c/binary
cat >script <<'END'
#!/bin/sh
cd tree || exit
for f in a/* c/*; do
	[ -f "$f" ] && wc -l <"$f"
done | sort -rn | head -n 2 >../sorted
while read -r n; do
	echo "n: $n"
done <../sorted | sed 's/n/m/' >>../sorted 2>/dev/null
x=$(cat ../sorted | tr a-z A-Z)
[ -n "$x" ] && (exit 3)
echo $? >&2
sleep 0.1 &
wait
kill -0 $$
exec cat <<EOT
here
EOT
END
chmod 755 script

# Debug kernels only run the scenes below, and these programs, which find the same
# errors.
complete=1
if brief; then
	complete=
	watch ls -la tree
	watch ./script
else
	watch ls -la tree
	watch cat text
	watch cp -r tree copied
	watch mv copied moved
	watch rm -r moved
	watch mkdir -p -m 700 new/sub/dir
	watch rmdir new/sub/dir
	watch find tree -type f -name '*o*' -exec echo {} ';'
	watch grep -rn 'text.*9' tree
	watch sed -i 's/line/LINE/' tree/a/one
	watch awk '{ n += $2 } END { print n > "sum"; close("sum"); system("echo x") }' text
	watch sort -k 2n -o sorted text
	watch tar -czf tree.tgz tree
	watch tar -xzf tree.tgz -C new
	watch gzip -k text
	watch gunzip -c text.gz
	watch dd if=/dev/zero of=zeros bs=1000 count=5 conv=fsync
	watch wc text tree/c/binary
	watch head -c 20 text
	watch tail -n 3 text
	watch du -a tree
	watch df /tmp
	watch ps
	watch id
	watch date
	watch sleep 0.2
	watch ln -s text hard
	watch chmod -R go-rwx tree
	watch chown 1:2 tree/a/one
	watch touch -d '2026-01-02 03:04:05' tree/a/one new-file
	watch stat tree/a/one
	watch md5sum text tree/c/binary
	watch sh -c 'ls tree | xargs -n 1 echo got'
	watch cmp text tree/a/b/two
	watch diff -r tree new/tree
	watch od -c tree/c/binary
	watch truncate -s 12345 zeros
	watch readlink -f tree/a/link
	watch sh -c 'mkdir m && mount -t tmpfs -o size=1m none m && umount m'
	watch sh -c 'mkfifo fifo; echo through >fifo & cat fifo; wait'
	watch sh -c 'timeout 0.2 sleep 5 || :'
	watch ./script
	if [ -x /bin/bash ]; then
		watch bash script
		watch bash -c 'cat < <(echo a; echo b) | while read -r x; do echo "$x"; done; trap "echo t" USR1; kill -USR1 $$'
	else
		complete=
	fi
	if command -v dbench >/dev/null; then
		head -n 400 /usr/share/dbench/client.txt >load
		watch dbench -c load -t 1 -D "$TMP" 1
	else
		complete=
	fi
fi
for scene in signals spawn killed threads sockets polls maps files vectors times ids errors ipc \
	commands sockopts terminals unbuilt; do
	watch call_scenes $scene
	if command -v call_scenes32 >/dev/null; then
		watch call_scenes32 $scene
	else
		complete=
	fi
done
for scene in siginfo arrays; do
	watch call_values $scene
	if command -v call_values32 >/dev/null; then
		watch call_values32 $scene
	fi
done
watch call_values offsets
for scene in control perf sysv; do
	watch call_structs $scene
	if command -v call_structs32 >/dev/null; then
		watch call_structs32 $scene
	fi
done
[ -z "$failed" ] || fail "differs from strace:$failed"

# Check the comparison itself: it must find a difference in a modified trace.
changed()
{
	sed "$1" "$TMP/trace" >"$TMP/changed"
	cmp -s "$TMP/trace" "$TMP/changed" && fail "sed '$1' changes nothing"
	if call_diff "$TMP/rules" "$TMP/changed" "$TMP/$((ran - 1))-wc" >/dev/null 2>&1; then
		fail "a trace after sed '$1' passes"
	fi
}
watch wc text
changed '/"text"/s/text/test/'
changed '/: read(.*"line 0/s/line 0/line 1/'
changed '/: write(/s/count: \([0-9]\)/count: 1\1/'
changed '/: read(/s/) = \([0-9]*\)/) = 1\1/'
changed '/: openat(.*"text"\|: open(.*"text"/d'
changed '/: \(open\|openat\)(.*"text"/s/O_RDONLY/O_WRONLY/'

n=$(wc -l <"$TMP/rules")
while [ "$n" -gt 0 ]; do
	if sed -n "${n}p" "$TMP/rules" | grep -q '^[^#]' && ! grep -qx "rule $n" "$TMP/all"; then
		note "rule without use: $(sed -n "${n}p" "$TMP/rules")"
		unused=1
	fi
	n=$((n - 1))
done
note "$ran programs, $(grep "^kind " "$TMP/all" | sort -u | wc -l) kinds of calls," \
	"$(sed -n 's/^threads .* calls //p' "$TMP/all" | awk '{ n += $1 } END { print n }') calls"
[ -z "${unused:-}" ] || [ -z "$complete" ] || fail "rules that are not needed"
