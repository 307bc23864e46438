// SPDX-License-Identifier: GPL-2.0
/* test_layout1.c built with other structures. */
#define TEST_LAYOUT_OTHER
#include "test_layout1.c"
