# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The source of Debian's package strace, for the scripts that run its tests. They source this
# file after lib.sh.

# strace_source: print the folder with the configured source; print nothing if apt-get fails
strace_source()
{
	local home=$BUILD/stracetest apt src options
	apt=$home/apt
	mkdir -p "$home/src"
	if ! compgen -G "$home/src/strace-*/tests" >/dev/null; then
		mkdir -p "$apt/lists/partial"
		# The sources of the release whose packages this machine uses.
		apt-cache policy strace |
			sed -n 's,^ *[0-9]* \(http[^ ]*\) \([^ /]*\)/\([^ ]*\) .* Packages$,deb-src \1 \2 \3,p' |
			sort -u >"$apt/sources.list"
		options=(-q -o "Dir::Etc::SourceList=$apt/sources.list"
			-o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$apt/lists"
			-o APT::Sandbox::User=root)
		(cd "$home/src" && apt-get "${options[@]}" update &&
			apt-get "${options[@]}" source strace) >"$home/apt.log" 2>&1 || :
	fi
	src=$({ compgen -G "$home/src/strace-*/tests" || :; } | sed 's,/tests$,,' | sort -V |
		tail -n 1)
	[ -n "$src" ] || return 0
	[ -e "$src/tests/Makefile" ] ||
		(cd "$src" && ./configure --disable-gcc-Werror --enable-mpers=no) \
			>"$home/configure.log" 2>&1 ||
		die "strace cannot be configured (log: $home/configure.log)"
	echo "$src"
}
