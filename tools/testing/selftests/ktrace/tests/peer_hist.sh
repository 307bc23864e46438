# SPDX-License-Identifier: GPL-2.0
# description: beside the event tracer: histograms of the same events are the same
# requires: trace kprobe_events synthetic_events /sys/kernel/ktrace
# only: ktrace-peer - the event tracer is there
# weight: 20

# Give the same histograms to the event tracer and to ktrace, write blocks of known sizes to
# /dev/null, and compare the files hist. peer/w is the call of write_null(), peer/r its return.
#
# The order of entries that are equal in all sort keys is undefined. Therefore the N-th size
# is written 2^N times: no two entries have the same hitcount, whatever the histogram's keys.

. "$1/peer.sh"

sizes="1 3 7 8 9 200 4096 65536"
problems=0 compared=0

# give FILE TEXT: append TEXT to FILE of both tracers
give()
{
	for _dir in "$peer" "$KTRACE"; do
		(echo "$2" >>"$_dir/$1") 2>/dev/null && continue
		echo "$_dir/$1: refused: $2"
		problems=$((problems + 1))
	done
}

# text FILE: print FILE without the places that differ from run to run
text()
{
	sed -e 's/[ \t]*$//' "$1"
}

# hist EVENT: compare the histograms of EVENT; "!" before it: they must differ
hist()
{
	differs=
	[ "$1" != ! ] || { differs=1; shift; }
	compared=$((compared + 1))
	text "$peer/events/$1/hist" >"$TMP/peer"
	text "$KTRACE/events/$1/hist" >"$TMP/own"
	if cmp -s "$TMP/peer" "$TMP/own"; then
		[ -n "$differs" ] || return 0
		echo "$definition: no longer differs"
	else
		[ -z "$differs" ] || return 0
		echo "$definition: differs"
	fi
	problems=$((problems + 1))
	sed 's/^/    peer: /' "$TMP/peer"
	sed 's/^/    own: /' "$TMP/own"
}

work()
{
	_times=1
	for _size in $sizes; do
		dd if=/dev/zero of=/dev/null bs="$_size" count=$_times 2>"$TMP/dd"
		_times=$((_times * 2))
	done
}

# counted DEFINITION [!]: count the calls of write_null(), and compare
counted()
{
	definition=$1
	give events/peer/w/trigger "hist:$1"
	work
	# shellcheck disable=SC2086
	hist ${2:-} peer/w
	give events/peer/w/trigger "!hist:$1"
}

give kprobe_events 'p:peer/w write_null count=%dx:u64 small=%dx:u8 signed=%dx:s8 name=$comm'
give kprobe_events 'r:peer/r write_null ret=$retval:s64'
give synthetic_events 'peer_got u64 asked; s64 got; char[] who'

counted keys=count
counted keys=count.hex
counted keys=count.log2
counted keys=count.buckets=10
counted keys=small
counted keys=signed !
counted keys=name
counted keys=count:sort=hitcount
counted keys=count:sort=hitcount.descending,count
counted keys=count:sort=count.descending
counted keys=count,name:sort=name,count
counted keys=count:vals=small
counted keys=count:vals=small,hitcount:sort=small.descending,count
counted keys=count:vals=small.hex
counted keys=count:vals=hitcount.percent
counted keys=count:vals=hitcount.graph
counted keys=count:vals=small.percent,small.graph:sort=count
counted keys=name:vals=count.percent
counted keys=name:vals=count:nohitcount
counted keys=count:nohitcount:vals=small
counted 'keys=count if count > 8'
counted 'keys=count if name ~ "d*"'
counted keys=common_cpu
counted keys=cpu
counted keys=CPU:sort=CPU
counted 'keys=__probe_ip.sym'
counted 'keys=__probe_ip.sym-offset'
counted keys=count:v=small
counted 'keys=count:v=small:vals=$v'
give events/peer/w/trigger 'hist:keys=count:o=small*2+1'
counted 'keys=count:vals=$o'
counted 'keys=count:vals=$o,small:sort=small.descending,count'
give events/peer/w/trigger '!hist:keys=count:o=small*2+1'
counted 'keys=count:v=count:onmax($v).save(small,name)'
counted 'keys=name:v=count:onmax($v).save(small,count)'
counted 'keys=name:v=count:onchange($v).save(small)'
# Division by a constant is exact in ktrace.
counted 'keys=name:v=count/3:onmax($v).save(small)' !
counted keys=count:pause
counted 'keys=common_pid.execname if count == 77777'
# The event tracer's own functions are in its stacks.
counted keys=common_stacktrace !

# both DEFINITION DEFINITION [!]: variables of the calls, used by the returns
both()
{
	definition="$1 $2"
	give events/peer/w/trigger "hist:$1"
	give events/peer/r/trigger "hist:$2"
	give events/synthetic/peer_got/trigger 'hist:keys=asked,got,who:sort=asked,got'
	work
	# shellcheck disable=SC2086
	hist ${3:-} synthetic/peer_got
	give events/synthetic/peer_got/trigger '!hist:keys=asked,got,who:sort=asked,got'
	give events/peer/r/trigger "!hist:$2"
	give events/peer/w/trigger "!hist:$1"
}

both 'keys=common_pid:v=count,n=name' \
	'keys=common_pid:a=$v,g=ret,c=$n:onmatch(peer.w).trace(peer_got,$a,$g,$c)'
both 'keys=common_pid:v=count,n=name' \
	'keys=common_pid:a=$v-ret,c=$n:onmatch(peer.w).trace(peer_got,$a,ret,$c)'
both 'keys=common_pid:v=count,n=name' \
	'keys=common_pid:a=ret*10,c=$n,x=$v:onmatch(peer.w).peer_got($x,$a,$c)'
both 'keys=common_pid:v=count,n=name if count >= 100' \
	'keys=common_pid:a=$v,c=$n:onmatch(peer.w).trace(peer_got,$a,ret,$c)'
both 'keys=common_pid:v=count,n=name' \
	'keys=common_pid:a=$v,c=$n:onmax($a).trace(peer_got,$a,ret,$c)'
both 'keys=common_pid:v=count,n=name' \
	'keys=common_pid:a=$v,c=$n:onchange($a).trace(peer_got,$a,ret,$c)'

note "$compared histograms"
[ $problems = 0 ] || fail "$problems histograms"
