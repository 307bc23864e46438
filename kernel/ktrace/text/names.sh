#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Make the tables of names.h from the kernel's headers. The LISTs are that of the
# architecture and names.list; the statements of a table in the first list come first.
#
#	names.sh headers LIST...		prints a C file: the headers
#	names.sh values LIST... HEADERS.i	prints a C file: the names of each table,
#						for the compiler to evaluate
#	names.sh tables VALUES.s		prints names_tables.h
#
# HEADERS.i is the first, preprocessed with -dD: it has the definitions of macros
# as well as those of enumerators. VALUES.s is the second, compiled: the compiler
# leaves what it found in strings, as it does for asm-offsets.h.
#
# The build fails if a pattern matches no name, and if a name in a set of flags has
# several bits and is not spelled out.  If two names have one value, the build
# warns and takes the first: a new name in a header does not stop the build.

set -e
export LC_ALL=C

usage()
{
	echo "usage: $0 headers LIST... | values LIST... FILE.i | tables FILE.s" >&2
	exit 1
}

generated()
{
	echo "/* SPDX-License""-Identifier: GPL-2.0 */"
	echo "/* Generated when the kernel is built: do not edit. */"
}

# The headers of all tables, each once. Those of Xen need a header of the architecture.
headers()
{
	generated
	awk '
	/^#/ || /^[ \t]*$/ { next }
	/^[^ \t]/ || $1 == "from" {
		for (i = $1 == "include" || $1 == "from" ? 2 : 3; i <= NF; i++)
			if (!seen[$i]++)
				if ($i ~ "^uapi/xen/")
					print "#if __has_include(<asm/xen/interface.h>)\n#include <" $i ">\n#endif"
				else
					print "#include <" $i ">"
	}' "$@"
}

values()
{
	generated
	cat <<'END'
#include "names_headers.c"

/* Treat 32-bit numbers as unsigned. */
#define V(x) (sizeof(x) > 4 ? (u64)(x) : (u64)(u32)(x))
/* Emit a name with its value and mask, and the key by which names are sorted. */
#define NAME(how, table, statement, name, x, mask, key) do {		\
	const u64 value = V(x);						\
	asm volatile("\n.ascii \"->name %0 %1 %2 %3 %4 %5 %6 "		\
		     how " " name "\"" : :				\
		     "i" (table), "i" ((mask) != ~0ULL), "i" (statement),	\
		     "i" (key), "i" (__builtin_popcountll(value)),	\
		     "i" (value), "i" (mask));				\
} while (0)
/*
 * VALUE: a name of a whole number; FIELD: of a value of a bit field; FLAG, SPELLED: of one or more
 * flags.
 */
#define VALUE(table, statement, name, x) \
	NAME("VALUE", table, 0, name, x, ~0ULL, value)
#define FIELD(table, statement, name, x, mask) \
	NAME("FIELD", table, statement, name, x, V(mask), value)
#define FLAG(table, statement, name, x) \
	NAME("FLAG", table, statement, name, x, value ? value : ~0ULL, value & -value)
#define SPELLED(table, statement, name, x) \
	NAME("SPELLED", table, statement, name, x, value ? value : ~0ULL, value & -value)

END
	awk '
	# LIST: tables, and statements of them. The last argument is FILE.i.
	function fail(msg) {
		print list ": " msg >"/dev/stderr"
		failed = 1
	}
	function stem(path) {
		sub(/^.*\//, "", path)
		sub(/\.h.*$/, "", path)
		return path
	}
	FILENAME != ARGV[ARGC - 1] {
		if (list != FILENAME) {
			list = FILENAME
			lists++
		}
		if (/^#/ || /^[ \t]*$/ || $1 == "include")
			next
		if (/^[^ \t]/) {
			if ($2 != "flags" && $2 != "values" && $2 != "commands")
				fail("line " FNR ": neither flags nor values nor commands")
			if (known[$1] == list)
				fail("line " FNR ": " $1 " is there twice")
			known[$1] = list
			if (!($1 in number)) {
				number[$1] = ++tables
				table[tables] = $1
				kind[tables] = $2
			}
			at = number[$1]
			list_of[at] = list
			if (kind[at] != $2)
				fail("line " FNR ": " $1 " has another kind elsewhere")
			for (i = 3; i <= NF; i++)
				home[at, lists, stem($i)]
			next
		}
		if (!at)
			fail("line " FNR ": before the first table")
		if ($1 == "from") {
			for (i = 2; i <= NF; i++)
				home[at, lists, stem($i)]
			next
		}
		if ($1 == "not") {
			for (i = 2; i <= NF; i++)
				except[at, lists] = except[at, lists] "|" $i
			next
		}
		if ($1 != "names" && $1 != "field" && $1 != "ioctls")
			fail("line " FNR ": what is " $1 "?")
		what[++statements] = $1
		of[statements] = at
		from_list[statements] = lists
		full[at]
		i = 2
		if ($1 == "field")
			field[statements] = $(i++)
		for (; i <= NF; i++)
			words[statements] = words[statements] " " $i
		next
	}

	# FILE.i: names, and where they come from.
	function take(name, is_ioctl) {
		if (!(name in from))
			names[++count] = name
		from[name] = file
		ioctl[name] = is_ioctl
	}
	# As much of an enum as is there; all of it is in text when it ends.
	function enumerators(   body, part, n, i) {
		for (;;) {
			if (!match(text, /(^|[^A-Za-z0-9_])enum[ \t]/)) {
				text = ""
				return
			}
			text = substr(text, RSTART)
			if (!match(text, /[{;)(=,*]/))
				return
			if (substr(text, RSTART, 1) != "{") {
				text = substr(text, RSTART + 1)
				continue
			}
			if (!index(text, "}"))
				return
			body = substr(text, RSTART + 1, index(text, "}") - RSTART - 1)
			text = substr(text, index(text, "}") + 1)
			while (gsub(/\([^()]*\)/, "", body))
				;
			n = split(body, part, ",")
			for (i = 1; i <= n; i++)
				if (match(part[i], /[A-Za-z_][A-Za-z0-9_]*/))
					take(substr(part[i], RSTART, RLENGTH))
		}
	}
	/^# [0-9]/ {
		file = stem($3)
		next
	}
	/^#define [A-Za-z_][A-Za-z0-9_]* [^ ]/ {
		take($2, $3 ~ /^(DRM)?_IO[RWC]*[(]/ || $3 ~ /^(DRM)?_IO[RWC]*$/)
		next
	}
	/^#undef / {
		delete from[$2]
		next
	}
	/^#/ { next }
	text != "" || /enum/ {
		text = text " " $0
		enumerators()
	}

	# Return 1 if the statement lists the header of the name. NAME.h includes NAME-*.h.
	function at_home(t, l, name,   where) {
		where = from[name]
		if ((t, l, where) in home)
			return 1
		sub(/-.*$/, "", where)
		return (t, l, where) in home
	}
	function put(t, s, name, value, how) {
		printf "\t%s(%d, %d, \"%s\", %s%s);\n", how, t, s, name, value,
			how == "FIELD" ? ", " field[s] : ""
	}
	function has(t, s, name, value, how) {
		if (done[t, name]++)
			return
		if (kind[t] != "flags")
			how = "VALUE"
		else if (what[s] == "field")
			how = "FIELD"
		put(t, s, name, value, how)
	}
	function statement(t, s,   n, word, pair, i, w, found, prefix, but) {
		but = except[t, from_list[s]]
		n = split(words[s], word, " ")
		for (w = 1; w <= n; w++) {
			if (split(word[w], pair, "=") == 2) {
				has(t, s, pair[1], pair[2], "SPELLED")
				continue
			}
			if (word[w] ~ /^[A-Za-z0-9_]*$/) {
				if (!(word[w] in from))
					fail(table[t] ": there is no " word[w])
				has(t, s, word[w], word[w], "SPELLED")
				continue
			}
			# Comparing is cheaper than matching. An empty prefix always matches.
			prefix = word[w]
			sub(/[^A-Za-z0-9_].*$/, "", prefix)
			found = 0
			for (i = 1; i <= count; i++) {
				if (prefix != "" && index(names[i], prefix) != 1 ||
				    !(names[i] in from) ||
				    what[s] == "ioctls" && !ioctl[names[i]] ||
				    names[i] !~ "^(" word[w] ")$" ||
				    !at_home(t, from_list[s], names[i]))
					continue
				found = 1
				if (but != "" && names[i] ~ "^(" substr(but, 2) ")$")
					continue
				has(t, s, names[i], names[i], "FLAG")
			}
			if (!found)
				fail(table[t] ": nothing is like " word[w])
		}
	}
	END {
		print "static void __used ktrace_names_values(void)"
		print "{"
		for (t = 1; t <= tables; t++) {
			list = list_of[t]
			if (!(t in full))
				fail(table[t] ": nothing is in it")
			printf "\tasm volatile(\"\\n.ascii \\\"->table %d %s %s\\\"\");\n", t, table[t], kind[t]
			# A name of a field is not one of the other flags.
			for (pass = 1; pass <= 2; pass++)
				for (s = 1; s <= statements; s++)
					if (of[s] == t && (what[s] == "field") == (pass == 1))
						statement(t, s)
		}
		print "}"
		exit failed
	}' "$@"
}

# Print the tables. Names are in the order in which ktrace_names_print() tries them: first names of
# a whole number; then the order of names.list; then flags, those with lower bits first, and a name
# of several bits before names of a part of them; then the alphabet.
tables()
{
	generated
	# Some assemblers have a sign in front of constants.
	sed -n -e '/\.ascii[[:space:]]*"->/!d' -e 's/[$#]//g' -e 's/^.*"->\([^"]*\)".*$/\1/p' "$1" |
	sort -k1,1r -k2,2n -k3,3n -k4,4n -k5,5n -k6,6nr -k7,7n -k10,10 |
	awk '
	BEGIN { entries = 0 }
	function fail(msg) {
		print "names.list: " table[$2] ": " msg >"/dev/stderr"
		failed = 1
	}
	$1 == "table" {
		table[$2] = $3
		kind[$2] = $4
		tables = $2 > tables ? $2 : tables
		next
	}
	# Headers define a flag that the architecture lacks as 0.
	$9 == "FLAG" && $6 == 0 { next }
	($2, $7, $8) in seen && kind[$2] == "commands" {
		name[at[$2, $7, $8]] = name[at[$2, $7, $8]] " or " $10
		next
	}
	($2, $7, $8) in seen {
		print "names.list: " table[$2] ": warning: " $10 " is " seen[$2, $7, $8] \
			", which is taken" >"/dev/stderr"
		next
	}
	{
		seen[$2, $7, $8] = $10
		if ($9 == "FLAG" && $6 != 1)
			fail($10 " has " $6 " bits: it must be spelled out, or left out")
		if (!count[$2]++)
			first[$2] = entries
		at[$2, $7, $8] = entries
		number[entries] = $8 ", " $7
		name[entries++] = $10
	}
	END {
		if (!tables || failed)
			exit 1
		print "#ifdef KTRACE_NAMES_TABLE"
		for (t = 1; t <= tables; t++)
			print "KTRACE_NAMES_TABLE(" table[t] ", " first[t] ", " count[t] ")"
		print "#endif"
		print "#ifdef KTRACE_NAMES_ENTRY"
		for (i = 0; i < entries; i++)
			print "KTRACE_NAMES_ENTRY(" number[i] ", \"" name[i] "\")"
		print "#endif"
	}'
}

[ $# -ge 2 ] || usage
step=$1
shift
case $step:$# in
headers:*) headers "$@" ;;
values:1) usage ;;
values:*) values "$@" ;;
tables:1) tables "$1" ;;
*) usage ;;
esac
