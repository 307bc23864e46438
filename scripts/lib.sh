# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
#
# Paths and functions that the scripts in this directory share. The scripts source this file.
#
# KTRACE_BUILD in the environment replaces the build directory (default: build/ in the
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

# processor_time: set "processor" to the processor time of this script and of its ended children,
# such as "8 min 39 s"
processor_time()
{
	local stat s
	read -r -a stat <"/proc/$$/stat"
	s=$(((stat[13] + stat[14] + stat[15] + stat[16]) / $(getconf CLK_TCK)))
	processor="$((s / 60)) min $((s % 60)) s"
}

# usage: print the header comment of the calling script as its help text
usage()
{
	sed -n '3,/^$/s/^# \{0,1\}//p' "$0"
}

# objdir CONFIG: the object directory of a configuration. It is directly below the source
# tree, because kbuild then uses relative paths, so that ccache hits also in another clone.
objdir()
{
	printf '%s/.obj-%s\n' "$TREE" "$1"
}

# fragments CONFIG: the paths of the configuration's fragments, the lowest first
fragments()
{
	local file=$ROOT/kernel/configs/$1.config below
	if [ ! -f "$file" ]; then
		say "no such configuration: $1 ($file is missing)"
		return 1
	fi
	below=$(sed -n 's/^# Stacks on: //p' "$file")
	[ -z "$below" ] || fragments "$below" || return 1
	printf '%s\n' "$file"
}

# hold NAME: take the lock NAME. It is released when the script and all its children that
# inherit the file descriptor HELD have ended.
hold()
{
	mkdir -p "$BUILD"
	exec {HELD}>"$BUILD/.lock-$1"
	if ! flock -n "$HELD"; then
		say "waiting for another run to finish with $1"
		flock "$HELD"
	fi
}

# overlay_files: the files of the repository that belong to the kernel tree, one a line
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

# series_patches: the patches of patches/series that change existing files, in order
series_patches()
{
	[ -f "$ROOT/patches/series" ] || return 0
	sed -e 's/#.*//' -e 's/[[:space:]]*$//' "$ROOT/patches/series" |
		grep '\.patch$' || :
}

# patch_files PATCH: the files that the patch changes
patch_files()
{
	sed -n -e 's,^+++ b/\([^[:space:]]*\).*,\1,p' \
	       -e 's,^--- a/\([^[:space:]]*\).*,\1,p' "$1" | LC_ALL=C sort -u
}

# checkpatch_for DIR FILE...: make DIR with the checkpatch.pl of the tree, and with those words of its
# list of misspellings that occur in the FILEs. With the whole list it takes twice as long.
checkpatch_for()
{
	local dir=$1
	shift
	mkdir -p "$dir"
	cp "$TREE/scripts/checkpatch.pl" "$TREE/scripts/const_structs.checkpatch" "$dir"
	# A misspelling is a word between characters that the first expression matches; an entry
	# with such a character stays.
	LC_ALL=C awk '
		BEGIN { FS = between = "[^A-Za-z0-9_`\047-]+" }
		FILENAME == ARGV[1] {
			split($0, part, "\\|\\|")
			if ($0 !~ /^#/ && part[1] !~ between)
				entry[tolower(part[1])] = $0
			else
				print
			next
		}
		{
			for (i = 1; i <= NF; i++)
				if ((word = tolower($i)) in entry) {
					print entry[word]
					delete entry[word]
				}
		}' "$TREE/scripts/spelling.txt" "$@" >"$dir/spelling.txt"
}

# checkpatch_judge REPORT [-u]: print the lines of REPORT, the output of checkpatch.pl --terse
# --show-types, that scripts/checkpatch.allow does not allow; with -u, also the lines of
# checkpatch.allow that match no report.
checkpatch_judge()
{
	awk -f "$ROOT/scripts/checkpatch.awk" -v unused="${2:-}" \
		"$ROOT/scripts/checkpatch.allow" "$1"
}
