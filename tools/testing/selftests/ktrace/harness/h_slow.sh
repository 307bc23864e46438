# SPDX-License-Identifier: GPL-2.0
# description: a case that is left out of this kernel to save time
# requires: /proc/version
# kernels: ktrace-debug - to test --every

must true
