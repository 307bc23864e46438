# SPDX-License-Identifier: GPL-2.0
#
# awk -v out=FORMAT -f median.awk -f programs.awk VALUES... - table of whole programs
#
# FORMAT is csv, text or rst. VALUES are lines
# 	program NAME WAY RUN SECONDS [SPEED]
# 	calls NAME WAY NUMBER
# 	missing program WAY WHY
# as guest.sh prints them. Prints for each program and each way to record its calls the
# CPU time as a multiple of the untraced CPU time: medians of the runs, minus the time to
# start and end the way ("start"). Programs that run for a fixed time are rated by SPEED,
# the work done per second. The exit status is 1 if a way has no figure and is not listed
# as missing.
#
# To add a program, add its name and title here, and a "program" line in guest.sh.

BEGIN {
	titles["dd"] = "dd, 20,000 blocks of 512 bytes"
	titles["shell"] = "a shell script"
	titles["find"] = "find /usr/include, cat of all files"
	titles["build"] = "building Lua (tcc)"
	titles["dbench"] = "dbench on tmpfs"
	programs = split("dd shell find build dbench", order, " ")
	ways = split("strace perf ftrace ktrace complete text", way, " ")
}

$1 == "program" && $5 != "" && ($6 == "" || $6 > 0) {
	values[$2, $3] = values[$2, $3] " " $5 / ($6 == "" ? 1 : $6)
	runs[$2, $3]++
	if ($6 != "") {
		timed[$2] = 1
		inverse[$2, $3] = inverse[$2, $3] " " 1 / $6
	}
}

# strace counts only the calls of the program itself.
$1 == "calls" && ($3 == "strace" || !($2 in calls)) {
	calls[$2] = $4
}

$1 == "missing" && $2 == "program" {
	why[$3] = $0
	sub(/^missing program [^ ]* /, "", why[$3])
}

# Seconds to start and end a way, minus the untraced ones.
function start(how)
{
	if (!(("start", how) in values))
		return 0
	return median(values["start", how]) - median(values["start", "untraced"])
}

# Seconds without start and end, or for programs with a fixed time, per unit of work.
function taken(name, how,   seconds)
{
	seconds = start(how)
	if (name in timed)
		seconds *= median(inverse[name, how])
	return median(values[name, how]) - seconds
}

function dash(x)
{
	return x != "" ? x : out == "rst" ? "\\-" : "-"
}

# factor NAME WAY: time relative to the untraced one
function factor(name, how,   x)
{
	if (!((name, how) in values)) {
		if (!(how in why))
			bad = 1
		return ""
	}
	if (how in why || runs[name, how] != runs[name, "untraced"])
		bad = 1
	x = taken(name, how) / taken(name, "untraced")
	return sprintf(x < 2 ? "%.3f" : x < 10 ? "%.2f" : "%.1f", x)
}

END {
	if (out == "csv") {
		print "program,calls,ms,strace,perf,ftrace,ktrace,complete,text"
	} else if (out == "text") {
		printf "%-16s %8s %9s %8s %8s %8s %8s %8s %8s\n", "program", "calls", "ms",
		       "strace", "perf", "ftrace", "ktrace", "complete", "text"
	} else {
		print ".. list-table::"
		print "   :header-rows: 1"
		print "   :widths: 30 10 10 10 10 10 10 10 10"
		print ""
		printf "   * - program\n     - calls\n     - ms\n     - strace\n     - perf trace\n"
		printf "     - ftrace\n     - ktrace\n     - complete\n     - text\n"
	}
	for (i = 1; i <= programs; i++) {
		name = order[i]
		if (!((name, "untraced") in values)) {
			bad = 1
			continue
		}
		n = name in timed ? "" : calls[name]
		ms = name in timed ? "" : sprintf("%.1f", taken(name, "untraced") * 1000)
		line = ""
		for (k = 1; k <= ways; k++) {
			f = factor(name, way[k])
			line = line (out == "csv" ? "," f : out == "rst" ? \
				     "     - " dash(f) "\n" : sprintf(" %8s", dash(f)))
		}
		if (out == "csv")
			print name "," n "," ms line
		else if (out == "rst")
			printf "   * - %s\n     - %s\n     - %s\n%s", titles[name], dash(n),
			       dash(ms), line
		else
			printf "%-16s %8s %9s%s\n", name, dash(n), dash(ms), line
	}
	if (out == "csv")
		exit bad
	print ""
	for (k = 1; k <= ways; k++)
		if (way[k] in why)
			printf "%s cannot run here: %s.\n", way[k], why[way[k]]
		else if (start(way[k]) > 0.002)
			more = more sprintf("%s %s %.1f ms", more == "" ? "" : ",",
					    way[k], start(way[k]) * 1000)
	if (more != "")
		printf "To start and end, not in the figures:%s.\n", more
	exit bad
}
