# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: ktrace record writes files that trace-cmd and ktrace report read alike; JSON passes jq; tree, hist, doctor
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: events/syscall/enable owned_instances process_follow_pid program:ktrace program:trace-cmd
# requires: program:jq program:unshare
# with: jq

note "record: trace-cmd report and ktrace report print the file"
ktrace record -o "$TMP/a.dat" sh -c 'cat /etc/hosts; cat /no/file; exit 5' >"$TMP/out" 2>"$TMP/last" &&
	fail "status 0"
must grep -q '^[0-9]* records, 0 lost$' "$TMP/last"
n=$(sed -n 's/ records, .*//p' "$TMP/last")
trace-cmd report -i "$TMP/a.dat" 2>"$TMP/said" | grep -E '\[[0-9]+\]' >"$TMP/theirs" ||
	fail "trace-cmd: $(cat "$TMP/said")"
equal "records of trace-cmd" "$(grep -c . "$TMP/theirs")" "$n"
must grep -q 'openat:.*"/no/file".* ret: -2 ENOENT' "$TMP/theirs"
ktrace report "$TMP/a.dat" >"$TMP/ours" 2>"$TMP/last"
must grep -q 'openat(.*"/no/file".*) = -ENOENT' "$TMP/ours"
# The same calls in the same order.
for f in ours theirs; do
	sed -n 's/.* [0-9]*\.[0-9]*: \([a-z0-9_]*\)[(:].*/\1/p' "$TMP/$f" |
		grep -v -x -E 'fork|exec|exit|rename|signal_deliver' >"$TMP/$f.calls"
done
diff "$TMP/theirs.calls" "$TMP/ours.calls" >"$TMP/diff" || fail "reports differ: $(head "$TMP/diff")"

equal "records of ktrace report" "$(cat "$TMP/last")" "$n records"
equal "programs" "$(grep -c ' exec: ' "$TMP/ours")" "$(grep -c ' exec: ' "$TMP/theirs")"
must grep -q ' exec: ' "$TMP/ours"

note "trace.dat files do not go to a command, and have no lines"
cd "$TMP" || fail "no directory"
# refused WORDS OPTION...: ktrace prints the words and starts nothing
refused()
{
	words=$1
	shift
	rc=0
	ktrace "$@" touch "$TMP/started" 2>"$TMP/last" || rc=$?
	equal "status of $*" $rc 125
	must grep -q -F -- "$words" "$TMP/last"
}
refused "cannot go to a command" record -o '|cat'
refused "cannot go to a command" --as dat -o '|cat'
for option in -c -C -t -T -r -A -ff; do
	refused "has no effect on a trace.dat file" --as dat -o "$TMP/c.dat" $option
done
must_not ls -d "$TMP/|cat"
must_not ls -d "$TMP/c.dat"
must_not ls -d "$TMP/started"

note "an exit that is held until the end of the file, and an entry"
ktrace record -e none -o "$TMP/b.dat" true 2>/dev/null
for form in text strace; do
	ktrace report --as $form "$TMP/b.dat" >"$TMP/ours" 2>"$TMP/last" || fail "status $?: $(cat "$TMP/last")"
	must grep -q -E 'exited with 0|exit: .* code=0' "$TMP/ours"
done

note "JSON"
name=$(printf '/tmp/no\377\\"file')
ktrace --as json -o "$TMP/json" cat "$name" /no/file 2>/dev/null || :
jq -e . "$TMP/json" >/dev/null || fail "jq refuses a line"
equal "errors" "$(jq -r 'select(.call == "openat" and .error == "ENOENT") | .args.filename |
	if type == "object" then .hex else . end' "$TMP/json" | tail -n 2)" \
	"$(printf %s "$name" | od -An -tx1 | tr -d ' \n')
/no/file"
ktrace --as json -e process:exec -o "$TMP/json" sh -c 'exec cat "" "a b" c' 2>/dev/null || :
equal "arguments" "$(jq -c 'select(.event == "exec" and .fields.argv[0] == "cat") | .fields.argv' "$TMP/json")" \
	'["cat","","a b","c"]'
ktrace --as json -o "$TMP/json" cat /no/file 2>/dev/null || :
equal "end" "$(jq -r 'select(.event == "exit") | .fields.code' "$TMP/json")" 1
ktrace export --as json -o "$TMP/b.json" "$TMP/a.dat" 2>/dev/null
equal "statuses" "$(jq -r 'select(.event == "exit") | .fields.code' "$TMP/b.json" | sort | tr '\n' ' ')" \
	"0 1 5 "

note "tree prints the same as a script that reads the text"
cat >"$TMP/script" <<'END'
cat /etc/hosts | wc -c
(kill -9 $(exec sh -c 'echo $PPID'))
exit 3
END
mkdir "$KTRACE/instances/text"
# The program names itself to the other instance.
cat >"$TMP/start" <<END
echo \$\$ >$KTRACE/instances/text/process_follow_pid
echo 1 >$KTRACE/instances/text/events/process/enable
exec sh $TMP/script
END
ktrace tree sh "$TMP/start" >"$TMP/tree" 2>"$TMP/last" && fail "status 0"
write instances/text/events/process/enable 0
sh "$1/tree.sh" "$KTRACE/instances/text/trace" >"$TMP/tree.text"
rmdir "$KTRACE/instances/text"
# The number of the output is a line of its own; lifetimes differ by the start of the record.
shape()
{
	grep -E '^[ |`-]*[0-9]+ [^ ]' "$1" | sed -e 's/[0-9.]* s, //' -e 's/ *$//'
}
shape "$TMP/tree" >"$TMP/a"
shape "$TMP/tree.text" >"$TMP/b"
must has_lines "$TMP/a" 4
diff "$TMP/b" "$TMP/a" >"$TMP/diff" || fail "the trees differ: $(cat "$TMP/diff")"
must grep -q 'killed by SIGKILL' "$TMP/a"

note "hist"
ktrace hist read by count dd if=/dev/zero of=/dev/null bs=77 count=50 >"$TMP/hist" 2>"$TMP/last"
must grep -q -E 'count: +77 +50 \|#+ *\|' "$TMP/hist"
# Each call has a key of its own: most find no room in the table.
rc=0
ktrace hist --strict read by common_timestamp \
	dd if=/dev/zero of=/dev/null bs=1 count=40000 >"$TMP/hist" 2>"$TMP/last" || rc=$?
equal "status of a full table" $rc 3
must grep -q -E '^[0-9]+ records, [1-9][0-9]{3,} lost' "$TMP/last"

note "doctor"
ktrace doctor >"$TMP/doctor" || fail "status $?: $(cat "$TMP/doctor")"
must grep -q '^ok .*system calls' "$TMP/doctor"
# The command looks for the control files in debugfs first.
root=/sys/kernel/debug/ktrace
[ -d $root ] || root=$KTRACE
must grep -q "^ok .*control files  *$root\$" "$TMP/doctor"

note "doctor: a kernel without owned_instances can record"
mkdir -p "$TMP/root/events/syscall" "$TMP/root/instances"
KTRACE_DIR=$TMP/root ktrace doctor >"$TMP/doctor" || fail "status $?: $(cat "$TMP/doctor")"
must grep -q "^ok .*control files  *$TMP/root\$" "$TMP/doctor"
must grep -q '^MISSING .*kill -9' "$TMP/doctor"
rmdir "$TMP/root/instances"
must_not sh -c "KTRACE_DIR='$TMP/root' ktrace doctor"

note "doctor without debugfs: names the command that mounts the control files"
fs=ktracefs place=/sys/kernel/ktrace
if [ ! -d $place ]; then
	fs=tracefs place=/sys/kernel/tracing
fi
cat >"$TMP/places" <<END
# missing WHEN: print a line unless doctor prints the command, and nothing else
missing()
{
	! said=\$(ktrace doctor) || echo "\$1: status 0"
	said=\$(echo "\$said" | tr -s ' ')
	[ "\$said" = "MISSING control files mount -t $fs nodev $place" ] || echo "\$1: \$said"
}

! grep -q " /sys/kernel/debug debugfs " /proc/mounts || umount -l /sys/kernel/debug ||
	echo "debugfs stays"
! grep -q " $place $fs " /proc/mounts || umount -l $place || echo "$place stays"
missing "no mount"
# ftrace has no events/syscall, unless somebody gives a probe this name.
mount -t tmpfs none /sys/kernel/tracing
mkdir -p /sys/kernel/tracing/events/syscall
missing "other files"
umount /sys/kernel/tracing
if [ $fs = ktracefs ]; then
	mount -t tracefs nodev /sys/kernel/tracing || echo "no ftrace"
	missing "ftrace"
fi
\$(ktrace doctor | sed 's/.* mount /mount /') || echo "cannot be mounted"
ktrace doctor | tr -s ' ' | grep -qx "ok control files $place" || echo "$place: not found"
ktrace -e trace=execve /bin/true 2>&1 | grep -q 'execve(' || echo "nothing recorded"
END
unshare -m sh "$TMP/places" >"$TMP/wrong" 2>&1 || fail "status $?"
equal "wrong" "$(cat "$TMP/wrong")" ''
equal "instances that stayed" "$(ls "$KTRACE/instances")" ''

note "report shows the stacks of a file as addresses"
: >"$TMP/file"
ktrace record -k -o "$TMP/k.dat" -e chmod,fchmodat user_stack "$TMP/file" >"$TMP/full" 2>"$TMP/last"
must grep -q ' 0 lost$' "$TMP/last"
ktrace report "$TMP/k.dat" >"$TMP/k" 2>/dev/null
sed -n 's/^ => \[0x\([0-9a-f]*\)\]$/\1/p' "$TMP/k" >"$TMP/stack"
[ "$(wc -l <"$TMP/stack")" -ge 6 ] && [ "$(wc -l <"$TMP/stack")" -le 8 ] || fail "$(cat "$TMP/k")"
must_not grep -n 'user_stack:\|=> 0x' "$TMP/k"
# user_stack prints the five addresses behind the first one.
tr -s ' \t>' '\n\n\n' <"$TMP/full" | sed -n -E 's/^0*([0-9a-f]{5,16})$/\1/p' >"$TMP/wanted"
equal "addresses" "$(sed -n 2,6p "$TMP/stack" | tr '\n' ' ')" "$(head -n 5 "$TMP/wanted" | tr '\n' ' ')"
