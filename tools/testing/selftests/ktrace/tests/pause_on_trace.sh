# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: with options/pause-on-trace nothing is recorded in an instance while its file trace is open for reading
# requires: options/pause-on-trace trace_marker instances snapshot program:taskset cpus:2

O=instances/other

# entries DIR: print the number of records in the instance in DIR. To read trace would pause it
entries()
{
	awk '/^entries:/ { n += $2 } END { print n }' "$KTRACE/$1"per_cpu/cpu[01]/stats
}

# recorded WHAT DIR N: write a marker on each CPU to the instance in DIR: N of them must be recorded
recorded()
{
	before=$(entries "$2")
	for mask in 1 2; do
		taskset $mask sh -c "echo 'a marker' >'$KTRACE/$2trace_marker'" || :
	done
	equal "$1: records" $(($(entries "$2") - before)) "$3"
}

mkdir "$KTRACE/$O"

note "by default, readers do not pause the recording"
exec 5<"$KTRACE/trace"
recorded "beside a reader" '' 2
exec 5<&-

note "recording continues after the last reader closes the file; other instances do not pause"
write options/pause-on-trace 1
must grep -qx pause-on-trace "$KTRACE/trace_options"
recorded "without a reader" '' 2
exec 5<"$KTRACE/trace"
exec 6<"$KTRACE/per_cpu/cpu0/trace"
recorded "beside two readers" '' 0
recorded "in another instance" $O/ 2
equal "tracing_on" "$(cat "$KTRACE/tracing_on")" 1
exec 5<&-
recorded "beside the reader of one CPU" '' 0
write tracing_on 0
write tracing_on 1
recorded "after tracing_on was set" '' 0
write tracing_cpumask 1
write tracing_cpumask 3
write buffer_size_kb 512
recorded "after the rings were replaced" '' 0
exec 6<&-
recorded "without a reader again" '' 2
equal "markers" "$(grep -c ': a marker$' "$KTRACE/trace")" 2

note "the option in an instance; a reader that is killed"
write $O/options/pause-on-trace 1
sleep 1000 <"$KTRACE/$O/trace" &
pid=$!
soon grep -q sleep /proc/$pid/comm
recorded "beside another process" $O/ 0
write $O/options/pause-on-trace 0
recorded "after the option was cleared" $O/ 0
stop $pid
recorded "after the reader was killed" $O/ 2

note "tracing_on written during a pause: the end of the pause does not enable recording"
exec 5<"$KTRACE/trace"
write tracing_on 0
exec 5<&-
recorded "switched off" '' 0
write tracing_on 1

note "writers of trace, and readers of snapshot and trace_pipe, do not pause"
exec 5>>"$KTRACE/trace" 6<"$KTRACE/snapshot" 7<"$KTRACE/trace_pipe"
recorded "beside other files" '' 2
exec 5>&- 6<&- 7<&-
rmdir "$KTRACE/$O"
