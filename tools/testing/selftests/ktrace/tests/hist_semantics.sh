# SPDX-License-Identifier: GPL-2.0
# description: variables, and how histograms are told apart, mean what they mean in ftrace
# weight: 4
# requires: kprobe_events synthetic_events
# shellcheck shell=sh

S=events/semantics

clear_all()
{
	for _ in 1 2; do
		for _file in "$KTRACE/$S"/*/trigger; do
			(: >"$_file") 2>/dev/null || :
		done
	done
}

restore()
{
	clear_all
	: >"$KTRACE/kprobe_events"
	: >"$KTRACE/synthetic_events"
}
trap restore EXIT

# hit COUNT...: this shell writes so many bytes at once, each time
hit()
{
	for _count; do
		printf "%0${_count}d" 0 >/dev/null
	done
}

# hits EVENT [N]: of its N-th histogram
hits()
{
	awk -v nr="${2:-1}" '/^# event histogram/ { n++ } n == nr && /Hits:/ { print $2 }' \
		"$KTRACE/$S/$1/hist"
}

# set_lines EVENT: what its file trigger shows
set_lines()
{
	grep -v '^#' "$KTRACE/$S/$1/trigger" || :
}

for event in set one two three; do
	append kprobe_events "p:semantics/$event ksys_write count=%dx:u64"
done

note "variables do not overlap: a stack, with a number of the same name elsewhere"
write $S/set/trigger 'hist:keys=common_pid:s=count,k=count+5 if count == 1011'
write $S/one/trigger \
	'hist:keys=common_pid:s=common_stacktrace,t=$s,w=$k+0:onmax($w).save(count) if count == 1012'
hit 1011 1012
equal "the number" "$(sed -n 's/^\tmax: *\([0-9]*\)  count: *\([0-9]*\)$/\1 \2/p' \
	"$KTRACE/$S/one/hist")" "1016 1012"
clear_all
