/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The steps of control_fuzz that open, read, poll, splice and map control files. A part of
 * control_fuzz.c, which includes it behind its functions that write and read control files.
 */
#ifndef CONTROL_READERS_H
#define CONTROL_READERS_H

/**
 * struct slot - a descriptor that an actor keeps
 * @file:	the descriptor; -1 for none
 * @path:	its file
 * @map:	its mapping; NULL for none
 * @map_len:	bytes of @map
 */
struct slot {
	int	file;
	char	path[256];
	char	*map;
	size_t	map_len;
};

static struct slot slots[SLOTS];
static sigjmp_buf no_page;

static void on_alarm(int sig)
{
	(void)sig;
}

static void on_bus(int sig)
{
	(void)sig;
	siglongjmp(no_page, 1);
}

/* Interrupt whatever blocks, every 20 ms. */
static void alarms(bool on)
{
	struct itimerval every = { };

	if (on)
		every.it_interval.tv_usec = every.it_value.tv_usec = 20000;
	setitimer(ITIMER_REAL, &every, NULL);
}

static void read_some(int file, size_t size, int times)
{
	static char bytes[1 << 20];
	ssize_t n = 0;

	if (size > sizeof(bytes))
		size = sizeof(bytes);
	alarms(true);
	while (times-- > 0 && (n = read(file, bytes, size)) > 0) {
		if ((size_t)n > size)
			fault("read %zd of %zu bytes", n, size);
	}
	alarms(false);
	if (n < 0 && !plausible(errno))
		fault("read: errno %d", errno);
}

static void step_read_file(char *args)
{
	const char *path = word(&args);
	size_t size = strtoul(args, NULL, 0);
	int file = open(path, O_RDONLY | O_NONBLOCK);

	if (file < 0) {
		if (!plausible(errno))
			fault("open: errno %d", errno);
		return;
	}
	read_some(file, size ? size : 1, 64);
	close(file);
}

static void slot_close(struct slot *slot)
{
	if (slot->map)
		munmap(slot->map, slot->map_len);
	if (slot->file >= 0)
		close(slot->file);
	slot->map = NULL;
	slot->file = -1;
}

static void slot_open(struct slot *slot, char *args)
{
	const char *mode = word(&args);
	int flags = strchr(mode, 'w') ? strchr(mode, 'r') ? O_RDWR : O_WRONLY : O_RDONLY;

	slot_close(slot);
	if (strchr(mode, 'n'))
		flags |= O_NONBLOCK;
	if (strchr(mode, 't'))
		flags |= O_TRUNC;
	slot->file = open(args, flags);
	snprintf(slot->path, sizeof(slot->path), "%s", args);
	if (slot->file < 0 && !plausible(errno))
		fault("open: errno %d", errno);
}

static void slot_map(struct slot *slot, size_t pages)
{
	volatile char sum = 0;

	if (slot->map)
		munmap(slot->map, slot->map_len);
	slot->map_len = (pages + 1) << 12;
	slot->map = mmap(NULL, slot->map_len, PROT_READ, MAP_SHARED, slot->file, 0);
	if (slot->map == MAP_FAILED) {
		slot->map = NULL;
		return;
	}
	signal(SIGBUS, on_bus);
	if (!sigsetjmp(no_page, 1))
		for (size_t at = 0; at < slot->map_len; at += 4096)
			sum += slot->map[at];
	signal(SIGBUS, SIG_DFL);
}

static void slot_splice(struct slot *slot, size_t len)
{
	static char bytes[1 << 16];
	int ends[2];

	if (pipe2(ends, O_NONBLOCK))
		return;
	fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
	alarms(true);
	if (splice(slot->file, NULL, ends[1], NULL, len, SPLICE_F_NONBLOCK) > 0)
		while (read(ends[0], bytes, sizeof(bytes)) > 0)
			;
	alarms(false);
	close(ends[0]);
	close(ends[1]);
}

static void step_slot(const char *verb, char *args)
{
	struct slot *slot = &slots[strtoul(word(&args), NULL, 10) % SLOTS];
	unsigned long n = strtoul(args, NULL, 0);
	static char bytes[1 << 16];
	struct pollfd poll_file = { .fd = slot->file, .events = POLLIN | POLLOUT };
	size_t len;

	if (!strcmp(verb, "open"))
		return slot_open(slot, args);
	if (!strcmp(verb, "close"))
		return slot_close(slot);
	if (slot->file < 0)
		return;
	if (!strcmp(verb, "read")) {
		read_some(slot->file, n ? n : 1, 8);
	} else if (!strcmp(verb, "pread")) {
		word(&args);
		alarms(true);
		pread(slot->file, bytes, n < sizeof(bytes) ? n : sizeof(bytes),
		      strtoll(args, NULL, 0));
		alarms(false);
	} else if (!strcmp(verb, "write")) {
		len = unescape(args, step_text);
		alarms(true);
		if (write(slot->file, step_text, len) < 0 && !plausible(errno))
			fault("write: errno %d", errno);
		alarms(false);
	} else if (!strcmp(verb, "seek")) {
		lseek(slot->file, strtoll(args, NULL, 0), SEEK_SET);
	} else if (!strcmp(verb, "poll")) {
		poll_file.events = n & 1 ? POLLIN : POLLIN | POLLPRI | POLLOUT;
		poll(&poll_file, 1, n);
	} else if (!strcmp(verb, "splice")) {
		slot_splice(slot, n);
	} else if (!strcmp(verb, "mmap")) {
		slot_map(slot, n);
	} else if (!strcmp(verb, "unmap")) {
		if (slot->map)
			munmap(slot->map, slot->map_len);
		slot->map = NULL;
	} else if (!strcmp(verb, "ioctl")) {
		alarms(true);
		ioctl(slot->file, GET_READER);
		alarms(false);
	} else {
		errx(2, "unknown verb %s", verb);
	}
}

#endif
