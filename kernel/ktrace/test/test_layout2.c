// SPDX-License-Identifier: GPL-2.0
/* Another build of test_layout1.c, with other structures: see there. */
#define TEST_LAYOUT_OTHER
#include "test_layout1.c"
