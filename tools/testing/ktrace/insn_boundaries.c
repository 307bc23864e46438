// SPDX-License-Identifier: GPL-2.0
/*
 * Instruction boundaries of the kernel, as ktrace finds them, beside those of objdump.
 *
 * Walks each function of a vmlinux with the base's decoder, as kprobe_offsets does: from the
 * function's symbol to the next symbol, one instruction after the other. Standard input is
 * what "objdump -d -w" printed of the same file, or of a part of it; functions that are not
 * wholly in there are left out. Each instruction must begin where objdump says that one
 * begins, and have as many bytes.
 *
 * usage: objdump -d -w VMLINUX | insn_boundaries VMLINUX
 *
 * Prints each difference, and "N functions, N instructions, N differences". The status is 1
 * if there are differences or no instructions. For scripts/boundaries.
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

/* Bytes of text that are looked at; the kernel's text has less. */
#define TEXT_MAX	(64UL << 20)

/* What objdump said of a byte of the text: the bytes of the instruction that begins there. */
enum { NOTHING = 0, BAD = 255 };

static unsigned char objdump[TEXT_MAX];
static unsigned char *image;
static Elf64_Shdr *text;
static uint64_t *starts;
static size_t nr_starts;

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

/*
 * Find .text and the symbols in it. kallsyms has all symbols of the text but for those that
 * the compiler made for itself, which are local labels.
 */
static void find_functions(void)
{
	Elf64_Ehdr *head = (void *)image;
	Elf64_Shdr *sections = (void *)(image + head->e_shoff), *symtab = NULL;
	const char *names = (char *)image + sections[head->e_shstrndx].sh_offset;
	Elf64_Sym *symbols;
	size_t i, nr, text_nr = 0;

	for (i = 0; i < head->e_shnum; i++) {
		if (!strcmp(names + sections[i].sh_name, ".text")) {
			text = &sections[i];
			text_nr = i;
		}
		if (sections[i].sh_type == SHT_SYMTAB)
			symtab = &sections[i];
	}
	if (!text || !symtab || text->sh_size > TEXT_MAX)
		errx(2, "no .text with symbols");
	symbols = (void *)(image + symtab->sh_offset);
	nr = symtab->sh_size / sizeof(*symbols);
	starts = calloc(nr, sizeof(*starts));
	if (!starts)
		err(2, "symbols");
	for (i = 0; i < nr; i++) {
		unsigned char type = ELF64_ST_TYPE(symbols[i].st_info);

		if (symbols[i].st_shndx == text_nr && (type == STT_FUNC || type == STT_NOTYPE))
			starts[nr_starts++] = symbols[i].st_value - text->sh_addr;
	}
	qsort(starts, nr_starts, sizeof(*starts), by_address);
}

/* Take a line "ADDRESS:	BYTES	INSTRUCTION". */
static void take_line(const char *line)
{
	char *end, *bytes;
	uint64_t at = strtoull(line, &end, 16);
	unsigned int n = 0;

	if (end == line || end[0] != ':' || end[1] != '\t' || at < text->sh_addr ||
	    at - text->sh_addr >= text->sh_size)
		return;
	for (bytes = end + 2; strspn(bytes, "0123456789abcdef") == 2 && bytes[2] == ' '; bytes += 3)
		n++;
	objdump[at - text->sh_addr] = strstr(bytes, "(bad)") ? BAD : n;
}

static void read_objdump(void)
{
	static char line[4096];

	while (fgets(line, sizeof(line), stdin))
		take_line(line);
}

static void differ(uint64_t start, uint64_t at, int length)
{
	unsigned int i;

	if (differences++ >= 20)
		return;
	printf("0x%llx (0x%llx behind its symbol): %d bytes, by objdump %u:",
	       (unsigned long long)(text->sh_addr + at), (unsigned long long)(at - start), length,
	       objdump[at]);
	for (i = 0; i < 15 && at + i < text->sh_size; i++)
		printf(" %02x", image[text->sh_offset + at + i]);
	printf("\n");
}

/*
 * Whether objdump may print "(bad)" at @at: it is LKGS, which objdump 2.40 does not know. objdump
 * goes on one byte behind, and so finds other instructions for a while.
 */
static bool unknown_to_objdump(uint64_t at)
{
	const unsigned char *code = image + text->sh_offset + at;

	return objdump[at] == BAD && !memcmp(code, "\xf2\x0f\x00", 3) && (code[3] & 0x38) == 0x30;
}

/* Bytes behind an instruction that objdump does not know, in which it may be out of step. */
#define OUT_OF_STEP	64

/* Walk the function from @start to @end. */
static void walk(uint64_t start, uint64_t end)
{
	const unsigned char *code = image + text->sh_offset;
	uint64_t at, in_step = start;
	struct insn insn;
	int length;

	functions++;
	for (at = start; at < end; at += length) {
		size_t room = end - at < MAX_INSN_SIZE ? end - at : MAX_INSN_SIZE;

		length = insn_decode(&insn, code + at, room, INSN_MODE_64) < 0 ? 0 : insn.length;
		if (length <= 0) {
			/* Data: objdump must not know an instruction either. */
			if (objdump[at] != BAD)
				differ(start, at, 0);
			return;
		}
		instructions++;
		if (unknown_to_objdump(at))
			in_step = at + length + OUT_OF_STEP;
		if (objdump[at] != length && at >= in_step) {
			differ(start, at, length);
			return;
		}
	}
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc != 2)
		errx(2, "usage: objdump -d -w VMLINUX | insn_boundaries VMLINUX");
	image = read_file(argv[1]);
	find_functions();
	read_objdump();
	for (i = 0; i + 1 < nr_starts; i++) {
		uint64_t start = starts[i], end = starts[i + 1];

		/* Skip functions that objdump's output does not cover completely. */
		if (start < end && objdump[start] && objdump[end])
			walk(start, end);
	}
	printf("%lu functions, %lu instructions, %lu differences\n", functions, instructions,
	       differences);
	return differences || !instructions;
}
