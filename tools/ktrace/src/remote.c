// SPDX-License-Identifier: GPL-2.0
/*
 * Send a recording to "trace-cmd listen" on another machine, by the first version of its
 * protocol, which every version of trace-cmd understands:
 *
 *	server	"tracecmd"
 *	client	number of CPUs, size of a page, number of options, each a string with its zero;
 *		then for each option its length and its text. The option "TCP" asks for
 *		connections that lose nothing.
 *	server	a port for each CPU, separated by commas, with a zero at the end
 *	client	connects to each port and sends the pages of the CPU
 *	client	sends the header of the file, with all formats, on the first connection
 *
 * The server writes the file when the client closes the connections.
 */
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "datfile.h"
#include "remote.h"
#include "session.h"
#include "util.h"

#define GREETING	"tracecmd"

/**
 * struct remote - the connections
 * @host:	the other machine
 * @control:	the first connection
 * @cpus:	number of CPUs
 * @data:	a connection for each CPU
 */
struct remote {
	char		*host;
	int		control;
	unsigned int	cpus;
	int		*data;
};

static int connect_to(const char *host, const char *port)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list, *at;
	int err = getaddrinfo(host, port, &hints, &list), fd = -1;

	if (err)
		die("--to: %s:%s: %s", host, port, gai_strerror(err));
	for (at = list; at; at = at->ai_next) {
		fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
		if (fd >= 0 && !connect(fd, at->ai_addr, at->ai_addrlen))
			break;
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	freeaddrinfo(list);
	if (fd < 0)
		die("--to: cannot connect to %s:%s: %s", host, port, strerror(errno));
	return fd;
}

static void send_all(int fd, const void *data, size_t len)
{
	const char *at = data;
	ssize_t n;

	for (; len; at += n, len -= n) {
		n = send(fd, at, len, MSG_NOSIGNAL);
		if (n < 0)
			die("--to: the connection is lost: %s", strerror(errno));
	}
}

static void send_text(int fd, const char *text)
{
	send_all(fd, text, strlen(text) + 1);
}

static void send_number(int fd, unsigned int number)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", number);
	send_text(fd, text);
}

/* Read up to a comma or a zero. Return the comma or the zero. */
static char read_word(int fd, char *word, size_t size)
{
	size_t len = 0;
	char c = 0;

	while (read(fd, &c, 1) == 1) {
		if (!c || c == ',') {
			word[len] = 0;
			return c;
		}
		if (len + 1 < size)
			word[len++] = c;
	}
	die("--to: the other side ended the connection");
}

static void read_greeting(int fd)
{
	char text[sizeof(GREETING)] = "";

	if (recv(fd, text, strlen(GREETING), MSG_WAITALL) != (ssize_t)strlen(GREETING) ||
	    strcmp(text, GREETING))
		die("--to: the other side is not \"trace-cmd listen\"");
}

/**
 * remote_open - connect to a listener
 * @place:	HOST:PORT; a host with colons stands between brackets
 * @cpus:	number of CPUs
 * @page_size:	size of a sub-buffer
 *
 * Return: the connections; ends the program with a message on error.
 */
struct remote *remote_open(const char *place, unsigned int cpus, unsigned int page_size)
{
	struct remote *remote = zalloc(sizeof(*remote));
	const char *colon = strrchr(place, ':');
	unsigned int cpu;
	char port[16];

	if (!colon || colon == place || !colon[1])
		die("--to: HOST:PORT, not '%s'", place);
	if (*place == '[' && colon[-1] == ']')
		remote->host = print_new("%.*s", (int)(colon - place) - 2, place + 1);
	else
		remote->host = print_new("%.*s", (int)(colon - place), place);
	remote->control = connect_to(remote->host, colon + 1);
	read_greeting(remote->control);
	send_number(remote->control, cpus);
	send_number(remote->control, page_size);
	send_number(remote->control, 1);
	send_number(remote->control, sizeof("TCP"));
	send_text(remote->control, "TCP");
	remote->cpus = cpus;
	remote->data = zalloc(cpus * sizeof(*remote->data));
	for (cpu = 0; cpu < cpus; cpu++) {
		read_word(remote->control, port, sizeof(port));
		remote->data[cpu] = connect_to(remote->host, port);
	}
	return remote;
}

/**
 * remote_formats - send the header of the file
 * @remote:	the connections
 * @s:		the session, with its events enabled still
 */
void remote_formats(struct remote *remote, const struct session *s)
{
	char *header = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&header, &len);

	if (!out)
		die("out of memory");
	datfile_header(out, s);
	fclose(out);
	send_all(remote->control, header, len);
	free(header);
}

/* Send a sub-buffer of a CPU. */
void remote_data(struct remote *remote, unsigned int cpu, const void *page, size_t len)
{
	send_all(remote->data[cpu], page, len);
}

/**
 * remote_close - end the connections; the other side then writes the file
 * @remote:	the connections; freed
 *
 * The data end before the first connection does, so that the other side has all of them.
 */
void remote_close(struct remote *remote)
{
	unsigned int cpu;

	for (cpu = 0; cpu < remote->cpus; cpu++)
		close(remote->data[cpu]);
	close(remote->control);
	free(remote->data);
	free(remote->host);
	free(remote);
}
