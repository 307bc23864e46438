# SPDX-License-Identifier: GPL-2.0
# description: variables of histograms are consistent, read once, and equal to the records, in all contexts of two CPUs
# weight: 8
# requires: events/points synthetic_events snapshot instances module:test_nest cpus:2
# shellcheck shell=sh

passes=500
! brief || passes=120

P=events/points/nest
X=events/points/nest_text

restore()
{
	# Repeat: a histogram cannot be removed while another one reads its variables.
	for _ in 1 2 3; do
		(: >"$KTRACE/$P/trigger"; : >"$KTRACE/$X/trigger") 2>/dev/null || :
		(: >"$KTRACE/$X/trigger") 2>/dev/null || :
	done
	(: >"$KTRACE/synthetic_events") || :
	write buffer_size_kb 1408
}
trap restore EXIT

# triggers FILE: print the triggers, without comments
triggers()
{
	grep -v '^#' "$KTRACE/$1" || :
}

# hist EVENT N: print the N-th histogram of an event
hist()
{
	awk -v nr="$2" '/^# event histogram/ { n++ } n == nr' "$KTRACE/$1/hist"
}

module test_nest
nest=/sys/kernel/debug/ktrace_nest
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :
write buffer_size_kb 8192

note "the trigger file shows each definition so that it can be written and removed again"
write synthetic_events 'token u64 got; u64 torn'
append synthetic_events 'words char text[]; u64 len'
one='sum.buckets=4294967296'
# The key is the CPU and the context, so that each entry has one writer at a time.
write $P/trigger 'hist:keys=cpu,context:n=seq,s=sum if sum > 2000000000'
append $X/trigger 'hist:keys=cpu,context:vals=seq-$n,$s'
# All hits share one entry, with up to eight writers at a time.
append $P/trigger "hist:keys=$one:t=seq*16+cpu:u=\$t+context*4:w=\$u*2"
append $X/trigger "hist:keys=$one:got=\$u,torn=\$w-\$u*2:onmatch(points.nest).token(\$got,\$torn)"
append $X/trigger "hist:keys=$one:txt=text,len=seq"
append $P/trigger "hist:keys=$one:a=\$txt,b=\$len:onmatch(points.nest_text).trace(words,\$a,\$b)"
append $P/trigger "hist:keys=$one:o=seq*16+cpu:m=\$o+context*4:onmax(\$m).save(cpu,context,seq)"
append $P/trigger 'hist:keys=cpu,context:c=context:onchange($c).save(seq)'
equal "shown" "$(triggers $X/trigger | head -n 1)" \
	'hist:keys=cpu,context:vals=hitcount,seq-$n,$s:sort=hitcount:size=2048 [active]'
refused $P/trigger EBUSY '!hist:keys=cpu,context:n=seq,s=sum if sum > 2000000000'
equal "the caret" "$(tail -n 1 "$KTRACE/error_log")" "           ^"
if (: >"$KTRACE/synthetic_events") 2>/dev/null; then
	fail "synthetic events are removed while actions make them happen"
fi

note "in all contexts, NMIs included"
write $P/enable 1
write $X/enable 1
write events/synthetic/enable 1
write trace ''
echo $passes >$nest/run
write $P/enable 0
write $X/enable 0
write events/synthetic/enable 0
! grep -q LOST "$KTRACE/trace" || fail "records are lost, with room for all"
grep -h 'Variables lost' "$KTRACE/$P/hist" "$KTRACE/$X/hist" | sed 's/^/# /'
sed -n 's/.*: nest\(_text\)*: .*cpu=\([0-9]*\) context=\([0-9]*\) seq=\([0-9]*\) sum=\([0-9a-f]*\).*/nest\1 \2 \3 \4 \5/p
	s/.*: token: got=\([0-9]*\) torn=\(.*\)/token \1 \2/p
	s/.*: words: text=\(.*\) len=\([0-9]*\)$/words \2 \1/p' "$KTRACE/trace" >"$TMP/records"
for kind in nest nest_text token words; do
	nr=$(grep -c "^$kind " "$TMP/records") || fail "no record of $kind"
	note "$nr records of $kind"
done

note "within one context, the variables read are those set, as the records show"
awk 'function number(hex,    i, n) {
	for (i = 1; i <= length(hex); i++)
		n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return n
     }
     { k = "cpu: " $2 ", context: " $3 }
     $1 == "nest" && number($5) > 2000000000 { set[k] = 1; seq[k] = $4; sum[k] = number($5) }
     $1 == "nest_text" && set[k] { hits[k]++; d[k] += $4 - seq[k]; s[k] += sum[k]; set[k] = 0 }
     END { for (k in hits)
	printf "%s hitcount: %d seq-$n: %d s: %.0f\n", k, hits[k], d[k], s[k] }' \
	"$TMP/records" | sort >"$TMP/want"
hist $X 1 | sed -n 's/  */ /g; s/^{ \(.*\) } /\1 /p' | sort >"$TMP/got"
[ "$(grep -c . "$TMP/want")" -ge 6 ] || fail "too few contexts"
diff "$TMP/want" "$TMP/got" || fail "the histogram (>) and the records (<) differ"

note "a variable that all contexts set is never torn, and each value is read once"
awk '$1 == "nest" { there[$4 * 16 + $3 * 4 + $2] = 1 }
     $1 == "token" { nr++
		     if ($3 != 0) { print "torn: " $0; bad++ }
		     if (!($2 in there)) { print "never set: " $0; bad++ }
		     if (seen[$2]++) { print "read twice: " $0; bad++ } }
     END { print nr " tokens"; exit bad > 0 }' "$TMP/records" >"$TMP/tokens" || {
	head "$TMP/tokens"
	fail "variables differ from the values that were set"
}
equal "matches" "$(hist $X 2 | sed -n 's/^ *Hits: //p') tokens" "$(tail -n 1 "$TMP/tokens")"

note "strings are never torn, and belong to the other variables that were set with them"
awk '{ text = $0; sub("^words [0-9]* ", "", text) }
     $1 == "words" && text != substr(all, length(all) + 1 - $2 % (length(all) + 1)) {
	print; bad++ }
     END { exit bad > 0 }' all='the quick brown fox jumps over the lazy dog' \
	"$TMP/records" >"$TMP/torn" || {
	head "$TMP/torn"
	fail "a text is another one's"
}

note "onmax() saves the largest value of the records, with the fields of that record"
awk '$1 == "nest" { v = $4 * 16 + $3 * 4 + $2; if (v > max) { max = v; w = $2 " " $3 " " $4 } }
     END { print max, w }' "$TMP/records" >"$TMP/want"
hist $P 4 >"$TMP/max"
sed -n 's/^\tmax: *\([0-9]*\)  cpu: *\([0-9]*\)  context: *\([0-9]*\)  seq: *\([0-9]*\)$/\1 \2 \3 \4/p' \
	"$TMP/max" >"$TMP/got"
equal "saved" "$(cat "$TMP/got")" "$(cat "$TMP/want")"
note "onchange() of a constant saves the fields of the first record"
awk '$1 == "nest" { k = $2 " " $3; if (!(k in s)) s[k] = $4 } END { for (k in s) print k, s[k] }' \
	"$TMP/records" | sort >"$TMP/want"
hist $P 5 | awk '/^[{]/ { k = $3 " " $5; sub(",", "", k) }
		 /changed:/ { print k, $NF }' | sort >"$TMP/got"
diff "$TMP/want" "$TMP/got" || fail "the histogram (>) and the records (<) differ"

note "set and removed while the event fires"
echo $((passes / 2)) >$nest/run &
runner=$!
rounds=0
while ! gone $runner; do
	(: >"$KTRACE/$X/trigger") 2>/dev/null && fail "a histogram was removed although others read its variables"
	append $P/trigger "!hist:keys=$one:a=\$txt,b=\$len:onmatch(points.nest_text).trace(words,\$a,\$b)"
	: >"$KTRACE/$X/trigger"
	: >"$KTRACE/$P/trigger"
	write $P/trigger 'hist:keys=cpu,context:n=seq,s=sum'
	append $P/trigger "hist:keys=$one:t=seq*16+cpu:u=\$t+context*4:w=\$u*2"
	append $X/trigger "hist:keys=$one:got=\$u,torn=\$w-\$u*2:onmatch(points.nest).token(\$got,\$torn)"
	append $X/trigger "hist:keys=$one:txt=text,len=seq"
	append $P/trigger "hist:keys=$one:a=\$txt,b=\$len:onmatch(points.nest_text).trace(words,\$a,\$b)"
	append $P/trigger "hist:keys=$one:clear:t=seq*16+cpu:u=\$t+context*4:w=\$u*2"
	rounds=$((rounds + 1))
done
wait $runner
note "$rounds rounds"
append $P/trigger "!hist:keys=$one:a=\$txt,b=\$len:onmatch(points.nest_text).trace(words,\$a,\$b)"
: >"$KTRACE/$X/trigger"
: >"$KTRACE/$P/trigger"
equal "nothing is set" "$(triggers $P/trigger)$(triggers $X/trigger)" ""

note "snapshot() is taken at the largest value"
write $P/trigger 'hist:keys=context:m=seq:onmax($m).save(seq):onmax($m).snapshot()'
echo $((passes / 10)) >$nest/run
hist $P 1 >"$TMP/max"
equal "the value" "$(sed -n 's/^\ttriggering value { onmax(\$m) }: *\([0-9]*\)\t.*/\1/p' "$TMP/max")" \
	"$(sed -n 's/.*max: *\([0-9]*\)  seq.*/\1/p' "$TMP/max" | sort -n | tail -n 1)"
# Several keys may have this value.
awk -v v="$(sed -n 's/^\ttriggering value.* }: *\([0-9]*\)\t.*/\1/p' "$TMP/max")" \
	'/^[{]/ { k = $0; sub(" hitcount.*", "", k) } /max:/ && $2 == v { print k }' \
	"$TMP/max" >"$TMP/keys"
must grep -qxF "$(sed -n 's/.*\ttriggered by event with key: //p' "$TMP/max")" "$TMP/keys"
grep -q . "$KTRACE/snapshot" || fail "no snapshot"
: >"$KTRACE/$P/trigger"
write snapshot 0

note "onmatch() uses fields of the matching event; removing the instance removes everything"
mkdir "$KTRACE/instances/vars"
I=instances/vars/events
write $I/syscall/rmdir/trigger 'hist:keys=common_pid:n=ret if ret < 0'
write $I/syscall/write/trigger \
	'hist:keys=common_pid:k=$n:onmatch(syscall.rmdir).words(pathname,syscall.rmdir.ret)'
equal "made" "$(triggers $I/syscall/rmdir/trigger | sed 1d)" \
'hist:keys=common_pid:vals=hitcount:synthetic_pathname=pathname:sort=hitcount:size=2048 if ret < 0 [active]
hist:keys=common_pid:vals=hitcount:synthetic_ret=ret:sort=hitcount:size=2048 if ret < 0 [active]'
write $I/synthetic/words/enable 1
# The program makes one write() to report the failure.
for d in a b; do
	env rmdir "/no_such_$d" 2>/dev/null || :
done
sed -n 's/.*: words: //p' "$KTRACE/instances/vars/trace" >"$TMP/got"
equal "made of both" "$(cat "$TMP/got")" "text=/no_such_a len=18446744073709551614
text=/no_such_b len=18446744073709551614"
rmdir "$KTRACE/instances/vars"
equal "gone" "$(ls "$KTRACE/instances")" ""

note "refused definitions are reported with a position, and change nothing"
# bad TEXT [ERRNO]: check that TEXT is refused; the caret in TEXT marks the faulty byte
bad()
{
	text=$(printf '%s' "$1" | tr -d '^')
	before=${1%^*}
	refused $X/trigger "${2:-EINVAL}" "$text"
	equal "set after '$text'" "$(triggers $X/trigger)" \
		"hist:keys=cpu:vals=hitcount:y=seq:sort=hitcount:size=2048 [active]"
	grep -q 'hist:points:nest_text: error: ' "$KTRACE/error_log" || fail "the name is not in error_log"
	equal "the caret of '$1'" "$(tail -n 1 "$KTRACE/error_log" | tr -d '\n' | wc -c)" \
		$((12 + ${#before}))
}
write $P/trigger 'hist:keys=cpu:x=seq:txt=common_stacktrace'
append $P/trigger 'hist:keys=cpu,context:two=seq'
write events/points/nest_end/trigger 'hist:keys=cpu:two=cpu'
write $X/trigger 'hist:keys=cpu:y=seq'
bad 'hist:keys=cpu:z=^$nothing'
bad 'hist:keys=cpu:^y=1'
bad 'hist:keys=cpu:z=^$two'
bad 'hist:keys=cpu:z=points.nest.^$'
bad 'hist:keys=cpu:z=^points.none.$x'
bad 'hist:keys=cpu:z=^points.nest.$two'
bad 'hist:keys=text:z=^$x'
bad 'hist:keys=cpu:z=1+^$txt'
bad 'hist:keys=cpu:vals=^$txt'
bad 'hist:keys=cpu:z=$txt:onmax(^$z).save(cpu)'
bad 'hist:keys=cpu:onmatch(points.^none).words(text,seq)'
bad 'hist:keys=cpu:onmatch(points.nest).^none(text,seq)'
bad 'hist:keys=cpu:onmatch(points.nest).^words(text)'
bad 'hist:keys=cpu:onmatch(points.nest).words(^seq,seq)'
bad 'hist:keys=cpu:onmatch(points.nest).words(text,^none)'
bad 'hist:keys=cpu:onmatch(points.nest).words(text,^points.nest.none)'
bad 'hist:keys=text:onmatch(points.nest).words(text,^points.nest.seq)'
bad 'hist:^keys=text:size=131072:a=text,b=text' E2BIG
: >"$KTRACE/events/points/nest_end/trigger"
