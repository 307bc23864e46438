# SPDX-License-Identifier: GPL-2.0
# description: a case that fails
# requires: /proc/version

must_not true
