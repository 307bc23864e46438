#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# meta.sh VMLINUX - print assembler code with the definitions of all system calls
#
# The kernel keeps the types and names of the arguments of a call as constant bytes in an
# object __ktrace_meta_ENTRY. The decoder needs them for calls of x32, which share an event: its
# format file has no arguments of a call. Without VMLINUX, these calls have numbers as arguments.

set -eu
vmlinux=$1
echo '.section .note.GNU-stack,"",@progbits'
echo '.section .rodata.ktrace_meta,"a",@progbits'
[ -f "$vmlinux" ] || exit 0
# A line "section ADDRESS OFFSET SIZE" for each section, then one for each object. The lower
# halves of the addresses are unique, and exact in the arithmetic of awk.
{
	readelf -SW "$vmlinux" | sed -n 's/^ *\[ *[0-9]*\] [^ ]* *PROGBITS *//p' |
		while read -r address offset size _; do
			echo "section $((0x${address#????????})) $((0x$offset)) $((0x$size))"
		done
	nm -S "$vmlinux" | while read -r address size _ name; do
		case $name in
		__ktrace_meta_*) echo "object $((0x${address#????????})) $((0x$size)) $name" ;;
		esac
	done
} | awk -v file="$vmlinux" '
	$1 == "section" { n++; start[n] = $2; offset[n] = $3; length_of[n] = $4 }
	$1 == "object" {
		for (i = 1; i <= n; i++) {
			at = $2 - start[i]
			if (start[i] && at >= 0 && at + $3 <= length_of[i])
				printf ".globl %s\n%s: .incbin \"%s\", %d, %d\n", $4, $4, file,
					offset[i] + at, $3
		}
	}'
