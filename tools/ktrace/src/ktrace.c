// SPDX-License-Identifier: GPL-2.0
/*
 * ktrace - record system calls and other events of programs
 *
 * The verbs are in files of their own: run.c, record.c, report.c, hist.c, top.c,
 * tree.c, doctor.c. What records is built on live.c (the life of a recording), session.c (the
 * kernel's side) and stream.c (its records); print*.c show records.
 */
#include <locale.h>
#include <stddef.h>

#include "options.h"
#include "verbs.h"

/*
 * Letters stand for options of the same letter, digits for options without one: options.c.
 * H and R stand for the options of habits.c.
 */
#define SELECTS	"ePzZfpEub2G5"
#define TASKS	"xa"
#define SHOWS	"1otrTsykcCwSq39H"

/* The first verb is the default. */
const struct verb verbs[] = {
	{ "run", "[--] PROG [ARG...]", "run a program and print what it does",
	  SELECTS SHOWS "R", true, verb_run },
	{ "attach", "", "print what running processes do",
	  SELECTS TASKS SHOWS, false, verb_run },
	{ "record", "[-o FILE.dat] [--] [PROG [ARG...]]",
	  "record into a file that trace-cmd and KernelShark read",
	  SELECTS TASKS "okqsy36", true, verb_record },
	{ "report", "[FILE.dat]", "print a recorded file", "1oirTsycCwSq9H", false, verb_report },
	{ "export", "--as FORM [FILE.dat]", "convert a recorded file", "1oisyq9", false,
	  verb_export },
	{ "top", "[--] [PROG [ARG...]]", "show a live table of calls, counted in the kernel",
	  "e2zZfpEuG5xaSq78Bnd3", true, verb_top },
	{ "hist", "EVENT by KEYS [PROG [ARG...]]",
	  "count an event by keys in the kernel, and show bars",
	  "2pEuq34", false, verb_hist },
	{ "tree", "[--] PROG [ARG...]", "draw the processes that a program starts",
	  "pEuibq3", true, verb_tree },
	{ "dump", "[--] [PROG [ARG...]]", "keep the last records, and print them when asked",
	  SELECTS TASKS SHOWS "0", true, verb_dump },
	{ "doctor", "", "print the features of this kernel, and lost records", "", false,
	  verb_doctor },
	{ NULL }
};

int main(int argc, char **argv)
{
	struct options opt;

	setlocale(LC_CTYPE, "");
	options_parse(&opt, argc, argv);
	return opt.verb->run(&opt);
}
