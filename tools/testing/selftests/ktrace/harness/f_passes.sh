# SPDX-License-Identifier: GPL-2.0
# description: a case that runs after a crash
# requires: /proc/version
# weight: 20

must true
