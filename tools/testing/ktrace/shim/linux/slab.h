/* SPDX-License-Identifier: GPL-2.0 */
/* User-space stand-in for the tests in tools/testing/ktrace. */
