#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# mutations_test.sh RING_DIR BUILD_DIR - whether all edits of mutations.list still
# apply, for run_tests.sh; whether they are found takes long: make mutations
if ./run_mutations.sh -c "$1" "$2" mutations.list >"$2/mutations.log"; then
	echo "ok - ring: the edits of mutations.list apply"
else
	sed -n 's/^not ok/# not ok/p' "$2/mutations.log"
	echo "not ok - ring: the edits of mutations.list apply"
fi
