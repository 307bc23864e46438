# SPDX-License-Identifier: GPL-2.0
# description: a case that cannot run
# requires: program:no_such_program

fail "it ran"
