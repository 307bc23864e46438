/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace.
 *
 * With SHIM_HOOK, each access to shared memory first calls shim_access(), and each
 * successful exchange calls shim_exchanged(), so that a harness can run other code
 * between any two of them.  READ_ONCE() and WRITE_ONCE() of tools/include have no such hook.
 */
#ifndef _SHIM_LINUX_COMPILER_H
#define _SHIM_LINUX_COMPILER_H

#include <linux/types.h>

#ifndef __always_inline
#define __always_inline	inline __attribute__((__always_inline__))
#endif
#define __aligned(n)	__attribute__((__aligned__(n)))
#define __maybe_unused	__attribute__((__unused__))
#define __packed	__attribute__((__packed__))
#define __printf(a, b)	__attribute__((__format__(printf, a, b)))
#define noinline	__attribute__((__noinline__))
#define __uninitialized
#define __counted_by(member)
#define __is_constexpr(x)	__builtin_constant_p(x)
#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define barrier()	__asm__ __volatile__("" : : : "memory")
#define OPTIMIZER_HIDE_VAR(var)	__asm__("" : "=r"(var) : "0"(var))

enum shim_op { SHIM_LOAD, SHIM_STORE, SHIM_EXCHANGE };

#ifdef SHIM_HOOK
void shim_access(enum shim_op op, const volatile void *addr, u64 value);
void shim_exchanged(const volatile void *addr, u64 from, u64 to);
#else
static inline void shim_access(enum shim_op op, const volatile void *addr, u64 value) { }
static inline void shim_exchanged(const volatile void *addr, u64 from, u64 to) { }
#endif

#define READ_ONCE(x)							\
({									\
	__auto_type __p = &(x);						\
									\
	shim_access(SHIM_LOAD, __p, 0);					\
	__atomic_load_n(__p, __ATOMIC_RELAXED);				\
})

/* Override ring.h: hook the access as a load. */
#ifndef SHIM_NATIVE
#define ring_load(x)	READ_ONCE(x)
#endif
/* data_race() only informs KCSAN. */
#define data_race(x)	(x)

#define __shim_store(p, v, order)					\
do {									\
	__auto_type __p = (p);						\
	__auto_type __v = (v);						\
									\
	shim_access(SHIM_STORE, __p, (u64)__v);				\
	__atomic_store_n(__p, __v, order);				\
} while (0)

#define WRITE_ONCE(x, v)	__shim_store(&(x), v, __ATOMIC_RELAXED)

#endif
