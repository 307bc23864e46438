#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_mutations.sh [-c] RING_DIR BUILD_DIR [name...] Apply each patch of
# mutations/ to a copy of the ring, build the test that should detect it, and report
# which test detects it. With -c, only check that the patches apply.
#
# The header of a patch, before its "---", names the property that it removes, and the
# test:
# 	What: ...
# 	Found-by: TEST [FIRST]
# TEST is model, kunit, tsan or filter; or weak for a mutation that only a weakly
# ordered machine or a model of one can detect, which is only applied. FIRST is the
# configuration of ring_model to try first, or the case of ring_kunit that must fail.
#
# MUTATIONS in the environment is another directory of patches, which may change parse/.
check=
if [ "$1" = -c ]; then
	check=1
	shift
fi
ring=$1 build=$2
shift 2
survived=0
n=0

# header FILE KEY
header()
{
	sed -n -e '/^---$/q' -e "s/^$2: *//p" "$1"
}

# Return success if the test detects the mutation.
finds()
{
	timeout 3000 "$dir/test" "$@" >"$dir/out" 2>&1
	code=$?
	# Status 2: the test does not have the configuration.
	[ $code != 0 ] && [ $code != 2 ] && [ $code != 124 ] &&
		! grep -q '^# more than' "$dir/out"
}

for patch in "${MUTATIONS:-mutations}"/*.patch; do
	name=$(basename "$patch" .patch)
	if [ $# -gt 0 ]; then
		case " $* " in *" $name "*) ;; *) continue ;; esac
	fi
	found_by=$(header "$patch" Found-by)
	test=${found_by%% *}
	first=${found_by#"$test"}
	first=${first# }
	dir=$build/mutations/$name
	n=$((n + 1))
	rm -rf "$dir"
	mkdir -p "$dir"
	cp -r "$ring/ring" "$ring/parse" "$dir"
	# Without fuzz, so that a patch is reviewed when its context changes.
	if ! patch -s -p3 -F0 -d "$dir" <"$patch" >"$dir/errors" 2>&1; then
		echo "not ok $n - $name: the patch does not apply"
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
		# If the first configuration does not detect it, run all.
		if [ -n "$first" ] && finds -s "$first"; then
			found=1
		elif finds -s; then
			found=1
		fi
		;;
	kunit)
		if finds && { [ -z "$first" ] || grep -q "^not ok.*ring_test_$first\$" "$dir/out" ||
			      grep -q -e '^SUMMARY' -e ': runtime error: ' "$dir/out"; }; then
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
done
echo "1..$n"
[ $survived = 0 ] && [ $n != 0 ]
