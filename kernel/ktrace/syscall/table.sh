#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Make what table.c includes: TREE KIND:ABI[,ABI...]:FILE.tbl ...
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
# the first while KTRACE_ENTRY is defined, the others while KTRACE_TABLE_BEGIN is, between
# KTRACE_TABLE_BEGIN(KIND) and KTRACE_TABLE_END. And, while that is defined,
# KTRACE_TABLE(KIND).
#
# If the table has a column with compat entry points, use the column: such a table is
# read only for the 32-bit calls of a 64-bit kernel.

set -e

[ $# -ge 2 ] || {
	echo "usage: $0 TREE KIND:ABI[,ABI...]:FILE.tbl ..." >&2
	exit 1
}
tree=$1
shift

echo '/* SPDX-License''-Identifier: GPL-2.0 */'
echo '/* Generated when the kernel is built: do not edit. */'
for table; do
	kind=${table%%:*}
	file=${table##*:}
	abis=${table#*:}
	abis=${abis%:*}
	awk -v wanted="$abis" -v file="$file" -v kind="$kind" '
	BEGIN {
		n = split(wanted, list, ",")
		for (i = 1; i <= n; i++)
			abi[list[i]]
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
		print "#ifdef KTRACE_TABLE_BEGIN"
		printf "KTRACE_TABLE_BEGIN(%s)\n%s%sKTRACE_TABLE_END\n", kind, calls, names
		print "#endif"
		printf "#ifdef KTRACE_TABLE\nKTRACE_TABLE(%s)\n#endif\n", kind
		exit failed
	}' "$tree/$file"
done
