# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: dynamic_events lists the same events as kprobe_events, and accepts all lines
# requires: dynamic_events

D=dynamic_events

write $D 'p:one vfs_read'
append $D 'r4:some/two vfs_read $retval'
append kprobe_events 'p:three vfs_write %si'
equal "the one" "$(cat "$KTRACE/$D")" "$(cat "$KTRACE/kprobe_events")"
equal "lines" "$(grep -c . "$KTRACE/$D")" 3

note "removal by name and by line"
append $D '-:one'
append $D '!r4:some/two vfs_read $retval'
equal "remaining lines" "$(cat "$KTRACE/$D")" 'p:kprobes/three vfs_write arg1=%si'
append $D "!$(cat "$KTRACE/$D")"
equal "lines" "$(grep -c . "$KTRACE/$D")" 0
must_not [ -e "$KTRACE/events/some" ]

note "a group of the user's, with generated names"
append $D 'p:group/ vfs_read'
must [ -d "$KTRACE/events/group/p_vfs_read_0" ]
append $D '-:group/'
must_not [ -e "$KTRACE/events/group" ]

note "refused lines change nothing"
write $D 'p:one vfs_read'
refused $D ENOENT '-:none'
refused $D ENOENT '!p:none vfs_read'
refused $D EINVAL '!'
refused $D EINVAL '!p'
refused $D EINVAL 'q:one vfs_read'
write events/kprobes/one/enable 1
must_not write $D '' 2>/dev/null
must_not append $D '!p:one vfs_read' 2>/dev/null
equal "remaining lines" "$(cat "$KTRACE/$D")" 'p:kprobes/one vfs_read'
write events/kprobes/one/enable 0
write $D ''
equal "lines" "$(grep -c . "$KTRACE/$D")" 0
