/* SPDX-License-Identifier: GPL-2.0 */
/* ring.pml with one more record. */
#define RECORDS		4
#include "ring.pml"
