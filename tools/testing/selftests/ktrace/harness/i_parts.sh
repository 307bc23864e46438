# SPDX-License-Identifier: GPL-2.0
# description: a long form that several guests may share
# requires: /proc/version
# parts: 3

rounds=10
[ -z "$SELFTEST_LONG" ] || note "rounds after $(part_first $rounds) up to $(part_last $rounds)"
