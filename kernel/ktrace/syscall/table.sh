#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Make what table.c includes: two arguments, ABI[,ABI...] and FILE.tbl
#
# For every system call of an architecture's table (arch/*/entry/syscalls) that
# belongs to one of the ABIs, prints
#
#	KTRACE_ENTRY(entry point);
#	KTRACE_SYSCALL(number, name, entry point)
#
# or, if it has no entry point,
#
#	KTRACE_NAME(number, name)
#
# each for as long as somebody has defined that macro.
#
# The compat entry point is taken where there is one: a table with that column
# is read here for the sake of a 64-bit kernel's 32-bit calls only.

set -e

[ $# = 2 ] || {
	echo "usage: $0 ABI[,ABI...] FILE.tbl" >&2
	exit 1
}

awk -v wanted="$1" -v file="$2" '
BEGIN {
	n = split(wanted, list, ",")
	for (i = 1; i <= n; i++)
		abi[list[i]]
	print "/* SPDX-License" "-Identifier: GPL-2.0 */"
	print "/* Generated when the kernel is built: do not edit. */"
}
$1 ~ /^[0-9]+$/ && $2 in abi {
	if ($1 in seen) {
		print file ":" NR ": number " $1 " is there twice" >"/dev/stderr"
		failed = 1
	}
	seen[$1]
	entry = NF >= 5 && $5 != "-" ? $5 : $4
	if (entry == "" || entry == "sys_ni_syscall") {
		names = names "KTRACE_NAME(" $1 ", " $3 ")\n"
		next
	}
	entries = entries "KTRACE_ENTRY(" entry ");\n"
	calls = calls "KTRACE_SYSCALL(" $1 ", " $3 ", " entry ")\n"
}
END {
	printf "#ifdef KTRACE_ENTRY\n%s#endif\n", entries
	printf "#ifdef KTRACE_SYSCALL\n%s#endif\n", calls
	printf "#ifdef KTRACE_NAME\n%s#endif\n", names
	exit failed
}' "$2"
