# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the options of ktrace that strace also has do the same: times, -r -T -z -Z -c -C -w -S -y -P -E -u -q -k -f -ff
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/enable events/sched/sched_switch/enable owned_instances process_follow_pid program:ktrace program:strace
# timeout: 300

cat >"$TMP/script" <<'END'
cat /etc/hosts >/dev/null
cat /no/file 2>/dev/null
sleep 0.3
END

# leaders FILE: the forms of what stands in front of calls, without the number of the task
leaders()
{
	sed -e 's/[0-9]/9/g' -e 's/ [a-z_9][a-z_9]*(.*//' -e 's/ <\.\.\. .*//' -e 's/ [+-][+-][+-].*//' \
		-e 's/^9* *//' "$1" | sort -u
}

note "the last -e trace= counts; names of real-time signals; other verbs accept long options"
ktrace --as strace -e trace=open -e trace=all -o "$TMP/b" true 2>/dev/null
must grep -q '^execve(' "$TMP/b"
ktrace --as strace -e trace=open -e trace='!none' -o "$TMP/b" true 2>/dev/null
must grep -q '^execve(' "$TMP/b"
ktrace --as strace -e signal=SIGRTMIN,SIGRT_1 -o "$TMP/b" true 2>"$TMP/a" || fail "$(cat "$TMP/a")"
must_not ktrace -e signal=SIGRT_99 true 2>/dev/null
ktrace tree --quiet true >"$TMP/b" 2>&1 || fail "$(cat "$TMP/b")"
ktrace --as strace -e quiet=none -o "$TMP/b" true 2>"$TMP/a"
must grep -q ' records, ' "$TMP/a"

note "values in the forms of strace, with each style of constants"
calls=prctl,ioctl,poll,ppoll,mmap,utimensat,utime,sched_getparam,sched_setscheduler,setgroups
calls=$calls,getsockopt,seccomp,remap_file_pages,signalfd4
calls=$calls,personality,pselect6,select,setsockopt,tgkill,clone3,ptrace,writev,process_madvise
calls=$calls,sendfile,fsetxattr,setns,unshare,swapon,syslog,memfd_create,sched_setattr
calls=$calls,rt_tgsigqueueinfo,time
# The arguments of a call that the kernel lacks are numbers.
[ -e "$KTRACE/events/syscall/swapon" ] || calls=$(echo "$calls" | sed 's/,swapon//')
# forms FILE: the lines without addresses, times and the process that ptrace() traces
forms()
{
	sed -e 's/0x[0-9a-f]\{9,\}/PTR/g' -e 's/si_pid=[0-9][0-9]*/si_pid=PID/' -e 's/^\(ptrace([^,]*, \)[0-9]*/\1PID/' \
		-e '/^time(/s/[0-9]/9/g' -e '/^--- SIGCHLD /d' "$1"
}
for style in abbrev raw verbose; do
	strace -X $style -e trace=$calls -o "$TMP/a" strace_forms
	ktrace --as strace -X $style -e trace=$calls -o "$TMP/b" strace_forms 2>/dev/null
	forms "$TMP/a" >"$TMP/a.forms"
	forms "$TMP/b" >"$TMP/b.forms"
	must has_lines "$TMP/a.forms" 90
	must has_lines "$TMP/a.forms" 21 '^ptrace('
	diff "$TMP/a.forms" "$TMP/b.forms" >"$TMP/diff" || fail "-X $style: $(cat "$TMP/diff")"
done

note "a call that the kernel lacks can be selected by its name"
for tool in strace "ktrace --as strace"; do
	$tool -e trace=nfsservctl -o "$TMP/b" strace_forms 2>/dev/null
	must has_lines "$TMP/b" 1 '^nfsservctl(.* = -1 ENOSYS'
	$tool -z -e trace=nfsservctl -o "$TMP/b" strace_forms 2>/dev/null
	must_not grep -q nfsservctl "$TMP/b"
	must_not $tool -e trace=nosuch true 2>/dev/null
done

note "the size of the buffer of each CPU: the default, and -b"
# size_of KB: what buffer_size_kb of an instance says after a write, or without one
size_of()
{
	mkdir "$KTRACE/instances/sized"
	[ "$1" = 0 ] || echo "$1" >"$KTRACE/instances/sized/buffer_size_kb"
	cut -d' ' -f1 "$KTRACE/instances/sized/buffer_size_kb"
	rmdir "$KTRACE/instances/sized"
}
cpus=$(find /sys/devices/system/cpu -maxdepth 1 -name 'cpu[0-9]*' | grep -c .)
kb=$(awk -v cpus="$cpus" '$1 == "MemTotal:" { print int(int($2 / 4 / 64) / cpus) * 4 }' /proc/meminfo)
[ "$kb" -le 4096 ] || kb=4096
[ "$kb" -gt 1408 ] || kb=0
for size in "$kb" 2048 64; do
	expected=$(size_of "$size")
	b="-b $size"
	[ "$size" != "$kb" ] || b=
	# The program reads the file of the instance that records it.
	ktrace $b -e trace=none -o "$TMP/b" sh -c "cut -d' ' -f1 $KTRACE/instances/*/buffer_size_kb" >"$TMP/out" 2>"$TMP/last"
	equal "KB of each CPU with '$b'" "$(cat "$TMP/out")" "$expected"
done
note "the default for $cpus CPUs is $kb"

note "time stamps at the beginning of lines"
for o in -t -tt -ttt -r "-t -r" "-ttt -r"; do
	strace -f $o -o "$TMP/a" sh "$TMP/script"
	ktrace -f --as strace $o -o "$TMP/b" sh "$TMP/script" 2>/dev/null
	equal "leaders of $o" "$(leaders "$TMP/b")" "$(leaders "$TMP/a")"
done
now=$(date +%s)
ktrace -f --as strace -ttt -o "$TMP/b" true 2>/dev/null
first=$(sed -n '1s/^[0-9]* *\([0-9]*\)\..*/\1/p' "$TMP/b")
[ $((first - now)) -ge -1 ] && [ $((first - now)) -le 60 ] || fail "-ttt: $first, not $now"
# The time since the previous line of the call after the sleep.
ktrace -f --as strace -r -e nanosleep,clock_nanosleep,exit_group -o "$TMP/b" sleep 0.3 2>/dev/null
grep exit_group "$TMP/b" | grep -q -E '^[0-9]+ +0\.[3-9]' || fail "-r: $(cat "$TMP/b")"

note "durations"
ktrace -f --as strace -T -o "$TMP/b" sleep 0.3 2>/dev/null
must grep -q -E 'nanosleep\(.* = 0 <0\.[3-9][0-9]{5}>$' "$TMP/b"
must grep -q -E 'exit_group\(0\) += \?$' "$TMP/b"

note "durations in a unit, with the parts of options/call-time"
write options/call-time 1
scale=1
for unit in s:0 ms:3 us:6 ns:9; do
	ktrace --as strace --syscall-times="${unit%:*}" -e clock_nanosleep,nanosleep -o "$TMP/b" sleep 0.3 2>/dev/null
	awk -v digits="${unit#*:}" -v scale=$scale '
		# number TEXT: a time in the unit; all times have the same number of digits
		function number(text) {
			if ((digits ? length(text) - index(text, ".") : index(text, ".")) != digits + 0)
				print "digits of " text
			return int(text * scale + 0.5)
		}
		/nanosleep\(/ {
			sub(/.* = 0 </, ""); sub(/>$/, "")
			if ($2 $4 $6 != "runwaitblock" || number($3) + number($5) + number($7) != number($1))
				print "parts: " $0
			seen = 1
		}
		END { if (!seen) print "no call" }' "$TMP/b" >"$TMP/diff"
	equal "--syscall-times=$unit" "$(cat "$TMP/diff")" ''
	scale=$((scale * 1000))
done
write options/call-time 0

# results FILE: names and results of calls, without addresses and times
results()
{
	sed -n -e 's/^[0-9]* *//' -e 's/0x[0-9a-f]*/PTR/g' \
		-e 's/^\([a-z0-9_]*\)(.*) *= \([^=]*\)$/\1 \2/p' "$1" | grep -v '^brk\|^set_tid_address' | sort
}

note "-z and -Z"
for o in -z -Z; do
	strace -f $o -o "$TMP/a" cat /etc/hosts /no/file >/dev/null 2>&1 || :
	ktrace -f --as strace $o -o "$TMP/b" cat /etc/hosts /no/file >/dev/null 2>&1 || :
	must grep -q . "$TMP/a"
	results "$TMP/a" >"$TMP/a.results"
	results "$TMP/b" >"$TMP/b.results"
	diff "$TMP/a.results" "$TMP/b.results" >"$TMP/diff" || fail "$o: $(cat "$TMP/diff")"
done

for o in --status='!unavailable' --status=detached,successful; do
	ktrace --as strace $o -e openat -o "$TMP/b" cat /etc/hosts /no/file >/dev/null 2>&1 || :
	must grep -q '"/etc/hosts"' "$TMP/b"
	equal "failed calls of $o" "$(grep -c '"/no/file"' "$TMP/b")" \
		"$(echo "$o" | grep -c unavailable)"
done
ktrace --as strace -e openat -h | grep -q '^Usage: ' || fail "-h"
must_not ktrace -e no_such_call -h >/dev/null 2>&1

# table FILE: calls, errors and name of each row
table()
{
	sed -n 's/^ *[0-9]*\.[0-9]* *[0-9]*\.[0-9]* *[0-9]* *//p' "$1" | sed 's/  */ /g'
}

note "-c, -C, -S, -w"
for column in name calls errors; do
	strace -f -c -S $column -o "$TMP/a" cat /etc/hosts /no/file >/dev/null 2>&1 || :
	ktrace -c -S $column -o "$TMP/b" cat /etc/hosts /no/file >/dev/null 2>&1 || :
	table "$TMP/a" | sort >"$TMP/a.table"
	table "$TMP/b" | sort >"$TMP/b.table"
	must has_lines "$TMP/a.table" 5
	diff "$TMP/a.table" "$TMP/b.table" >"$TMP/diff" || fail "-c: $(cat "$TMP/diff")"
done
ktrace -c -S name -o "$TMP/b" cat /etc/hosts >/dev/null 2>&1
table "$TMP/b" | sed -e 's/.* //' -e '/^total$/d' >"$TMP/order"
equal "order of -S name" "$(cat "$TMP/order")" "$(LC_ALL=C sort "$TMP/order")"
ktrace -c -S calls -o "$TMP/b" sh "$TMP/script" >/dev/null 2>&1
table "$TMP/b" | sed -e 's/ .*//' -e '$d' >"$TMP/order"
equal "order of -S calls" "$(cat "$TMP/order")" "$(sort -n -r "$TMP/order")"
ktrace -C --as strace -o "$TMP/b" cat /etc/hosts >/dev/null 2>&1
must grep -q '^[0-9]* *openat(.*"/etc/hosts"' "$TMP/b"
must grep -q '^100\.00 .* total$' "$TMP/b"
# ms FILE: milliseconds of nanosleep
ms()
{
	sed -n 's/^ *[0-9.]* *\([0-9]*\)\.\([0-9][0-9][0-9]\).*nanosleep$/\1\2/p' "$1"
}
for tool in "strace -f" ktrace; do
	$tool -c -o "$TMP/b" sleep 0.3 2>/dev/null
	t=$(ms "$TMP/b")
	[ "${t:-999}" -lt 100 ] || fail "$tool -c counts the sleep: $(cat "$TMP/b")"
	$tool -c -w -o "$TMP/b" sleep 0.3 2>/dev/null
	t=$(ms "$TMP/b")
	[ "${t:-0}" -ge 300 ] || fail "$tool -c -w: $(cat "$TMP/b")"
done

note "-y and -P"
strace -f -y -e read,close,openat -o "$TMP/a" dd if=/etc/hosts of=/dev/null 2>/dev/null
ktrace -f --as strace -y -e read,close,openat -o "$TMP/b" dd if=/etc/hosts of=/dev/null 2>/dev/null
for f in a b; do
	sed -n 's/^[0-9]* *\([a-z]*\)(\([^,)]*\)[,)].* \(= [^ ]*\).*/\1 \2 \3/p' "$TMP/$f" >"$TMP/$f.fds"
done
# PREEMPT_RT does not look up the paths of descriptors.
if ! realtime; then
	must grep -q '^read 0</etc/hosts>' "$TMP/b.fds"
	diff "$TMP/a.fds" "$TMP/b.fds" >"$TMP/diff" || fail "-y: $(cat "$TMP/diff")"
fi
strace -f -P /etc/hosts -o "$TMP/a" cat /etc/hosts /etc/passwd >/dev/null 2>&1
ktrace -f --as strace -P /etc/hosts -o "$TMP/b" cat /etc/hosts /etc/passwd >/dev/null 2>&1
for f in a b; do
	sed -n 's/^[0-9]* *\([a-z0-9_]*\)(.*/\1/p' "$TMP/$f" >"$TMP/$f.names"
done
must has_lines "$TMP/a.names" 3
# PREEMPT_RT: only the calls that name the file
! realtime || sed -i '/^open/!d' "$TMP/a.names"
diff "$TMP/a.names" "$TMP/b.names" >"$TMP/diff" || fail "-P: $(cat "$TMP/diff")"

note "-yy and --decode-fds"
for o in -yy --decode-fds --decode-fds=all --decode-fds=dev --decode-fds=path --decode-fds=none; do
	realtime && break
	for tool in strace "ktrace --as strace"; do
		$tool $o -e openat,dup2 -o "$TMP/b" dd if=/dev/zero of=/dev/null count=1 2>/dev/null
		case $tool in
		strace) grep /dev/ "$TMP/b" >"$TMP/a" ;;
		esac
	done
	must grep -q '"/dev/zero"' "$TMP/a"
	grep /dev/ "$TMP/b" | diff "$TMP/a" - >"$TMP/diff" || fail "$o: $(cat "$TMP/diff")"
done

note "the arguments of clone() have the names of strace"
for tool in strace "ktrace --as strace"; do
	$tool -e clone -o "$TMP/b" sh -c '(:); (:); exit 0' 2>/dev/null
	sed -n -e 's/0x[0-9a-f]*/PTR/g' -e 's/ = [0-9]*$/ = PID/' -e 's/^\(clone(.*\)/\1/p' "$TMP/b" >"$TMP/$(echo "$tool" | cut -c1).clone"
done
must grep -q '^clone(child_stack=NULL, flags=.*SIGCHLD.*) = PID$' "$TMP/s.clone"
diff "$TMP/s.clone" "$TMP/k.clone" >"$TMP/diff" || fail "clone: $(cat "$TMP/diff")"

note "-s and -y of one run do not affect another run"
mkfifo "$TMP/ready"
ktrace -y -s 99 -o "$TMP/a" sh -c "echo >$TMP/ready; until [ -e $TMP/enough ]; do sleep 0.1; done" 2>/dev/null &
client=$!
read -r _ <"$TMP/ready"
ktrace -e openat,write -o "$TMP/b" sh -c 'cd /tmp; echo secret >one' 2>/dev/null
: >"$TMP/enough"
wait $client
realtime || must grep -q 'AT_FDCWD</' "$TMP/a"
must grep -q 'dfd: AT_FDCWD, filename: "one"' "$TMP/b"
must grep -q ': write(fd: 1, buf: 0x' "$TMP/b"
must_not grep -q secret "$TMP/b"
equal "limits" "$(cat "$KTRACE/options/fd-path" "$KTRACE/options/buffer-limit" | xargs)" "0 0"

note "data is printed as by strace"
for o in -s32 -s5 -x -xx -s40\ --strings-in-hex=non-ascii-chars -a0 -a60 --columns=20 -n; do
	strace $o -o "$TMP/a" sh -c 'printf "one\ttwo \\344\\377" >"$TMP/data"; cat "$TMP/data" >/dev/null' 2>/dev/null
	ktrace --no-follow --as strace $o -o "$TMP/b" sh -c 'printf "one\ttwo \\344\\377" >"$TMP/data"; cat "$TMP/data" >/dev/null' 2>/dev/null
	for f in a b; do
		grep -E '(openat|write|exit_group)\(' "$TMP/$f" >"$TMP/$f.data"
	done
	must grep -q 'write(1, ' "$TMP/a.data"
	diff "$TMP/a.data" "$TMP/b.data" >"$TMP/diff" || fail "$o: $(cat "$TMP/diff")"
done

note "-E, -u, -q"
chmod 755 "$TMP"
for tool in "strace -f" "ktrace -f --as strace"; do
	$tool -E ONE=1 -E HOME -u nobody -o "$TMP/b" sh -c 'id -u; echo $ONE.$HOME' >"$TMP/out" 2>/dev/null
	equal "user and environment of $tool" "$(cat "$TMP/out")" "65534
1."
done
ktrace -q -o "$TMP/b" true >"$TMP/out" 2>&1
equal "-q" "$(cat "$TMP/out")" ''
for tool in "strace -f" "ktrace -f --as strace"; do
	$tool -o "$TMP/b" true 2>/dev/null
	equal "exits of $tool" "$(grep -c '+++ exited with 0 +++' "$TMP/b")" 1
	$tool -qq -o "$TMP/b" true 2>/dev/null
	equal "exits of $tool -qq" "$(grep -c '+++' "$TMP/b")" 0
done

note "-k: names of functions"
: >"$TMP/file"
mkfifo "$TMP/full"
exec 9<>"$TMP/full"
head -c 65536 /dev/zero >&9
# The program waits before its end, because its output is full.
ktrace -f --as strace -k -e chmod,fchmodat -o "$TMP/b" user_stack "$TMP/file" >"$TMP/full" 2>"$TMP/last" &
client=$!
soon has_lines "$TMP/b" 6 '^ > ' || fail "$(cat "$TMP/b")"
head -c 65536 <&9 >/dev/null
wait $client
exec 9>&-
must grep -q '^[0-9]* *chmod("' "$TMP/b"
for f in two three four five main; do
	must grep -q -E "^ > [^ ]*user_stack\\($f\\+0x[0-9a-f]+\\) \\[0x[0-9a-f]+\\]$" "$TMP/b"
done

note "no calls: exits as strace shows them"
for tool in strace "ktrace --as strace"; do
	$tool -e trace=none -o "$TMP/b" true 2>/dev/null
	equal "lines of $tool" "$(cat "$TMP/b")" '+++ exited with 0 +++'
	$tool -qq -e trace=none -o "$TMP/b" true 2>/dev/null
	equal "lines of $tool -qq" "$(cat "$TMP/b")" ''
done

note "children: -f, --no-follow, -ff"
# The form strace has no children without -f, as strace.
for o in --no-follow ''; do
	ktrace --as strace $o -o "$TMP/b" sh "$TMP/script" 2>/dev/null
	equal "exits without children" "$(grep -c '+++ exited' "$TMP/b")" 1
	must_not grep -q '"/etc/hosts"' "$TMP/b"
	must_not grep -q '^[0-9]' "$TMP/b"
done
ktrace -o "$TMP/b" sh "$TMP/script" 2>/dev/null
must grep -q '"/etc/hosts"' "$TMP/b"
ktrace --as strace --no-follow -f -o "$TMP/b" sh "$TMP/script" 2>/dev/null
strace -f -o "$TMP/a" sh "$TMP/script" 2>/dev/null
tasks=$(grep -c '+++ exited' "$TMP/a")
must test "$tasks" -gt 1
equal "exits with children" "$(grep -c '+++ exited' "$TMP/b")" "$tasks"
mkdir "$TMP/ff"
ktrace --as strace -ff -tt -o "$TMP/ff/t" sh "$TMP/script" 2>/dev/null
equal "files" "$(find "$TMP/ff" -name 't.[0-9]*' | grep -c .)" "$tasks"
if command -v strace-log-merge >/dev/null; then
	strace-log-merge "$TMP/ff/t" >"$TMP/merged" 2>"$TMP/last" || fail "$(cat "$TMP/last")"
	equal "merged lines" "$(grep -c . "$TMP/merged")" "$(cat "$TMP"/ff/t.* | grep -c .)"
	must grep -q '"/etc/hosts"' "$TMP/merged"
fi

note "-A"
for tool in strace "ktrace --as strace"; do
	rm -rf "$TMP/ff"
	mkdir "$TMP/ff"
	echo first >"$TMP/ff/one"
	$tool -A -o "$TMP/ff/one" true 2>/dev/null
	equal "first line of $tool" "$(sed 1q "$TMP/ff/one")" first
	must has_lines "$TMP/ff/one" 3
	# One of the next processes is the traced one.
	for i in $(seq "$(sh -c 'echo $$')" "$(($(sh -c 'echo $$') + 100))"); do
		echo first >"$TMP/ff/t.$i"
	done
	$tool -A -ff -o "$TMP/ff/t" true 2>/dev/null
	name=$(grep -l '+++ exited with 0 +++' "$TMP"/ff/t.[0-9]*)
	equal "first line of $tool -ff" "$(sed 1q "$name")" first
done
rc=0
ktrace --as ctf -A -o "$TMP/ctf" true 2>"$TMP/last" || rc=$?
equal "status of -A with ctf" $rc 125
must grep -q '^ktrace: -A: ' "$TMP/last"
equal "instances that stayed" "$(ls "$KTRACE/instances")" ''
