/* SPDX-License-Identifier: GPL-2.0 */
/* ring.pml with one record, and one that nests in it at any point. */
#define RECORDS		1
#define NESTED
#include "ring.pml"
