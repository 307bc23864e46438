# SPDX-License-Identifier: GPL-2.0
# Print kernel/ktrace/Makefile as it is at one step of the series: without the objects whose
# sources a later step adds.
#
# awk -v placed=FILE -v held=FILE -f series-makefile.awk Makefile
#
# placed has the paths of the kernel tree that are there, held the sources that are not built
# yet, one a line. A paragraph about a script that is not there is left out, too.

BEGIN {
	dir = "kernel/ktrace/"
	while ((getline line < placed) > 0)
		there[line] = 1
	while ((getline line < held) > 0)
		waits[line] = 1
}

# source(OBJECT): the path of its source
function source(object)
{
	sub(/o$/, "c", object)
	return dir object
}

function built(object)
{
	return source(object) in there && !(source(object) in waits)
}

{ lines[++nr] = $0 }

# grow(LINE): the line with the objects that are built, or "" if none is
function grow(line,    head, n, i, part, prefix, out, some)
{
	if (!match(line, /[:+]?= */))
		return line
	head = substr(line, 1, RSTART + RLENGTH - 1)
	if (head !~ /^(obj|ktrace)-.* [:+]?= *$/)
		return line
	prefix = head ~ /^ktrace-syscall-y / ? "syscall/" : ""
	n = split(substr(line, length(head) + 1), part, " ")
	if (line ~ /\$\(ktrace-syscall-y\)/)
		return has["ktrace-syscall-y"] ? line : ""
	if (line ~ /\$\(ktrace-kunit-y\)/ || line ~ /-tables-/)
		return line
	if (part[1] == "ktrace.o")
		return has_objects ? line : ""
	for (i = 1; i <= n; i++)
		if (built(prefix part[i])) {
			out = out (some ? " " : "") part[i]
			some = 1
		}
	if (!some)
		return ""
	split(head, part, " ")
	has[part[1]] = 1
	if (head ~ /^ktrace-y /)
		has_objects = 1
	return head out
}

# absent(FIRST, LAST): return 1 if the paragraph of lines FIRST to LAST describes generated files
# whose script comes in a later step
function absent(first, last,    i)
{
	for (i = first; i <= last; i++) {
		if (lines[i] ~ /text\/names[_.]/ && lines[i] !~ /^ktrace-/ &&
		    !(dir "text/names.sh" in there))
			return 1
		if (lines[i] ~ /syscall\/table(s\.h|\.sh)/ &&
		    !(dir "syscall/table.sh" in there))
			return 1
		# The tables of names need the list of the architecture, too.
		if (lines[i] ~ /Makefile\.ktrace/ &&
		    !("arch/x86/kernel/Makefile.ktrace" in there))
			return 1
	}
	return 0
}

function put(line)
{
	if (line == "" && (blank || !printed))
		return
	blank = line == ""
	printed = 1
	print line
}

END {
	for (first = 1; first <= nr; first = last + 2) {
		for (last = first; last < nr && lines[last + 1] != ""; last++)
			;
		if (absent(first, last))
			continue
		n = 0
		for (i = first; i <= last; i++) {
			line = grow(lines[i])
			if (line == "") {
				# The comment above belongs to the line.
				while (n > 0 && out[n] ~ /^#/)
					n--
				continue
			}
			if (line == "endif" && n > 0 && out[n] ~ /^ifn?def /) {
				n--
				while (n > 0 && out[n] ~ /^#/)
					n--
				continue
			}
			out[++n] = line
		}
		if (n == 0)
			continue
		if (printed)
			put("")
		for (i = 1; i <= n; i++)
			put(out[i])
	}
}
