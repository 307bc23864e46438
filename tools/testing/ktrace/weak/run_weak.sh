#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# run_weak.sh [-l] [-v] BUILD_DIR [MODEL...] - check the ring's orderings with spin, for
# run_tests.sh
#
# Builds a checker of each model in tests.list, or of the given ones, and compares its
# verdicts with tests.list. -l includes the long tests; -v shows the trace of a failed
# assertion.
cd "$(dirname "$0")" || exit 1
long=
verbose=
while :; do
	case $1 in
	-l) long=1 ;;
	-v) verbose=1 ;;
	*) break ;;
	esac
	shift
done
here=$PWD
build=$1
shift
case $build in /*) ;; *) build=$here/../$build ;; esac
build=$build/weak
tab=$(printf '\t')

for tool in spin gcc; do
	if ! command -v $tool >/dev/null; then
		echo "ok - ring: weak memory # SKIP no $tool"
		exit 0
	fi
done

# make_checker MODEL: create build/weak/MODEL/pan
make_checker()
{
	rm -rf "${build:?}/$1"
	# Optimise only the large models: compiling a small one with -O2 takes longer than its run.
	case $1 in
	ring*|nested*|wait*) optimize=-O2 ;;
	*) optimize=-O0 ;;
	esac
	mkdir -p "$build/$1" && cd "$build/$1" || return 1
	# pan writes its trails to the directory of the model.
	cp "$here"/*.pml "$here/memory.inc" . && spin -a "$1.pml" >errors 2>&1 &&
		gcc -w $optimize -DSAFETY -DNOREDUCE -DCOLLAPSE -DVECTORSZ=2048 \
			-DMEMLIM=8192 pan.c -o pan >>errors 2>&1
	result=$?
	cd "$here" || exit 1
	return $result
}

# check MODEL WANT WORDS: sets $said, and $why if the verdict differs from WANT
check()
{
	dir=$build/$1
	why=
	case $1 in
	ring*|nested*|wait*) hash=-w20 depth=-m100000 ;;
	*) hash=-w16 depth=-m10000 ;;
	esac
	(cd "$dir" && rm -f ./*.trail && WEAK=$3 ./pan $hash $depth) >"$dir/out" 2>&1
	states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$dir/out")
	said=$(sed -n 's/^pan:1: \(.*\) (at depth.*/\1/p' "$dir/out")
	case $2:$said in
	never:)
		grep -q 'errors: 0$' "$dir/out" || why="the checker did not end"
		! grep -q -e 'max search depth too small' -e 'Search not completed' "$dir/out" ||
			why="not searched to the end"
		;;
	never:*)
		why=$said
		;;
	"found:assertion violated"*)
		;;
	found:*)
		why="no assertion failed${said:+, but: $said}"
		;;
	esac
	if [ -n "$verbose" ] && [ -n "$said" ]; then
		(cd "$dir" && WEAK=$3 WEAK_TRACE=1 ./pan $depth -r -n -v) 2>&1 |
			grep -e "^$tab${tab}cpu" -e 'assertion violated' | sed 's/^/# /'
	fi
	[ -z "$why" ]
}

# The shapes are many and small: report one result for all.
shapes_done()
{
	[ -n "$shapes" ] || return 0
	echo "$shapes - ring: weak memory forbids and allows what it should" \
		"# $forbidden outcomes forbidden, $allowed possible"
	shapes=
}

models=" $* "
shapes=
forbidden=0
allowed=0
built=
while IFS="$tab" read -r model want words; do
	case $model in '#'*|'') continue ;; esac
	if [ "$want" = long ]; then
		[ -n "$long" ] || continue
		want=never
	fi
	if [ "$models" != "  " ]; then
		case $models in *" $model "*) ;; *) continue ;; esac
	fi
	[ "$model" = shapes ] || shapes_done
	if [ "$model" != "$built" ]; then
		built=$model
		if ! make_checker "$model"; then
			sed 's/^/# /' "$build/$model/errors"
			echo "not ok - ring: weak $model builds"
		fi
	fi
	[ -x "$build/$model/pan" ] || continue
	if [ "$model" = shapes ]; then
		[ -n "$shapes" ] || shapes=ok
		if check "$model" "$want" "$words"; then
			case $want in
			never) forbidden=$((forbidden + 1)) ;;
			*) allowed=$((allowed + 1)) ;;
			esac
		else
			echo "# $words: wanted $want, but $why"
			shapes="not ok"
		fi
		continue
	fi
	if check "$model" "$want" "$words"; then
		result=ok
	else
		result="not ok"
		echo "# $why"
	fi
	if [ "$want" = never ]; then
		echo "$result - ring: weak $model${words:+ without $words} # $states states"
	else
		echo "$result - ring: weak $model finds $words # after $states states"
	fi
done <tests.list
shapes_done
