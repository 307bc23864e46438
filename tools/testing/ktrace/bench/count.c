// SPDX-License-Identifier: GPL-2.0
/*
 * count.so - a QEMU plugin that counts the instructions of a guest's kernel by function
 *
 * Arguments:
 *	map=FILE	System.map of the guest's kernel, which must run at its linked address
 *			(nokaslr)
 *	out=FILE	output
 *
 * The guest starts and ends a measurement by a call of sched_get_priority_max() (see mark.h),
 * which no other program of the guest calls. At each end the plugin writes one line per
 * executed function, with the number of the measurement from 1:
 *
 *	NUMBER FUNCTION COUNT
 *
 * FUNCTION is [user] for the code of programs and [module] for code behind the kernel's.
 *
 * The guest must have one CPU. The plugin runs in the emulator's thread and needs no lock.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

#define MARK		"__x64_sys_sched_get_priority_max"
#define LAST		"_etext"
#define KERNEL_SPACE	0xffff800000000000ULL

struct function {
	uint64_t	address;
	uint64_t	count;
	char		*name;
};

int qemu_plugin_version = 1;

static struct function *functions, user = { .name = "[user]" }, module = { .name = "[module]" };
static size_t nr_functions;
static uint64_t mark, last;
static FILE *out;
static unsigned long marks;

/* Return the function at an address: the last function that starts at or before @address. */
static struct function *find(uint64_t address)
{
	size_t low = 0, high = nr_functions;

	if (address < KERNEL_SPACE)
		return &user;
	if (address < functions[0].address || address >= last)
		return &module;
	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (functions[middle].address <= address)
			low = middle;
		else
			high = middle;
	}
	return &functions[low];
}

static void finish(struct function *function, unsigned long number)
{
	if (number && function->count)
		fprintf(out, "%lu %s %llu\n", number, function->name,
			(unsigned long long)function->count);
	function->count = 0;
}

/* The guest starts (odd) or ends (even) a measurement. */
static void marked(unsigned int cpu, void *data)
{
	unsigned long number = ++marks % 2 ? 0 : marks / 2;
	size_t i;

	(void)cpu;
	(void)data;
	for (i = 0; i < nr_functions; i++)
		finish(&functions[i], number);
	finish(&user, number);
	finish(&module, number);
	fflush(out);
}

static void translate(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb), i;

	(void)id;
	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t address = qemu_plugin_insn_vaddr(insn);

		if (address == mark)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, marked,
							       QEMU_PLUGIN_CB_NO_REGS, NULL);
		qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64,
							   &find(address)->count, 1);
	}
}

/* Read the functions; System.map is sorted by address. */
static bool read_map(const char *path)
{
	FILE *f = fopen(path, "r");
	unsigned long long address;
	char name[512];
	char type;

	if (!f)
		return false;
	while (fscanf(f, "%llx %c %511s", &address, &type, name) == 3) {
		if (!strcmp(name, LAST))
			last = address;
		/* The padding in front of a function is never executed. */
		if (!strchr("tTwW", type) || !strncmp(name, "__pfx_", strlen("__pfx_")))
			continue;
		if (!strcmp(name, MARK))
			mark = address;
		/* Aliases: keep the first name. */
		if (nr_functions && functions[nr_functions - 1].address == address)
			continue;
		functions = realloc(functions, (nr_functions + 1) * sizeof(*functions));
		if (!functions)
			break;
		functions[nr_functions++] = (struct function){
			.address = address,
			.name = strdup(name),
		};
	}
	fclose(f);
	return functions && mark && last;
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
	const char *map = "";
	int i;

	(void)info;
	for (i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "map=", 4))
			map = argv[i] + 4;
		else if (!strncmp(argv[i], "out=", 4))
			out = fopen(argv[i] + 4, "w");
	}
	if (!out || !read_map(map)) {
		fprintf(stderr, "count.so: needs map=System.map,out=FILE\n");
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	return 0;
}
