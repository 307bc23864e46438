# SPDX-License-Identifier: GPL-2.0
# description: the checker of nested writers detects errors
# requires: program:nest_check

# sum CPU CONTEXT SEQ: print the checksum of a record
sum()
{
	printf '%x' $((($3 * 2654435761 & 0xffffffff) ^ $1 << 8 ^ $2 << 28))
}

# record TIME CONTEXT SEQ: print a line of the trace of CPU 0
record()
{
	text=
	name=nest
	if [ $(($3 % 4)) = 0 ]; then
		name=nest_text
		text=$(echo "the quick brown fox jumps over the lazy dog" | tail -c $(($3 + 1)))
		text=" text=$text"
	fi
	sum=$(sum 0 "$2" "$3")
	printf '     ktrace_nest/0-71      [000] d.h1.    %s' "$1"
	echo ": $name: cpu=0 context=$2 seq=$3 sum=$sum$text"
}

lost()
{
	echo "CPU:0 [LOST $1 EVENTS]"
}

end()
{
	echo "cpu=0 counts=$2 complete=0,0,0,0" >counts
	echo "     kworker/0:1-9       [000] ....     $1: nest_end: cpu=0 counts=$2"
}

# Print number 1 of each context, then number 2 of tasks.
begin()
{
	for context in 0 1 2 3; do
		record 1.00000$context $context 1
	done
	record 1.000005 0 2
}

check()
{
	KTRACE=. KTRACE_NEST=. nest_check "$@"
}

good()
{
	cat >trace_pipe
	check -n 1 || fail "$1 was refused"
}

bad()
{
	cat >trace_pipe
	if check -n 1 >out; then
		fail "$1 was not found"
	fi
	grep -q "FAIL: .*$2" out || fail "$1: $(cat out)"
}

: >run
: >end
{ begin; end 2.000000 2,1,1,1; } | good "a trace without loss"
must check -z
must_not check -l >/dev/null
{ begin; lost 3; record 1.500000 0 4; end 2.000000 4,2,1,2; } | good "loss at the end"
must check -l
must_not check -z >/dev/null
# The first loss can only be the NMI's, and the second loss only the task's.
{ begin; lost 2; record 1.500000 3 4; record 1.600000 0 3
  lost 1; record 1.700000 0 5; end 2.000000 5,1,1,4; } |
	good "loss in two places"
{ begin; lost 5; record 1.500000 0 6; lost 1; record 1.600000 3 5; end 2.000000 6,1,1,5; } |
	good "a gap over two places"

{ begin; record 1.500000 0 4; end 2.000000 4,1,1,1; } |
	bad "a gap without a report" "missing without"
{ begin; lost 1; record 1.500000 0 5; end 2.000000 5,1,1,1; } |
	bad "a loss reported too small" "missing without"
{ begin; lost 3; record 1.500000 0 5; end 2.000000 5,1,1,1; } |
	bad "a loss reported too large" "reported lost were not"
{ begin; record 1.400000 0 4; lost 1; record 1.500000 0 5; end 2.000000 5,1,1,1; } |
	bad "a loss reported behind the gap" "missing without"
{ begin; lost 1; record 1.400000 0 3; record 1.500000 0 5; end 2.000000 5,1,1,1; } |
	bad "a loss reported before the gap" "reported lost were not"
# The total of losses is right, but no loss is reported in the gap of the task.
{ begin; record 1.500000 0 5; lost 3; record 1.600000 3 3; end 2.000000 5,1,1,3; } |
	bad "a loss in the wrong place" "missing without"
{ begin; end 2.000000 2,1,2,1; } |
	bad "a loss at the end without a report" "missing without"
{ begin; lost 1; end 2.000000 2,1,1,1; } |
	bad "a loss at the end that was none" "reported lost were not"
{ begin; record 1.500000 0 2; end 2.000000 2,1,1,1; } |
	bad "a record twice" "task 2 after 2"
{ begin; record 1.600000 0 4; record 1.700000 0 3; end 2.000000 4,1,1,1; } |
	bad "records out of order" "task 3 after 4"
{ begin; record 0.900000 0 3; end 2.000000 3,1,1,1; } |
	bad "time that goes back" "time goes back"
{ begin; record 1.500000 0 3 | sed 's/sum=./&0/'; end 2.000000 3,1,1,1; } |
	bad "a damaged record" "checksum"
{ begin; record 1.500000 0 3; record 1.600000 0 4 | sed 's/dog/cat/'; end 2.000000 4,1,1,1; } |
	bad "a damaged text" "wrong text\|parse"
{ begin; record 1.500000 0 3 | sed 's/\[000/[001/'; end 2.000000 2,1,1,1; } |
	bad "a record of another CPU" "another"
{ begin; echo "cpu=0 counts=2,1,1,1 complete=0,0,0,0" >counts; } | bad "no end" "was not read"
