#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_mutations.sh [-c] RING_DIR BUILD_DIR LIST [name...]
# Apply each edit of LIST to a copy of the ring, build the test that is to find
# it, and tell by what it was found. With -c, only tell whether they apply.
check=
if [ "$1" = -c ]; then
	check=1
	shift
fi
ring=$1 build=$2 list=$3
shift 3
survived=0
n=0
tab=$(printf '\t')

# Make the edit, each of its parts by itself: all of them have to change something.
applies()
{
	printf '%s\n' "$edit" | sed 's,; s/,\ns/,g' >"$dir/parts"
	while IFS= read -r part; do
		cp "$dir/$file" "$dir/before"
		sed -z -E -i "$part" "$dir/$file" || return 1
		! cmp -s "$dir/before" "$dir/$file" || return 1
	done <"$dir/parts"
}

# Run the test; fail if it does, in a way that counts. What is known to find it goes
# first, a name of the fifth column; if that does not, everything has its turn.
finds()
{
	timeout 600 "$dir/test" "$@" >"$dir/out" 2>&1
	code=$?
	[ $code != 0 ] && [ $code != 124 ] && ! grep -q '^# more than' "$dir/out"
}

while IFS="$tab" read -r name test file edit first; do
	case $name in '#'*|'') continue ;; esac
	if [ $# -gt 0 ]; then
		case " $* " in *" $name "*) ;; *) continue ;; esac
	fi
	dir=$build/mutations/$name
	n=$((n + 1))
	rm -rf "$dir"
	mkdir -p "$dir"
	cp "$ring/ring.c" "$ring/ring.h" "$dir"
	if ! applies; then
		echo "not ok $n - $name: the edit does not apply, or a part of it"
		survived=$((survived + 1))
		continue
	fi
	if [ -n "$check" ]; then
		echo "ok $n - $name applies"
		continue
	fi
	if [ "$test" = weak ]; then
		echo "ok $n - $name # SKIP nothing reorders here"
		continue
	fi
	if ! ${MAKE:-make} -s "build-$test" DIR="$dir" OUT="$dir/test" >"$dir/errors" 2>&1; then
		echo "not ok $n - $name: does not build"
		survived=$((survived + 1))
		continue
	fi
	found=
	case $test in
	model)
		if [ -n "$first" ] && finds -s "$first"; then
			found=1
		elif finds -s; then
			found=1
		fi
		;;
	*)
		! finds || found=1
		;;
	esac
	if [ -z "$found" ]; then
		echo "not ok $n - $name survived $test"
		survived=$((survived + 1))
	else
		why=$(grep -m 1 -e "^SUMMARY" "$dir/out" ||
		      sed -n "/^not ok/ { s/ #.*//; s/^not ok - //; p; n; s/^# //p; q }" "$dir/out" |
		      tr "\n" " ")
		echo "ok $n - $name # found by ${why:-a crash}"
	fi
done < "$list"
echo "1..$n"
[ $survived = 0 ]
