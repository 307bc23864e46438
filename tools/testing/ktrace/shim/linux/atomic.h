/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace: C11 atomics, and the
 * unlocked exchange if the machine has one and no hook is active.  The atomics of tools/include
 * do not call the hooks of linux/compiler.h.
 */
#ifndef _SHIM_LINUX_ATOMIC_H
#define _SHIM_LINUX_ATOMIC_H

#include <linux/compiler.h>

typedef struct { int counter; } atomic_t;

#define smp_mb()	__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb()	__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb()	__atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_mb__before_atomic()	smp_mb()
#define smp_mb__after_atomic()	smp_mb()

#define smp_load_acquire(p)						\
({									\
	__auto_type __p = (p);						\
									\
	shim_access(SHIM_LOAD, __p, 0);					\
	__atomic_load_n(__p, __ATOMIC_ACQUIRE);				\
})

#define smp_store_release(p, v)	__shim_store(p, v, __ATOMIC_RELEASE)

static __always_inline bool shim_cmpxchg(u64 *p, u64 *old, u64 new, int order)
{
	u64 seen = *old;
	bool done;

	shim_access(SHIM_EXCHANGE, p, new);
	done = __atomic_compare_exchange_n(p, &seen, new, false, order,
					   order == __ATOMIC_SEQ_CST ? order : __ATOMIC_RELAXED);
	if (done)
		shim_exchanged(p, *old, new);
	else
		*old = seen;
	return done;
}

static __always_inline u64 xchg(u64 *p, u64 new)
{
	u64 old;

	shim_access(SHIM_EXCHANGE, p, new);
	old = __atomic_exchange_n(p, new, __ATOMIC_SEQ_CST);
	shim_exchanged(p, old, new);
	return old;
}

#define try_cmpxchg(p, old, new)	shim_cmpxchg(p, old, new, __ATOMIC_SEQ_CST)

#if defined(SHIM_NATIVE) && defined(__x86_64__)
static __always_inline bool try_cmpxchg_local(u64 *p, u64 *old, u64 new)
{
	bool done;
	u64 seen = *old;

	__asm__ __volatile__("cmpxchgq %[new], %[mem]"
			     : "=@ccz" (done), [mem] "+m" (*p), "+a" (seen)
			     : [new] "r" (new) : "memory");
	if (unlikely(!done))
		*old = seen;
	return likely(done);
}
#else
#define try_cmpxchg_local(p, old, new)	shim_cmpxchg(p, old, new, __ATOMIC_RELAXED)
#endif

static __always_inline int atomic_read(const atomic_t *v)
{
	return READ_ONCE(v->counter);
}

static __always_inline void atomic_set(atomic_t *v, int i)
{
	WRITE_ONCE(v->counter, i);
}

static __always_inline void atomic_or(int i, atomic_t *v)
{
	shim_access(SHIM_EXCHANGE, &v->counter, i);
	__atomic_fetch_or(&v->counter, i, __ATOMIC_RELAXED);
}

static __always_inline void atomic_andnot(int i, atomic_t *v)
{
	shim_access(SHIM_EXCHANGE, &v->counter, i);
	__atomic_fetch_and(&v->counter, ~i, __ATOMIC_RELAXED);
}

#endif
