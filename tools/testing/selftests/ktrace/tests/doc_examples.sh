# SPDX-License-Identifier: GPL-2.0
# description: the sessions in the documents give the output that the documents show
# requires: /selftests/ktrace/doc kprobe_events events/points/rlimit/enable
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

# A session in a document is an indented block. "~# " begins a command; the lines up to
# an empty line are its output. scripts/initramfs installs the documents. Parts that
# differ from run to run are replaced by the same text in both outputs.

# session FILE INDENT: print the commands and outputs of the session, without the
# indentation
session()
{
	awk -v indent="$2" '
	substr($0, 1, indent) !~ /^ *$/ || length($0) <= indent { shown = 0; next }
	{ line = substr($0, indent + 1) }
	line ~ /^~# / { shown = 1 }
	shown { print line }' "$1"
}

# commands: print a shell script that runs the session and prints the prompts, too
commands()
{
	sed -n "/^~# /{
		s/^~# //
		h
		s/'/'\\\\''/g
		s/.*/echo '~# &'/
		p
		x
		p
	}"
}

# PREEMPT_RT does not look up the paths of descriptors.
paths=
! realtime || paths='s/\(fd: [0-9]*\)<[^>]*>/\1/g'

alike()
{
	sed -e "$paths" -e 's/-[0-9][0-9]* *\[[0-9]*\] [^ ]* *[0-9.]*: /-PID [CPU] ..... TIME: /' \
	    -e 's/^\[ *[0-9.]*\]/[TIME]/' \
	    -e 's/ <[0-9]*\.[0-9]*>$/ <DURATION>/' \
	    -e 's/ <[0-9.]* run [0-9.]* wait [0-9.]* block [0-9.]* by sh-[0-9]*\( faults [0-9]*\) [0-9.]*/ <PARTS by sh-PID\1 TIME/' \
	    -e 's/0x[0-9a-f]*/HEX/g' \
	    -e 's:/\* [0-9]* vars \*/:/* SOME vars */:' \
	    -e 's/([a-z0-9_.]*+HEX\/HEX <- /(CALLER <- /' \
	    -e 's/\([a-z]*buf\): [0-9a-f]*/\1: HEX/' \
	    -e 's/^[0-9]* \(on\|off\) /ID \1 /' -e 's/pid=[0-9]*/pid=PID/g' \
	    -e 's/#P:[0-9]*/#P:N/' \
	    -e 's/^[0-9][0-9]*  *\([a-z0-9_]*(\|+++ \)/PID \1/' \
	    -e 's/^\([|` -]*\)[0-9]* \(.*\) [0-9.]* s, /\1PID \2 LIVED s, /' \
	    -e 's/^.*: write error/sh: write error/' \
	    -e 's/  */ /g' -e 's/ *$//'
}

# The documents with sessions, and the number of commands in each: a session that is no longer
# found here, or lost from a document, is an error.
cat >"$TMP/known" <<'END'
README.md 18
events.rst 4
files.rst 14
filters.rst 13
overview.rst 26
process.rst 13
questions.rst 51
syscall-records.rst 8
syscalls.rst 31
tracepoints.rst 5
END

: >"$TMP/played"
for f in /selftests/ktrace/doc/*; do
	case $f in
	*.md) indent=4 ;;
	*) indent=2 ;;
	esac
	session "$f" $indent >"$TMP/session"
	[ -s "$TMP/session" ] || continue
	commands <"$TMP/session" >"$TMP/script"
	reset_ktrace
	(cd / && sh "$TMP/script" 2>&1) | alike >"$TMP/got" || :
	alike <"$TMP/session" >"$TMP/want"
	if ! diff "$TMP/want" "$TMP/got" >"$TMP/diff"; then
		cat "$TMP/diff"
		fail "$(basename "$f") shows something else (<) than what is to be seen (>)"
	fi
	echo "$(basename "$f") $(grep -c '^~# ' "$TMP/session")" >>"$TMP/played"
done
note "$(wc -l <"$TMP/played") documents with sessions"
equal "documents and commands" "$(cat "$TMP/played")" "$(cat "$TMP/known")"
