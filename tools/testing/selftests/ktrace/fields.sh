# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Functions that compare what clients print with what trace shows, field by field, for cases in
# the guest and for scripts/shark.
#
#   trace_fields FILE    print the records of trace, one a line: PID CPU TIME EVENT: FIELDS
#   report_fields FILE   the same for the output of trace-cmd report -N or shark_dump
#   raw_fields FILE      the same for the system calls in the output of trace-cmd report -R or
#                        shark_dump -R
#   raw_markers FILE     print ids and text of raw markers, from trace or trace-cmd report -R
#   calls, not_calls     filters: the lines of system calls, and the others
#   hist_fields KEY FILE print the entries of a histogram with the key KEY: VALUE COUNT
#   count_fields KEY     count the values of the field KEY in lines of events, in the same form
#   define_fields        define the probes, the synthetic events and the histograms that the
#                        comparison needs; uprobe_target must be in the PATH
#   undefine_fields      remove the triggers, which keep the events busy
#   record_fields        let trace-cmd record all kinds of events
#
# The functions remove these differences, most of which clients have with the event tracer, too:
#
#   name of the task     clients know only its last name
#   place of a probe     clients print an address, trace prints a function
#   symbol               clients know neither its size nor its module
#   pointer              trace prints a hash
#   unreadable string    clients print "", trace prints (fault)
#   marker               clients print an address first, and its newline
#   raw marker           clients print the id and the first byte (raw_markers: all bytes)
#   flags of timers      libtraceevent does not know the names
#   system call          trace prints sys_NAME(FIELD: HEX, ...) and sys_NAME -> 0xHEX
#   no field             KernelShark prints (null)
#   synthetic event      clients print a comma after each field
#
# libtraceevent cannot print the formats of the static points test_many and test_none.

# heads FILE: print the lines of all forms as PID CPU TIME EVENT: FIELDS
heads()
{
	sed -n -E 's/^ *.*-([0-9]+) +\[?0*([0-9]+)\]? +([^ ]{5,6} +)?([0-9]+\.[0-9]{6}):? +(.*)$/\1 \2 \4 \5/p' "$1" |
		sed -E 's/^([0-9]+ [0-9]+ [0-9.]+) [a-z_]+\//\1 /
			s/^([0-9]+ [0-9]+ [0-9.]+ [^ ]+:) +/\1 /
			s/^([0-9]+ [0-9]+ [0-9.]+ [^ ]+:) \(null\)$/\1/
			s/^([0-9]+ [0-9]+ [0-9.]+ [^ (]+:) \([^)]*\)( |$)/\1 ()\2/
			s/^(.* hrtimer_[a-z]+: .* mode=)[^ ]*/\1/
			s/^(.* timer_start: .* flags=)[^ ]*/\1/
			/ test_(many|none): /d
			s/[ \t]+$//'
}

trace_fields()
{
	heads "$1" | sed -E '
		s/=0{8}[0-9a-f]{8}( |$)/=POINTER\1/g
		s/^([0-9]+ [0-9]+ [0-9.]+) tracing_mark_write: /\1 print: /
		s/^([0-9]+ [0-9]+ [0-9.]+) # ([0-9a-f]+) buf: ([0-9a-f]{2})( .*)?$/\1 raw_data: id:000\2 000000\3/
		s/ raw_data: id:0*([0-9a-f]{4})/ raw_data: id:\1/
		s/=\(fault\)/=""/g
		s/(\+0x[0-9a-f]+)\/0x[0-9a-f]+/\1/g
		s/(=[a-z_]+(\+0x[0-9a-f]+)?) \[test_point\]/\1/g
		s/^([0-9]+ [0-9]+ [0-9.]+) sys_([a-z0-9_]+)\((.*)\)$/\1 sys_enter_\2: \3/
		s/^([0-9]+ [0-9]+ [0-9.]+) sys_([a-z0-9_]+) -> /\1 sys_exit_\2: /
		s/ sys_exit_0x[0-9a-f]+: / sys_exit_unknown: /
		s/ +$//'
}

report_fields()
{
	heads "$1" | sed -E '
		s/=0x[0-9a-f]{16}( |$)/=POINTER\1/g
		/^[0-9]+ [0-9]+ [0-9.]+ (latency|pair): /s/, / /g
		s/^([0-9]+ [0-9]+ [0-9.]+ print:) [^ ]+ /\1 /'
}

# printf of busybox's awk has 32 bits with a sign, so hex() converts the digits.
raw_fields()
{
	heads "$1" | sed -n -E '
		s/^([0-9]+ [0-9]+ [0-9.]+ sys_(enter|exit)_[a-z0-9_]+:) __syscall_nr=[-0-9a-fx]+ ?(.*)$/\1 \3/p' |
	awk 'function hex(n,   text) {
		for (text = ""; n >= 1; n = int(n / 16))
			text = substr("0123456789abcdef", n % 16 + 1, 1) text
		return text
	}
	{
		line = $1 " " $2 " " $3 " " $4
		for (i = 5; i <= NF; i++) {
			split($i, part, "=")
			value = part[2]
			if (value ~ /^0x/)
				sub(/^0x0*/, "", value)
			else
				value = hex(value)
			value = value == "" ? "0" : value
			line = line (i > 5 ? ", " : " ") \
				(part[1] == "ret" ? "0x" value : part[1] ": " value)
		}
		print line
	}'
}

# In trace, the data is hexadecimal and ends in zeros that pad the record. The id has four digits
# there, too, if it is long enough.
raw_markers()
{
	heads "$1" | sed -n -E '
		s/^([0-9]+ [0-9]+ [0-9.]+) raw_data: id=([0-9a-f]+) buf=(.*)$/\1 \2 \3/p
		s/^([0-9]+ [0-9]+ [0-9.]+) # ([0-9a-f]+) buf: (.*)$/\1 \2 \3/p' |
	while read -r _pid _cpu _time _id _data; do
		case "$_data" in
		[0-9a-f][0-9a-f]' '*)
			_data=$(printf "$(printf '%s' "$_data" | sed 's/ 00//g; s/\([0-9a-f]*\) */\\x\1/g')") ;;
		esac
		echo "$_pid $_cpu $_time $_id $_data"
	done
}

calls()
{
	grep -E '^[0-9]+ [0-9]+ [0-9.]+ sys_(enter|exit)_[a-z0-9_]+:'
}

not_calls()
{
	grep -Ev '^[0-9]+ [0-9]+ [0-9.]+ sys_(enter|exit)_[a-z0-9_]+:'
}

hist_fields()
{
	sed -n "s/^{ $1: *\([^ ]*\) *} hitcount: *\([0-9]*\).*/\1 \2/p" "$2" | sort
}

count_fields()
{
	sed -n "s/.*[ (]$1=\([^ ]*\).*/\1/p" | sort | uniq -c | awk '{ print $2, $1 }' | sort
}

# shellcheck disable=SC2016 # ktrace expands the variables
define_fields()
{
	modprobe test_point
	_prog=$(command -v uprobe_target)
	_at=$($_prog where | sed -n 's/^target //p')
	append uprobe_events "p:called $_prog:$_at n=%di:s64 text=+0(%si):ustring first=+0(%dx):s32"
	append uprobe_events "r:back $_prog:$_at value=\$retval:s64"
	append synthetic_events 'latency u64 lat; pid_t pid; char fixed[16]; char[] name'
	append events/sched/sched_waking/trigger 'hist:keys=pid:ts0=common_timestamp.usecs'
	append events/sched/sched_switch/trigger \
		'hist:keys=next_pid:lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).latency($lat,next_pid,next_comm,next_comm)'
	# These two events happen only in record_fields.
	append synthetic_events 'pair s64 n; s64 value'
	append events/uprobes/called/trigger 'hist:keys=common_pid:n0=n'
	append events/uprobes/back/trigger \
		'hist:keys=common_pid:onmatch(uprobes.called).pair($n0,value)'
	append events/uprobes/called/trigger 'hist:keys=n'
	append events/synthetic/pair/trigger 'hist:keys=value'
	append kprobe_events 'p:asked do_sys_openat2 dfd=%di:s32 name=+0(%si):ustring mode=+8(%dx):u64'
	append kprobe_events 'r:given do_sys_openat2 fd=$retval:s32'
	append dynamic_events 't:waking sched_waking'
	append dynamic_events \
		'e:opened syscalls.sys_enter_openat dfd=$dfd:s32 name=+0($filename):ustring'
	write buffer_size_kb 8000
}

undefine_fields()
{
	for _event in uprobes/back uprobes/called synthetic/pair sched/sched_switch \
		      sched/sched_waking; do
		write "events/$_event/trigger" ''
	done
}

record_fields()
{
	trace-cmd start -e sched -e irq -e timer -e signal -e task -e syscalls -e kprobes \
		-e uprobes -e synthetic -e tracepoints -e eprobes -e points -e ftrace:print \
		-e ftrace:raw_data ||
		return 1
	echo 'a marker' >"$KTRACE/trace_marker"
	printf 'without a newline' >"$KTRACE/trace_marker"
	# Ids of four and of eight digits. Clients print data as text up to a zero.
	printf '\001\022\000\000raw\000' >"$KTRACE/trace_marker_raw"
	printf '\004\003\002\361%040d\000' 7 >"$KTRACE/trace_marker_raw"
	echo 3 >/sys/module/test_point/parameters/fire
	cat /etc/passwd /proc/version /nowhere >/dev/null 2>&1
	# shellcheck disable=SC2016 # the other shell expands it
	sh -c 'trap : USR1; kill -USR1 $$'
	dd if=/dev/zero of=/tmp/fields.file bs=4096 count=4
	rm /tmp/fields.file
	uprobe_target call 5
	trace-cmd stop
}
