#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# churn.sh ACTION - change or read the buffer in a loop until SIGTERM
#
# ACTION is one of the functions below. The cases ring_churn and ring_soak start the script
# by nest_check -c: it closes file descriptor 3 when it is ready for SIGTERM. At the end it
# appends the number of rounds to $TMP/did. The exit status is 1 if a write failed.

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

# put TEXT FILE: write TEXT to FILE
put()
{
	echo "$1" >"$2" || exit 1
}

# Change the sizes, also of one CPU. A sub-buffer of 64 kB is most of a small buffer.
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

# Blocking readers of three kinds. A reader ends when recording is switched off, or by its
# time limit.
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
