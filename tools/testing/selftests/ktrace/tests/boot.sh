# SPDX-License-Identifier: GPL-2.0
# description: the guest meets the expectations of the tests
# requires: /proc/kallsyms
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

must grep -q ' debugfs ' /proc/mounts
must grep -q ' T do_sys_openat2$\| t do_sys_openat2$' /proc/kallsyms
[ "$(id -u)" = 0 ] || fail "not root"
note "$(uname -r), $(grep -c ^processor /proc/cpuinfo) CPUs"
