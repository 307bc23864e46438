// SPDX-License-Identifier: GPL-2.0
/*
 * ktrace - record system calls and other events of programs
 *
 * The verbs are in files of their own: run.c, record.c, report.c, hist.c, tree.c,
 * doctor.c. What records is built on live.c (the life of a recording), session.c (the
 * kernel's side) and stream.c (its records); print*.c show records.
 */
#include <locale.h>
#include <stddef.h>

#include "options.h"
#include "verbs.h"

/* The letters stand for options: options.c. The first verb is the default. */
#define SELECTS	"ePIzZfpEub"
#define SHOWS	"aotrTsykcCwSq"

const struct verb verbs[] = {
	{ "run", "[--] PROG [ARG...]", "run a program and print what it does",
	  SELECTS SHOWS "x", true, verb_run },
	{ "attach", "-p PID", "print what running processes do",
	  SELECTS SHOWS "x", true, verb_run },
	{ "record", "[-o FILE.dat] [--] PROG [ARG...]",
	  "record into a file that trace-cmd and KernelShark read",
	  SELECTS "okqx", true, verb_record },
	{ "report", "[FILE.dat]", "print a recorded file", "aoirTsycCwSq", false, verb_report },
	{ "export", "--as FORM [FILE.dat]", "convert a recorded file", "aoisyq", false,
	  verb_export },
	{ "hist", "EVENT by KEYS [PROG [ARG...]]",
	  "count an event by keys in the kernel, and show bars",
	  "IpEuqxv", false, verb_hist },
	{ "tree", "[--] PROG [ARG...]", "draw the processes that a program starts",
	  "pEuibqx", true, verb_tree },
	{ "doctor", "", "say what this kernel offers and what was lost", "", false, verb_doctor },
	{ NULL }
};

int main(int argc, char **argv)
{
	struct options opt;

	setlocale(LC_CTYPE, "");
	options_parse(&opt, argc, argv);
	return opt.verb->run(&opt);
}
