# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a bad probe in a program is refused with its errno and a caret in error_log, and changes nothing
# requires: uprobe_events error_log program:uprobe_target
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

PROG=$(command -v uprobe_target)
SIZE=$(wc -c <"$PROG")
write uprobe_events "p:here $PROG:0x100(0x200)"
defined=$(cat "$KTRACE/uprobe_events")

# bad ERRNO LINE: check that LINE is refused; the ^ in LINE marks the faulty byte
bad()
{
	line=$(printf '%s' "$2" | tr -d '^')
	column=$(printf '%s' "${2%%^*}" | wc -c)
	: >"$KTRACE/error_log"
	refused uprobe_events "$1" "$line"
	grep -q 'trace_uprobe: error: ' "$KTRACE/error_log" ||
		fail "nothing in error_log for '$line'"
	# Add the length of "  Command: ", of the caret and of the newline.
	equal "caret of '$line' in $(cat "$KTRACE/error_log")" \
		"$(tail -n 1 "$KTRACE/error_log" | wc -c)" $((column + 13))
	equal "events after '$line'" "$(cat "$KTRACE/uprobe_events")" "$defined"
}

# why TEXT: error_log has it, behind the word "error: "
why()
{
	grep -q "trace_uprobe: error: $1\$" "$KTRACE/error_log" ||
		fail "wanted '$1': $(cat "$KTRACE/error_log")"
}

bad ENOENT 'p ^/no/such/file:0x10'
why "file can't be found"
bad 'Not a directory' "p ^$PROG/x:0x10"
bad EINVAL 'p ^/proc:0x10'
why 'not a regular file'
bad EINVAL 'p ^/dev/null:0x10'
bad 'Input/output error' "p ^$KTRACE/README:0"
why "files of this file system can't be probed"
bad EINVAL "p $PROG:^0x8000000000000000"
bad EINVAL "p $PROG:0x10(^0x8000000000000000)"
bad EINVAL "p $PROG:^10a"
bad EINVAL "p $PROG:^"
bad EINVAL "p ^$PROG"
bad EINVAL "p $PROG:10(^1a)"
bad EINVAL "p $PROG:10(^3)"
bad EINVAL "p $PROG:10(10^"
bad EINVAL "p $PROG:10(10)^a"
bad EINVAL "p $PROG:10^%hoge"
bad EINVAL "p $PROG:10(10)^%return"
bad EINVAL "r^5 $PROG:10"
bad EINVAL "p:other $PROG:0x100(^0x202)"
why 'this place has another reference counter already'
bad EINVAL "p:other $PROG:^0x100"
bad EINVAL "^q $PROG:10"
bad EINVAL "p:^a-b $PROG:10"
bad EEXIST "p:sched/^sched_switch $PROG:10"
bad EEXIST "^r:here $PROG:10"
bad EEXIST "p:here $PROG:10 ^%di"
bad EEXIST "^p:here $PROG:256(512)"
bad ENOENT '-:^nothing'
bad ENOENT "-:^here $PROG:0x100"
bad EINVAL "p $PROG:10 ^@+ab"
bad EINVAL "p $PROG:10 ^@symbol"
bad EINVAL "p $PROG:10 ^\$retval"
bad EINVAL "p $PROG:10 ^\$arg1"
bad EINVAL "p $PROG:10 ^%nosuchreg"
bad EINVAL "p $PROG:10 %di:^%pd"
bad EINVAL "p $PROG:10 %di:^string"

# late LOCATION: check that a probe behind the end of the file is defined, and refused when it is
# enabled; the ^ in LOCATION marks the byte that error_log shows
late()
{
	location=$(printf '%s' "$1" | tr -d '^')
	column=$(printf '%s' "${1%%^*}" | wc -c)
	append uprobe_events "p:late $location"
	: >"$KTRACE/error_log"
	refused events/uprobes/late/enable EINVAL 1
	why 'offset is beyond the end of the file'
	# An entry for the refused write follows.
	equal "location" "$(sed -n 2p "$KTRACE/error_log")" "  Command: $location"
	equal "caret of '$location' in $(cat "$KTRACE/error_log")" \
		"$(sed -n 3p "$KTRACE/error_log" | wc -c)" $((column + 13))
	equal "enabled" "$(cat "$KTRACE/events/uprobes/late/enable")" 0
}

note "a place behind the end of the file is refused until the file has grown"
cp "$PROG" grows
even=$((SIZE + SIZE % 2))
for location in "^$(printf 0x%x "$SIZE")" ^0x7fffffffffffffff "0x10(^$(printf 0x%x $even))"; do
	late "$TMP/grows:$location"
	append uprobe_events -:late
done
late "$TMP/grows:^$(printf 0x%x $((SIZE + 16)))"
why 'offset is beyond the end of the file'
cat "$PROG" >>grows
write events/uprobes/late/enable 1
write events/uprobes/late/enable 0
append uprobe_events -:late
equal "events" "$(cat "$KTRACE/uprobe_events")" "$defined"

note "an instruction that cannot be probed is refused when a process has it mapped"
write uprobe_events "p:odd $PROG:$(uprobe_target where | sed -n 's/^odd //p')"
mkfifo go told
uprobe_target hold <go >told &
exec 4>go
read -r _ <told
refused events/uprobes/odd/enable EOPNOTSUPP 1
equal "enabled" "$(cat "$KTRACE/events/uprobes/odd/enable")" 0
exec 4>&-
wait $!
write events/uprobes/odd/enable 1
uprobe_target quiet 1
write events/uprobes/odd/enable 0
