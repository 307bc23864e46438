#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# errors_test.sh KTRACE_DIR SELFTESTS_DIR - check that each error of a probe's definition has
# a test, for run_tests.sh
#
# The tables in probe_parse_cases.h and the tests in probe_parse_test.c name the codes of the
# errors that the parser detects. The kernel detects the other errors: for each of them a case
# in SELFTESTS_DIR must look for its text in error_log.
errors=$1/parse/probe_errors.h
cases=$1/parse/probe_parse_cases.h
tested=0
untested=

list()
{
	sed -n 's/^PROBE_ERROR(\([A-Z_]*\), [A-Z0-9]*, "\(.*\)")$/\1 \2/p' "$errors"
}

while read -r code text; do
	if grep -q -w -e "PROBE_ERR_$code" "$cases" probe_parse_test.c || grep -rqF -e "$text" "$2"; then
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
