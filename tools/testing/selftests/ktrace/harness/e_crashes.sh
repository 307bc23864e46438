# SPDX-License-Identifier: GPL-2.0
# description: a case that crashes the machine
# requires: /proc/sysrq-trigger

echo c >/proc/sysrq-trigger
sleep 100000
