# SPDX-License-Identifier: GPL-2.0
# description: raw_syscalls: all calls of all kinds, as in strace; filter, trigger, hist, instances
# requires: events/raw_syscalls/sys_enter events/raw_syscalls/sys_exit instances program:calls program:odd_calls program:strace /sys/kernel/debug/kunit/ktrace_syscall_bits/run
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# weight: 5

raw=events/raw_syscalls

# records [DIR]: print the records in the trace without the common columns
records()
{
	sed -n 's/^ *[^ ].*-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p' "${1:-$KTRACE}/trace"
}

# seen N LINE: check that the line is in the trace N times
seen()
{
	equal "$2" "$(records | grep -cxF -- "$2")" "$1"
}

# result NUMBER: print the result in hexadecimal, or "-" for an errno
result()
{
	if [ "$1" -ge -4095 ] && [ "$1" -lt 0 ]; then
		echo -
	else
		printf '%x\n' "$1"
	fi
}

# own TID: print the calls of a thread as "NUMBER RESULT ARGUMENT...", from its execve
# on
own()
{
	sed -n "s/^ *[^ ].*-$1 *\[[0-9]*\] [^ ]* *[0-9.]*: sys_\(e[a-z]*\): NR //p" "$TMP/trace" |
		tr -d '(,)=' |
		awk 'NF == 7 { nr = $1; $1 = ""; args = $0; next }
		     NF == 2 && $1 == nr { print $1, $2 args; nr = "none" }' >"$TMP/pairs"
	! grep -q '^59 0 ' "$TMP/pairs" || sed -i '1,/^59 0 /{/^59 0 /!d}' "$TMP/pairs"
	while read -r nr ret args; do
		echo "$nr $(result "$ret") $args"
	done <"$TMP/pairs"
}

# straced FILE: print the calls in the same format from strace's output, with as many
# arguments as the call has
straced()
{
	sed -n -e '/ = [?]/d' -e 's/0x//g' \
		-e 's/^\[ *\([0-9]*\)\] [^(]*(\(.*\)) *= -1 E.*/\1 - \2/p' \
		-e 's/^\[ *\([0-9]*\)\] [^(]*(\(.*\)) *= \([0-9a-f]*\).*/\1 \3 \2/p' "$1" |
		tr -d ,
}

note "the same calls as strace shows"
size=$(cut -d' ' -f1 "$KTRACE/buffer_size_kb")
write buffer_size_kb 8192
write $raw/enable 1
must strace -ff -n -e raw=all -e signal=none -o "$TMP/strace" calls 31 1000 "$TMP/log"
write $raw/enable 0
cat "$KTRACE/trace" >"$TMP/trace"
must_not grep LOST "$TMP/trace"
for file in "$TMP"/strace.*; do
	straced "$file" >"$TMP/straced"
	own "${file##*.}" >"$TMP/own"
	equal "${file##*.}: calls" "$(wc -l <"$TMP/own")" "$(wc -l <"$TMP/straced")"
	[ "$(wc -l <"$TMP/own")" -ge 20 ] || fail "only $(wc -l <"$TMP/own") calls"
	cat "$TMP/own" >>"$TMP/all"
	awk 'NR == FNR { line[FNR] = $0; next }
	     { n = split(line[FNR], is)
	       for (i = 1; i <= n; i++)
		       if (($i "") != (is[i] "")) {
			       print "strace: " line[FNR] ", ktrace: " $0
			       exit 1
		       } }' "$TMP/straced" "$TMP/own" || fail "they differ"
done
write buffer_size_kb "$size"
note "$(wc -l <"$TMP/all") calls"
[ "$(wc -l <"$TMP/all")" -ge 1000 ] || fail "there were more"

note "refused, unknown and foreign calls"
write $raw/enable 1
for what in refused unknown minus ia32 ia32_unknown x32; do
	write trace ''
	status=0
	odd_calls $what >/dev/null || status=$?
	[ $status != 4 ] || continue
	equal "$what" $status 0
	case $what in
	refused)
		equal "$what" "$(records | grep -c '^sys_enter: NR 140 (b, 16, ')" 1
		seen 1 'sys_exit: NR 140 = -118' ;;
	unknown)
		seen 1 'sys_enter: NR 1234 (1, 2, 3, 4, 5, 6)'
		seen 1 'sys_exit: NR 1234 = -38' ;;
	minus)
		seen 1 'sys_enter: NR -1 (1, 2, 3, 4, 5, 6)'
		seen 1 'sys_exit: NR -1 = -38' ;;
	ia32)
		equal "$what" "$(records | grep -c '^sys_enter: NR 5 (1, 2, 3, ')" 1
		seen 1 'sys_exit: NR 5 = -14' ;;
	ia32_unknown)
		seen 1 'sys_enter: NR 1234 (1, 2, 3, 4, 5, 6)' ;;
	x32)
		equal "$what" "$(records | grep -c '^sys_enter: NR 1073741964 (4d, 58, ')" 1
		seen 1 'sys_exit: NR 1073741964 = -22' ;;
	esac
done
write $raw/enable 0

note "together with the events of each call"
write events/syscalls/sys_enter_getpriority/enable 1
write events/syscalls/sys_exit_getpriority/enable 1
write $raw/enable 1
write trace ''
odd_calls refused >/dev/null
equal "all four" "$(records | grep -A1 -e 'NR 140 ' | cut -d' ' -f1 | tr '\n' ' ')" \
	"sys_enter: sys_getpriority(which: sys_exit: sys_getpriority "
write $raw/enable 0
write events/syscalls/enable 0

note "filter, trigger, histogram"
write $raw/sys_exit/filter 'id == 140 && ret == -118'
write $raw/sys_enter/filter 'id == 140'
write $raw/sys_enter/trigger 'hist:keys=id.syscall if id == 140 || id == 1234'
write $raw/enable 1
write trace ''
odd_calls refused >/dev/null
odd_calls unknown >/dev/null
write $raw/enable 0
equal "filtered" "$(records | cut -d' ' -f1-3 | tr '\n' ' ')" "sys_enter: NR 140 sys_exit: NR 140 "
must grep -q 'sys_getpriority *\[140\].*hitcount: *1$' "$KTRACE/$raw/sys_enter/hist"
equal "counted" "$(grep -c 'hitcount: *1$' "$KTRACE/$raw/sys_enter/hist")" 2
write $raw/sys_enter/trigger '!hist:keys=id.syscall if id == 140 || id == 1234'
write $raw/sys_enter/filter 0
write $raw/sys_exit/filter 0

note "an instance, and its task list"
mkdir "$KTRACE/instances/raw"
write trace ''
write $raw/sys_exit/enable 1
# The shell is the first followed task, and becomes the program.
sh -c 'cd "$1"; echo $$ >set_event_pid; echo 1 >"$2/sys_exit/enable"; exec odd_calls unknown' \
	sh "$KTRACE/instances/raw" $raw >"$TMP/pid"
write $raw/sys_exit/enable 0
write instances/raw/$raw/sys_exit/enable 0
[ "$(grep -v '^#' "$KTRACE/trace" | grep -cv -- "-$(cat "$TMP/pid") ")" -gt 0 ] ||
	fail "the top has no records of others"
equal "others" "$(grep -v '^#' "$KTRACE/instances/raw/trace" | grep -cv -- "-$(cat "$TMP/pid") ")" 0
equal "its own" "$(records "$KTRACE/instances/raw" | grep -cxF 'sys_exit: NR 1234 = -38')" 1
rmdir "$KTRACE/instances/raw"

note "the exit of a call that a tracer replaced has the result that the program gets"
# injected HOW: run /bin/pwd while strace replaces the result of getcwd(); store its
# records in $TMP/lines
injected()
{
	write trace ''
	write $raw/enable 1
	strace -o "$TMP/strace" -e trace=getcwd -e inject="getcwd:$1" /bin/pwd >/dev/null 2>&1 || :
	write $raw/enable 0
	must grep -q INJECTED "$TMP/strace"
	sed -n 's/^ *pwd-[0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: //p' "$KTRACE/trace" |
		grep -A1 '^sys_enter: NR 79 ' | cut -d' ' -f1-3,5 >"$TMP/lines"
}
injected error=EACCES
sed 's/^/# /' "$TMP/lines"
equal "refused" "$(grep -c 'sys_exit: NR -1 -13' "$TMP/lines")" 1
injected retval=7
sed 's/^/# /' "$TMP/lines"
equal "answered" "$(grep -c 'sys_exit: NR -1 7' "$TMP/lines")" 1

note "a disabled event writes nothing, with and without another instance that records"
# counts: print the number of records of the top and of the instance
counts()
{
	records | wc -l
	records "$KTRACE/instances/raw" | wc -l
}
mkdir "$KTRACE/instances/raw"
for d in . instances/raw; do
	write $d/$raw/enable 1
done
write $raw/enable 0
write trace ''
write instances/raw/trace ''
odd_calls unknown >/dev/null
counts >"$TMP/counts"
[ "$(sed -n 1p "$TMP/counts")" = 0 ] && [ "$(sed -n 2p "$TMP/counts")" -gt 0 ] ||
	fail "off at the top, on in the instance: $(xargs <"$TMP/counts") lines"
write instances/raw/$raw/enable 0
write instances/raw/trace ''
odd_calls unknown >/dev/null
equal "lines when off" "$(counts | xargs)" "0 0"
kunit ktrace_task_bits "a thread has a bit that nobody uses"
kunit ktrace_syscall_bits "the hooks heed what nobody listens to"
