# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: trace-cmd report shows the same names of arguments and errors of system calls as trace
# requires: program:trace-cmd events/syscall/enable program:call_scenes program:call_values
# kernels: ktrace - kernels with lockdep have the base's tracefs, which trace-cmd prefers

[ ! -d /sys/kernel/ktrace ] || skip "trace-cmd takes the base's tracefs"

# client ARG...: run trace-cmd; if it fails, the case fails with its output
client()
{
	trace-cmd "$@" >"$TMP/said" 2>&1 || fail "trace-cmd $*: $(tail -n 5 "$TMP/said")"
}

# Print the common part of trace's and trace-cmd's text of a call in one line: its name,
# its result, and "ARGUMENT=NAME|NAME", sorted. In the report of trace-cmd an argument
# is a number if its meaning depends on another argument.
cat >"$TMP/names.awk" <<'END'
function sorted(words,   part, n, i, j, t, all) {
	n = split(words, part, "|")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && part[j] < part[j - 1]; j--) {
			t = part[j]; part[j] = part[j - 1]; part[j - 1] = t
		}
	for (i = 1; i <= n; i++)
		all = all (i > 1 ? "|" : "") part[i]
	return all
}
function named(text,   rest, word, at, all) {
	rest = text
	while (match(rest, /[a-z_0-9]+: [A-Z][A-Z0-9_]*(\|[A-Z0-9x_a-f]+)*[,)]/)) {
		word = substr(rest, RSTART, RLENGTH - 1)
		rest = substr(rest, RSTART + RLENGTH - 1)
		at = index(word, ": ")
		# Permissions have octal digits in the trace.
		if (word ~ /: NULL$/ || word ~ /\|0[0-7]/ || word ~ /^(arg|arg[2-5]|data|optname|protocol):/)
			continue
		all = all " " substr(word, 1, at - 1) "=" sorted(substr(word, at + 2))
	}
	return all
}
END
cat >"$TMP/trace.awk" <<'END'
/^#/ { next }
{
	sub(/^.* [0-9]+\.[0-9]+: /, "")
	call = $0
	sub(/\(.*/, "", call)
	result = $0
	sub(/^.*\) = /, "", result)
	sub(/ <[0-9.]*>$/, "", result)
	# Further words about the result are in another field.
	sub(/^\? /, "", result)
	sub(/ \([a-z ]*\)$/, "", result)
	print call, result ";" named($0)
}
END
cat >"$TMP/report.awk" <<'END'
/^ *[^ ].*-[0-9]+ *\[[0-9]+\]/ {
	sub(/^.* [0-9]+\.[0-9]+: +/, "")
	call = $0
	sub(/:.*/, "", call)
	result = $0
	sub(/^.*ret: /, "", result)
	sub(/, ns: [0-9]*$/, "", result)
	if (result ~ /^-[0-9]+ E/)
		sub(/^-[0-9]+ /, "-", result)
	print call, result ";" named($0)
}
END
# The report must have at least the names in the trace, and as many records.
cat >"$TMP/compare.awk" <<'END'
FNR == NR { line[FNR] = $0; n = FNR; next }
{
	split(line[FNR], of, ";")
	split($0, in_, ";")
	got = in_[2] " "
	m = split(of[2], word, " ")
	for (i = 1; i <= m; i++)
		if (!index(got, " " word[i] " ")) {
			print "trace:  " line[FNR]; print "report: " $0
			bad++
			break
		} else {
			named++
		}
	# Results that are addresses or names are numbers in the report.
	if (of[1] != in_[1] && of[1] ~ / (-E[^ ]*|-?[1-9][0-9]*|0)$/) {
		print "trace:  " of[1]; print "report: " in_[1]
		bad++
	}
}
END {
	if (FNR != n) { print n " records in trace, " FNR " reported"; bad++ }
	print named + 0 >names
	exit bad != 0
}
END

# traced COMMAND...: run programs one after the other, recorded in the same buffers
traced()
{
	sh -c 'echo $$ >"$0/set_event_pid"; exec "$@"' "$KTRACE" "$@" >"$TMP/out" 2>&1 ||
		fail "$*: $(cat "$TMP/out")"
}

size=$(cut -d' ' -f1 "$KTRACE/buffer_size_kb")
write buffer_size_kb 4096
client start -e syscall
for scene in files maps signals sockets ids polls times ipc spawn; do
	traced call_scenes $scene
done
traced call_values commands
client stop
write set_event_pid ''
awk -f "$TMP/names.awk" -f "$TMP/trace.awk" "$KTRACE/trace" >"$TMP/shown"
client extract -o "$TMP/dat"
write buffer_size_kb "$size"
trace-cmd report -i "$TMP/dat" 2>"$TMP/complaints" >"$TMP/report"
must_not grep 'FAILED TO PARSE' "$TMP/report"
awk -f "$TMP/names.awk" -f "$TMP/report.awk" "$TMP/report" >"$TMP/reported"
if ! awk -v names="$TMP/n" -f "$TMP/compare.awk" "$TMP/shown" "$TMP/reported" >"$TMP/diff"; then
	head -n 20 "$TMP/diff" | cut -c 1-300
	fail "not the same names"
fi
note "$(grep -c . "$TMP/shown") calls, $(cat "$TMP/n") names"
[ "$(cat "$TMP/n")" -ge 200 ] || fail "only $(cat "$TMP/n") names"

note "entry and exit"
client record -e syscalls:sys_enter_openat -e syscalls:sys_exit_openat -e syscalls:sys_enter_mmap \
	-o "$TMP/dat" cat /etc/passwd /nowhere || :
trace-cmd report -i "$TMP/dat" >"$TMP/report" 2>"$TMP/complaints"
must grep -q ' cat-.*sys_enter_openat: .*dfd: AT_FDCWD, filename: 0x[0-9a-f]*, flags: O_RDONLY, mode: 0x' \
	"$TMP/report"
must grep -q ' cat-.*sys_exit_openat: *0x3$' "$TMP/report"
must grep -q ' cat-.*sys_exit_openat: *0xfffffffffffffffe ENOENT$' "$TMP/report"
must_not grep -q 'sys_enter_openat.*O_RDONLY|$' "$TMP/report"
client reset
