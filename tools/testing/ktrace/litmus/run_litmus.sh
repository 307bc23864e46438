#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# run_litmus.sh BUILD_DIR [NAME...] - check the litmus tests of this directory with
# herd7, for run_tests.sh
#
# Each NAME.litmus contains "Result: Never" or "Result: Sometimes". Never is the
# required verdict of the kernel's memory model about the code as it is.
# NAME-WORD.litmus is the same without one of its barriers, or in another order, and its
# verdict must be Sometimes.
#
# In the environment:
#   HERD7          the program (default herd7)
#   MEMORY_MODEL   the kernel's tools/memory-model (default: that of this tree, or of the
#                  unpacked base beside BUILD_DIR)
cd "$(dirname "$0")" || exit 1
here=$PWD
build=$1
shift
case $build in /*) ;; *) build=$here/../$build ;; esac
herd=${HERD7:-herd7}
[ $# -gt 0 ] || set -- *.litmus

if ! command -v "${herd%% *}" >/dev/null; then
	echo "ok - ring: litmus tests # SKIP no herd7"
	exit 0
fi
for model in "$MEMORY_MODEL" "$here/../../../memory-model" \
	     "$build"/../base/*/tools/memory-model; do
	[ ! -e "$model/linux-kernel.cfg" ] || break
done
if ! cd "$model"; then
	echo "not ok - ring: litmus tests find tools/memory-model"
	exit 1
fi

bad=0
for name; do
	name=$(basename "$name" .litmus)
	want=$(sed -n 's/^ \* Result: //p' "$here/$name.litmus")
	# The words of $herd are its arguments.
	# shellcheck disable=SC2086
	said=$($herd -conf linux-kernel.cfg "$here/$name.litmus" 2>&1)
	got=$(echo "$said" | sed -n "s/^Observation $name \([A-Za-z]*\) .*/\1/p")
	if [ -n "$want" ] && [ "$got" = "$want" ]; then
		echo "ok - ring: litmus $name # $got"
	else
		echo "$said" | tail -n 3 | sed 's/^/# /'
		echo "not ok - ring: litmus $name # ${got:-no result}, wanted $want"
		bad=1
	fi
done
exit $bad
