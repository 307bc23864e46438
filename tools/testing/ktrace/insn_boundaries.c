// SPDX-License-Identifier: GPL-2.0
/*
 * Instruction boundaries of the kernel, as ktrace finds them, beside those of objdump.
 *
 * Walks each function in each executable section of a vmlinux with the base's decoder, as
 * kprobe_offsets does: from the function's symbol to the next symbol, one instruction after the
 * other. A section without symbols counts as one function. Standard input is what "objdump -d -w"
 * printed of the same file. Each instruction must begin where objdump says that one begins, and
 * have as many bytes.
 *
 * usage: objdump -d -w VMLINUX | insn_boundaries VMLINUX
 *
 * Prints each difference, and "N sections, N functions, N instructions, N differences". The status
 * is 1 if there are differences or no instructions. For scripts/boundaries.
 */
#include <elf.h>
#include <err.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <asm/insn.h>
#include <inat.c>
#include <insn.c>

/* What objdump said of a byte: the bytes of the instruction that begins there. */
enum { NOTHING = 0, BAD = 255 };

#define SECTIONS_MAX	64

/**
 * struct section - an executable section
 * @name:	its name
 * @address:	address of its first byte
 * @size:	its size in bytes
 * @code:	its contents
 * @objdump:	what objdump said of each byte
 * @starts:	offsets of the symbols, in order, the first and the end of the section
 * @nr_starts:	number of @starts
 */
struct section {
	const char		*name;
	uint64_t		address;
	uint64_t		size;
	const unsigned char	*code;
	unsigned char		*objdump;
	uint64_t		*starts;
	size_t			nr_starts;
};

static struct section sections[SECTIONS_MAX];
static unsigned int nr_sections;

static unsigned long instructions, functions, differences;

static void *read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	long size = -1;
	void *data;

	if (file && !fseek(file, 0, SEEK_END))
		size = ftell(file);
	if (size < 0)
		err(2, "%s", path);
	rewind(file);
	data = malloc(size);
	if (!data || fread(data, 1, size, file) != (size_t)size)
		err(2, "%s", path);
	fclose(file);
	return data;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void *need(void *memory)
{
	if (!memory)
		err(2, "memory");
	return memory;
}

/*
 * Find the symbols of a section. kallsyms has all symbols of functions but for those that
 * the compiler made for itself, which are local labels.
 */
static void find_functions(struct section *section, size_t index, const Elf64_Sym *symbols,
			   size_t nr)
{
	size_t i;

	section->starts = need(calloc(nr + 2, sizeof(*section->starts)));
	section->starts[section->nr_starts++] = 0;
	section->starts[section->nr_starts++] = section->size;
	for (i = 0; i < nr; i++) {
		unsigned char type = ELF64_ST_TYPE(symbols[i].st_info);
		uint64_t at = symbols[i].st_value - section->address;

		if (symbols[i].st_shndx == index && (type == STT_FUNC || type == STT_NOTYPE) &&
		    at < section->size)
			section->starts[section->nr_starts++] = at;
	}
	qsort(section->starts, section->nr_starts, sizeof(*section->starts), by_address);
}

static void find_sections(const unsigned char *image)
{
	const Elf64_Ehdr *head = (void *)image;
	const Elf64_Shdr *all = (void *)(image + head->e_shoff), *symtab = NULL;
	const char *names = (char *)image + all[head->e_shstrndx].sh_offset;
	struct section *section;
	size_t i;

	for (i = 0; i < head->e_shnum; i++)
		if (all[i].sh_type == SHT_SYMTAB)
			symtab = &all[i];
	if (!symtab)
		errx(2, "no symbols");
	for (i = 0; i < head->e_shnum; i++) {
		if (!(all[i].sh_flags & SHF_EXECINSTR) || all[i].sh_type == SHT_NOBITS ||
		    !all[i].sh_size)
			continue;
		if (nr_sections == SECTIONS_MAX)
			errx(2, "more than %u executable sections", SECTIONS_MAX);
		section = &sections[nr_sections++];
		section->name = names + all[i].sh_name;
		section->address = all[i].sh_addr;
		section->size = all[i].sh_size;
		section->code = image + all[i].sh_offset;
		section->objdump = need(calloc(section->size, 1));
		find_functions(section, i, (void *)(image + symtab->sh_offset),
			       symtab->sh_size / sizeof(Elf64_Sym));
	}
}

static struct section *section_at(uint64_t address)
{
	unsigned int i;

	for (i = 0; i < nr_sections; i++)
		if (address - sections[i].address < sections[i].size)
			return &sections[i];
	return NULL;
}

/* Take a line "ADDRESS:	BYTES	INSTRUCTION". */
static void take_line(const char *line)
{
	char *end, *bytes;
	uint64_t at = strtoull(line, &end, 16);
	struct section *section;
	unsigned int n = 0;

	if (end == line || end[0] != ':' || end[1] != '\t')
		return;
	section = section_at(at);
	if (!section)
		return;
	for (bytes = end + 2; strspn(bytes, "0123456789abcdef") == 2 && bytes[2] == ' '; bytes += 3)
		n++;
	at -= section->address;
	/* objdump prints FWAIT and the x87 instruction behind it as one, such as FINIT. */
	if (n > 1 && section->code[at] == 0x9b) {
		section->objdump[at++] = 1;
		n--;
	}
	section->objdump[at] = strstr(bytes, "(bad)") ? BAD : n;
}

static void read_objdump(void)
{
	static char line[4096];

	while (fgets(line, sizeof(line), stdin))
		take_line(line);
}

static void differ(const struct section *section, uint64_t start, uint64_t at, int length)
{
	unsigned int i;

	if (differences++ >= 20)
		return;
	printf("%s, 0x%llx (0x%llx behind its symbol): %d bytes, by objdump %u:", section->name,
	       (unsigned long long)(section->address + at), (unsigned long long)(at - start),
	       length, section->objdump[at]);
	for (i = 0; i < 15 && at + i < section->size; i++)
		printf(" %02x", section->code[at + i]);
	printf("\n");
}

/*
 * Whether objdump may print "(bad)" at @at: it is LKGS, which objdump 2.40 does not know. objdump
 * goes on one byte behind, and so finds other instructions for a while.
 */
static bool unknown_to_objdump(const struct section *section, uint64_t at)
{
	const unsigned char *code = section->code + at;

	return section->objdump[at] == BAD && section->size - at >= 4 &&
	       !memcmp(code, "\xf2\x0f\x00", 3) && (code[3] & 0x38) == 0x30;
}

/* Bytes behind an instruction that objdump does not know, in which it may be out of step. */
#define OUT_OF_STEP	64

/* Walk the function from @start to @end. */
static void walk(const struct section *section, uint64_t start, uint64_t end)
{
	uint64_t at, in_step = start;
	struct insn insn;
	int length;

	functions++;
	for (at = start; at < end; at += length) {
		size_t room = end - at < MAX_INSN_SIZE ? end - at : MAX_INSN_SIZE;
		const unsigned char *code = section->code + at;

		length = insn_decode(&insn, code, room, INSN_MODE_64) < 0 ? 0 : insn.length;
		if (length <= 0) {
			/* Data: objdump must not know an instruction either. */
			if (section->objdump[at] != BAD)
				differ(section, start, at, 0);
			return;
		}
		instructions++;
		if (unknown_to_objdump(section, at))
			in_step = at + length + OUT_OF_STEP;
		if (section->objdump[at] != length && at >= in_step) {
			differ(section, start, at, length);
			return;
		}
	}
}

int main(int argc, char **argv)
{
	const struct section *section;
	size_t i;

	if (argc != 2)
		errx(2, "usage: objdump -d -w VMLINUX | insn_boundaries VMLINUX");
	find_sections(read_file(argv[1]));
	read_objdump();
	for (section = sections; section < sections + nr_sections; section++)
		for (i = 0; i + 1 < section->nr_starts; i++)
			if (section->starts[i] < section->starts[i + 1])
				walk(section, section->starts[i], section->starts[i + 1]);
	printf("%u sections, %lu functions, %lu instructions, %lu differences\n", nr_sections,
	       functions, instructions, differences);
	return differences || !instructions;
}
