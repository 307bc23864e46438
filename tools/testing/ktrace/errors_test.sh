#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# errors_test.sh KTRACE_DIR TESTS_DIR - check that each error of a probe's definition has a
# test, for run_tests.sh
#
# The parser (parse/probe_*.c) detects most errors. A row of a table in probe_parse_cases.h, or
# a test in probe_parse_test.c, must expect the code of such an error; the errors that the fake
# kernel of the tables returns do not count.
#
# The kernel detects the other errors. For each of them a case in TESTS_DIR must look for the
# text in error_log, in a line that begins with "why" or "must grep". An indented line does not
# count: it is in a branch or in a function, which need not run.
ktrace=$1
tests=$2
tested=0
untested=

list()
{
	sed -n 's/^PROBE_ERROR(\([A-Z_]*\), [A-Z0-9]*, "\(.*\)")$/\1 \2/p' \
		"$ktrace/parse/probe_errors.h"
}

# of_parser CODE: whether the parser detects the error
of_parser()
{
	grep -qw "PROBE_ERR_$1" "$ktrace"/parse/probe_*.c
}

# in_table CODE: whether a test of the parser expects the error
in_table()
{
	grep -q "[[:blank:]]PROBE_ERR_$1 }" "$ktrace/parse/probe_parse_cases.h" ||
		grep -qw "error.code == PROBE_ERR_$1" probe_parse_test.c
}

# in_case TEXT: whether a case looks for the text
in_case()
{
	# The kernel writes the number of functions instead of "several".
	grep -h -e '^why ' -e '^must grep ' "$tests"/*.sh | grep -qF -e "${1#several }"
}

# has_test CODE TEXT: whether the error has a test
has_test()
{
	if of_parser "$1"; then
		in_table "$1"
	else
		in_case "$2"
	fi
}

while read -r code text; do
	if has_test "$code" "$text"; then
		tested=$((tested + 1))
	else
		untested="$untested $code"
	fi
done <<END
$(list)
END
if [ $tested -gt 100 ] && [ -z "$untested" ]; then
	echo "ok - errors: each error of a probe's definition has a test"
else
	echo "# $tested have a test; without:$untested"
	echo "not ok - errors: each error of a probe's definition has a test"
fi
