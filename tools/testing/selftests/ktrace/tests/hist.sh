# SPDX-License-Identifier: GPL-2.0
# description: histograms agree with the records to the last hit, on two CPUs and in all contexts
# weight: 25
# requires: events/syscall/read/hist events/points snapshot instances module:test_nest cpus:2
# shellcheck shell=sh

restore()
{
	write buffer_size_kb 1408
}
trap restore EXIT
write buffer_size_kb 8192

times=60 passes=1500
! brief || times=15 passes=300

R=events/syscall/read
T=$R/trigger

# entries [FILE]: print the entries of a histogram, without padding
entries()
{
	sed -n 's/  */ /g; s/^{ \(.*\) } /\1 /p' "$KTRACE/${1:-$R/hist}"
}

# total NAME FILE: print a total of a histogram
total()
{
	sed -n "s/^ *$1: //p" "$KTRACE/$2" | head -n 1
}

# reads N: make reads of many sizes up to some hundred bytes
reads()
{
	_i=0
	while [ $_i -lt "$1" ]; do
		_i=$((_i + 1))
		dd if=/dev/zero of=/dev/null bs=$((_i * 13 % 400 + 1)) count=3 2>/dev/null
	done
}

note "without a histogram the file is empty; the trigger file shows the full definition"
equal "idle" "$(cat "$KTRACE/$R/hist")" ""
write $T 'hist:keys=comm:vals=ret:sort=ret.descending,comm if ret > 0'
equal "set" "$(cat "$KTRACE/$T")" \
	"hist:keys=comm:vals=hitcount,ret:sort=ret.descending,comm:size=2048 if ret > 0 [active]"
append $T '!hist:keys=comm:vals=ret:sort=ret.descending,comm:size=2048 if ret > 0 [active]'
equal "removed" "$(grep -v '^#' "$KTRACE/$T" || :)" ""

note "counts, sums and buckets equal those of the records of two CPUs"
# def N DEFINITION AWK: define the N-th histogram; the awk script turns a record with
# pid, comm, count, ret and cpu into an entry with key, hits and sums
: >"$TMP/defs"
def()
{
	append $T "hist:$1" || fail "$1"
	echo "$1" >>"$TMP/defs"
	echo "$2" >"$TMP/awk$(grep -c . "$TMP/defs")"
}
def 'keys=common_pid:sort=common_pid' '{ k = "common_pid: " pid }'
def 'keys=comm:vals=ret,count' '{ k = "comm: " comm; a = "ret"; x = ret; b = "count"; y = count }'
def 'keys=ret:vals=count:sort=hitcount.descending if comm == "dd"' '{ k = "ret: " ret; b = "count"; y = count }'
def 'keys=count.log2:vals=ret if comm == "dd"' \
	'{ n = 0; for (v = 1; v < count; v *= 2) n++; k = "count: ~ 2^" n; a = "ret"; x = ret }'
def 'keys=count.buckets=50:vals=ret if comm == "dd"' \
	'{ n = count - count % 50; k = "count: ~ " n "-" n + 49; a = "ret"; x = ret }'
def 'keys=count.hex if comm == "dd"' '{ k = sprintf("count: %x", count) }'
def 'keys=comm,ret:sort=comm,ret' '{ k = "comm: " comm " , ret: " ret }'
def 'keys=common_pid.execname' '{ k = "common_pid: " comm " [ " pid "]" }'
def 'keys=comm:vals=ret if ret > 100' '{ if (ret <= 100) next; k = "comm: " comm; a = "ret"; x = ret }'
def 'keys=__syscall_nr.syscall if comm == "dd"' '{ k = "__syscall_nr: sys_read [ 0]" }'
def 'keys=common_pid:nohitcount:vals=ret' '{ k = "common_pid: " pid; a = "ret"; x = ret; quiet = 1 }'
# awk function that rounds up to a power of two.
cat >"$TMP/log2" <<'END'
function log2(x,    n, v) { n = 0; for (v = 1; v < x; v *= 2) n++; return n }
function floor(x, to) { return x - x % to }
END
def 'keys=ret.log2,count.log2:vals=ret if comm == "dd"' \
	'{ k = sprintf("ret: ~ 2^%-2d, count: ~ 2^%d", log2(ret), log2(count)); a = "ret"; x = ret }'
def 'keys=count.buckets=100,ret.buckets=64:vals=count,ret if comm == "dd"' \
	'{ c = floor(count, 100); r = floor(ret, 64); a = "count"; x = count; b = "ret"; y = ret
	   k = "count: ~ " c "-" c + 99 ", ret: ~ " r "-" r + 63 }'
def 'keys=$k:k=ret.log2:vals=count if comm == "dd"' \
	'{ k = "ret: ~ 2^" log2(ret); a = "count"; x = count }'
def 'keys=count.usecs:vals=ret if comm == "dd"' \
	'{ k = "count: " int(count / 1000); a = "ret"; x = ret }'
def 'keys=ret.hex,count:sort=count.descending if comm == "dd"' \
	'{ k = sprintf("ret: %x, count: %d", ret, count) }'
def 'keys=count:vals=count*2-ret,ret/3 if comm == "dd"' \
	'{ k = "count: " count; a = "count*2-ret"; x = count * 2 - ret; b = "ret/3"; y = int(ret / 3) }'
def 'keys=ret:vals=ret,count:size=4096:nohitcount if comm == "dd"' \
	'{ k = "ret: " ret; a = "ret"; x = ret; b = "count"; y = count; quiet = 1 }'
def 'keys=ret,count,__syscall_nr,common_pid if comm == "dd"' \
	'{ k = "ret: " ret ", count: " count ", __syscall_nr: 0, common_pid: " pid }'
def 'keys=common_cpu,ret.log2:vals=count if comm == "dd" && count > 200' \
	'{ if (count <= 200) next; k = sprintf("common_cpu: %d, ret: ~ 2^%d", cpu, log2(ret)); a = "count"; x = count }'
write $R/enable 1
reads $times &
reads $times &
wait
# Stop the histograms before they are read.
write $R/filter 'comm == "nobody"'
append $T 'hist:keys=fd:pause'
cp "$KTRACE/$R/hist" "$TMP/hist"
write $R/enable 0
grep -c '(LOST\|\[LOST' "$KTRACE/trace" >/dev/null && fail "records are lost, with room for all"

# Print PID COUNT RET CPU COMM of each record.
sed -n 's/^ *\(.*\)-\([0-9][0-9]*\) *\[0*\([0-9][0-9]*\)\].*: read(.*count: \([0-9]*\)) = \(-*[0-9]*\).*/\2 \4 \5 \3 \1/p' \
	"$KTRACE/trace" >"$TMP/records"
note "$(grep -c . "$TMP/records") records"
[ "$(grep -c . "$TMP/records")" -gt $((times * 5)) ] || fail "too few records"
nr=0
while read -r definition; do
	nr=$((nr + 1))
	awk "$(cat "$TMP/log2")
	     { pid = \$1; count = \$2; ret = \$3; cpu = \$4; comm = \$5; a = b = \"\"; x = y = 0 }
	     comm == \"dd\" $(cat "$TMP/awk$nr")
	     comm == \"dd\" { hits[k]++; sa[k] += x; sb[k] += y; na = a; nb = b }
	     END { for (k in hits)
		print k (quiet ? \"\" : \" hitcount: \" hits[k]) \
		      (na ? \" \" na \": \" sa[k] : \"\") (nb ? \" \" nb \": \" sb[k] : \"\") }" \
		"$TMP/records" | sort >"$TMP/want"
	awk -v nr=$nr '/^# event histogram/ { n++ } n == nr' "$TMP/hist" |
		sed -n 's/  */ /g; s/^{ \(.*\) } /\1 /p' >"$TMP/entries"
	# Compare only dd: the shells also read while the case starts and reads the
	# histograms.
	case $definition in
	*'== "dd"'*) sort "$TMP/entries" >"$TMP/got" ;;
	*execname*) grep ' dd \[' "$TMP/entries" | sort >"$TMP/got" || : ;;
	*common_pid*) while read -r line; do
			grep -q "^$(echo "$line" | sed 's/^common_pid: \([0-9]*\).*/\1/') .* dd$" \
				"$TMP/records" && echo "$line"
		done <"$TMP/entries" | sort >"$TMP/got" ;;
	*comm*) grep '^comm: dd ' "$TMP/entries" | sort >"$TMP/got" || : ;;
	esac
	cmp -s "$TMP/want" "$TMP/got" || {
		diff "$TMP/want" "$TMP/got" | head -n 20
		fail "$definition counted something else (>) than the records say (<)"
	}
	note "$definition: $(grep -c . "$TMP/got") entries"
done <"$TMP/defs"
note "$nr definitions"
[ $nr -ge 20 ] || fail "only $nr definitions"
write $R/filter 0
: >"$KTRACE/$T"

note "percentages and bars match the sums"
write $T 'hist:keys=count:vals=ret,ret.percent,ret.graph,hitcount.percent,hitcount.graph if comm == "dd"'
reads $times
sed -n 's/^[{] count: .* hitcount: *\([0-9]*\)  ret: *\([0-9]*\)  ret (%): *\([0-9.]*\)  ret: \([ #|]*\)  hitcount (%): *\([0-9.]*\)  hitcount: \([ #|]*\)$/\1,\2,\3,\4,\5,\6/p' \
	"$KTRACE/$R/hist" >"$TMP/shares"
[ "$(grep -c . "$TMP/shares")" -ge 10 ] || fail "too few entries: $(head "$KTRACE/$R/hist")"
awk -F, 'function share(n, all) { return sprintf("%d.%02d", n * 100 / all, int(n * 10000 / all) % 100) }
	 function bar(n, most,    i, s) {
		for (i = 0; i < 20; i++)
			s = s (i < int(n * 20 / most) ? "#" : " ")
		return s
	 }
	 { hits[NR] = $1; sum[NR] = $2; line[NR] = $0; h += $1; s += $2
	   if ($1 > hm) hm = $1
	   if ($2 > sm) sm = $2 }
	 END { for (i = 1; i <= NR; i++) {
		want = hits[i] "," sum[i] "," share(sum[i], s) "," bar(sum[i], sm) "," \
		       share(hits[i], h) "," bar(hits[i], hm)
		if (want != line[i]) print "wanted " want "\ngot    " line[i] } }' "$TMP/shares" >"$TMP/wrong"
[ ! -s "$TMP/wrong" ] || fail "$(head -n 6 "$TMP/wrong")"
: >"$KTRACE/$T"
equal "all are forgotten" "$(grep -v '^#' "$KTRACE/$T" || :)" ""

note "hits of all contexts, NMIs included, are counted exactly"
module test_nest
nest=/sys/kernel/debug/ktrace_nest
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns || :
P=events/points/nest
write trace ''
write $P/trigger 'hist:keys=cpu,context:vals=seq:sort=cpu,context'
append $P/trigger 'hist:keys=context:size=2'
append $P/trigger 'hist:keys=seq:size=50'
write $P/enable 1
echo $passes >$nest/run
write $P/enable 0
! grep -q LOST "$KTRACE/trace" || fail "records are lost, with room for all"
sed -n 's/.* cpu=\([0-9]*\) context=\([0-9]*\) seq=\([0-9]*\) .*/\1 \2 \3/p' "$KTRACE/trace" |
	awk '{ k = "cpu: " $1 ", context: " $2; hits[k]++; sum[k] += $3; all++ }
	     END { for (k in hits) print k " hitcount: " hits[k] " seq: " sum[k] | "sort"
		   close("sort"); print "all " all }' >"$TMP/want"
all=$(sed -n 's/^all //p' "$TMP/want")
note "$all hits"
grep -v '^all' "$TMP/want" >"$TMP/want1"
awk '/^# event histogram/ { n++ } n == 1' "$KTRACE/$P/hist" >"$TMP/hist1"
sed -n 's/  */ /g; s/^{ \(.*\) } /\1 /p' "$TMP/hist1" | sort >"$TMP/got"
diff "$TMP/want1" "$TMP/got" || fail "the histogram (>) and the records (<) differ"
equal "hits" "$(sed -n 's/^ *Hits: //p' "$TMP/hist1")" "$all"
equal "dropped" "$(sed -n 's/^ *Dropped: //p' "$TMP/hist1")" 0
note "hits without a free entry are counted as drops"
awk '/^# event histogram/ { n++ } n == 3' "$KTRACE/$P/hist" >"$TMP/hist3"
hits=$(sed -n 's/.*hitcount: *\([0-9]*\).*/\1/p' "$TMP/hist3" | awk '{ n += $1 } END { print n }')
equal "entries" "$(sed -n 's/^ *Entries: //p' "$TMP/hist3")" 50
equal "hits and dropped" "$((hits + $(sed -n 's/^ *Dropped: //p' "$TMP/hist3")))" "$all"
: >"$KTRACE/$P/trigger"

note "pause, cont and clear; a named histogram of two events; triggers that enable and disable it"
M=events/ftrace/print
write $M/trigger 'hist:name=both:keys=common_pid:pause'
echo 1 >"$KTRACE/trace_marker"
equal "paused" "$(total Hits $M/hist)" 0
append $M/trigger 'hist:name=both:keys=common_pid:cont'
echo 2 >"$KTRACE/trace_marker"
equal "counted" "$(total Hits $M/hist)" 1
write events/syscall/sync/trigger 'hist:name=both:keys=common_pid'
sync
equal "both" "$(total Hits $M/hist)" 2
equal "the same" "$(cat "$KTRACE/events/syscall/sync/hist")" "$(cat "$KTRACE/$M/hist")"
append $M/trigger 'hist:name=both:keys=common_pid:clear'
equal "cleared" "$(total Hits $M/hist)" 0
write events/syscall/rmdir/trigger 'disable_hist:ftrace:print'
rmdir /no_such_directory 2>/dev/null || :
echo 3 >"$KTRACE/trace_marker"
equal "switched off" "$(total Hits $M/hist)" 0
grep -q '\[paused\]' "$KTRACE/$M/trigger" || fail "not paused"
append events/syscall/rmdir/trigger 'enable_hist:ftrace:print'
append events/syscall/rmdir/trigger '!disable_hist:ftrace:print'
rmdir /no_such_directory 2>/dev/null || :
echo 4 >"$KTRACE/trace_marker"
equal "switched on" "$(total Hits $M/hist)" 1
append events/syscall/rmdir/trigger '!enable_hist:ftrace:print'
: >"$KTRACE/events/syscall/sync/trigger"
: >"$KTRACE/$M/trigger"

note "an instance has separate counts"
mkdir "$KTRACE/instances/other"
I=instances/other
write $I/$M/trigger 'hist:name=both:keys=common_pid'
write $M/trigger 'hist:name=both:keys=common_pid'
echo here >"$KTRACE/trace_marker"
echo there >"$KTRACE/$I/trace_marker"
equal "there" "$(total Hits $I/$M/hist)" 1
equal "here" "$(total Hits $M/hist)" 1
: >"$KTRACE/$M/trigger"
rmdir "$KTRACE/$I"

note "keys that are stacks and paths"
write events/syscall/rmdir/trigger 'hist:keys=pathname'
append events/syscall/rmdir/trigger 'hist:keys=common_stacktrace'
for d in a b a; do
	rmdir "/no_$d" 2>/dev/null || :
done
equal "paths" "$(entries events/syscall/rmdir/hist | grep '^pathname' | sort)" "pathname: /no_a hitcount: 2
pathname: /no_b hitcount: 1"
grep -q '^         do_syscall_64+0x' "$KTRACE/events/syscall/rmdir/hist" || fail "no stack"
: >"$KTRACE/events/syscall/rmdir/trigger"

note "clock= selects the clock of common_timestamp"
write $T 'hist:keys=common_timestamp:sort=common_timestamp:clock=counter if comm == "dd" && count == 7'
equal "set" "$(cat "$KTRACE/$T")" \
	"hist:keys=common_timestamp:vals=hitcount:sort=common_timestamp:size=2048:clock=counter if comm == \"dd\" && count == 7 [active]"
# The difference of two time stamps of one hit.
append $T 'hist:keys=comm:a=common_timestamp,b=common_timestamp-$a:clock=counter:onmax($b).save(ret) if comm == "dd" && count == 5'
dd if=/dev/zero of=/dev/null bs=7 count=4 2>/dev/null
dd if=/dev/zero of=/dev/null bs=5 count=4 2>/dev/null
equal "stamps, one after the other" "$(sed -n 's/^{ common_timestamp: *\([0-9]*\) .*/\1/p' "$KTRACE/$R/hist" |
	awk 'NR > 1 { print $1 - last } { last = $1 }' | tr '\n' ' ')" "1 1 1 "
equal "the difference" "$(sed -n 's/^.*max: *\([0-9]*\) .*/\1/p' "$KTRACE/$R/hist")" 1
equal "the buffer's own" "$(sed 's/.*\[\(.*\)\].*/\1/' "$KTRACE/trace_clock")" local
append $T '!hist:keys=common_timestamp:sort=common_timestamp:clock=counter if comm == "dd" && count == 7'
equal "removed" "$(grep -c common_timestamp: "$KTRACE/$T")" 0
: >"$KTRACE/$T"

note "refused definitions are reported with a position, and change nothing"
# bad TEXT: check that TEXT is refused; the caret in TEXT marks the faulty byte
bad()
{
	text=$(echo "$1" | tr -d '^')
	before=${1%^*}
	refused $T "$2" "$text"
	equal "set after '$text'" "$(grep -v '^#' "$KTRACE/$T")" \
		"hist:keys=ret:vals=hitcount:sort=hitcount:size=2048 [active]"
	grep -q 'hist:syscall:read: error: ' "$KTRACE/error_log" || fail "the name is not in error_log"
	tail -n 2 "$KTRACE/error_log" >"$TMP/log"
	equal "the command" "$(sed -n 1p "$TMP/log")" "  Command: $text"
	equal "the caret of '$1'" "$(sed -n 2p "$TMP/log" | tr -d '\n' | wc -c)" $((12 + ${#before}))
}
write $T 'hist:keys=ret'
bad '^hist:keys=ret' EEXIST
bad 'hist:keys=^nothing' EINVAL
bad 'hist:keys=ret:vals=^comm' EINVAL
bad 'hist:keys=ret.^execname' EINVAL
bad 'hist:keys=ret:size=^0' EINVAL
bad 'hist:keys=ret:clock=^sundial' EINVAL
bad 'hist:keys=ret:clock=mono:^clock=local' EINVAL
bad 'hist:keys=ret:sort=ret,^junk' EINVAL
bad 'hist:keys=ret,fd,count,comm,^cpu' E2BIG
: >"$KTRACE/$T"
