# SPDX-License-Identifier: GPL-2.0
#
# awk -v out=FORMAT -f median.awk -f functions.awk NAMES VALUES COUNTS
# - the cost of a tracer by function
#
# NAMES has lines "TRACER FUNCTION" with the tracers' own functions; VALUES has the lines
#	counted ROW TRACER RUN TIMES
# of guest.sh, the K-th of which belongs to measurement K of COUNTS, the output of count.so.
#
# A steady function executes the same number of instructions each time that the work is done, in
# all runs of a row with the same tracer, and without one. The allocator, the scheduler, timers and
# RCU are not steady: what they do depends on the past. A figure contains all functions of the
# tracer, and all other functions that are steady, so the functions of the kernel that call the
# tracer's hooks.
#
# FORMAT is values or text. values prints lines "value ROW TRACER RUN FIGURE" for table.awk.
# text prints for each row and tracer the functions in which it takes instructions, and what the
# functions that are not steady took more or less. The exit status is 1 if a measurement is
# missing, or if the guest made another one.

FILENAME == ARGV[1] {
	own[$1, $2] = 1
	next
}

FILENAME == ARGV[2] {
	if ($1 != "counted")
		next
	row[++measurements] = $2
	tracer[measurements] = $3
	times[measurements] = $5
	if ($2 == "-")
		next
	if (!($2 in seen)) {
		seen[$2] = 1
		rows[++nr_rows] = $2
	}
	runs[$2, $3]++
	number[$2, $3, runs[$2, $3]] = measurements
	next
}

# The guest's programs are not the tracer's.
$2 == "[user]" {
	last = $1
	next
}

{
	last = $1
	count[$1, $2] += $3
	if (!(($1, $2) in listed) && row[$1] != "-") {
		listed[$1, $2] = 1
		if (!((row[$1], $2) in known)) {
			known[row[$1], $2] = 1
			functions[row[$1]] = functions[row[$1]] " " $2
		}
	}
}

# Instructions of function F, each time the work is done.
function instructions(r, t, run, f,   n)
{
	n = number[r, t, run]
	return count[n, f] / times[n]
}

function same(r, t, f,   run, n, first)
{
	for (run = 1; run <= runs[r, t]; run++) {
		n = number[r, t, run]
		if (run == 1)
			first = count[n, f]
		# The start and the end of a measurement may add a few instructions.
		if (count[n, f] != first || first % times[n] > times[n] / 20)
			return 0
	}
	return 1
}

function is_own(t, f)
{
	if ((t, f) in own)
		return 1
	return t == "ktrace" ? f ~ /^(__)?ktrace_/ : f ~ /^(do_)?trace_event_/ || f ~ /^__traceiter_/
}

function steady(r, t, f)
{
	return is_own(t, f) || (same(r, t, f) && same(r, "untraced", f))
}

function middle(r, t, f,   run, list)
{
	for (run = 1; run <= runs[r, t]; run++)
		list = list " " instructions(r, t, run, f)
	return median(list)
}

function show(r, t,   n, i, j, f, names, more, figure, rest, order, swap)
{
	n = split(functions[r], names, " ")
	for (i = 1; i <= n; i++) {
		f = names[i]
		more[f] = middle(r, t, f) - middle(r, "untraced", f)
		if (steady(r, t, f))
			figure += more[f]
		else
			rest += more[f]
		if (steady(r, t, f) && (more[f] >= 0.5 || more[f] <= -0.5))
			order[++j] = f
	}
	n = j
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && more[order[j]] > more[order[j - 1]]; j--) {
			swap = order[j]
			order[j] = order[j - 1]
			order[j - 1] = swap
		}
	printf "%s, %s: %.1f instructions\n", r, t, figure
	for (i = 1; i <= n; i++)
		printf "  %9.1f  %s\n", more[order[i]], order[i]
	printf "  %9.1f  functions that are not steady, not in the figure\n\n", rest
}

# The figures of a row, relative to the same functions untraced, which are not the same functions
# for both tracers: so the untraced figure is that of the functions that are steady without a
# tracer, and the difference is added to it.
function values(r, t,   n, i, f, run, names, figure)
{
	n = split(functions[r], names, " ")
	for (run = 1; run <= runs[r, t]; run++) {
		figure = 0
		for (i = 1; i <= n; i++) {
			f = names[i]
			if (same(r, "untraced", f))
				figure += instructions(r, "untraced", 1, f)
			if (t != "untraced" && steady(r, t, f))
				figure += instructions(r, t, run, f) - middle(r, "untraced", f)
		}
		printf "value %s %s %d %.2f\n", r, t, run, figure
	}
}

END {
	if (last != measurements) {
		print "functions.awk: " last " measurements, expected " measurements >"/dev/stderr"
		exit 1
	}
	for (i = 1; i <= nr_rows; i++) {
		if (out == "values")
			values(rows[i], "untraced")
		n = split("ktrace ftrace", order, " ")
		for (k = 1; k <= n; k++) {
			if (!((rows[i], order[k]) in runs))
				continue
			if (out == "values")
				values(rows[i], order[k])
			else
				show(rows[i], order[k])
		}
	}
}
