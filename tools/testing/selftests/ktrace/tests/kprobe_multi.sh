# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: an event of several kprobes: appended and removed one by one, all hits counted
# requires: dynamic_events kprobe_profile

K=kprobe_events
EV=$KTRACE/events/kprobes

# at NAME FUNCTION: print the number of records of the event from this function
at()
{
	grep -cE " $1: \((.* <- )?$2[+)]" "$KTRACE/trace" || :
}

# profile: print the hits and misses of all probes, in order
profile()
{
	awk '{ printf "%s %s %s;", $1, $2, $3 }' "$KTRACE/kprobe_profile"
}

# make N; unmake N: create or remove directories. No other program does that during the
# case.
make()
{
	for i in $(seq "$1"); do
		mkdir "$TMP/d$i"
	done
}

unmake()
{
	for i in $(seq "$1"); do
		rmdir "$TMP/d$i"
	done
}

note "two probes with one name are one event"
write $K 'p:dir do_mkdirat'
append $K 'p:kprobes/dir do_rmdir'
equal "definitions" "$(cat "$KTRACE/$K")" "p:kprobes/dir do_mkdirat
p:kprobes/dir do_rmdir"
equal "in the other file" "$(cat "$KTRACE/dynamic_events")" "$(cat "$KTRACE/$K")"
write "$EV/dir/enable" 1
make 5
unmake 3
equal "records" "$(at dir do_mkdirat) $(at dir do_rmdir)" "5 3"
equal "profile" "$(profile)" "dir 5 0;dir 3 0;"

note "a probe is added while the event is enabled"
append $K 'p:dir vfs_symlink'
ln -s here "$TMP/link"
equal "records" "$(at dir vfs_symlink)" 1
equal "profile" "$(profile)" "dir 5 0;dir 3 0;dir 1 0;"

note "a probe is removed: its records stay readable, with their address"
append $K '-:dir do_rmdir'
rmdir "$TMP/d4"
mkdir "$TMP/d4"
equal "records" "$(at dir do_mkdirat) $(at dir do_rmdir)" "6 3"
equal "profile" "$(profile)" "dir 6 0;dir 1 0;"
refused $K EBUSY '-:dir'
refused $K ENOENT '-:dir do_rmdir'
equal "definitions" "$(cat "$KTRACE/$K")" "p:kprobes/dir do_mkdirat
p:kprobes/dir vfs_symlink"

note "the first probe is removed; the event stays until the last one is removed"
append $K '-:dir do_mkdirat+0'
rmdir "$TMP/d4"
rm "$TMP/link"
ln -s here "$TMP/link"
equal "records" "$(at dir do_mkdirat) $(at dir vfs_symlink)" "6 2"
refused $K EBUSY '-:dir vfs_symlink'
write "$EV/dir/enable" 0
append $K '-:dir vfs_symlink'
equal "nothing" "$(cat "$KTRACE/$K")" ''
must_not [ -e "$EV/dir" ]
equal "records" "$(at dir do_mkdirat) $(at dir do_rmdir) $(at dir vfs_symlink)" "6 3 2"
rmdir "$TMP/d5"

note "two probes at one address with different arguments; removal by arguments, with or without names"
write $K 'p:val do_mkdirat v=%dx:u16'
append $K 'p:val do_mkdirat v=%di:u16'
write "$EV/val/enable" 1
write trace ''
mkdir "$TMP/d1"
equal "values" "$(sed -n 's/.* v=//p' "$KTRACE/trace" | sort -n | tr '\n' ' ')" "511 65436 "
refused $K ENOENT '-:val do_mkdirat v=%si:u16'
append $K '-:val do_mkdirat+0 %dx:u16'
equal "left" "$(cat "$KTRACE/$K")" 'p:kprobes/val do_mkdirat v=%di:u16'
rmdir "$TMP/d1"
mkdir "$TMP/d1"
equal "values" "$(sed -n 's/.* v=//p' "$KTRACE/trace" | sort -n | tr '\n' ' ')" "511 65436 65436 "
write "$EV/val/enable" 0
append $K '-:val'
rmdir "$TMP/d1"

note "the text shows which probe was hit"
write $K 'p:grp.who do_mkdirat w=\"made" n=\1:u8'
append $K 'p:grp/who do_rmdir w=\"gone:1" n=\2:u8'
equal "definitions" "$(cat "$KTRACE/$K")" 'p:grp/who do_mkdirat w=\"made" n=\1:u8
p:grp/who do_rmdir w=\"gone:1" n=\2:u8'
write "$KTRACE/events/grp/who/enable" 1
write trace ''
make 1
unmake 1
equal "records" "$(sed -n 's/.* who: ([^)]*) //p' "$KTRACE/trace")" 'w="made" n=1
w="gone:1" n=2'
write "$KTRACE/events/grp/who/enable" 0
append $K '-:grp.who'
equal "nothing" "$(cat "$KTRACE/$K")" ''

note "return probes, removed together by name"
write $K 'r:back do_mkdirat ret=$retval:s32'
append $K 'p:back do_rmdir%return ret=$retval:s32'
write "$EV/back/enable" 1
write trace ''
make 3
unmake 3
equal "returns" "$(at back do_mkdirat) $(at back do_rmdir)" "3 3"
equal "profile" "$(profile)" "back 3 0;back 3 0;"
write "$EV/back/enable" 0
append $K '-:back'
equal "nothing" "$(cat "$KTRACE/$K")" ''

note "an event probe on the event works with the remaining probes"
write $K 'p:base do_mkdirat'
append dynamic_events 'e:on kprobes.base'
append $K 'p:base do_rmdir'
append dynamic_events '-:base do_mkdirat'
refused dynamic_events EBUSY '-:base'
refused dynamic_events EBUSY '-:base do_rmdir'
write "$KTRACE/events/eprobes/on/enable" 1
write trace ''
make 2
unmake 2
equal "records" "$(at on kprobes.base)" 2
write "$KTRACE/events/eprobes/on/enable" 0
write dynamic_events ''
equal "nothing" "$(cat "$KTRACE/dynamic_events")" ''

note "probes are added and removed by two tasks while they are hit"
write $K 'p:busy do_mkdirat'
write "$EV/busy/enable" 1
write trace ''
(while [ ! -e "$TMP/stop" ]; do make 3; unmake 3; done) &
for _ in $(seq 25); do
	append $K 'p:busy do_rmdir'
	append $K 'p:busy vfs_mkdir'
	append $K '-:busy do_rmdir'
	append $K '-:busy vfs_mkdir'
done
: >"$TMP/stop"
wait
write "$EV/busy/enable" 0
equal "hits" "$(awk '$1 == "busy" { print $2 }' "$KTRACE/kprobe_profile")" \
	"$(at busy do_mkdirat)"
[ "$(at busy do_mkdirat)" -gt 0 ] || fail "no hits"
write $K ''

note "one of the probes is in a module that is loaded and unloaded"
modprobe test_point 2>/dev/null || exit 0
write $K 'p:both do_mkdirat'
append $K 'p:both test_point:fire_numbers'
write "$EV/both/enable" 1
write trace ''
for _ in 1 2; do
	make 1
	unmake 1
	echo 2 >/sys/module/test_point/parameters/fire
	must rmmod test_point
	make 1
	unmake 1
	modprobe test_point
done
equal "records" "$(at both do_mkdirat) $(at both fire_numbers)" "4 4"
equal "profile" "$(profile)" "both 4 0;both 4 0;"
write "$EV/both/enable" 0
append $K '-:both'
rmmod test_point
