# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
#
# Common ground of the scripts in this directory: where things are, how to say
# what is being done, how to fail. Sourced, never run.
#
# KTRACE_BUILD, when set, replaces the build directory (default: build/ in the
# repository), so that several people can build from one checkout.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=${KTRACE_BUILD:-$ROOT/build}
case $BUILD in
/*) ;;
*) BUILD=$ROOT/$BUILD ;;
esac
BASE_NAME=linux-source-6.12
BASE_TARBALL=${KTRACE_TARBALL:-/usr/src/$BASE_NAME.tar.xz}
BASE=$BUILD/base/$BASE_NAME
TREE=$BUILD/linux
JOBS=${JOBS:-$(nproc)}
ME=$(basename "$0")

say()
{
	printf '%s: %s\n' "$ME" "$*" >&2
}

die()
{
	say "$*"
	exit 1
}

# Print the header comment of the calling script as its help text.
usage()
{
	sed -n '3,/^$/s/^# \{0,1\}//p' "$0"
}

# The kernel's object directory of a configuration. It is directly below the
# source tree, because kbuild then uses relative paths for everything, and the
# compiler's cache hits in a clone that lies elsewhere.
objdir()
{
	printf '%s/.obj-%s\n' "$TREE" "$1"
}

# hold NAME: take the lock NAME until the script ends, and all that it starts
# with the file descriptor HELD open.
hold()
{
	mkdir -p "$BUILD"
	exec {HELD}>"$BUILD/.lock-$1"
	if ! flock -n "$HELD"; then
		say "waiting for another run to finish with $1"
		flock "$HELD"
	fi
}

# All files of the repository that are part of the kernel tree, one a line.
overlay_files()
{
	local dirs=() d
	for d in arch drivers fs include init kernel lib mm samples Documentation tools; do
		[ -d "$ROOT/$d" ] && dirs+=("$d")
	done
	[ ${#dirs[@]} -gt 0 ] || return 0
	(
		cd "$ROOT" || exit
		if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
			git ls-files -co --exclude-standard -- "${dirs[@]}"
		else
			find "${dirs[@]}" -type f ! -name '.*' ! -name '*.o' \
				! -name '*.ko' ! -name '*.mod' ! -name '*.cmd'
		fi | LC_ALL=C sort -u | while IFS= read -r f; do
			[ -f "$f" ] && printf '%s\n' "$f"
		done
		:
	)
}

# The patches of patches/series that touch existing files, in order.
series_patches()
{
	[ -f "$ROOT/patches/series" ] || return 0
	sed -e 's/#.*//' -e 's/[[:space:]]*$//' "$ROOT/patches/series" |
		grep '\.patch$' || :
}

# The files that a patch touches.
patch_files()
{
	sed -n -e 's,^+++ b/\([^[:space:]]*\).*,\1,p' \
	       -e 's,^--- a/\([^[:space:]]*\).*,\1,p' "$1" | LC_ALL=C sort -u
}

# What checkpatch.pl is not asked about, because it can't judge it:
#   FILE_PATH_CHANGES                MAINTAINERS has an entry, in a patch of its own
#   COMPLEX_MACRO, MACRO_ARG_REUSE, MACRO_ARG_UNUSED, TRAILING_SEMICOLON,
#   MULTISTATEMENT_MACRO_USE_DO_WHILE, OPEN_BRACE, CAMELCASE, SPACING,
#   INDENTED_LABEL, TRAILING_STATEMENTS, TABSTOP
#                                    macros that declare, and _Generic()
#   LINE_SPACING                     NOKPROBE_SYMBOL(), kunit_test_suite() and
#                                    __free() variables where the base has them
#   CONSTANT_COMPARISON              between constants, in static_assert()
#   FUNCTION_ARGUMENTS               a pointer to a function without arguments
#   SPLIT_STRING                     expected text of several fields
#   LONG_LINE, MULTIPLE_ASSIGNMENTS, ARRAY_SIZE, UNSPECIFIED_INT, BRACKET_SPACE,
#   VOLATILE, MACRO_WITH_FLOW_CONTROL, MEMORY_BARRIER
#                                    tables and programs of user space
#   BIT_MACRO, PREFER_DEFINED_ATTRIBUTE_MACRO
#                                    masks; user space has no such attributes
#   ENOTSUPP                         what the uprobes core returns
CHECKPATCH_IGNORE=FILE_PATH_CHANGES,COMPLEX_MACRO,MACRO_ARG_REUSE,MACRO_ARG_UNUSED
CHECKPATCH_IGNORE=$CHECKPATCH_IGNORE,TRAILING_SEMICOLON,MULTISTATEMENT_MACRO_USE_DO_WHILE
CHECKPATCH_IGNORE=$CHECKPATCH_IGNORE,OPEN_BRACE,CAMELCASE,SPACING,INDENTED_LABEL
CHECKPATCH_IGNORE=$CHECKPATCH_IGNORE,TRAILING_STATEMENTS,TABSTOP,LINE_SPACING
CHECKPATCH_IGNORE=$CHECKPATCH_IGNORE,CONSTANT_COMPARISON,FUNCTION_ARGUMENTS,SPLIT_STRING
CHECKPATCH_IGNORE=$CHECKPATCH_IGNORE,BIT_MACRO,PREFER_DEFINED_ATTRIBUTE_MACRO
CHECKPATCH_IGNORE=$CHECKPATCH_IGNORE,VOLATILE,MACRO_WITH_FLOW_CONTROL,MEMORY_BARRIER,LONG_LINE
# shellcheck disable=SC2034
CHECKPATCH_IGNORE=$CHECKPATCH_IGNORE,MULTIPLE_ASSIGNMENTS,ARRAY_SIZE,UNSPECIFIED_INT,BRACKET_SPACE,ENOTSUPP
