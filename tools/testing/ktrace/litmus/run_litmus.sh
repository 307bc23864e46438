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
# "Code: FILE FUNCTION: TEXT" ties a test to the kernel: without comments, and with one space
# for each sequence of spaces, the function in kernel/ktrace/FILE contains TEXT; " ... " in TEXT
# stands for any text. This part needs no herd7, so that a barrier that is removed or moved
# fails the test everywhere.
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
bad=0

# code_of FILE FUNCTION: print the function without comments, on one line
code_of()
{
	awk -v name="$2" '
		!inside && /^[a-z]/ && !/;$/ && match($0, "(^|[ *])" name "\\(") { inside = 1 }
		inside { print }
		inside && /^}/ { exit }' "$here/../../../../kernel/ktrace/$1" |
		tr '\n\t' '  ' | sed -e 's|/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/||g' -e 's/  */ /g'
}

# contains CODE TEXT: succeed if CODE has the parts of TEXT, which " ... " separates, in order
contains()
{
	awk -v code="$1" -v text="$2" 'BEGIN {
		for (n = split(text, part, / \.\.\. /); ++i <= n;) {
			at = index(code, part[i])
			if (!at)
				exit 1
			code = substr(code, at + length(part[i]))
		} }'
}

# code_stands NAME: check the "Code:" lines of a test; print the wrong lines
code_stands()
{
	sed -n 's/^ \* Code: //p' "$here/$1.litmus" >"$build/litmus.code"
	_stands=0
	while read -r _file _function _text; do
		contains "$(code_of "$_file" "${_function%:}")" "$_text" && continue
		echo "# not in $_file: ${_function%:}(): $_text"
		_stands=1
	done <"$build/litmus.code"
	return $_stands
}

for name; do
	name=$(basename "$name" .litmus)
	grep -q '^ \* Code: ' "$here/$name.litmus" || continue
	if code_stands "$name"; then
		echo "ok - ring: litmus $name: the code has the barriers"
	else
		echo "not ok - ring: litmus $name: the code has the barriers"
		bad=1
	fi
done

if ! command -v "${herd%% *}" >/dev/null; then
	echo "ok - ring: litmus tests # SKIP no herd7"
	exit $bad
fi
for model in "$MEMORY_MODEL" "$here/../../../memory-model" \
	     "$build"/../base/*/tools/memory-model; do
	[ ! -e "$model/linux-kernel.cfg" ] || break
done
if ! cd "$model"; then
	echo "not ok - ring: litmus tests find tools/memory-model"
	exit 1
fi

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
