# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: kprobe_events accepts the lines that perf probe --definition prints
# requires: program:perf kprobe_events
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# with: linux-perf/,libbabeltrace1/,libbz2-1.0/,libcap2/,libcrypt1/,libdw1/,libelf1/,libexpat1/,libglib2.0-0/,libnuma1/,libopencsd1/,libpcre2-8-0/,libperl5.36/,libpython3.11/,libslang2/,libstdc++6/,libuuid1/,zlib1g/

# define PATTERN PROBE [OPTION...]: let perf print a definition, which must match
# PATTERN, and write it to kprobe_events
define()
{
	pattern=$1 probe=$2
	shift 2
	perf probe -q "$@" --definition "$probe" >"$TMP/line" 2>"$TMP/said" ||
		fail "perf probe $* --definition $probe: $(cat "$TMP/said")"
	must [ -s "$TMP/line" ]
	note "perf: $(cat "$TMP/line")"
	grep -q -- "$pattern" "$TMP/line" || fail "$probe: $(cat "$TMP/line"), wanted $pattern"
	cat "$TMP/line" >>"$KTRACE/kprobe_events" || fail "refused: $(cat "$TMP/line" "$KTRACE/error_log")"
}

# second FUNCTION: print the offset of the second instruction
second()
{
	write kprobe_offsets "$1"
	awk 'NR == 2 { sub(/.*\+/, ""); print $1 }' "$KTRACE/kprobe_offsets"
}

define '^p:probe/do_mkdirat _text+' do_mkdirat
define '^p:probe/inside _text+' "inside=do_mkdirat+$(second do_mkdirat)"
define '^r:probe/back__return _text+' 'back=do_mkdirat%return ret=$retval:s32'
define '^p:probe/args _text+' 'args=do_mkdirat dfd=%di:s32 mode=%dx:u16 name=+0(+0(%si)):string top=$stack0 comm=$comm'
define '^p:mine/grouped _text+' 'mine:grouped=do_mkdirat'
grep -q '^p:probe/do_mkdirat _text+[0-9]*$' "$KTRACE/kprobe_events" || fail "$(cat "$KTRACE/kprobe_events")"
for group in probe mine; do
	write "events/$group/enable" 1
done
mkdir a_name
for group in probe mine; do
	write "events/$group/enable" 0
done
must grep -q ': do_mkdirat: (do_mkdirat+0x0/' "$KTRACE/trace"
must grep -q ": inside: (do_mkdirat+$(second do_mkdirat)/" "$KTRACE/trace"
must grep -q ': back__return: (.* <- do_mkdirat) ret=0$' "$KTRACE/trace"
must grep -q ': args: (do_mkdirat+0x0/.*) dfd=-100 mode=511 name="a_name" top=0xffff.* comm="mkdir"$' "$KTRACE/trace"
must grep -q ': grouped: (do_mkdirat+0x0/' "$KTRACE/trace"
write kprobe_events ''

note "in a module"
module test_point
define '^p:probe/fire_numbers test_point:fire_numbers' 'fire_numbers nr=%di:u32' -m test_point
define '^r:probe/.*return test_point:fire_numbers' 'fire_numbers%return' -m test_point
write events/probe/enable 1
echo 2 >/sys/module/test_point/parameters/fire
write events/probe/enable 0
equal "hits" "$(grep -c ': fire_numbers: (fire_numbers+0x0/.* \[test_point\]) nr=[01]$' "$KTRACE/trace")" 2
write kprobe_events ''
