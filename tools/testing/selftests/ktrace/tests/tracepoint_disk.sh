# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: compared with the event tracer: a disk, a file system with a journal, and swap
# requires: trace events missed_events /sys/kernel/ktrace program:disk_events program:mkfs.ext4 /dev/vda
# only: ktrace-peer - this kernel has the event tracer
# disk: 128
# with: e2fsprogs
# weight: 20

. "$1/peer.sh"

# Systems with tracepoints for each page, object or lock: other cases test them with
# less work.
often="kmem maple_tree mmap mmap_lock exceptions msr percpu raw_syscalls lock x86_fpu rseq
	vmalloc tlb rcu timer irq irq_vectors sched workqueue task signal initcall hrtimer"
dir=$TMP/disk host_clock=1
unlike='global_dirty_state|balance_dirty_pages'

# worker: takes $TMP as its only argument. The worker logs the ids of its children.
cat >"$TMP/worker" <<'END'
	echo $$ >>"$1/pids"
	dir=$1/disk
	mount -t ext4 -o discard /dev/vda "$dir" || exit 1
	disk_events "$1/pids" "$dir" || exit 1
	dd if=/dev/zero of="$dir/file" bs=65536 count=4 conv=fsync 2>/dev/null
	echo 3 >/proc/sys/vm/drop_caches
	cat "$dir/file" >/dev/null
	mv "$dir/file" "$dir/other"
	rm "$dir/other"
	sync
	umount "$dir"
END

work()
{
	must sh "$TMP/worker" "$TMP"
	must mount -t ext4 -o data=journal /dev/vda "$dir"
	echo content >"$dir/journalled"
	must dd if=/dev/zero of="$dir/swap" bs=65536 count=32 conv=fsync 2>/dev/null
	must mkswap "$dir/swap" >/dev/null
	must swapon "$dir/swap"
	must disk_events -s "$TMP/pids"
	must swapoff "$dir/swap"
	must umount "$dir"
}

must mkdir "$dir"
must mkfs.ext4 -q -F /dev/vda
echo 16000 >"$peer/buffer_size_kb"
write buffer_size_kb 16000
# shellcheck disable=SC2046,SC2086
compare work $(systems_but $often)
echo 1 >"$peer/buffer_size_kb"
note "$(tr '\n' ' ' <"$KTRACE/missed_events")"
for system in block ext4 jbd2 writeback vmscan; do
	n=$(for event in "$peer/events/$system"/*/; do echo "$(basename "$event"):"; done |
		grep -cxF -f "$TMP/kinds" || :)
	note "$system: $n events"
	[ "$n" -ge 3 ] || fail "only $n events of $system"
done
