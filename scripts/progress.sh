# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The display of the progress of a build. scripts/kernel sources this file, and so does
# scripts/check, which tests it.

# count_steps LOG: print the number of compile, assemble and link steps in kbuild's output
count_steps()
{
	grep -c -E '^  (CC|AS|LD|AR|HOSTCC|CC \[M\]) ' "$1" || :
}

# group_digits N: 1234 as 1,234
group_digits()
{
	if [ "$1" -ge 1000 ]; then
		printf '%d,%03d\n' $(($1 / 1000)) $(($1 % 1000))
	else
		echo "$1"
	fi
}

# progress_text DONE TOTAL SECONDS: how much is done after these seconds, and the time left if
# the rest is as fast. TOTAL is 0 if the number of steps is not known
progress_text()
{
	local left=
	if [ "$2" -le "$1" ]; then
		echo "$1 steps, $3 s"
		return
	fi
	if [ "$1" -ge 50 ]; then
		left=$(($3 * ($2 - $1) / $1))
		if [ "$left" -gt 90 ]; then
			left=", about $(((left + 30) / 60)) min left"
		else
			left=", about $left s left"
		fi
	fi
	echo "$(group_digits "$1") of $(group_digits "$2") steps$left"
}
