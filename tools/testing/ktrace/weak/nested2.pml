/* SPDX-License-Identifier: GPL-2.0 */
/* ring.pml with one more record, so that the ring wraps. */
#define RECORDS		2
#define NESTED
#include "ring.pml"
