# SPDX-License-Identifier: GPL-2.0
# description: the guest is what the tests expect
# requires: /proc/kallsyms
# kernels: ktrace - its concern is no race and no lifetime: FULL=1 runs it elsewhere

must grep -q ' debugfs ' /proc/mounts
must grep -q ' T do_sys_openat2$\| t do_sys_openat2$' /proc/kallsyms
[ "$(id -u)" = 0 ] || fail "not root"
note "$(uname -r), $(grep -c ^processor /proc/cpuinfo) CPUs"
