#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# churn.sh WHAT - do something to the buffer again and again until SIGTERM comes
#
# WHAT is one of the functions below. For nest_check -c in the cases ring_churn
# and ring_soak: it closes file descriptor 3 when SIGTERM may come. How often it was
# done is added to $TMP/did. The exit status tells whether all that was written was
# taken.

KTRACE=${KTRACE:-/sys/kernel/debug/ktrace}
cd "$KTRACE" || exit 1
online=/sys/devices/system/cpu/cpu1/online
stop='' turns=0
trap 'stop=1' TERM
exec 3>&-

again()
{
	[ -z "$stop" ] || return 1
	turns=$((turns + 1))
}

# put TEXT FILE: write it
put()
{
	echo "$1" >"$2" || exit 1
}

# All sizes, also one CPU's. Sub-buffers of 64 kB are most of the smaller ones.
sizes()
{
	while again; do
		for kb in 64 16 300 8 128; do
			put $kb buffer_size_kb
		done
		for kb in 32 700; do
			put $kb per_cpu/cpu1/buffer_size_kb
		done
		for kb in 8 64 4; do
			put $kb buffer_subbuf_size_kb
			sleep 0.02
		done
	done
}

hotplug()
{
	[ -w $online ] || exit 0
	while again; do
		put 0 $online
		sleep 0.03
		put 1 $online
		sleep 0.05
	done
}

views()
{
	while again; do
		cat trace per_cpu/cpu1/trace >/dev/null || exit 1
	done
}

resets()
{
	while again; do
		: >trace
		sleep 0.05
		: >per_cpu/cpu1/trace
		sleep 0.01
	done
}

switches()
{
	while again; do
		put 0 tracing_on
		sleep 0.01
		put 1 tracing_on
		sleep 0.05
	done
}

# Who waits, each of the three ways. It ends when recording is switched off, and
# is ended otherwise.
waiters()
{
	while again; do
		timeout 1 cat trace_pipe
		timeout 1 cat per_cpu/cpu0/trace_pipe_raw
		timeout 1 raw_pages 0 $(($(cat buffer_subbuf_size_kb) * 1024)) \
			per_cpu/cpu1/trace_pipe_raw
	done >/dev/null 2>&1
}

"$1"
echo "$1: $turns times" >>"$TMP/did"
