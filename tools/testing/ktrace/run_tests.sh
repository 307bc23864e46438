#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run each argument, a command that prints lines "ok - name" and "not ok - name", and
# number the lines.
status=$(mktemp) || exit 1
{
	for command; do
		$command
		echo "exit $? $command"
	done
} | awk -v status="$status" '
	BEGIN { print "TAP version 13" }
	/^(not )?ok - / {
		said++
		result = /^not / ? "not ok" : "ok"
		sub(/^(not )?ok - /, "")
		print result " " ++n " - " $0
		if (result != "ok")
			bad++
		fflush()
		next
	}
	/^exit [0-9]+ / {
		if ($2 != 0 || !said) {
			print "not ok " ++n " - exit status " $2 ", " said + 0 " results of " $3
			bad++
		}
		said = 0
		next
	}
	{ print; fflush() }
	END { print "1.." n + 0; print bad + 0 > status }'
bad=$(cat "$status")
rm -f "$status"
[ "$bad" = 0 ]
