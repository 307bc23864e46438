# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the memory that a traced task needs is charged to its memory cgroup, a histogram to that of its writer, rings to none
# requires: instances events/syscall/getppid/trigger program:crowd
# only: ktrace-btf - the others have no memory cgroups
# weight: 5

C=$TMP/cgroup
threads=200
mkdir "$C"
mount -t cgroup2 none "$C"
unmount()
{
	echo $$ >"$C/cgroup.procs"
	for g in many writer; do
		[ ! -e "$C/$g" ] || soon rmdir "$C/$g" 2>/dev/null || :
	done
	umount "$C"
}
trap unmount EXIT
echo +memory >"$C/cgroup.subtree_control"
mkdir "$C/many" "$C/writer"

# Group $1: print the bytes that its kernel objects take. The kernel adds up the numbers of the
# CPUs every two seconds.
charged()
{
	awk '$1 == "slab_unreclaimable" { print $2 }' "$C/$1/memory.stat"
}

# The number of bytes charged to the crowd, beyond $before, is from $1 to $2.
charged_more()
{
	more=$(($(charged many) - before))
	[ $more -ge "$1" ] && [ $more -le "$2" ]
}

# States of $1 bytes are charged, with a twentieth less or a tenth more of them, and with what a
# CPU charges in advance, which is less than a page.
states()
{
	soon charged_more $((threads * $1 * 19 / 20 - 8192)) $((threads * $1 * 11 / 10 + 8192)) ||
		fail "$threads threads: $more bytes are charged for states of $1"
	note "$threads threads: $more bytes are charged for states of $1"
}

said_more()
{
	[ "$(wc -l <"$TMP/ready")" -gt "$said" ]
}

# All threads make the call $1.
crowd_calls()
{
	said=$(wc -l <"$TMP/ready")
	echo "$1" >&6
	soon said_more || fail "crowd: $(cat "$TMP/ready")"
}

mkfifo "$TMP/in"
sh -c 'echo $$ >"$1/many/cgroup.procs"; exec crowd "$2"' sh "$C" $threads \
	<"$TMP/in" >"$TMP/ready" 2>&1 &
crowd=$!
exec 6>"$TMP/in"
said=0
soon said_more || soon said_more || fail "crowd: $(cat "$TMP/ready")"
crowd_calls short
# Until the kernel has freed what it frees a grace period later, in batches.
sleep 20
before=$(charged many)
states 0
append set_event syscall:getppid
crowd_calls short
states 1024
write set_event ''
states 0
note "a task that ends gives its state back"
append set_event syscall:getppid
crowd_calls short
states 1024
exec 6>&-
wait $crowd || fail "crowd"
soon charged_more $((-before)) 8192 || fail "$more bytes stay charged"
write set_event ''

# charged_to_writer FILE LINE: append LINE to the control file FILE from a task in the cgroup
# "writer", and print the bytes that are charged to the cgroup meanwhile
charged_to_writer()
{
	used=$(cat "$C/writer/memory.current")
	# shellcheck disable=SC2016 # the other shell expands it
	sh -c 'echo $$ >"$1/writer/cgroup.procs"; echo "$3" >>"$KTRACE/$2"' sh "$C" "$1" "$2"
	echo $(($(cat "$C/writer/memory.current") - used))
}

note "the ring of a writer is not charged to the writer"
write events/syscall/getppid/enable 1
used=$(charged_to_writer buffer_size_kb 8192)
note "the writer of buffer_size_kb is charged $used bytes"
[ "$used" -lt 4000000 ] || fail "$used bytes"
write events/syscall/getppid/enable 0
write buffer_size_kb 1408

note "the table of a histogram is"
used=$(charged_to_writer events/syscall/getppid/trigger hist:keys=ret:size=131072)
note "the writer of trigger is charged $used bytes"
[ "$used" -ge $((131072 * 16)) ] || fail "$used bytes"
append events/syscall/getppid/trigger '!hist:keys=ret:size=131072'
