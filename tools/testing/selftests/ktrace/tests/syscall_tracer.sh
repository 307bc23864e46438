# SPDX-License-Identifier: GPL-2.0
# description: the tracer "syscall" does what the tracers of 2009 and 2014 did, claim by claim
# requires: available_tracers current_tracer events/syscall/enable options/syscall-loud program:odd_calls /sys/kernel/debug/kunit/ktrace_task_bits/run
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

undo()
{
	write current_tracer nop
	for o in syscall-loud tp_printk buffer-limit raw-syscalls; do
		off options/$o 0
	done
	write events/enable 0
}
trap undo EXIT

# lines COMM: print the records of a command without the common columns
lines()
{
	sed -n "s/^ *$1-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p" "$KTRACE/trace"
}

# has WHAT PATTERN: check that a line of $TMP/lines matches
has()
{
	grep -q -- "$2" "$TMP/lines" || {
		sed 's/^/# /' "$TMP/lines" | head -n 40
		fail "$1: no line $2"
	}
}

# bits: check by a KUnit suite that threads have all necessary work bits and no unused
# ones
bits()
{
	local run=/sys/kernel/debug/kunit/ktrace_task_bits
	echo 1 >$run/run
	if grep -q 'not ok' $run/results; then
		sed 's/^/# /' $run/results
		fail "$1: the work bits are wrong"
	fi
}

on_console()
{
	dmesg | grep -q "$1"
}

note "the tracer is listed and off"
must grep -qw syscall "$KTRACE/available_tracers"
must grep -qw nop "$KTRACE/available_tracers"
equal "current_tracer" "$(cat "$KTRACE/current_tracer")" nop
refused current_tracer EINVAL no_such_tracer
equal "current_tracer" "$(cat "$KTRACE/current_tracer")" nop

note "start and stop on every thread, also on sleeping ones"
mkfifo fifo
sh -c 'read -r x <fifo; cat /nowhere/of/a/sleeper; exit 0' sleeper 2>/dev/null &
sleeper=$!
must soon asleep $sleeper
write trace 0
write current_tracer syscall
equal "current_tracer" "$(cat "$KTRACE/current_tracer")" syscall
bits started
printf 'x\n' >fifo
wait $sleeper
date >date.out
cat /nowhere 2>/dev/null || :
read -r uptime _ </proc/uptime
sleep 0.2
read -r later _ </proc/uptime
write current_tracer nop
bits stopped
cat "$KTRACE/trace" >"$TMP/trace"
must grep -q '"/nowhere/of/a/sleeper"' "$TMP/trace"
write trace 0
cat /etc/passwd >/dev/null
equal "lines after nop" "$(grep -vc '^#' "$KTRACE/trace")" 0

note "one line for each call: process, CPU, time, name, arguments, result, duration"
grep -v '^#' "$TMP/trace" >"$TMP/records"
must_not grep -vE '^ *.{1,16}-[0-9]+ +\[[0-9]{3}\] [^ ]+ +[0-9]+\.[0-9]{6}: [a-z0-9_]+\(.*\) = .* <[0-9]+\.[0-9]+>$' "$TMP/records"
# The record of execve() shows the name of the task at that time, before it becomes
# "cat".
sed -n 's/^ *cat-\([0-9]*\) .*/\1/p' "$TMP/records" | sort -u >"$TMP/pids"
sed 's/^ *[^ ].*-\([0-9]*\) *\[[0-9]*\] [^ ]* *[0-9.]*: /\1 /' "$TMP/records" |
	awk 'NR == FNR { pids[$1] = 1; next } $1 in pids { sub(/^[0-9]* /, ""); print }' \
	"$TMP/pids" - >"$TMP/lines"
has "a string, gone by now" '"/nowhere".* = -ENOENT <'
has "exit" '^exit_group(error_code: 1) = ? (did not return) <'
has "exec" '^execve(filename: "[^"]*", argv: \["cat", "/nowhere"\], .*) = 0 (new program) <'

note "start, end and duration"
sed -n 's/^ *sleep-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p' "$TMP/records" >"$TMP/lines"
took=$(sed -n 's/^\(clock_\)\{0,1\}nanosleep(.*tv_nsec=200000000}.* = 0 <\(.*\)>$/\2/p' "$TMP/lines")
echo "$took $uptime $later" | awk '{ exit !($1 >= 0.2 && $1 <= $3 - $2 + 0.02) }' || {
	sed 's/^/# /' "$TMP/lines"
	fail "sleep 0.2 took '$took'"
}

note "records of calls appear after the return"
write trace 0
write current_tracer syscall
sleep 30 &
sleeper=$!
must soon asleep $sleeper
equal "a call that has not returned" "$(lines sleep | grep -c 'tv_sec=30')" 0
stop $sleeper
write current_tracer nop

note "exit, yield, unknown and foreign calls"
write trace 0
write current_tracer syscall
odd_calls unknown >/dev/null
odd_calls ia32 >/dev/null
odd_calls refused >/dev/null
odd_calls fork >/dev/null
write current_tracer nop
lines odd_calls >"$TMP/lines"
has "unknown" '^0x4d2(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = -ENOSYS <'
has "ia32" '^ia32_open(filename: 0x1 (fault), .*) = -EFAULT <'
has "refused" '^getpriority(.*) = -ENOTNAM (refused) <'
has "fork" '^fork() = [1-9][0-9]* <'
equal "exit of both" "$(grep -c '^exit_group(.*) = ? (did not return) <' "$TMP/lines")" 5

note "up to N bytes of written data, with newlines unescaped"
for n in 0 3 256; do
	write trace 0
	write options/buffer-limit $n
	write events/syscall/write/enable 1
	printf 'two\nlines\n' | cat >/dev/null
	write events/syscall/write/enable 0
	lines cat >"$TMP/lines"
	case $n in
	0) has "no byte" '^write(fd: 1, buf: 0x[0-9a-f]*, count: 10) = 10 <' ;;
	3) has "three" '^write(fd: 1, buf: "two"\.\.\., count: 10) = 10 <' ;;
	256) has "all" '^write(fd: 1, buf: "two\\nlines\\n", count: 10) = 10 <' ;;
	esac
	equal "lines of one record" "$(grep -vc '^#' "$KTRACE/trace")" \
		"$(grep -c 'write(fd' "$KTRACE/trace")"
done
write options/buffer-limit 0

note "work bits of the tracer and of an event are independent"
write trace 0
write events/syscall/uname/enable 1
write current_tracer syscall
write current_tracer nop
bits "an event stays"
uname >/dev/null
lines uname | grep '^uname(' || fail "the event went with the tracer"
write current_tracer syscall
write events/syscall/enable 0
bits "the tracer stays"
write trace 0
uname >/dev/null
lines uname | grep '^uname(' || fail "the tracer went with the event"
write current_tracer nop
bits "nothing stays"

note "raw binary: values of the registers"
write trace 0
write events/syscall/uname/enable 1
for _ in 1 2 3; do
	odd_calls nothing >/dev/null
	uname >/dev/null
done
write events/syscall/uname/enable 0
write tracing_on 0
address=$(sed -n 's/.*: uname(name: .*0x\([0-9a-f]*\).*/\1/p' "$KTRACE/trace" | head -n 1)
cat "$KTRACE"/per_cpu/cpu*/trace_pipe_raw >"$TMP/raw"
must_not grep -aq 'uname(' "$TMP/raw"
must grep -q '__syscall_nr' "$KTRACE/events/syscall/uname/format"
note "uname's argument: ${address:-decoded}"
write tracing_on 1

note "loud: the console shows a call at entry and at exit"
write options/syscall-loud 1
write events/syscall/getpriority/enable 1
odd_calls refused >/dev/null
write events/syscall/getpriority/enable 0
write options/syscall-loud 0
odd_calls refused >/dev/null
dmesg | grep 'getpriority(' >"$TMP/lines" || :
has "entered" 'getpriority(which: [^)]*, who: [^)]*$\|getpriority(which: 11, who: 22'
has "left" 'getpriority(.* = -ENOTNAM'
n=$(wc -l <"$TMP/lines")
dmesg -c >/dev/null
odd_calls refused >/dev/null
equal "not loud" "$(dmesg | grep -c getpriority)" 0
note "$n lines on the console"

[ -e "$KTRACE/options/tp_printk" ] || exit 0
note "tp_printk shows records of any event on the console"
write options/tp_printk 1
write events/syscall/uname/enable 1
uname >/dev/null
write events/syscall/uname/enable 0
soon on_console 'uname(' || fail "tp_printk: not on the console"
write options/tp_printk 0
dmesg -c >/dev/null
uname >/dev/null
equal "tp_printk off" "$(dmesg | grep -c 'uname(')" 0
