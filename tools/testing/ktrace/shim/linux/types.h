/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace.
 *
 * In that of tools/include, u64 is unsigned long, which does not fit the %llu of the kernel; and
 * the compiler finds the header of this name of the C library first.
 */
#ifndef _SHIM_LINUX_TYPES_H
#define _SHIM_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;

typedef u8 __u8;
typedef u16 __u16;
typedef u32 __u32;
typedef u64 __u64;
typedef s32 __s32;

/* The headers of tools/include use these. */
typedef u16 __le16;
typedef u32 __le32;
typedef u64 __le64;
typedef u16 __be16;
typedef u32 __be32;
typedef u64 __be64;
#define __must_check	__attribute__((__warn_unused_result__))

#endif
