# SPDX-License-Identifier: GPL-2.0
#
# awk -v out=FORMAT -v parts=PARTS -f median.awk -f table.awk rows.txt VALUES...
# - the speed table
#
# FORMAT is csv, text or rst. VALUES are lines "value ROW TRACER RUN FIGURE" as
# guest.sh prints them; the median of several runs counts. Prints all rows of the PARTS,
# names separated by spaces. The text format reports runs that differ by more than a
# hundredth. The exit status is 1 if a required figure is missing, if a row has a figure
# that it must not have, or if a value belongs to no row.

function number(x)
{
	if (x == "")
		return ""
	if (unit == "ns")
		return sprintf("%.2f", x)
	return sprintf(x < 10 && x > -10 ? "%.2f" : "%.0f", x)
}

# Overhead of a tracer in the row's unit; "" if it was not measured.
function over(tracer,   x, base)
{
	if (!((row, tracer) in values))
		return ""
	x = median(values[row, tracer])
	if (!((row, "untraced") in values))
		return x
	base = median(values[row, "untraced"])
	if (unit == "insn")
		return x - base
	if (unit == "percent")
		return (x / base - 1) * 100
	return x
}

function line(   k, f, u, limit, ratio, verdict)
{
	u = (row, "untraced") in values ? median(values[row, "untraced"]) : ""
	k = over("ktrace")
	f = over("ftrace")
	limit = budget
	if (budget ~ /^x/)
		limit = f == "" ? "" : substr(budget, 2) * f
	if (budget ~ /^f/)
		limit = u == "" ? "" : substr(budget, 2) * u
	ratio = k == "" || f == "" || f <= 0 ? "" : sprintf("%.3f", k / f)
	if (wrong("ktrace", k) || wrong("ftrace", f) || (k != "" && !complete("ktrace")) ||
	    (f != "" && !complete("ftrace"))) {
		verdict = "FAILED"
		bad = 1
	} else if (k == "") {
		verdict = "not built"
	} else if (limit != "") {
		verdict = sprintf("%.2f", k) + 0 <= limit + 0 ? "yes" : "no"
	}
	# Seconds per megabyte are shown as megabytes per second.
	if (unit == "percent" && u != "")
		u = 1 / u
	if (out == "csv")
		printf "%s,%s,%s,%s,%s,%s,%s\n", row, unit, number(u), number(f),
		       number(k), ratio, number(limit)
	else if (out == "rst")
		printf "   * - %s\n     - %s\n     - %s\n     - %s\n     - %s\n     - %s\n     - %s\n",
		       title, dash(number(u)), dash(number(f)), dash(number(k)),
		       dash(ratio), dash(number(limit)), dash(verdict)
	else
		printf "%-16s %-8s %9s %9s %9s %7s %9s  %s\n", row, unit,
		       dash(number(u)), dash(number(f)), dash(number(k)), dash(ratio),
		       dash(number(limit)), verdict
}

# True if a required figure is missing, or a figure is present that should be missing.
function wrong(tracer, figure)
{
	return (figure == "") != (index(without[row], tracer) > 0)
}

# True if there are as many runs as untraced ones.
function complete(tracer)
{
	return !((row, "untraced") in values) || \
	       runs[row, tracer] == runs[row, "untraced"]
}

function spread(tracer,   v, n, i, low, high)
{
	n = split(values[row, tracer], v, " ")
	low = high = v[1]
	for (i = 2; i <= n; i++) {
		low = v[i] + 0 < low + 0 ? v[i] : low
		high = v[i] + 0 > high + 0 ? v[i] : high
	}
	if (out == "text" && high > low * 1.01)
		printf "# %s: %s: the runs differ, %s to %s\n", row, tracer, low, high
}

function dash(x)
{
	return x != "" ? x : out == "rst" ? "\\-" : "-"
}

FNR == NR {
	if (/^#/ || split($0, f, "|") < 5)
		next
	known[f[1]] = 1
	without[f[1]] = f[6]
	if (index(" " parts " ", " " f[4] " ") == 0)
		next
	order[++rows] = f[1]
	units[f[1]] = f[2]
	budgets[f[1]] = f[3]
	titles[f[1]] = f[5]
	next
}

$1 == "value" && !($2 in known) {
	print "table.awk: no such row: " $2 >"/dev/stderr"
	bad = 1
}

$1 == "value" && $5 != "" {
	values[$2, $3] = values[$2, $3] " " $5
	runs[$2, $3]++
}

END {
	if (out == "csv")
		print "row,unit,untraced,ftrace,ktrace,ratio,budget"
	else if (out == "text")
		printf "%-16s %-8s %9s %9s %9s %7s %9s  %s\n", "row", "unit", "untraced",
		       "ftrace", "ktrace", "ratio", "budget", "within"
	for (i = 1; i <= rows; i++) {
		row = order[i]
		unit = units[row]
		budget = budgets[row]
		title = titles[row]
		line()
		spread("untraced")
		spread("ftrace")
		spread("ktrace")
	}
	exit bad
}
