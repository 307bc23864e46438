#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shell.sh N - typical work of shell scripts, N times: files, redirections, pipes, other
# programs
[ $# = 1 ] || exit 2
work=$(mktemp -d) && cd "$work" || exit
n=0
while [ $((n += 1)) -le "$1" ]; do
	echo "$n" >file
	while read -r line; do
		echo "$line: $line"
	done </etc/passwd >>file
	sum=$(cat file | sed 's/o/0/g' | wc -c)
	[ "$sum" -gt 0 ] && [ ! -e none ] || exit 1
	ls -l /etc >list
	mv file "file.$n"
done
find . -type f -name 'file.*' | sort | xargs cat >/dev/null
cd / && rm -r "$work"
