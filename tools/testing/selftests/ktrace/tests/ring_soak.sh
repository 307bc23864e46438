# SPDX-License-Identifier: GPL-2.0
# description: many records by all contexts, with resizes and readers: all are accounted for
# requires: trace_pipe buffer_subbuf_size_kb points program:nest_check module:test_nest cpus:2
# weight: 5
# kernels: ktrace - in other kernels, ring_churn does the same with fewer records

# SOAK_RECORDS: minimum number of records; "make soak" sets its own
records=${SOAK_RECORDS:-1000000}
churn="sh $1/churn.sh"
online=/sys/devices/system/cpu/cpu1/online
module test_nest
parameters=/sys/module/test_nest/parameters
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :

restore()
{
	[ ! -w $online ] || echo 1 >$online
}
trap restore EXIT

# Make interrupts and NMIs rare, because they cost many times as much as a record.
echo 512 >$parameters/every
echo 512 >$parameters/burst
echo 1000 >$parameters/period_us
for event in nest nest_text nest_end; do
	write "events/points/$event/enable" 1
done
write trace 0
begin=$(sed 's/\..*//' /proc/uptime)
must nest_check -n $((records / $(nproc))) -r -l \
	-c "$churn sizes" -c "$churn views" -c "$churn hotplug"
seconds=$(($(sed 's/\..*//' /proc/uptime) - begin))
sed 's/^/# /' "$TMP/did"
note "$records in $seconds s"
