# SPDX-License-Identifier: GPL-2.0
# description: a case that does not come to an end
# requires: /proc/version
# timeout: 5

sleep 100000
