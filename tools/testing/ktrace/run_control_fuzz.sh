#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run_control_fuzz.sh [OPTIONS] [SEED...] - random steps on the control files, in guests
#
# Runs control_fuzz (tools/testing/selftests/ktrace/progs) in a guest for each SEED (default 1).
# The guest's clock counts instructions, so that the same seed, kernel and number of steps give
# the same run. Prints a line for each seed, and its output after a fault.
#
# Options:
#   -k CONFIG   the kernel of build/CONFIG (default ktrace)
#   -n STEPS    number of steps (default 2000)
#   -q          only steps whose results are known, one at a time (control_known.h)
#   -f FILE     do the steps in FILE instead of random ones
#   -m          after a fault, look for the fewest steps that still cause it: print them, and
#               leave them in build/control_fuzz/CONFIG-SEED.min
#
# Exits with 1 after a fault. The output of each run is build/control_fuzz/CONFIG-SEED.out,
# its console build/control_fuzz/CONFIG-SEED.log.

set -eu -o pipefail
ROOT=$(cd "$(dirname "$0")/../../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
program=control_fuzz

config=ktrace steps=2000 file='' minimise='' known=''
while [ $# -gt 0 ]; do
	case $1 in
	-k) config=$2; shift ;;
	-n) steps=$2; shift ;;
	-q) known=-q ;;
	-f) file=$2; shift ;;
	-m) minimise=1 ;;
	-h|--help) sed -n '/^# run_control/,/^$/s/^# \?//p' "$0"; exit 0 ;;
	-*) echo "unknown option $1, see --help" >&2; exit 2 ;;
	*) break ;;
	esac
	shift
done
[ $# -gt 0 ] || set -- 1

out=$BUILD/control_fuzz
mkdir -p "$out"

# guest NAME ARG...: run control_fuzz in a guest, with the steps on standard input in /tmp/steps.
# The output goes to NAME.out, the status of scripts/vm is the result.
guest()
{
	local name=$1 script
	shift
	script=$(mktemp "$out/.script.XXXXXX")
	{
		echo "cat >/tmp/steps <<'END_OF_STEPS'"
		cat
		echo END_OF_STEPS
		echo "exec $program $*"
	} >"$script"
	local rc=0
	"$ROOT/scripts/vm" -k "$config" -c 2 --shift 2 -m 1536 -t 9000 --log "$name.log" \
		--append "kunit.enable=1 kunit.filter_glob=ktrace_*_bits" - \
		<"$script" >"$name.out" 2>"$name.err" || rc=$?
	rm -f "$script"
	return $rc
}

reports='BUG: .*\|WARNING: .*\|KASAN: .*\|Kernel panic.*\|INFO: .*'

# kind NAME STATUS: what kind of fault a run ended with: the first report without its numbers
kind()
{
	local first
	first=$(sed -n 's/^FAULT step [0-9]*: //p' "$1.out" | head -n 1)
	[ -n "$first" ] || first=$(grep -m 1 -o "$reports" "$1.log" || :)
	printf '%s %s\n' "$2" "$first" | sed 's/[0-9a-f]*[0-9][0-9a-f]*/N/g'
}

# causes FILE: succeed if the steps in FILE cause a fault of the kind $wanted
causes()
{
	local rc=0
	trials=$((trials + 1))
	guest "$out/.min" -f /tmp/steps <"$1" || rc=$?
	[ $rc != 0 ] && [ "$(kind "$out/.min" $rc)" = "$wanted" ]
}

# fewest FILE: remove steps as long as the rest causes the same fault (delta debugging: half of
# the steps first, then smaller parts)
fewest()
{
	local best=$1 parts=2 lines size from removed
	trials=0
	while lines=$(wc -l <"$best") && [ "$lines" -gt 1 ]; do
		size=$(((lines + parts - 1) / parts))
		removed=
		for ((from = lines - size + 1; ; from -= size)); do
			[ $from -ge 1 ] || from=1
			sed "$from,$((from + size - 1))d" "$best" >"$best.try"
			if [ -s "$best.try" ] && causes "$best.try"; then
				mv "$best.try" "$best"
				removed=1
				echo "# $trials trials, $(wc -l <"$best") steps left" >&2
			fi
			[ $from -gt 1 ] || break
		done
		if [ -n "$removed" ]; then
			parts=$((parts > 2 ? parts - 1 : 2))
		elif [ $size -gt 1 ]; then
			parts=$((2 * parts))
		else
			break
		fi
	done
	rm -f "$best.try"
}

failed=0
for seed; do
	name=$out/$config-$seed$known
	rc=0
	if [ -n "$file" ]; then
		guest "$name" -f /tmp/steps <"$file" || rc=$?
	else
		guest "$name" $known -s "$seed" -n "$steps" </dev/null || rc=$?
	fi
	if [ $rc = 0 ]; then
		echo "ok $config seed $seed: $(tail -n 1 "$name.out")"
		continue
	fi
	failed=1
	wanted=$(kind "$name" $rc)
	echo "not ok $config seed $seed: $wanted"
	grep -A 4 '^FAULT' "$name.out" || tail -n 5 "$name.out"
	[ -n "$minimise" ] || continue
	grep '^[0-9]+\? ' "$name.out" >"$name.min"
	fewest "$name.min"
	echo "# the fewest steps:"
	cat "$name.min"
done
exit $failed
