#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# mutations_test.sh RING_DIR BUILD_DIR - whether all edits of mutations.list still
# apply, and the documents have the same ones, for run_tests.sh; whether they are
# found takes long: make mutations
if ./run_mutations.sh -c "$1" "$2" mutations.list >"$2/mutations.log"; then
	echo "ok - ring: the edits of mutations.list apply"
else
	sed -n 's/^not ok/# not ok/p' "$2/mutations.log"
	echo "not ok - ring: the edits of mutations.list apply"
fi

table=$1/../../Documentation/trace/ktrace/ring-proofs.rst
# Names and tests: the rows of the table begin behind its second line of =.
awk -F '\t' '/^[^#]/ && NF { print $1, $2 }' mutations.list >"$2/mutations.names"
awk '/^==.* ==/ { part++; next } part == 2 && NF {
	split($0, column, /   */)
	found = column[3]
	sub(/ .*/, "", found)
	print column[1], found
}' "$table" >"$2/mutations.table"
if diff "$2/mutations.names" "$2/mutations.table" >"$2/mutations.diff"; then
	echo "ok - ring: the table in ring-proofs.rst has the edits of mutations.list"
else
	sed 's/^/# /' "$2/mutations.diff"
	echo "not ok - ring: the table in ring-proofs.rst has the edits of mutations.list"
fi
