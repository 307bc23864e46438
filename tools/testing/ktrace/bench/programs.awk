# SPDX-License-Identifier: GPL-2.0
#
# awk -v out=FORMAT [-v rows=NAMES] -f median.awk -f programs.awk VALUES... - tables of whole
# programs and of servers
#
# FORMAT is csv, text or rst. NAMES are the rows to print (default: all). VALUES are lines
# 	program NAME WAY RUN SECONDS [SPEED]
# 	server NAME WAY RUN SECONDS REQUESTS
# 	calls NAME WAY NUMBER
# 	losses NAME WAY RECORDS LOST
# 	missing program WAY WHY
# as guest.sh prints them. Prints for each program and each way to record its calls the
# CPU time as a multiple of the untraced CPU time: medians of the runs, minus the time to
# start and end the way ("start"). Programs that run for a fixed time are rated by SPEED,
# the work done per second; servers by the CPU time for a request, from the moment when the
# server is ready. Prints the records of the last run with the command ktrace, the losses of all
# runs, and whether the goals are met. The exit status is 1 if a way has no figure and is not
# listed as missing.
#
# To add a program, add its name and title here, and a "program" line in guest.sh.

BEGIN {
	titles["dd"] = "dd, 20,000 blocks of 512 bytes"
	titles["shell"] = "a shell script"
	titles["find"] = "find /usr/include, cat of all files"
	titles["build"] = "building Lua (tcc)"
	titles["kernel"] = "building lib/math of the kernel (gcc)"
	titles["sqlite"] = "sqlite3, 101 transactions and 150 statements, on tmpfs"
	titles["dbench"] = "dbench on tmpfs"
	titles["redis"] = "redis under redis-benchmark, SET and GET"
	titles["nginx"] = "nginx under wrk, a file of 601 bytes"
	titles["pgbench"] = "PostgreSQL under pgbench"
	if (rows == "")
		rows = "dd shell find build kernel sqlite dbench redis nginx pgbench"
	programs = split(rows, order, " ")
	ways = split("strace perf tracecmd ftrace ktrace complete text client", way, " ")
	heading["perf"] = "perf trace"
	heading["tracecmd"] = "trace-cmd"
	heading["client"] = "ktrace -f"
	split("redis nginx pgbench", names, " ")
	for (i in names)
		is_server[names[i]] = 1
	# What complete records may add, in percent
	goal["redis"] = 2
	goal["nginx"] = 3
	goal["pgbench"] = 1
	goal["kernel"] = 1
}

($1 == "program" || $1 == "server") && $5 != "" && ($6 == "" || $6 > 0) {
	values[$2, $3] = values[$2, $3] " " $5 / ($6 == "" ? 1 : $6)
	runs[$2, $3]++
	if ($1 == "program" && $6 != "") {
		timed[$2] = 1
		inverse[$2, $3] = inverse[$2, $3] " " 1 / $6
	}
}

# strace counts only the calls of the program itself.
$1 == "calls" && ($3 == "strace" || !($2 in calls)) {
	calls[$2] = $4
}

$1 == "losses" {
	records[$2, $3] = $4
	lost[$2, $3] += $5
	all_records[$2, $3] += $4 + $5
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
	if (name in is_server)
		return median(values[name, how])
	seconds = start(how)
	if (name in timed)
		seconds *= median(inverse[name, how])
	return median(values[name, how]) - seconds
}

function dash(x)
{
	return x != "" ? x : out == "rst" ? "\\-" : "-"
}

function times(name, how)
{
	return taken(name, how) / taken(name, "untraced")
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
	x = times(name, how)
	return sprintf(x < 2 ? "%.3f" : x < 10 ? "%.2f" : "%.1f", x)
}

# title WAY: its column
function title(how)
{
	return how in heading ? heading[how] : how
}

# head KIND UNIT: the head of a table
function head(kind, unit,   k)
{
	if (out == "csv")
		return
	if (out == "text") {
		printf "%-8s %8s %9s", kind, "calls", unit
		for (k = 1; k <= ways; k++)
			printf " %8s", way[k]
		print "  records  lost"
		return
	}
	print ".. list-table::"
	print "   :header-rows: 1"
	print "   :widths: 24 8 8 7 7 7 7 7 7 7 7 8 5"
	print ""
	printf "   * - %s\n     - calls\n     - %s\n", kind, unit
	for (k = 1; k <= ways; k++)
		printf "     - %s\n", title(way[k])
	print "     - records\n     - lost"
}

function row(name,   n, amount, line, k, f)
{
	if (!((name, "untraced") in values)) {
		bad = 1
		return
	}
	n = name in timed ? "" : calls[name]
	amount = name in timed ? "" : sprintf("%.1f", taken(name, "untraced") * \
					      (name in is_server ? 1e6 : 1e3))
	line = ""
	for (k = 1; k <= ways; k++) {
		f = factor(name, way[k])
		line = line (out == "csv" ? "," f : out == "rst" ? \
			     "     - " dash(f) "\n" : sprintf(" %8s", dash(f)))
	}
	n_records = (name, "client") in records ? records[name, "client"] : ""
	n_lost = (name, "client") in lost ? lost[name, "client"] : ""
	if (out == "csv")
		print name "," n "," amount line "," n_records "," n_lost
	else if (out == "rst")
		printf "   * - %s\n     - %s\n     - %s\n%s     - %s\n     - %s\n", titles[name],
		       dash(n), dash(amount), line, dash(n_records), dash(n_lost)
	else
		printf "%-8s %8s %9s%s %8s %5s\n", name, dash(n), dash(amount), line,
		       dash(n_records), dash(n_lost)
}

# table KIND UNIT SERVERS: the rows of servers, or of other programs
function table(kind, unit, servers,   i, any)
{
	for (i = 1; i <= programs; i++) {
		if ((order[i] in is_server) != servers)
			continue
		if (!any++)
			head(kind, unit)
		row(order[i])
	}
	if (any && out != "csv")
		print ""
	return any
}

# The goals that have a row.
function judge(   i, name, added, sum, any, text, next_goal)
{
	next_goal = out == "rst" ? "\n- " : "; "
	for (i = 1; i <= programs; i++) {
		name = order[i]
		if ((name, "client") in lost) {
			any = 1
			sum += lost[name, "client"]
		}
		if (!(name in goal) || !((name, "complete") in values) ||
		    !((name, "untraced") in values))
			continue
		added = 100 * (times(name, "complete") - 1)
		text = text sprintf("%s at most %d %%%s with all calls complete: %.2f %%, %s%s",
				    name, goal[name], name in is_server ? " a request" : "",
				    added, added <= goal[name] ? "met" : "missed", next_goal)
	}
	if (any)
		text = text sprintf("no record lost by ktrace -f: %d, %s%s", sum,
				    sum ? "missed" : "met", next_goal)
	if (text == "")
		return
	text = substr(text, 1, length(text) - length(next_goal))
	printf out == "rst" ? "\nGoals:\n\n- %s\n" : "Goals: %s.\n", text
}

END {
	if (out == "csv") {
		printf "program,calls,ms"
		for (k = 1; k <= ways; k++)
			printf ",%s", way[k]
		print ",records,lost"
	}
	has_programs = table("program", "ms", 0)
	table("server", "us", 1)
	if (out == "csv")
		exit bad
	for (k = 1; k <= ways; k++)
		if (way[k] in why)
			printf "%s cannot run here: %s.\n", way[k], why[way[k]]
		else if (start(way[k]) > 0.002)
			more = more sprintf("%s %s %.1f ms", more == "" ? "" : ",",
					    title(way[k]), start(way[k]) * 1000)
	if (more != "" && has_programs)
		printf "To start and end, not in the figures:%s.\n", more
	for (i = 1; i <= programs; i++)
		if (lost[order[i], "tracecmd"] > 0)
			losses = losses sprintf("%s %s %d of %d", losses == "" ? "" : ",", order[i],
				lost[order[i], "tracecmd"], all_records[order[i], "tracecmd"])
	if (losses != "")
		printf "Records that trace-cmd lost:%s.\n", losses
	judge()
	exit bad
}
