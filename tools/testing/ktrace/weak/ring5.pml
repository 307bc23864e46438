/* SPDX-License-Identifier: GPL-2.0 */
/* ring.pml with two records more. */
#define RECORDS		5
#include "ring.pml"
