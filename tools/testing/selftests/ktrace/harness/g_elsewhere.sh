# SPDX-License-Identifier: GPL-2.0
# description: a case that holds only in another kernel
# requires: /proc/version
# only: ktrace-debug - it fails here

fail "it ran"
