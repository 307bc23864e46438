# SPDX-License-Identifier: GPL-2.0
# description: a case after one that took the machine with it
# requires: /proc/version
# weight: 20

must true
