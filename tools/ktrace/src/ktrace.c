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

/* Letters stand for options of the same letter, digits for options without one: options.c. */
#define SELECTS	"ePzZfpEub2G5xa"
#define SHOWS	"1otrTsykcCwSq39"

/* The first verb is the default. */
const struct verb verbs[] = {
	{ "run", "[--] PROG [ARG...]", "run a program and print what it does",
	  SELECTS SHOWS, true, verb_run },
	{ "attach", "", "print what running processes do",
	  SELECTS SHOWS, false, verb_run },
	{ "record", "[-o FILE.dat] [--] [PROG [ARG...]]",
	  "record into a file that trace-cmd and KernelShark read",
	  SELECTS "okq36", true, verb_record },
	{ "report", "[FILE.dat]", "print a recorded file", "1oirTsycCwSq9", false, verb_report },
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
	  SELECTS SHOWS "0", true, verb_dump },
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
