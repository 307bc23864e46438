# SPDX-License-Identifier: GPL-2.0
# description: static points of a module appear, are recorded, and disappear with the module
# requires: trace events points module:test_point
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

fire()
{
	echo "$1" >/sys/module/test_point/parameters/fire
}

# text EVENT: print the text of the records, one per line
text()
{
	sed -n "s/.*: $1: //p" "$KTRACE/trace"
}

grep -q test_ "$KTRACE/points" && fail "points of a module that is not loaded"
dmesg -c >/dev/null
module test_point

# A point is refused, with a message, if its definitions differ or it cannot be printed.
equal "refused points" "$(dmesg | grep -c 'point points/test_[a-z]* refused')" 4
must grep -q '^[0-9]* off points/test_differ 1 ' "$KTRACE/points"
must test ! -e "$KTRACE/events/points/test_refused"
must grep -q '^[0-9]* off points/test_shared 2 "nr=%u"$' "$KTRACE/points"
must grep -q '^[0-9]* off points/test_none 1 "nothing to say, 100%%"$' "$KTRACE/points"
must test -d "$KTRACE/events/test_system/test_once"

# While the event is off, nothing is recorded and no argument is evaluated.
fire 1
equal "records while off" "$(grep -vc '^#' "$KTRACE/trace" || :)" 0
equal "arguments evaluated while off" "$(cat /sys/module/test_point/parameters/evaluated)" 0

write events/points/enable 1
write events/test_system/test_once/enable 1
must grep -q '^[0-9]* on points/test_shared 2 "nr=%u"$' "$KTRACE/points"
fire 1
equal "evaluated once" "$(cat /sys/module/test_point/parameters/evaluated)" 1

equal test_none "$(text test_none)" "nothing to say, 100%"
equal test_long "$(text test_long)" "a=0 b=0"
equal test_packed "$(text test_packed)" "-8 8 -16 16 -32 32"
equal test_many "$(text test_many)" "-8 8 -16 16 -32 32 -64 64 1 x 0 ffffffffffffffff"
equal test_star "$(text test_star)" "[   -32] [32  ] [00042]"
equal test_once "$(text test_once)" "value=1"
z=$(printf '%255s' '' | tr ' ' z)
equal test_string "$(text test_string | sed 's/comm=[^ ]*/comm=/')" \
	"text=some text comm= n=3
text=$z comm= n=3"
equal test_bounds "$(text test_bounds | head -n 1)" "null=(null) low=(efault) err=(efault)"
equal test_array "$(text test_array | head -n 1)" 'array=five5 precision=abc literal=a "b"'
equal test_bounded "$(text test_bounded | head -n 2)" "text=five5
text=abcdefgh"
equal test_symbol "$(text test_symbol | head -n 1 | sed 's,+0x0/0x[0-9a-f]* ,+SIZE ,')" \
	"at=fire_strings+SIZE [test_point] of=fire_strings [test_point]"
equal test_differ "$(text test_differ | wc -l)" 1
equal test_shared "$(text test_shared)" "nr=0
nr=1000"

# After a reload the event is off. The event disappears with the module, even if
# enabled.
write tracing_on 0
must rmmod test_point
: >"$TMP/.modules"
must test ! -e "$KTRACE/events/points/test_long"
must test ! -e "$KTRACE/events/test_system/test_once"
grep -q test_ "$KTRACE/points" && fail "points of an unloaded module"
must cat "$KTRACE/trace" >/dev/null
write tracing_on 1
module test_point
equal "off after loading" "$(cat "$KTRACE/events/points/test_long/enable")" 0
