# SPDX-License-Identifier: GPL-2.0
# description: a record shows the name of its task at that time, even if another task gets the number; for each clock
# requires: trace trace_clock saved_cmdlines saved_cmdlines_size events/syscalls/sys_enter_chdir program:with_pid

# Programs with several names that call chdir() once.  They sleep before and after the call,
# because one of the clocks counts ticks.
cp /bin/busybox "$TMP/busybox"
for name in first second third; do
	cat >"$name" <<-END
		#!$TMP/busybox sh
		sleep 0.05; cd .; sleep 0.05
	END
	chmod 755 $name
done

# named: print the tasks and processes of the chdir() calls, in order
named()
{
	sed -n 's/^ *\([^ ]*-[0-9]*\) .*: sys_chdir(.*/\1/p' "$KTRACE/trace" | xargs
}

# free_number: set $number to a task id that is unused and will not be allocated soon
number=20000
free_number()
{
	number=$((number + 7))
}

write events/syscalls/sys_enter_chdir/enable 1

for clock in $(tr -d '[]' <"$KTRACE/trace_clock"); do
	note "$clock: three tasks had the number one after another"
	write trace_clock "$clock"
	free_number
	for name in first second third; do
		must with_pid $number "$TMP/$name"
	done
	equal "names" "$(named)" "first-$number second-$number third-$number"
	must grep -q "^$number third$" "$KTRACE/saved_cmdlines"
	equal "names in saved_cmdlines" "$(grep -c "^$number " "$KTRACE/saved_cmdlines")" 1

	note "$clock: the number belongs to a running task that writes no records"
	mkfifo hold
	with_pid $number "$TMP/busybox" cat hold &
	holder=$!
	exec 3>hold
	soon grep -q busybox "/proc/$number/comm"
	equal "names" "$(named)" "first-$number second-$number third-$number"
	exec 3>&-
	wait $holder
	rm hold

	note "$clock: a task that changed its name"
	write trace ''
	sh -c 'sleep 0.05; cd .; sleep 0.05; printf other >/proc/$$/comm; sleep 0.05
		cd .; sleep 0.05; exec "$1"' sh "$TMP/third"
	equal "names" "$(named | sed 's/-[0-9]*//g')" "sh other third"
done
write trace_clock local

note "names that the log has dropped are shown as <...>"
free_number
must with_pid $number "$TMP/first"
must with_pid $number "$TMP/second"
write saved_cmdlines_size 1
/bin/true
equal "names" "$(named | sed 's/-[0-9]*//g')" "<...> <...>"
mkfifo hold
with_pid $number "$TMP/busybox" cat hold &
holder=$!
exec 3>hold
soon grep -q busybox "/proc/$number/comm"
equal "names, with a task of the number" "$(named | sed 's/-[0-9]*//g')" "<...> <...>"
exec 3>&-
wait $holder
write saved_cmdlines_size 4096

note "tasks from before the first event and after it, with many exits since"
write trace ''
write saved_cmdlines_size 4
sh -c 'cd .; for i in 1 2 3 4 5 6 7 8; do /bin/true; done; cat "$KTRACE/trace"' >live
equal "name" "$(sed -n 's/^ *\([^ ]*\)-[0-9]* .*: sys_chdir(.*/\1/p' live)" sh
write saved_cmdlines_size 4096

note "a task that changes its name more often than the log has entries"
write trace ''
write saved_cmdlines_size 100
free_number
must with_pid $number "$TMP/first"
sh -c 'cd .; for i in $(seq 200); do
		printf odd >/proc/$$/comm; printf even >/proc/$$/comm
	done
	for name in one two three; do printf $name >/proc/$$/comm; cd .; done'
equal "names" "$(named | sed "s/-[0-9]*//g")" "first <...> one two three"
write saved_cmdlines_size 4096
