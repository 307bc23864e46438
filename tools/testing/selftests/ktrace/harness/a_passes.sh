# SPDX-License-Identifier: GPL-2.0
# description: a case that passes
# requires: /proc/version

note "seed $SELFTEST_SEED"
