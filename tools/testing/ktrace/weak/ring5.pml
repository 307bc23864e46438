/* SPDX-License-Identifier: GPL-2.0 */
/* ring.pml with two more records. */
#define RECORDS		5
#include "ring.pml"
