# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Functions for cases that write the same commands to the event tracer and to ktrace: source
# this file after lib.sh and peer.sh.
#
#   compare_commands LEAST  read a list of commands from standard input, write each of them to
#                           both tracers, and compare the results. Fail if a result is not as
#                           the list says, or if the list has fewer than LEAST commands
#
# Lines of the list:
#
#   = TITLE      begin a session: remove what the commands of the last session have set
#   w FILE TEXT  open FILE with O_TRUNC and write TEXT
#   a FILE TEXT  append TEXT to FILE
#   r FILE       compare what FILE shows, without the default clock of histograms
#   R FILE       compare all that FILE shows
#   p FILE       compare the line "print fmt" of FILE
#
# A write is compared in three steps: whether the command is accepted; the errno of a refused
# command; and the place that the caret in error_log marks, which is the rest of the command
# from the caret on. The event tracer writes no line to error_log for many refused commands,
# and then the place is not compared. ktrace must write a line for each.
#
# "!LETTERS " before a line names the steps in which the tracers must differ. The file
# Documentation/trace/ktrace/differences.rst lists these differences.
#
#   !a  one tracer refuses the command, or the shown text differs ("! " means the same)
#   !e  the errno
#   !c  the place of the caret

# attempt DIR HOW FILE TEXT: write TEXT; print "accepted" or the message of the errno. Print
# the marked place of a refused command into $TMP/place, and the message in error_log into
# $TMP/why
attempt()
{
	true >"$1/error_log"
	case $2 in
	w) (echo "$4" >"$1/$3") 2>"$TMP/message" ;;
	a) (echo "$4" >>"$1/$3") 2>"$TMP/message" ;;
	esac && { echo accepted; return; }
	sed 's/.*: //' "$TMP/message"
	sed -n 's/.*error: //p' "$1/error_log" >"$TMP/why"
	awk '/^  Command: / { command = substr($0, 12) }
	     /^ *\^$/ { place = "at \"" substr(command, length($0) - 11) "\"" }
	     END { if (place != "") print place }' "$1/error_log" >"$TMP/place"
}

# shown FILE: print FILE without ids, addresses, and the names of triggers that there are
shown()
{
	sed -e '/^ID: /d' -e '/^# traceon /d' -e 's/0x[0-9a-f]\{9,\}/ADDRESS/g' \
		-e 's/[ \t]*$//' "$1" 2>&1
}

# undo_triggers FILE: remove the triggers that FILE shows, the last one first
undo_triggers()
{
	for _ in 1 2 3; do
		[ -e "$1" ] || return 0
		grep -v '^#' "$1" >"$TMP/triggers" || return 0
		sed -e '1!G;h;$!d' -e 's/$/ /' "$TMP/triggers" | while IFS= read -r _line; do
			_line=${_line%% \[*}
			echo "!${_line% }" 2>/dev/null >>"$1" || true
		done
		true 2>/dev/null >"$1" || true
	done
}

# end_session: remove what the commands of a session have set in both tracers
end_session()
{
	for _dir in "$peer" "$KTRACE"; do
		for _used in $used $used; do
			case $_used in
			*/trigger) undo_triggers "$_dir/$_used" ;;
			*/filter|*/enable)
				[ -e "$_dir/$_used" ] || continue
				echo 0 2>/dev/null >"$_dir/$_used" || true ;;
			esac
		done
		# Event probes on other dynamic events must go first.
		sed -n 's/^e:\([^ ]*\) .*/-:\1/p' "$_dir/dynamic_events" >"$TMP/eprobes"
		while IFS= read -r _used; do
			(echo "$_used" >>"$_dir/dynamic_events") 2>/dev/null || true
		done <"$TMP/eprobes"
		for _used in kprobe_events uprobe_events dynamic_events synthetic_events; do
			true 2>/dev/null >"$_dir/$_used" || true
		done
		equal "$_dir/dynamic_events after $session" "$(cat "$_dir/dynamic_events")" ''
	done
	used=
}

# problem WHAT HOW FILE TEXT
problem()
{
	problems=$((problems + 1))
	echo "$session: $*"
	for _side in peer own; do
		sed "s/^/    $_side: /" "$TMP/$_side" "$TMP/$_side.why" "$TMP/$_side.place"
	done
}

# judge STEP SAME HOW FILE TEXT: compare one step with what the list says; SAME is 0 or 1.
# Return: whether the tracers differ
judge()
{
	_step=$1 _same=$2
	shift 2
	case $differs$_same in
	*$_step*1) problem "no longer differs in $_step:" "$@" ;;
	*$_step*0) ;;
	*0) problem "differs in $_step:" "$@" ;;
	esac
	[ $_same = 0 ]
}

# same FILE FILE: print 1 if two files are equal, else 0
same()
{
	cmp -s "$1" "$2" && echo 1 || echo 0
}

# one HOW FILE TEXT: give a command to both tracers, and compare
one()
{
	case " $used " in
	*" $2 "*) ;;
	*) used="$used $2" ;;
	esac
	compared=$((compared + 1))
	for side in peer own; do
		dir=$peer
		[ $side = peer ] || dir=$KTRACE
		: >"$TMP/place"
		: >"$TMP/why"
		case $1 in
		r) shown "$dir/$2" | sed 's/:clock=global//' ;;
		R) shown "$dir/$2" ;;
		p) shown "$dir/$2" | grep '^print fmt' ;;
		*) attempt "$dir" "$1" "$2" "$3" ;;
		esac >"$TMP/$side"
		mv "$TMP/place" "$TMP/$side.place"
		mv "$TMP/why" "$TMP/$side.why"
	done
	if [ "$1" = r ] || [ "$1" = R ] || [ "$1" = p ]; then
		judge a "$(same "$TMP/peer" "$TMP/own")" "$@" || true
		return 0
	fi
	[ "$(cat "$TMP/own")" = accepted ] || [ -s "$TMP/own.place" ] ||
		problem "no line in error_log:" "$@"
	for side in peer own; do
		grep -x accepted "$TMP/$side" >"$TMP/$side.accepted" || true
	done
	if judge a "$(same "$TMP/peer.accepted" "$TMP/own.accepted")" "$@" ||
	   [ "$(cat "$TMP/own")" = accepted ]; then
		return 0
	fi
	judge e "$(same "$TMP/peer" "$TMP/own")" "$@" || true
	if [ -s "$TMP/peer.place" ]; then
		judge c "$(same "$TMP/peer.place" "$TMP/own.place")" "$@" || true
	else
		silent=$((silent + 1))
	fi
}

compare_commands()
{
	compared=0 problems=0 silent=0 used='' session=boot
	while IFS= read -r line; do
		differs=
		case $line in
		'! '*) differs=a line=${line#! } ;;
		'!'*) differs=${line%% *} line=${line#* } ;;
		esac
		case $line in
		'= '*) end_session; session=${line#= } ;;
		[warpR]\ *)
			rest=${line#? }
			file=${rest%% *}
			text=${rest#"$file"}
			one "${line%% *}" "$file" "${text# }" ;;
		esac
	done
	end_session
	note "$compared commands; $silent refused by the event tracer without a line in error_log"
	[ $problems = 0 ] || fail "$problems commands"
	[ $silent -gt 0 ] || fail "the event tracer has lines for all refused commands"
	[ $compared -ge "$1" ] || fail "only $compared commands"
}
