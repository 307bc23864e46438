# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: calls of 16 processes on four CPUs: the output alone accounts for each, as in count_calls
# requires: trace_pipe events/syscalls/sys_enter_getpriority lost_events program:count_calls cpus:4
# cpus: 4
# kernels: ktrace - the case needs a guest of its own; FULL=1 runs the case in all kernels
# weight: 5
# parts: 5

# SELFTEST_LONG: count_calls.sh has the long form. In the short form, read in each way twice.
COUNT_RUNS=6 COUNT_LONG=50
. "$1/tests/count_calls.sh"
# The reader may have a CPU of its own.
cpus=$(grep -l '^read events: [1-9]' "$KTRACE"/per_cpu/cpu*/stats | grep -c .)
[ "$cpus" -ge 3 ] || fail "calls on $cpus CPUs only"
