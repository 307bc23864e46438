#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# mutations_test.sh KTRACE_DIR BUILD_DIR - check that all patches of mutations/,
# filter_mutations/ and kernel_mutations/ still apply, and that their lists in the
# documentation and in kernel_mutations/README are complete, for run_tests.sh; "make
# mutations" and scripts/mutation check that they are detected, which takes long
if ./run_mutations.sh -c "$1" "$2" >"$2/mutations.log"; then
	echo "ok - ring: the mutations apply"
else
	sed -n 's/^not ok/# not ok/p' "$2/mutations.log"
	echo "not ok - ring: the mutations apply"
fi
if MUTATIONS=filter_mutations ./run_mutations.sh -c "$1" "$2" >"$2/mutations.log"; then
	echo "ok - filter: the mutations apply"
else
	sed -n 's/^not ok/# not ok/p' "$2/mutations.log"
	echo "not ok - filter: the mutations apply"
fi
# scripts/mutation checks that tests in a guest detect these.  A patch of a file of the base
# can only be checked there.
bad=
for patch in kernel_mutations/*.patch; do
	sed -n 's|^+++ b/||p' "$patch" >"$2/mutation.files"
	rm -rf "$2/kernel_mutation"
	base=
	while read -r file; do
		mkdir -p "$2/kernel_mutation/$(dirname "$file")"
		case $file in
		kernel/ktrace/*|include/*/ktrace*|arch/x86/*ktrace*)
			cp "$1/../../$file" "$2/kernel_mutation/$file" ;;
		*)
			base=1 ;;
		esac
	done <"$2/mutation.files"
	[ -n "$base" ] || patch -s -p1 -F0 -d "$2/kernel_mutation" <"$patch" || bad=1
done >"$2/mutations.log" 2>&1
if [ -z "$bad" ]; then
	echo "ok - kernel: the mutations apply"
else
	sed 's/^/# /' "$2/mutations.log"
	echo "not ok - kernel: the mutations apply"
fi
# scripts/mutation is not in the kernel tree.
if [ ! -x "$1/../../scripts/mutation" ]; then
	echo "ok - kernel: the list of the mutations # SKIP no scripts/mutation"
elif "$1/../../scripts/mutation" --list | diff kernel_mutations/README - >"$2/mutations.diff"; then
	echo "ok - kernel: the list of the mutations"
else
	sed 's/^/# /' "$2/mutations.diff"
	echo "not ok - kernel: the list of the mutations"
fi

table=$1/../../Documentation/trace/ktrace/ring-proofs.rst
for patch in mutations/*.patch; do
	printf '%-23s%-52s%s\n' "$(basename "$patch" .patch)" \
		"$(sed -n -e '/^---$/q' -e 's/^What: //p' "$patch")" \
		"$(sed -n -e '/^---$/q' -e 's/^Found-by: //p' "$patch")"
done | LC_ALL=C sort >"$2/mutations.patches"
# The rows of the table start after its second line of =.
awk '/^==.* ==/ { part++; next } part == 2 && NF' "$table" |
	LC_ALL=C sort >"$2/mutations.table"
if diff "$2/mutations.patches" "$2/mutations.table" >"$2/mutations.diff"; then
	echo "ok - ring: the table in ring-proofs.rst has the mutations"
else
	sed 's/^/# /' "$2/mutations.diff"
	echo "not ok - ring: the table in ring-proofs.rst has the mutations"
fi
