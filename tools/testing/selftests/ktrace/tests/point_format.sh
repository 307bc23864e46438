# SPDX-License-Identifier: GPL-2.0
# description: static points describe their records in the file format
# requires: events points module:test_point
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# fields FILE N: print type, name, offset, size and sign of the last N fields
fields()
{
	sed -n 's/^\tfield:\(.*\);\toffset:\(.*\);\tsize:\(.*\);\tsigned:\(.*\);$/\1 \2 \3 \4/p' \
		"$1" | tail -n "$2"
}

module test_point
format=$KTRACE/events/points/test_string/format
must grep -q '^name: test_string$' "$format"
equal id "$(sed -n 's/^ID: //p' "$format")" "$(cat "$KTRACE/events/points/test_string/id")"
equal fields "$(fields "$format" 3)" \
	"__data_loc char[] text 8 4 0
__data_loc char[] comm 12 4 0
int n 16 4 1"
equal "print fmt" "$(sed -n 's/^print fmt: //p' "$format")" \
	'"text=%s comm=%s n=%d", __get_str(text), __get_str(comm), REC->n'

format=$KTRACE/events/points/test_packed/format
equal "packed fields" "$(fields "$format" 6)" \
	"signed char s8 8 1 1
unsigned char u8 9 1 0
short s16 10 2 1
unsigned short u16 12 2 0
int s32 16 4 1
unsigned int u32 20 4 0"
format=$KTRACE/events/points/test_symbol/format
equal "print fmt" "$(sed -n 's/^print fmt: //p' "$format")" \
	'"at=%pS of=%ps", REC->at, REC->of'
