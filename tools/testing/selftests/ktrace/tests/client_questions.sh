# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: the commands of questions.rst answer its ten questions with what the programs did
# kernels: ktrace - the command does not depend on the kernel; FULL=1 runs the case in all kernels
# requires: /selftests/ktrace/doc/questions.rst events/syscall/enable owned_instances process_follow_exe program:ktrace
# timeout: 300

# The section "With the command": titles of questions, and below each of them its commands, in
# indented blocks or between pairs of backquotes.
awk '
/^With the command/ { on = 1 }
!on { next }
/^=+$/ && ++titles > 1 { exit }
/^[A-Z].*\?$/ { print "? " $0 }
/^ +ktrace / { sub(/^ +/, ""); print }
{
	for (rest = $0; match(rest, /``ktrace [a-z%-]+ [^`]+``/); rest = substr(rest, RSTART + RLENGTH))
		print substr(rest, RSTART + 2, RLENGTH - 4)
}' /selftests/ktrace/doc/questions.rst >"$TMP/page"
questions=$(grep -c '^?' "$TMP/page")
equal "questions" "$questions" 10

# command_of QUESTION N: the N-th command below a question whose title has these words
command_of()
{
	awk -v title="$1" -v n="$2" '
		/^\?/ { here = index($0, title); next }
		here && !--n { print; exit }' "$TMP/page"
}

# prepare QUESTION N: set $line to a command, with a program for PROG and a process for PID
prepare()
{
	line=$(command_of "$1" "$2" | sed -e "s|PROG|sh $TMP/prog|" -e "s|PID|${pid:-}|")
	[ -n "$line" ] || fail "questions.rst has no command $2 for the question: $1"
	note "$line"
	asked=$((asked + 1))
}
asked=0

# ask QUESTION N: run a command that ends with its program; the answer is in $TMP/answer
ask()
{
	prepare "$1" "$2"
	(cd "$TMP" && eval "$line") >"$TMP/answer" 2>&1 </dev/null || :
	must_not grep -q '^ktrace: ' "$TMP/answer"
}

instance_there()
{
	[ -n "$(ls "$KTRACE/instances")" ]
}

# attach QUESTION N: start a command that runs until it is interrupted
attach()
{
	prepare "$1" "$2"
	: >"$TMP/answer"
	(cd "$TMP" && eval "exec $line") >"$TMP/answer" 2>&1 </dev/null &
	client=$!
	soon instance_there
}

finish()
{
	kill -INT $client
	wait $client || :
}

# answered PATTERN COUNT: the answer must have so many lines
answered()
{
	equal "lines with '$1'" "$(grep -c -e "$1" "$TMP/answer")" "$2"
}

cat >"$TMP/prog" <<'END'
for i in 1 2 3; do cat /no/one 2>/dev/null; done
cat /no/two 2>/dev/null
cat /etc/hosts >/dev/null
END
ask "fail to open" 1
answered '"/no/one".*ENOENT' 3
answered '"/no/two".*ENOENT' 1
answered '/etc/hosts' 0
ask "fail to open" 2
equal "the first file" "$(awk '/CALLS/ { getline; print $2, $3, $NF }' "$TMP/answer")" "3 3 /no/one"

cat >"$TMP/prog" <<'END'
sleep 0.3
cat /etc/hosts >/dev/null
END
ask "Why is it slow" 1
cp "$TMP/answer" "$TMP/slow"
first=$(awk '/CALLS/ { getline; print $NF }' "$TMP/slow")
case $first in
wait4|clock_nanosleep|nanosleep) ;;
*) cat "$TMP/slow"; fail "the call that blocked longest: $first" ;;
esac
ask "Why is it slow" 2
must grep -q 'nanosleep(' "$TMP/answer"
answered 'openat(' 0

cat >"$TMP/daemon" <<'END'
while [ ! -e /tmp/end_of_daemon ]; do sleep 0.1; done
END
rm -f /tmp/end_of_daemon
sh "$TMP/daemon" &
pid=$!
attach "daemon wait for" 1
sleep 1.5
finish
must grep -q ';wait4 [0-9]*$' "$TMP/waits"
waited=$(sed -n 's/^sleep;.*nanosleep \([0-9]*\)$/\1/p' "$TMP/waits" | awk '{ n += $1 } END { print n + 0 }')
[ "$waited" -ge 200000 ] || fail "$waited us of waiting in sleep"
: >/tmp/end_of_daemon
wait $pid

sleep 100 &
pid=$!
soon asleep $pid
attach "hang" 1
soon grep -q "^# sleep-$pid has not returned from [a-z_]*nanosleep(" "$TMP/answer" ||
	fail "$(cat "$TMP/answer")"
finish
stop $pid
pid=

attach "changes or removes" 1
# The events are enabled one after the other.
change()
{
	echo changed >/etc/app.conf
	(cd /etc && chmod 600 app.conf && rm app.conf)
	grep -q 'open.*"/etc/app.conf"' "$TMP/answer" && grep -q 'chmod.*"app.conf"' "$TMP/answer" &&
		grep -q 'unlink.*"app.conf"' "$TMP/answer"
}
soon change || fail "$(cat "$TMP/answer")"
finish
must grep -q 'open.*"/etc/app.conf".*O_WRONLY' "$TMP/answer"
must grep -q 'chmod.*"app.conf"' "$TMP/answer"
must grep -q 'unlink.*"app.conf"' "$TMP/answer"

attach "Who kills" 1
kill_one()
{
	sleep 100 &
	victim=$!
	sh -c "kill -9 $victim"
	wait $victim || :
	sleep 0.3
	grep -q "kill(pid: $victim, sig: SIGKILL)" "$TMP/answer"
}
soon kill_one || fail "$(cat "$TMP/answer")"
finish

ip link set lo up
nc -l -p 5555 >"$TMP/received" &
server=$!
listening()
{
	grep -q ':15B3 ' /proc/net/tcp /proc/net/tcp6
}
soon listening
cat >"$TMP/prog" <<'END'
echo "the text of the message" | nc 127.0.0.1 5555
END
ask "over the network" 1
wait $server || :
equal "received" "$(cat "$TMP/received")" "the text of the message"
must grep -q 'connect(.*5555' "$TMP/answer"
must grep -q 'write(.*"the text of the message' "$TMP/answer"

cat >"$TMP/prog" <<'END'
true
cat /no/file 2>/dev/null
sh -c 'exit 3'
true
END
ask "children fails" 1
must grep -q ' cat /no/file .* code 1$' "$TMP/answer"
must grep -q ' sh -c exit 3 .* code 3$' "$TMP/answer"
must grep -q '^[0-9]* sh .*/prog .* code 0$' "$TMP/answer"

cat >"$TMP/prog" <<'END'
dd if=/dev/zero of=/dev/null bs=1000 count=7 2>/dev/null
dd if=/dev/zero of=/dev/null bs=100 count=5 2>/dev/null
END
ask "How large" 1
# The numbers of blocks of 1000 and of 100 bytes
must grep -q '2^10 *7 ' "$TMP/answer"
must grep -q '2^7 *5 ' "$TMP/answer"
ask "How large" 2
writes=$(sed -n 's/.*2^[0-9]* *\([0-9]*\) |.*/\1/p' "$TMP/answer" | awk '{ n += $1 } END { print n + 0 }')
[ "$writes" -ge 12 ] || fail "$writes writes: $(cat "$TMP/answer")"

cat >"$TMP/prog" <<'END'
: </etc/hosts
kill -SEGV $$
END
ask "before it crashed" 1
must grep -q '"/etc/hosts"' "$TMP/answer"
must grep -q 'kill(.*SIGSEGV' "$TMP/answer"
must_not grep -q 'exit_group(' "$TMP/answer"

equal "commands of the page, and commands that were run" "$(grep -c -v '^?' "$TMP/page")" $asked
equal "instances that stayed" "$(ls "$KTRACE/instances")" ''
