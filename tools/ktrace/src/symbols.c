// SPDX-License-Identifier: GPL-2.0
/*
 * Names of addresses in programs.
 *
 * The mappings of a process are read from /proc when its first address is looked up, and
 * again after it has executed a program or when an address lies outside of them. A task
 * that has ended has no mappings any more; its addresses keep their numbers unless the
 * mappings were read before. libelf reads the symbols of the mapped files.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gelf.h>

#include "symbols.h"
#include "util.h"

#define BUCKETS		256
#define LOCATION_MAX	4352

/* A function of a file. */
struct symbol {
	unsigned long long at;
	unsigned long long size;
	char	*name;
};

/**
 * struct image - a mapped file
 * @next:	the next one
 * @path:	its path
 * @nr:		number of @symbol
 * @symbol:	its functions, by address
 * @nr_loads:	number of @load
 * @load:	its loaded segments: offset in the file, address, length
 */
struct image {
	struct image	*next;
	char		*path;
	size_t		nr;
	struct symbol	*symbol;
	size_t		nr_loads;
	struct {
		unsigned long long offset, at, len;
	} *load;
};

/* An executable mapping. */
struct map {
	unsigned long long start, end, offset;
	struct image	*image;
};

/**
 * struct space - the mappings of a task
 * @next:	the next one of the bucket
 * @pid:	the task
 * @nr:		number of @map
 * @map:	the mappings
 */
struct space {
	struct space	*next;
	int		pid;
	size_t		nr;
	struct map	*map;
};

/**
 * struct symbols - what is known of programs
 * @live:	/proc has the mappings
 * @image:	the files
 * @space:	the tasks by number
 * @text:	the result of symbols_location()
 */
struct symbols {
	bool		live;
	struct image	*image;
	struct space	*space[BUCKETS];
	char		text[LOCATION_MAX];
};

/* Prepare the names; @live: of running tasks. */
struct symbols *symbols_create(bool live)
{
	struct symbols *symbols = zalloc(sizeof(*symbols));

	symbols->live = live;
	elf_version(EV_CURRENT);
	return symbols;
}

static void free_image(struct image *image)
{
	size_t i;

	for (i = 0; i < image->nr; i++)
		free(image->symbol[i].name);
	free(image->symbol);
	free(image->load);
	free(image->path);
	free(image);
}

static struct space **space_slot(struct symbols *symbols, int pid)
{
	struct space **at = &symbols->space[(unsigned int)pid % BUCKETS];

	while (*at && (*at)->pid != pid)
		at = &(*at)->next;
	return at;
}

static void drop_space(struct symbols *symbols, int pid)
{
	struct space **at = space_slot(symbols, pid), *space = *at;

	if (!space)
		return;
	*at = space->next;
	free(space->map);
	free(space);
}

/* Free the names. */
void symbols_destroy(struct symbols *symbols)
{
	struct image *image;
	int i;

	for (i = 0; i < BUCKETS; i++)
		while (symbols->space[i])
			drop_space(symbols, symbols->space[i]->pid);
	while ((image = symbols->image)) {
		symbols->image = image->next;
		free_image(image);
	}
	free(symbols);
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static void add_symbols(struct image *image, Elf *elf, Elf_Scn *section)
{
	GElf_Shdr header;
	Elf_Data *data;
	GElf_Sym sym;
	int i, n;

	if (!gelf_getshdr(section, &header) || !header.sh_entsize)
		return;
	data = elf_getdata(section, NULL);
	n = data ? header.sh_size / header.sh_entsize : 0;
	for (i = 0; i < n; i++) {
		const char *name;

		if (!gelf_getsym(data, i, &sym) || GELF_ST_TYPE(sym.st_info) != STT_FUNC ||
		    !sym.st_value)
			continue;
		name = elf_strptr(elf, header.sh_link, sym.st_name);
		if (!name || !*name)
			continue;
		image->symbol = grow(image->symbol, image->nr, sizeof(*image->symbol));
		image->symbol[image->nr++] = (struct symbol) {
			.at = sym.st_value, .size = sym.st_size, .name = strdup_or_die(name),
		};
	}
}

static void add_loads(struct image *image, Elf *elf)
{
	GElf_Phdr header;
	size_t i, n = 0;

	elf_getphdrnum(elf, &n);
	for (i = 0; i < n; i++) {
		if (!gelf_getphdr(elf, i, &header) || header.p_type != PT_LOAD)
			continue;
		image->load = grow(image->load, image->nr_loads, sizeof(*image->load));
		image->load[image->nr_loads].offset = header.p_offset;
		image->load[image->nr_loads].at = header.p_vaddr;
		image->load[image->nr_loads++].len = header.p_filesz;
	}
}

/* The table for linking at run time has only some of the functions of the full one. */
static void read_elf(struct image *image, Elf *elf)
{
	Elf_Scn *section = NULL, *full = NULL, *dynamic = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		if (header.sh_type == SHT_SYMTAB)
			full = section;
		else if (header.sh_type == SHT_DYNSYM)
			dynamic = section;
	}
	if (full || dynamic)
		add_symbols(image, elf, full ?: dynamic);
	add_loads(image, elf);
	if (image->nr)
		qsort(image->symbol, image->nr, sizeof(*image->symbol), by_address);
}

static struct image *get_image(struct symbols *symbols, const char *path)
{
	struct image *image;
	Elf *elf;
	int fd;

	for (image = symbols->image; image; image = image->next)
		if (!strcmp(image->path, path))
			return image;
	image = zalloc(sizeof(*image));
	image->path = strdup_or_die(path);
	image->next = symbols->image;
	symbols->image = image;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return image;
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF)
		read_elf(image, elf);
	elf_end(elf);
	close(fd);
	return image;
}

/* Take a line of /proc/PID/maps. */
static void add_map(struct symbols *symbols, struct space *space, const char *line)
{
	unsigned long long start, end, offset;
	char flags[8];
	int path = 0;

	if (sscanf(line, "%llx-%llx %7s %llx %*s %*s %n", &start, &end, flags, &offset,
		   &path) != 4 || flags[2] != 'x' || !path || line[path] != '/')
		return;
	space->map = grow(space->map, space->nr, sizeof(*space->map));
	space->map[space->nr++] = (struct map) {
		.start = start, .end = end, .offset = offset,
		.image = get_image(symbols, line + path),
	};
}

/* Read the mappings of a task. Return NULL if it has none any more. */
static struct space *read_space(struct symbols *symbols, int pid)
{
	char *path = print_new("/proc/%d/maps", pid), *text, *line, *save;
	struct space *space, **at;

	text = symbols->live ? read_file(path) : NULL;
	free(path);
	if (!text || !*text) {
		free(text);
		return NULL;
	}
	drop_space(symbols, pid);
	space = zalloc(sizeof(*space));
	space->pid = pid;
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		add_map(symbols, space, line);
	at = space_slot(symbols, pid);
	space->next = *at;
	*at = space;
	free(text);
	return space;
}

static const struct map *space_find(const struct space *space, unsigned long long at)
{
	size_t i;

	for (i = 0; space && i < space->nr; i++)
		if (at >= space->map[i].start && at < space->map[i].end)
			return &space->map[i];
	return NULL;
}

static const struct map *find_map(struct symbols *symbols, int pid, unsigned long long at)
{
	const struct map *map = space_find(*space_slot(symbols, pid), at);

	return map ?: space_find(read_space(symbols, pid), at);
}

/* A child begins with the mappings of its parent. */
static void copy_space(struct symbols *symbols, int from, int to)
{
	const struct space *old = *space_slot(symbols, from);
	struct space *space, **at;

	if (!old)
		return;
	drop_space(symbols, to);
	space = zalloc(sizeof(*space));
	space->pid = to;
	space->nr = old->nr;
	/* Allocate the capacity that grow() assumes for old->nr elements. */
	space->map = zalloc(2 * (old->nr + 1) * sizeof(*space->map));
	memcpy(space->map, old->map, old->nr * sizeof(*space->map));
	at = space_slot(symbols, to);
	space->next = *at;
	*at = space;
}

/**
 * symbols_learn - update the mappings after a fork, an exec or an exit
 * @symbols:	the names
 * @rec:	the record
 */
void symbols_learn(struct symbols *symbols, const struct record *rec)
{
	switch (rec->event->kind) {
	case EVENT_FORK:
		copy_space(symbols, rec->pid, event_number(rec, "child_pid"));
		break;
	case EVENT_EXEC:
		drop_space(symbols, rec->pid);
		read_space(symbols, rec->pid);
		break;
	case EVENT_EXIT:
		drop_space(symbols, rec->pid);
		break;
	default:
		break;
	}
}

/* Return the address that the file's symbols use for the address @at of the process. */
static unsigned long long image_address(const struct map *map, unsigned long long at)
{
	unsigned long long offset = at - map->start + map->offset;
	const struct image *image = map->image;
	size_t i;

	for (i = 0; i < image->nr_loads; i++)
		if (offset >= image->load[i].offset &&
		    offset < image->load[i].offset + image->load[i].len)
			return offset - image->load[i].offset + image->load[i].at;
	return offset;
}

/* The last function that begins at or before an address; NULL if there is none. */
static const struct symbol *find_symbol(const struct image *image, unsigned long long at)
{
	size_t low = 0, high = image->nr;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (image->symbol[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &image->symbol[low - 1] : NULL;
}

/**
 * symbols_location - file, function and offset of an address, as strace shows them
 * @symbols:	the names
 * @pid:	the task
 * @at:		the address
 *
 * Return: the text, valid until the next call.
 */
const char *symbols_location(struct symbols *symbols, int pid, unsigned long long at)
{
	const struct map *map = find_map(symbols, pid, at);
	const struct symbol *symbol;
	unsigned long long address;

	if (!map) {
		snprintf(symbols->text, LOCATION_MAX, "[%#llx]", at);
		return symbols->text;
	}
	address = image_address(map, at);
	symbol = find_symbol(map->image, address);
	snprintf(symbols->text, LOCATION_MAX, "%s(%s+%#llx) [%#llx]", map->image->path,
		 symbol ? symbol->name : "", address - (symbol ? symbol->at : 0), address);
	return symbols->text;
}

/**
 * symbols_function - name of the function of an address
 * @symbols:	the names
 * @pid:	the task
 * @at:		the address
 *
 * Return: the name; if it is unknown, the file, or the number. Valid until the next call.
 */
const char *symbols_function(struct symbols *symbols, int pid, unsigned long long at)
{
	const struct map *map = find_map(symbols, pid, at);
	const struct symbol *symbol = map ? find_symbol(map->image, image_address(map, at)) : NULL;
	const char *file;

	if (symbol)
		return symbol->name;
	if (!map) {
		snprintf(symbols->text, LOCATION_MAX, "%#llx", at);
		return symbols->text;
	}
	file = strrchr(map->image->path, '/') + 1;
	snprintf(symbols->text, LOCATION_MAX, "[%s]", file);
	return symbols->text;
}
