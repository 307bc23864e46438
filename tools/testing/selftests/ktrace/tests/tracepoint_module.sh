# SPDX-License-Identifier: GPL-2.0
# description: tracepoints of a module appear, are recorded, and disappear with the module
# requires: trace events missed_events module:test_tracepoint

fire()
{
	echo "$1" >/sys/module/test_tracepoint/parameters/fire
}

# text EVENT: print the text of the records, one per line
text()
{
	sed -n "s/.*: $1: //p" "$KTRACE/trace"
}

dir=$KTRACE/events/test_tracepoint/test_tracepoint_hit
must test ! -e "$dir"
module test_tracepoint
must test -d "$dir"
must grep -qx 'test_tracepoint:test_tracepoint_hit' "$KTRACE/available_events"

note "the format replaces the module's constants by values"
must grep -qF '{ 0, "even" }, { 41, "odd" }' "$dir/format"
must grep -q '	field:unsigned int nr;	offset:8;	size:4;	signed:0;' "$dir/format"
must grep -q '	field:__data_loc char\[\] text;	offset:24;	size:4;	signed:0;' "$dir/format"

note "disabled: nothing is recorded; enabled: each hit is recorded"
fire 1
equal "records while off" "$(grep -vc '^#' "$KTRACE/trace" || :)" 0
write events/test_tracepoint/test_tracepoint_hit/enable 1
fire 3
equal "text" "$(text test_tracepoint_hit)" \
"nr=0 kind=even name=in the module text=(null)
nr=1 kind=odd name=in the module text=some text
nr=2 kind=even name=in the module text=some text"

note "filters on the fields"
write trace ''
write events/test_tracepoint/test_tracepoint_hit/filter 'text == "some text" && nr > 3'
fire 6
equal "text, filtered" "$(text test_tracepoint_hit)" \
"nr=4 kind=even name=in the module text=some text
nr=5 kind=odd name=in the module text=some text"
write events/test_tracepoint/test_tracepoint_hit/filter 0

note "a record that is too long is counted"
write events/test_tracepoint/test_tracepoint_long/enable 1
refused_before=$(awk '!/^#/ { n += $3 } END { print n }' "$KTRACE/missed_events")
for n in 0 1 3060 3061; do
	echo $n >/sys/module/test_tracepoint/parameters/fire_long
done
equal "long records" "$(text test_tracepoint_long | tr '\n' ' ')" "0 bytes 1 bytes 3060 bytes "
refused_after=$(awk '!/^#/ { n += $3 } END { print n }' "$KTRACE/missed_events")
equal "refused" $((refused_after - refused_before)) 1

note "unloaded while enabled; records stay readable"
must rmmod test_tracepoint
: >"$TMP/.modules"
must test ! -e "$KTRACE/events/test_tracepoint"
must_not grep -q test_tracepoint "$KTRACE/available_events"
must cat "$KTRACE/trace" >/dev/null

note "loaded again while no instance listens: disabled"
module test_tracepoint
equal "enable" "$(cat "$dir/enable")" 0

# unload: remove the module, and forget it for the end of the case
unload()
{
	must rmmod test_tracepoint
	: >"$TMP/.modules"
}

note ":mod: enables the events at the next load, once"
unload
write set_event ':mod:test_tracepoint'
equal "waited for" "$(cat "$KTRACE/set_event")" '*:*:mod:test_tracepoint'
module test_tracepoint
equal "enable" "$(cat "$dir/enable")" 1
equal "set_event" "$(sort "$KTRACE/set_event" | tr '\n' ' ')" \
	"test_tracepoint:test_tracepoint_hit test_tracepoint:test_tracepoint_long "
write trace ''
fire 1
equal "records" "$(text test_tracepoint_hit | wc -l)" 1
unload
equal "waited for" "$(cat "$KTRACE/set_event")" ""
module test_tracepoint
equal "enable" "$(cat "$dir/enable")" 0

note ":mod: for one event of an instance, with - or _ in the module's name; removal of a pattern"
unload
must mkdir "$KTRACE/instances/waits"
write instances/waits/set_event 'test_t*:*_long:mod:test-tracepoint'
append instances/waits/set_event 'test_tracepoint_hit:mod:test_tracepoint'
append instances/waits/set_event ':mod:another'
append instances/waits/set_event '!test_tracepoint_hit:mod:test_tracepoint'
equal "waited for" "$(tr '\n' ' ' <"$KTRACE/instances/waits/set_event")" \
	"test_t*:*_long:mod:test_tracepoint *:*:mod:another "
equal "waited for at the top" "$(cat "$KTRACE/set_event")" ""
module test_tracepoint
equal "set_event" "$(tr '\n' ' ' <"$KTRACE/instances/waits/set_event")" \
	"test_tracepoint:test_tracepoint_long *:*:mod:another "
equal "enable at the top" "$(cat "$KTRACE/events/test_tracepoint/enable")" 0

note ":mod: for a loaded module takes effect at once; events are disabled again"
write set_event ':mod:test_tracepoint'
equal "enable" "$(cat "$dir/enable")" 1
append set_event '!:mod:test_tracepoint'
equal "enable" "$(cat "$KTRACE/events/test_tracepoint/enable")" 0

note "refused lines"
refused set_event EINVAL 'no_such_event:mod:test_tracepoint'
refused set_event EINVAL '!:mod:another'
refused set_event EINVAL ':mod:'
refused set_event ENAMETOOLONG ":mod:$(printf '%065d' 0)"
equal "waited for" "$(cat "$KTRACE/set_event")" ""
n=0
while [ $n -lt 256 ]; do
	append set_event ":mod:wanted_$n"
	n=$((n + 1))
done
refused set_event ENOSPC ':mod:one_more'
# The same entry counts only once.
append set_event ':mod:wanted_7'
equal "waited for" "$(grep -c ':mod:' "$KTRACE/set_event")" 256
write set_event ''
equal "waited for" "$(cat "$KTRACE/set_event")" ""
# Waiting entries disappear with the instance.
must rmdir "$KTRACE/instances/waits"
