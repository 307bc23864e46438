// SPDX-License-Identifier: GPL-2.0
/*
 * Mappings of trace_pipe_raw: a page of metadata, followed by all pages of the ring.
 *
 * A reader uses one page at a time, the page that it took last; the first page (struct
 * trace_buffer_meta) has its number.  By taking the next page, the reader releases the
 * last one.  While a ring is mapped, no other reader consumes its records, and the ring
 * is not replaced.
 *
 * The pages are mapped by number (VM_PFNMAP), so the kernel cannot take references to them:
 * when the kernel is locked down, the page tables are all that makes them readable.
 */
#include <linux/cleanup.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/security.h>
#include <uapi/linux/trace_mmap.h>

#include "control/raw_map.h"

/* Protects map_list; inside of struct ktrace_trace_dir.map_lock. */
static DEFINE_MUTEX(map_mutex);

/* All directories whose ring is mapped. */
static LIST_HEAD(map_list);

/*
 * Held for reading while a fault maps a page.  After a lockdown, a writer waits for the faults
 * that have seen the kernel unlocked.
 */
static DECLARE_RWSEM(map_fault_rwsem);

/* Update the first page from the ring; the caller holds the CPU's lock. */
static void map_update(struct trace_buffer_meta *meta, struct ring *ring)
{
	const struct ktrace_page_header *header = ring->pages[ring->reader.shown].data;
	struct ring_stats stats __uninitialized;

	ring_totals(ring, &stats);
	/*
	 * Totals since the ring's creation: unread records are entries minus overrun
	 * minus read.
	 */
	WRITE_ONCE(meta->entries, stats.written);
	WRITE_ONCE(meta->overrun, stats.overwritten);
	WRITE_ONCE(meta->read, stats.read);
	WRITE_ONCE(meta->reader.read, header->commit & KTRACE_PAGE_SIZE_MASK);
	/* Store last: a reader that sees the new page also sees the fields above. */
	smp_store_release(&meta->reader.id, ring->reader.shown);
}

static struct trace_buffer_meta *map_meta_alloc(void)
{
	struct page *page = alloc_page(GFP_KERNEL | __GFP_ZERO);

	return page ? page_address(page) : NULL;
}

/*
 * Map @dir's ring, which is not mapped yet, for @vma, with @meta as the first page.  Return: 0 or
 * an errno.
 */
static int map_first(struct ktrace_trace_dir *dir, const struct vm_area_struct *vma,
		     struct trace_buffer_meta *meta)
{
	struct ring *ring;
	int err;

	lockdep_assert_held(&dir->map_lock);
	err = ktrace_buffer_map(dir->buffer, dir->cpu);
	if (err)
		return err;
	ring = ktrace_buffer_lock_cpu(dir->buffer, dir->cpu);
	/*
	 * Refuse sub-buffers smaller than a page of the machine: each is mapped separately.  Check
	 * the size only now: until ktrace_buffer_map() returned, another task could replace the
	 * ring.
	 */
	if (ring->page_bytes < PAGE_SIZE) {
		ktrace_buffer_unlock_cpu(dir->buffer, dir->cpu);
		ktrace_buffer_unmap(dir->buffer, dir->cpu);
		return -EINVAL;
	}
	meta->meta_page_size = PAGE_SIZE;
	meta->meta_struct_len = sizeof(*meta);
	meta->subbuf_size = ring->page_bytes;
	meta->nr_subbufs = ring->nr_slots + RING_OWN_PAGES;
	ring_map_start(ring);
	map_update(meta, ring);
	dir->meta = meta;
	/* Each descriptor of the file has the same inode, as long as one is open. */
	dir->mapping = vma->vm_file->f_mapping;
	ktrace_buffer_unlock_cpu(dir->buffer, dir->cpu);
	scoped_guard(mutex, &map_mutex)
		list_add(&dir->mapped, &map_list);
	return 0;
}

/*
 * Map @dir's ring once more, for @vma.  If the ring is being replaced, this waits for the new one,
 * without map_mutex, which mappings of other rings need.  Return: 0 or an errno.
 */
static int map_get(struct ktrace_trace_dir *dir, const struct vm_area_struct *vma)
{
	struct trace_buffer_meta *meta;
	int err;

	guard(mutex)(&dir->map_lock);
	if (dir->meta)
		return ktrace_buffer_map(dir->buffer, dir->cpu);
	meta = map_meta_alloc();
	if (!meta)
		return -ENOMEM;
	err = map_first(dir, vma, meta);
	if (err)
		free_page((unsigned long)meta);
	return err;
}

static void map_put(struct ktrace_trace_dir *dir)
{
	guard(mutex)(&dir->map_lock);
	if (!ktrace_buffer_unmap(dir->buffer, dir->cpu))
		return;
	scoped_guard(mutex, &map_mutex)
		list_del(&dir->mapped);
	free_page((unsigned long)dir->meta);
	dir->meta = NULL;
}

/* A mapping was split: count one more. */
static void map_open(struct vm_area_struct *vma)
{
	struct ktrace_trace_dir *dir = vma->vm_private_data;

	/* Cannot fail: the ring is mapped by the other part already. */
	WARN_ON_ONCE(map_get(dir, vma));
}

static void map_close(struct vm_area_struct *vma)
{
	map_put(vma->vm_private_data);
}

/* Maximum size of a mapping, in machine pages. */
static unsigned long map_pages(const struct trace_buffer_meta *meta)
{
	return 1 + (unsigned long)meta->nr_subbufs * (meta->subbuf_size >> PAGE_SHIFT);
}

static vm_fault_t map_fault(struct vm_fault *vmf)
{
	struct ktrace_trace_dir *dir = vmf->vma->vm_private_data;
	unsigned long per_page = dir->meta->subbuf_size >> PAGE_SHIFT;
	unsigned long at = vmf->pgoff;
	void *bytes;

	if (at >= map_pages(dir->meta))
		return VM_FAULT_SIGBUS;
	bytes = at ? ktrace_buffer_page(dir->buffer, dir->cpu, (at - 1) / per_page) +
		     ((at - 1) % per_page << PAGE_SHIFT) : (void *)dir->meta;
	guard(rwsem_read)(&map_fault_rwsem);
	if (security_locked_down(LOCKDOWN_TRACEFS))
		return VM_FAULT_SIGBUS;
	return vmf_insert_pfn(vmf->vma, vmf->address, page_to_pfn(virt_to_page(bytes)));
}

static const struct vm_operations_struct map_ops = {
	.open	= map_open,
	.close	= map_close,
	.fault	= map_fault,
};

/**
 * ktrace_raw_mmap - map a ring
 * @dir: the directory of the file
 * @vma: the mapping
 *
 * The mapping must be shared and read-only.  Children do not inherit it.
 *
 * Context: task; mmap_lock held.
 * Return: 0; -EPERM for another kind of mapping; -EINVAL if the mapping exceeds the
 * last page, or if the pages of the ring are smaller than machine pages; -ENODEV if the
 * CPU has no ring; -ENOMEM.
 */
int ktrace_raw_mmap(struct ktrace_trace_dir *dir, struct vm_area_struct *vma)
{
	int err;

	if (vma->vm_flags & (VM_WRITE | VM_EXEC) || !(vma->vm_flags & VM_MAYSHARE))
		return -EPERM;
	err = map_get(dir, vma);
	if (err)
		return err;
	if (vma->vm_pgoff > map_pages(dir->meta) ||
	    vma_pages(vma) > map_pages(dir->meta) - vma->vm_pgoff) {
		map_put(dir);
		return -EINVAL;
	}
	vm_flags_mod(vma, VM_DONTCOPY | VM_DONTDUMP | VM_DONTEXPAND | VM_PFNMAP,
		     VM_MAYWRITE | VM_MAYEXEC);
	vma->vm_private_data = dir;
	vma->vm_ops = &map_ops;
	return 0;
}

/**
 * ktrace_raw_map_revoke - make all mappings unreadable, because the kernel was locked down
 *
 * An access to a mapping gets SIGBUS, until the kernel is unlocked again.
 *
 * Context: task; sleeps.
 */
void ktrace_raw_map_revoke(void)
{
	struct ktrace_trace_dir *dir;

	down_write(&map_fault_rwsem);
	up_write(&map_fault_rwsem);
	guard(mutex)(&map_mutex);
	list_for_each_entry(dir, &map_list, mapped)
		unmap_mapping_range(dir->mapping, 0, 0, 1);
}

/**
 * ktrace_raw_map_take - show the next page of a mapped ring
 * @dir: the directory of the file
 *
 * Context: task; sleeps.
 * Return: 1; 0 if the ring has no more records; -ENODEV if it is not mapped.
 */
int ktrace_raw_map_take(struct ktrace_trace_dir *dir)
{
	struct ring *ring = ktrace_buffer_lock_cpu(dir->buffer, dir->cpu);
	int ret = -ENODEV;
	u64 lost;

	if (!ring)
		return ret;
	/* A task that maps the ring may not have set meta yet: refuse, as for an unmapped ring. */
	if (ktrace_buffer_mapped(dir->buffer, dir->cpu) && dir->meta) {
		lost = dir->meta->reader.lost_events;
		ret = ring_map_page(ring, &lost);
		WRITE_ONCE(dir->meta->reader.lost_events, lost);
		map_update(dir->meta, ring);
	}
	ktrace_buffer_unlock_cpu(dir->buffer, dir->cpu);
	return ret;
}
