#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# names_test.sh KTRACE_DIR - test names.sh on given output of the compiler, for
# run_tests.sh
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# found LINE...: fake output of the compiler
found()
{
	for line; do
		printf '.ascii "->%s"\n' "$line"
	done >"$dir/values.s"
}

# tables WHAT STATUS ENTRIES WARNINGS: expect this result of names.sh for $dir/values.s
tables()
{
	status=0
	sh "$names" tables "$dir/values.s" >"$dir/out" 2>"$dir/err" || status=$?
	entries=$(sed -n 's/^KTRACE_NAMES_ENTRY(\(.*\))$/\1/p' "$dir/out" | tr '\n' ';')
	warnings=$(tr '\n' ';' <"$dir/err")
	if [ "$status" = "$2" ] && [ "$entries" = "$3" ] && [ "$warnings" = "$4" ]; then
		echo "ok - names: $1"
	else
		echo "# status $status, entries '$entries', said '$warnings'"
		echo "not ok - names: $1"
	fi
}

names=$1/text/names.sh
found 'table 1 fruit' 'name 1 0 1 5 2 5 -1 VALUE PEAR' 'name 1 0 1 3 2 3 -1 VALUE APPLE'
tables "values in order" 0 '-1, 3, "APPLE";-1, 5, "PEAR";' ''

found 'table 1 fruit' 'name 1 0 1 5 2 5 -1 VALUE PEAR' 'name 1 0 1 3 2 3 -1 VALUE QUINCE' \
	'name 1 0 1 3 2 3 -1 VALUE APPLE'
tables "an alias is a warning, and one of them is taken" 0 '-1, 3, "APPLE";-1, 5, "PEAR";' \
	'names.list: fruit: warning: QUINCE is APPLE, which is taken;'

found 'table 1 fruit' 'name 1 0 1 3 2 3 -1 VALUE QUINCE' 'name 1 0 2 3 2 3 -1 VALUE APPLE'
tables "what an earlier statement has goes first" 0 '-1, 3, "QUINCE";' \
	'names.list: fruit: warning: APPLE is QUINCE, which is taken;'

found 'table 1 fruit' 'table 2 flags' 'name 2 1 1 1 1 1 1 FLAG F_ONE' \
	'name 2 1 1 1 2 3 3 FLAG F_BOTH'
tables "a flag of two bits is an error" 1 '' \
	'names.list: flags: F_BOTH has 2 bits: it must be spelled out, or left out;'
