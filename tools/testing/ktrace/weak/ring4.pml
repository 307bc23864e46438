/* SPDX-License-Identifier: GPL-2.0 */
/* ring.pml with a record more. */
#define RECORDS		4
#include "ring.pml"
