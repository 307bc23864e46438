# SPDX-License-Identifier: GPL-2.0
# description: a case that hangs
# requires: /proc/version
# timeout: 5

sleep 100000
