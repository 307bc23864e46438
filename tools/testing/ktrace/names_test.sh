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

found 'table 1 fruit commands' 'name 1 0 1 5 2 5 -1 VALUE PEAR' 'name 1 0 1 3 2 3 -1 VALUE QUINCE' \
	'name 1 0 1 3 2 3 -1 VALUE APPLE'
tables "commands have all names" 0 '-1, 3, "APPLE or QUINCE";-1, 5, "PEAR";' ''

found 'table 1 fruit' 'name 1 0 1 3 2 3 -1 VALUE QUINCE' 'name 1 0 2 3 2 3 -1 VALUE APPLE'
tables "what an earlier statement has goes first" 0 '-1, 3, "QUINCE";' \
	'names.list: fruit: warning: APPLE is QUINCE, which is taken;'

found 'table 1 fruit' 'table 2 flags' 'name 2 1 1 1 1 1 1 FLAG F_ONE' \
	'name 2 1 1 1 2 3 3 FLAG F_BOTH'
tables "a flag of two bits is an error" 1 '' \
	'names.list: flags: F_BOTH has 2 bits: it must be spelled out, or left out;'

found 'table 1 flags' 'name 1 1 1 0 0 0 -1 FLAG F_LACKING' 'name 1 1 1 1 1 1 1 FLAG F_ONE'
tables "a flag without bits is one that the architecture lacks" 0 '1, 1, "F_ONE";' ''

found 'table 1 flags' 'name 1 1 1 0 0 0 -1 SPELLED F_NONE' 'name 1 1 1 1 1 1 1 FLAG F_ONE'
tables "... unless it is spelled out" 0 '-1, 0, "F_NONE";1, 1, "F_ONE";' ''

cat >"$dir/arch.list" <<'END'
fruit values one.h
	names A_.*
nut flags two.h
	names HAZEL
END
cat >"$dir/list" <<'END'
# The list does not use the names and the "not" of the list above.
fruit values three.h
	names [AB]_.*
	not B_NO
END
cat >"$dir/headers.i" <<'END'
# 1 "./one.h"
#define A_ONE 1
# 1 "./two.h"
#define HAZEL 4
# 1 "./three.h"
#define A_THREE 3
#define B_NO 2
END
got=$(sh "$names" values "$dir/arch.list" "$dir/list" "$dir/headers.i" 2>&1 |
	sed -n 's/^\t\([A-Z]*(.*\);$/\1/p' | tr '\n' ';')
want='VALUE(1, 1, "A_ONE", A_ONE);VALUE(1, 3, "A_THREE", A_THREE);SPELLED(2, 2, "HAZEL", HAZEL);'
if [ "$got" = "$want" ]; then
	echo "ok - names: a table has the statements of two lists, each with its headers"
else
	echo "# $got"
	echo "not ok - names: a table has the statements of two lists, each with its headers"
fi
