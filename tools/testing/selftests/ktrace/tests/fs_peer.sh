# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the file system beside tracefs: the same answers to the same system calls
# requires: instances kprobe_events trace_marker program:fs_answers program:fs_ways
# only: ktrace-peer - this kernel has the event tracer
# weight: 10

. "$1/peer.sh"

# All records are on CPU 0, whose files are tried, too.
must taskset -p 1 $$ >/dev/null
instances="$peer/instances $KTRACE/instances"
trap 'for d in $instances; do rmdir "$d"/* 2>/dev/null || :; done
	echo >"$peer/kprobe_events"
	mount -o remount,uid=0,gid=0,mode=700 "$peer"
	mount -o remount,uid=0,gid=0,mode=700 "$KTRACE"; mount_again' EXIT

# Answers that differ on purpose, as regular expressions for lines of diff: < for those of tracefs,
# > for those of ktrace. Each has a row in differences.rst.
known()
{
	cat <<-'END'
	[<>] [^ ]+ lseek\((RDONLY,(DATA|HOLE|END),0|WRONLY,[A-Z]+,-?[0-9]+)\) .*
	< saved_cmdlines_size lseek\(RDONLY,.* ESPIPE
	> saved_cmdlines_size lseek\(RDONLY,.*
	< [^ ]+ splice(\(100\))? (with an offset: )?EINVAL
	> [^ ]+ splice(\(100\))? (with an offset: ok|some|none)
	< events(/[^ ]+)? fsync EINVAL
	> events(/[^ ]+)? fsync ok
	< events/header_page readv none
	> events/header_page readv some
	> saved_cmdlines_size read after lseek same
	[<>] [^ ]+ mmap\(EXEC\) E(NODEV|PERM)
	< [^ ]+ write\(bad address\) (EINVAL|ok)
	> [^ ]+ write\(bad address\) EFAULT
	< saved_(cmdlines|tgids) (read|pread\(0\)|readv) none
	< saved_(cmdlines|tgids) read\(bad address\) ok
	> saved_(cmdlines|tgids) (read|pread\(0\)|readv) some
	> saved_(cmdlines|tgids) (pread\(0\) again|read after lseek) same
	> saved_(cmdlines|tgids) read\(bad address\) EFAULT
	< tracing_cpumask (read\(0\)|pread\(far\)) EINVAL
	> tracing_cpumask (read\(0\)|pread\(far\)) none
	[<>] events/sched/sched_switch/hist poll 0(x4)?
	[<>] events/sched/sched_switch/id text [0-9]+
	< [^ ]+ pwrite ESPIPE
	> [^ ]+ pwrite (ENOENT|[0-9]+)
	< [^ ]+ lookup\(256\) ENOENT
	> [^ ]+ lookup\(256\) ENAMETOOLONG
	< [^ ]+ l?f?stat (dir )?40755( .*)?
	> [^ ]+ l?f?stat (dir )?40750( .*)?
	< .*: (instances/[a-z]+/)?events(/sched(/sched_switch)?)? [0-9]+:[0-9]+ 755
	> .*: (instances/[a-z]+/)?events(/sched(/sched_switch)?)? [0-9]+:[0-9]+ 750
	[<>] remount .*: tracing_on [0-9:]+ 604
	[<>] remount .*: events/sched [0-9:]+ 705
	[<>] remount .*: events/sched/sched_switch/(filter [0-9:]+ 604|enable [0-9:]+ 640)
	[<>] remount .*: options/overwrite [0-9:]+ 640
	< options: rw,relatime,gid=62
	> options: rw,relatime,uid=51,gid=62,mode=751
	END
}

# both FUNCTION ARG...: call the function with $D set to the directory of each tracer, and compare
# the answers
both()
{
	for who in peer own; do
		D=$KTRACE
		[ $who = own ] || D=$peer
		"$@" >"$TMP/$who.answers" 2>&1 ||
			fail "$1: status $? in $D: $(tail -n 1 "$TMP/$who.answers")"
	done
	[ -s "$TMP/own.answers" ] || fail "$1: no answer"
	note "$1: $(wc -l <"$TMP/own.answers") answers"
	cat "$TMP/peer.answers" >>"$TMP/peer.all"
	cat "$TMP/own.answers" >>"$TMP/own.all"
}

# marks: put five records into the empty buffer of $D
marks()
{
	echo >"$D/trace"
	for n in 1 2 3 4 5; do echo "mark $n" >"$D/trace_marker"; done
}

# Files that both tracers have, by their kind. $TMP/texts are read as a whole; those of $settings
# are also written.
texts="README available_events trace_options saved_cmdlines saved_tgids error_log printk_formats
	events/header_page events/sched/sched_switch/format events/sched/sched_switch/id
	events/sched/sched_switch/hist per_cpu/cpu0/stats kprobe_profile available_tracers"
settings="tracing_on trace_clock set_event set_event_pid buffer_size_kb buffer_total_size_kb
	buffer_percent tracing_cpumask current_tracer saved_cmdlines_size kprobe_events
	dynamic_events uprobe_events synthetic_events events/enable events/sched/enable
	events/sched/filter events/sched/sched_switch/enable events/sched/sched_switch/filter
	events/sched/sched_switch/trigger options/overwrite trace_marker trace_marker_raw
	per_cpu/cpu0/buffer_size_kb"
directories=". events events/sched events/sched/sched_switch options per_cpu per_cpu/cpu0 instances"

# both_have FILE...: print the files that both tracers have
both_have()
{
	for _file; do
		[ ! -e "$peer/$_file" ] || [ ! -e "$KTRACE/$_file" ] || echo "$_file"
	done
}

texts_of()
{
	# shellcheck disable=SC2046,SC2086
	fs_answers file "$D" $(both_have $texts)
}

settings_of()
{
	# shellcheck disable=SC2046,SC2086
	fs_answers file "$D" $(both_have $settings)
}

directories_of()
{
	# shellcheck disable=SC2086
	fs_answers dir "$D" $directories
}

# Files with records: each operation begins with the same records.
records_of()
{
	for file in trace per_cpu/cpu0/trace trace_pipe per_cpu/cpu0/trace_pipe \
		    per_cpu/cpu0/trace_pipe_raw; do
		marks
		fs_answers file "$D" $file || return
	done
}

# Read and write by one descriptor.
both_ways_of()
{
	fs_answers both "$D" tracing_on 0 && fs_answers both "$D" tracing_on 1 &&
		fs_answers both "$D" trace_clock global && fs_answers both "$D" trace_clock local &&
		fs_answers both "$D" tracing_cpumask 1 && fs_answers both "$D" tracing_cpumask 3 &&
		fs_answers both "$D" events/sched/sched_switch/enable 1 &&
		fs_answers both "$D" events/sched/sched_switch/enable 0 &&
		fs_answers both "$D" events/sched/sched_switch/filter 'prev_pid > 5' &&
		fs_answers both "$D" events/sched/sched_switch/filter 0 &&
		fs_answers both "$D" kprobe_events 'p:kprobes/ways vfs_read' &&
		fs_answers both "$D" kprobe_events '-:kprobes/ways' &&
		fs_answers both "$D" set_event sched:sched_switch &&
		fs_answers both "$D" set_event '!sched:sched_switch' &&
		fs_answers both "$D" options/overwrite 1 &&
		fs_answers both "$D" events/sched/sched_switch/id 5
}

# The text of trace and of trace_pipe by splice, lseek and pread: without times
plain()
{
	sed -e '/^#/d' -e 's/^.*: tracing_mark_write: /mark: /'
}

splice_of()
{
	for file in trace per_cpu/cpu0/trace trace_pipe; do
		marks
		echo "$file by splice"
		# ftrace waits for more data in spite of SPLICE_F_NONBLOCK.
		{ timeout 2 file_ways splice "$D/$file" || :; } 2>/dev/null | plain
	done
	marks
	file_ways same "$D/trace"
	echo "trace by lseek, pread and readv: $?"
}

# try LABEL COMMAND...: print whether the command succeeds, or the end of its message
attempt()
{
	label=$1
	shift
	if "$@" >"$TMP/attempt" 2>&1; then
		echo "$label ok"
	else
		echo "$label $(sed -n '$s/.*: //p' "$TMP/attempt")"
	fi
}

# Instances: create, remove, refuse
instances_of()
{
	i=$D/instances
	attempt 'mkdir' mkdir "$i/one"
	attempt 'mkdir again' mkdir "$i/one"
	attempt 'mkdir inside' mkdir "$i/one/two"
	attempt 'mkdir in events' mkdir "$i/one/events/new"
	attempt 'mkdir of 255' mkdir "$i/$(printf %0255d 7)"
	attempt 'rmdir of 255' rmdir "$i/$(printf %0255d 7)"
	attempt 'mkdir of 256' mkdir "$i/$(printf %0256d 7)"
	attempt 'rename' mv "$i/one" "$i/two"
	attempt 'file' touch "$i/file"
	attempt 'rmdir of none' rmdir "$i/none"
	attempt 'rmdir of events' rmdir "$i/one/events"
	attempt 'rmdir of instances' rmdir "$i"
	attempt 'rmdir while a reader has trace_pipe' sh -c "exec 5<$i/one/trace_pipe; rmdir $i/one"
	mkdir -p "$i/one"
	attempt 'rmdir while trace is open' sh -c "exec 5<$i/one/trace; rmdir $i/one"
	mkdir -p "$i/one"
	attempt 'rmdir of the working directory' sh -c "cd $i/one; rmdir $i/one"
	mkdir -p "$i/one"
	attempt 'rmdir' rmdir "$i/one"
	attempt 'a removed file' cat "$i/one/trace"
	mkdir "$i/one"
	attempt 'a new file of this name' cat "$i/one/tracing_on"
	rmdir "$i/one"
}

# heard FILE LINE
heard()
{
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		! grep -qx "$2" "$1" || break
		sleep 0.1
	done
}

# What inotify reports
watched()
{
	echo 'p:seen/first vfs_read' >>"$D/kprobe_events"
	mkdir "$D/instances/zero"
	rm -f "$TMP"/watch.*
	fs_ways watch "$D/instances" >"$TMP/watch.instances" & a=$!
	fs_ways watch "$D/events" >"$TMP/watch.events" & b=$!
	fs_ways watch "$D/events/seen" >"$TMP/watch.seen" & c=$!
	fs_ways watch "$D/instances/zero" >"$TMP/watch.zero" & d=$!
	for f in instances events seen zero; do heard "$TMP/watch.$f" ready; done
	mkdir "$D/instances/one"
	heard "$TMP/watch.instances" 'create one'
	rmdir "$D/instances/one"
	heard "$TMP/watch.instances" 'delete one'
	echo 'p:seen/second vfs_read' >>"$D/kprobe_events"
	heard "$TMP/watch.seen" 'create second'
	echo '-:seen/second' >>"$D/kprobe_events"
	heard "$TMP/watch.seen" 'delete second'
	echo 'p:fresh/one vfs_read' >>"$D/kprobe_events"
	heard "$TMP/watch.events" 'create fresh'
	echo '-:fresh/one' >>"$D/kprobe_events"
	heard "$TMP/watch.events" 'delete fresh'
	rmdir "$D/instances/zero"
	heard "$TMP/watch.zero" gone
	echo >"$D/kprobe_events"
	heard "$TMP/watch.seen" gone
	kill $a $b $c $d 2>/dev/null || :
	wait $a $b $c $d 2>/dev/null || :
	for f in instances events seen zero; do sed "s/^/inotify of $f: /" "$TMP/watch.$f"; done
}

# show LABEL: print owner, group and mode of some files of $D
show()
{
	for file in . tracing_on events events/enable events/sched events/sched/sched_switch \
		    events/sched/sched_switch/enable events/sched/sched_switch/filter \
		    options/overwrite per_cpu/cpu0/trace instances instances/*  \
		    instances/*/tracing_on instances/*/events instances/*/events/sched/enable; do
		for path in "$D"/$file; do
			[ ! -e "$path" ] ||
				echo "$1: ${path#"$D"/} $(stat -c '%u:%g %a' "$path")"
		done
	done
}

forget()
{
	sync
	echo 2 >/proc/sys/vm/drop_caches
}

# Owners and modes that users change, and mount options
owners_of()
{
	show 'at first'
	mkdir "$D/instances/mine"
	show 'an instance'
	chown 21:22 "$D/events/sched/sched_switch/filter" "$D/tracing_on" "$D/events/sched"
	chmod 604 "$D/events/sched/sched_switch/filter" "$D/tracing_on"
	chmod 705 "$D/events/sched"
	show 'changed'
	forget
	show 'changed, without caches'
	chown -R 31:32 "$D/instances/mine"
	forget
	show 'an instance given away'
	mkdir "$D/instances/later"
	show 'an instance created later'
	rmdir "$D/instances/later" "$D/instances/mine"
	mkdir "$D/instances/mine"
	show 'an instance of the same name'
	rmdir "$D/instances/mine"
}

options_of()
{
	fs=$(awk -v at="$D" '$2 == at { print $3; exit }' /proc/mounts)
	attempt 'remount uid' mount -o remount,uid=11 "$D"
	show 'remount uid=11'
	attempt 'remount gid' mount -o remount,gid=12 "$D"
	show 'remount gid=12'
	attempt 'remount mode' mount -o remount,mode=751 "$D"
	show 'remount mode=751'
	forget
	show 'remount the same, without caches'
	mkdir "$D/instances/new"
	show 'remount created under these options'
	rmdir "$D/instances/new"
	chown 41 "$D/tracing_on" "$D/events/sched/sched_switch/enable" "$D/events/sched"
	chgrp 42 "$D/options/overwrite"
	attempt 'remount both' mount -o remount,uid=51,gid=52 "$D"
	show 'remount uid and gid after changes by hand'
	for option in uid=nobody_here uid=-5 mode=9 colour=red uid gid=; do
		attempt "option $option" mount -o "remount,$option" "$D"
	done
	attempt 'read-only' mount -o remount,ro "$D"
	attempt 'write while it is read-only' sh -c "echo 1 >$D/tracing_on"
	attempt 'mkdir while it is read-only' mkdir "$D/instances/never"
	attempt 'writable' mount -o remount,rw "$D"
	mkdir -p "$TMP/second"
	attempt 'a second mount' mount -t "$fs" -o gid=62 nodev "$TMP/second"
	show 'remount after a second mount with gid=62'
	echo "options: $(awk -v at="$TMP/second" '$2 == at { print $4 }' /proc/mounts)"
	attempt 'umount' umount "$TMP/second"
}

# Print the differences that known() does not list, and what it lists in vain.
unknown()
{
	known >"$TMP/known"
	# The first two lines are the names of the files.
	diff -U 0 "$TMP/peer.all" "$TMP/own.all" |
		sed -n -e '1,2d' -e 's/^-/< /p' -e 's/^+/> /p' | awk '
	FILENAME == ARGV[1] { pattern[++n] = $0; next }
	{
		for (i = 1; i <= n; i++)
			if ($0 ~ ("^" pattern[i] "$"))
				break
		if (i > n)
			print
		else
			used[i] = 1
	}
	END {
		for (i = 1; i <= n; i++)
			if (!used[i])
				print "no such difference: " pattern[i]
	}' "$TMP/known" -
}

: >"$TMP/peer.all"
: >"$TMP/own.all"
both texts_of
both settings_of
both records_of
both directories_of
both both_ways_of
both splice_of
both instances_of
both owners_of
both options_of
note "inotify: both report instances, and ktrace also reports events"
D=$peer
watched >"$TMP/peer.watched"
D=$KTRACE
watched >"$TMP/own.watched"
for line in 'instances: create one' 'instances: delete one' 'zero: gone'; do
	must grep -qx "inotify of $line" "$TMP/peer.watched"
	must grep -qx "inotify of $line" "$TMP/own.watched"
done
for line in 'events: create fresh' 'events: delete fresh' 'seen: create second' \
	    'seen: delete second' 'seen: gone'; do
	must_not grep -qx "inotify of $line" "$TMP/peer.watched"
	must grep -qx "inotify of $line" "$TMP/own.watched"
done

unknown >"$TMP/unknown"
if [ -s "$TMP/unknown" ]; then
	head -n 400 "$TMP/unknown"
	fail "$(wc -l <"$TMP/unknown") answers differ"
fi
