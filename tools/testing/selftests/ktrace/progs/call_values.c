// SPDX-License-Identifier: GPL-2.0
/*
 * call_values SCENE - make system calls and print how ktrace must show each of them
 *
 *	offsets		negative offsets that the definition calls unsigned
 *	errors		errors that are not restarts, above the last one of user space
 *	siginfo		struct siginfo by signal and code
 *	status		wait4() of children that stop, also at ptrace events
 *	requests	structures of ptrace()
 *	sockopts	values of socket options: strings, addresses, numbers
 *	levels		options and control messages of UDP, TCP, packet, netlink, ALG and VSOCK
 *	devices		structures of commands of ioctl() that the kernel reads
 *	connection	the state of a connection of TCP
 *	commands	commands of fcntl() that the call refuses
 *	arrays		arrays whose last elements cannot be read
 *	fields		structures whose fields depend on other fields
 *	filters		programs of classic BPF
 *	addresses	addresses of sockets by family
 *	ioctls		commands of ioctl() by name, and their structures
 *	selected	arguments whose meaning another argument selects
 *	tails		arrays that structures point to, and what calls that fail have read
 *	paths		paths of descriptors in structures (options/fd-path), and their escapes
 *	limits		strings of which the kernel reads a limited number of bytes
 *	inner		calls behind socketcall() and ipc() (32 bits)
 *	times		struct __kernel_timespec of 32-bit calls
 *	tracee		the result of a 32-bit call, replaced by a tracer
 *
 * The program prints the lines after the last call. Each line is the record up to the
 * result, without the duration.  Built for 64 and 32 bits; the 32-bit program prints
 * the names of the ia32 events.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/btrfs.h>
#include <linux/filter.h>
#include <linux/fscrypt.h>
#include <linux/if_alg.h>
#include <linux/if_arp.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/if_xdp.h>
#include <linux/input.h>
#include <linux/io_uring.h>
#include <linux/kvm.h>
#include <linux/qrtr.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/usbdevice_fs.h>
#include <linux/videodev2.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "need.h"
#include "scenes.h"
#include "values.h"

/* ---- offsets ---- */

static void offsets(void)
{
	int fd = memfd_create("offsets", 0);
	char buf[4] = "abcd";
	struct iovec iov = { buf, 4 };
	long ret;

	need(fd >= 0 && NATIVE);
	/* -1 stands for the file's own position. */
	ret = syscall(SYS_pwritev2, fd, &iov, 1, -1L, 0L, 0);
	expect("pwritev2(fd: %d, vec: [{iov_base=%p, iov_len=4}], vlen: 1, pos_l: -1, flags: 0) = %s",
	       fd, buf, result(ret));
	need(!lseek(fd, 0, SEEK_SET));
	ret = syscall(SYS_preadv2, fd, &iov, 1, -1L, 0L, 0);
	expect("preadv2(fd: %d, vec: [{iov_base=%p, iov_len=4}], vlen: 1, pos_l: -1, flags: 0) = %s",
	       fd, buf, result(ret));
	ret = syscall(SYS_preadv, fd, &iov, 1, -5L, 0L);
	expect("preadv(fd: %d, vec: [{iov_base=%p, iov_len=4}], vlen: 1, pos_l: -5) = %s", fd, buf,
	       result(ret));
	ret = syscall(SYS_pwritev, fd, &iov, 1, -5L, 0L);
	expect("pwritev(fd: %d, vec: [{iov_base=%p, iov_len=4}], vlen: 1, pos_l: -5) = %s",
	       fd, buf, result(ret));
}

/* ---- errors ---- */

static void errors(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_PERF_EVENT_ARRAY, .key_size = 4, .value_size = 4,
		.max_entries = 1,
	};
	unsigned int key = 0, value;
	/* The size that the first version of the call had. */
	int fd = syscall(SYS_bpf, BPF_MAP_CREATE, &attr, 24);

	need(fd >= 0);
	expect("bpf(cmd: BPF_MAP_CREATE, uattr: {map_type=BPF_MAP_TYPE_PERF_EVENT_ARRAY, key_size=4, value_size=4, max_entries=1, map_flags=0, inner_map_fd=0}, size: 24) = %d",
	       fd);
	memset(&attr, 0, sizeof(attr));
	attr.map_fd = fd;
	attr.key = (uintptr_t)&key;
	attr.value = (uintptr_t)&value;
	/* 524 is ENOTSUPP, which the C library does not know. */
	need(syscall(SYS_bpf, BPF_MAP_LOOKUP_ELEM, &attr, sizeof(attr)) == -1 && errno == 524);
	expect("bpf(cmd: BPF_MAP_LOOKUP_ELEM, uattr: {map_fd=%d, key=%p, value=%p}, size: %zu) = -ENOTSUPP",
	       fd, &key, &value, sizeof(attr));
}

/* ---- siginfo ---- */

static siginfo_t info;

/* Send @info to this process, with @sig blocked, and expect @text between the braces. */
static void queue(int sig, const char *text)
{
	long ret = syscall(SYS_rt_sigqueueinfo, getpid(), sig, &info);
	struct timespec none = { 0, 0 };
	int pidfd = syscall(SYS_pidfd_open, getpid(), 0);
	char name[16], set[32];
	siginfo_t got;
	sigset_t one;

	need(pidfd >= 0);
	snprintf(name, sizeof(name), "SIG%s", sigabbrev_np(sig) ?: "?");
	if (sig == SIGPOLL)
		snprintf(name, sizeof(name), "SIGIO");
	expect("rt_sigqueueinfo(pid: %d, sig: %s, uinfo: {si_signo=%s, %s}) = %s", getpid(), name,
	       name, text, result(ret));
	ret = syscall(SYS_pidfd_send_signal, pidfd, sig, &info, 0);
	expect("pidfd_send_signal(pidfd: %d, sig: %s, info: {si_signo=%s, %s}, flags: 0) = %s",
	       pidfd, name, name, text, result(ret));
	close(pidfd);
	memset(&got, 0, sizeof(got));
	sigemptyset(&one);
	sigaddset(&one, sig);
	/* Standard signals do not queue: only one of the two signals is pending. */
	ret = syscall(SYS_rt_sigtimedwait, &one, &got, &none, 8);
	snprintf(set, sizeof(set), "[%s]", name + 3);
	expect("rt_sigtimedwait(uthese: %s, uinfo: {si_signo=%s, %s}, uts: {tv_sec=0, tv_nsec=0}, sigsetsize: 8) = %s",
	       set, name, text, result(ret));
}

static void fill(int sig, int code)
{
	memset(&info, 0, sizeof(info));
	info.si_signo = sig;
	info.si_code = code;
}

static void siginfo(void)
{
	char text[256];
	sigset_t all;

	sigfillset(&all);
	need(!sigprocmask(SIG_BLOCK, &all, NULL));

	fill(SIGUSR1, SI_USER);
	info.si_pid = 17;
	info.si_uid = -1;
	queue(SIGUSR1, "si_code=SI_USER, si_pid=17, si_uid=-1");
	fill(SIGUSR2, SI_QUEUE);
	info.si_pid = 17;
	info.si_uid = 34;
	info.si_ptr = (void *)0x33334444;
	queue(SIGUSR2, "si_code=SI_QUEUE, si_pid=17, si_uid=34, si_int=858997828, si_ptr=0x33334444");
	info.si_errno = EIO;
	queue(SIGUSR2, "si_errno=EIO, si_code=SI_QUEUE, si_pid=17, si_uid=34, si_int=858997828, si_ptr=0x33334444");
	fill(SIGUSR1, SI_TIMER);
	info.si_timerid = 17;
	info.si_overrun = 34;
	info.si_int = -1;
	snprintf(text, sizeof(text),
		 "si_code=SI_TIMER, si_timerid=0x11, si_overrun=34, si_int=-1, si_ptr=%p",
		 info.si_ptr);
	queue(SIGUSR1, text);
	fill(SIGSEGV, SEGV_MAPERR);
	info.si_addr = (void *)0x1234;
	queue(SIGSEGV, "si_code=SEGV_MAPERR, si_addr=0x1234");
	info.si_code = SEGV_BNDERR;
	info.si_lower = (void *)0x10;
	info.si_upper = (void *)0x20;
	queue(SIGSEGV, "si_code=SEGV_BNDERR, si_addr=0x1234, si_lower=0x10, si_upper=0x20");
	fill(SIGSEGV, SEGV_PKUERR);
	info.si_pkey = 5;
	queue(SIGSEGV, "si_code=SEGV_PKUERR, si_addr=NULL, si_pkey=5");
	fill(SIGBUS, BUS_MCEERR_AO);
	info.si_addr = (void *)0x1234;
	info.si_addr_lsb = 12;
	queue(SIGBUS, "si_code=BUS_MCEERR_AO, si_addr=0x1234, si_addr_lsb=0xc");
	fill(SIGFPE, FPE_INTDIV);
	info.si_addr = (void *)0x1234;
	queue(SIGFPE, "si_code=FPE_INTDIV, si_addr=0x1234");
	fill(SIGPOLL, POLL_IN);
	info.si_band = 65;
	info.si_fd = 3;
	queue(SIGPOLL, "si_code=POLL_IN, si_band=65, si_fd=3");
	fill(SIGSYS, 1);
	info.si_call_addr = (void *)0x1234;
	info.si_syscall = 39;
	info.si_arch = 0x40000003;
	queue(SIGSYS, "si_code=SYS_SECCOMP, si_call_addr=0x1234, si_syscall=39, si_arch=AUDIT_ARCH_I386");
	fill(SIGCHLD, CLD_EXITED);
	info.si_pid = 17;
	info.si_uid = 34;
	info.si_status = 9;
	info.si_utime = 7;
	info.si_stime = 8;
	queue(SIGCHLD, "si_code=CLD_EXITED, si_pid=17, si_uid=34, si_status=9, si_utime=7, si_stime=8");
	info.si_code = CLD_KILLED;
	queue(SIGCHLD, "si_code=CLD_KILLED, si_pid=17, si_uid=34, si_status=SIGKILL, si_utime=7, si_stime=8");
	fill(SIGUSR1, SI_ASYNCIO);
	info.si_pid = 17;
	info.si_ptr = (void *)0x1234;
	queue(SIGUSR1, "si_code=SI_ASYNCIO, si_pid=17, si_uid=0, si_int=4660, si_ptr=0x1234");
}

/* ---- status ---- */

static void wait_for(pid_t pid, const char *text)
{
	int status = 0;

	need(syscall(SYS_wait4, pid, &status, 0, NULL) == pid);
	expect("wait4(%s: %d, stat_addr: [%s], options: 0, ru: NULL) = %d",
	       NATIVE ? "upid" : "pid", pid, text, pid);
}

static void status(void)
{
	pid_t pid = fork();

	if (!pid) {
		need(!ptrace(PTRACE_TRACEME, 0, NULL, NULL));
		raise(SIGSTOP);
		_exit(5);
	}
	wait_for(pid, "{WIFSTOPPED(s) && WSTOPSIG(s) == SIGSTOP}");
	need(!ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_TRACEEXIT));
	need(!ptrace(PTRACE_CONT, pid, NULL, NULL));
	wait_for(pid, "{WIFSTOPPED(s) && WSTOPSIG(s) == SIGTRAP} | PTRACE_EVENT_EXIT << 16");
	need(!ptrace(PTRACE_CONT, pid, NULL, NULL));
	wait_for(pid, "{WIFEXITED(s) && WEXITSTATUS(s) == 5}");

	pid = fork();
	if (!pid) {
		pause();
		_exit(1);
	}
	need(!ptrace(PTRACE_SEIZE, pid, NULL, NULL));
	need(!ptrace(PTRACE_INTERRUPT, pid, NULL, NULL));
	wait_for(pid, "{WIFSTOPPED(s) && WSTOPSIG(s) == SIGTRAP} | PTRACE_EVENT_STOP << 16");
	need(!kill(pid, SIGKILL));
	wait_for(pid, "{WIFSIGNALED(s) && WTERMSIG(s) == SIGKILL}");
}

/* Requests of ptrace() whose data is a structure. */
static void requests(void)
{
	pid_t pid = fork();
	siginfo_t info;
	struct { uint64_t offset, flags; } filter = { 1, 0 };
	struct __ptrace_peeksiginfo_args peek = { 0, PTRACE_PEEKSIGINFO_SHARED, 4 };
	siginfo_t infos[4];
	long ret;

	need(pid >= 0);
	if (!pid)
		for (;;)
			pause();
	need(!ptrace(PTRACE_SEIZE, pid, NULL, NULL));
	expect("ptrace(request: PTRACE_SEIZE, pid: %d, addr: 0, data: 0) = 0", pid);
	need(!kill(pid, SIGUSR1));
	need(waitpid(pid, NULL, 0) == pid);
	need(!ptrace(PTRACE_GETSIGINFO, pid, NULL, &info) && info.si_signo == SIGUSR1);
	expect("ptrace(request: PTRACE_GETSIGINFO, pid: %d, data: {si_signo=SIGUSR1, si_code=SI_USER, si_pid=%d, si_uid=%u}) = 0",
	       pid, getpid(), getuid());
	info.si_signo = SIGUSR2;
	info.si_code = SI_QUEUE;
	info.si_value.sival_int = 7;
	need(!ptrace(PTRACE_SETSIGINFO, pid, NULL, &info));
	expect("ptrace(request: PTRACE_SETSIGINFO, pid: %d, data: {si_signo=SIGUSR2, si_code=SI_QUEUE, si_pid=%d, si_uid=%u, si_int=7, si_ptr=%p}) = 0",
	       pid, getpid(), getuid(), info.si_value.sival_ptr);
	need(!kill(pid, SIGUSR2));
	need(ptrace(PTRACE_PEEKSIGINFO, pid, &peek, infos) == 1);
	expect("ptrace(request: PTRACE_PEEKSIGINFO, pid: %d, addr: {off=0, flags=PTRACE_PEEKSIGINFO_SHARED, nr=4}, data: [{si_signo=SIGUSR2, si_code=SI_USER, si_pid=%d, si_uid=%u}]) = 1",
	       pid, getpid(), getuid());
	ret = syscall(SYS_ptrace, 0x420d, pid, sizeof(filter), &filter);
	need(ret == -1);
	expect("ptrace(request: PTRACE_SECCOMP_GET_METADATA, pid: %d, addr: %zu, data: {filter_off=1}) = %s",
	       pid, sizeof(filter), result(ret));
	need(!kill(pid, SIGKILL));
	need(waitpid(pid, NULL, 0) == pid);
}

/* ---- sockopts ---- */

static const char *text_of(const char *format, ...)
{
	static char text[8][256];
	static unsigned int i;
	va_list args;
	char *at = text[i++ % ARRAY_SIZE(text)];

	va_start(args, format);
	vsnprintf(at, sizeof(text[0]), format, args);
	va_end(args);
	return at;
}

/* Set an option to @size bytes of @data, and expect the record to show @text. */
static void set(int fd, int level, const char *level_name, int name, const char *option,
		const void *data, unsigned int size, const char *text)
{
	long ret = syscall(SYS_setsockopt, fd, level, name, data, size);

	expect("setsockopt(fd: %d, level: %s, optname: %s, optval: %s, optlen: %u) = %s", fd,
	       level_name, option, text, size, result(ret));
}

static void get_option(int fd, int level, const char *level_name, int name, const char *option,
		       unsigned int size, const char *text)
{
	static char data[64];
	socklen_t len = size;
	long ret = syscall(SYS_getsockopt, fd, level, name, data, &len);

	need(ret == 0);
	expect("getsockopt(fd: %d, level: %s, optname: %s, optval: %s, optlen: %s) = 0", fd,
	       level_name, option, text,
	       len == size ? text_of("[%u]", size) : text_of("[%u => %u]", size, len));
}

#define SET(level, name, data, size, text)				\
	set(s, level, #level, name, #name, data, size, text)
#define GET(level, name, size, text)	get_option(s, level, #level, name, #name, size, text)

#ifndef SOL_IP
#define SOL_IP		IPPROTO_IP
#define SOL_IPV6	IPPROTO_IPV6
#endif

/* Newer than the headers of Debian, or in headers that exclude each other. */
#ifndef SOL_UDP
#define SOL_UDP		IPPROTO_UDP
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT	103
#define UDP_GRO		104
#endif
#ifndef ALG_SET_KEY_BY_KEY_SERIAL
#define ALG_SET_KEY_BY_KEY_SERIAL	7
#endif

static void sockopts(void)
{
	struct ip_mreqn group = { { htonl(0xe0000001) }, { htonl(0x7f000001) }, 1 };
	struct ip_mreq_source from = {
		{ htonl(0xe0000001) }, { htonl(0x7f000001) }, { htonl(0x7f000002) }
	};
	struct { int64_t sec, usec; } wait = { 1, 2 };
	int s = socket(AF_INET, SOCK_STREAM, 0), index = htonl(1), one = 1;
	struct in_addr local = { htonl(0x7f000001) };

	need(s >= 0);
	/* Four bytes of text are no number. */
	SET(SOL_TCP, TCP_CONGESTION, "reno", 4, "\"reno\"");
	GET(SOL_TCP, TCP_CONGESTION, 16, "\"reno\"");
	SET(SOL_TCP, TCP_ULP, "tls", 4, "\"tls\"");
	SET(SOL_TCP, TCP_ULP, "tls", 3, "\"tls\"");
	SET(SOL_SOCKET, SO_BINDTODEVICE, "eth0", 4, "\"eth0\"");
	SET(SOL_SOCKET, SO_BINDTODEVICE, "lo\0", 4, "\"lo\"");
	/* Addresses and values in network byte order are not numbers either. */
	SET(SOL_IP, IP_OPTIONS, "\1\1\1\0", 4, "\"\\1\\1\\1\\0\"");
	SET(SOL_IP, IP_MULTICAST_IF, &local, 4, "[inet_addr(\"127.0.0.1\")]");
	SET(SOL_IP, IP_MULTICAST_IF, &group, 8,
	    "{imr_multiaddr=inet_addr(\"224.0.0.1\"), imr_interface=inet_addr(\"127.0.0.1\")}");
	SET(SOL_IP, IP_MULTICAST_IF, &group, 12,
	    "{imr_multiaddr=inet_addr(\"224.0.0.1\"), imr_address=inet_addr(\"127.0.0.1\"), imr_ifindex=1}");
	SET(SOL_IP, IP_ADD_MEMBERSHIP, &group, 8,
	    "{imr_multiaddr=inet_addr(\"224.0.0.1\"), imr_interface=inet_addr(\"127.0.0.1\")}");
	SET(SOL_IP, IP_ADD_SOURCE_MEMBERSHIP, &from, sizeof(from),
	    "{imr_multiaddr=inet_addr(\"224.0.0.1\"), imr_interface=inet_addr(\"127.0.0.1\"), imr_sourceaddr=inet_addr(\"127.0.0.2\")}");
	SET(SOL_IP, IP_UNICAST_IF, &index, 4, "[htonl(1)]");
	GET(SOL_SOCKET, SO_ERROR, 4, "[0]");
	SET(SOL_SOCKET, SO_RCVTIMEO_NEW, &wait, sizeof(wait), "{tv_sec=1, tv_usec=2}");
	SET(SOL_SOCKET, SO_KEEPALIVE, &one, 4, "[1]");
	need(!close(s));
}

/* ---- levels ---- */

static const char *const message_head = "msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0";

/* Send a control message on no socket, and expect the record to show @text for it. */
static void send_control(int level, const char *level_name, int type, const char *type_name,
			 const void *data, unsigned int size, const char *text)
{
	static char control[128] __attribute__((aligned(8)));
	struct cmsghdr *cmsg = (void *)control;
	struct msghdr msg = { .msg_control = control, .msg_controllen = CMSG_LEN(size) };
	long ret;

	cmsg->cmsg_len = CMSG_LEN(size);
	cmsg->cmsg_level = level;
	cmsg->cmsg_type = type;
	memcpy(CMSG_DATA(cmsg), data, size);
	ret = syscall(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(fd: -1, msg: {%s, msg_control=[{cmsg_len=%zu, cmsg_level=%s, cmsg_type=%s%s}], msg_controllen=%zu, msg_flags=0}, flags: 0) = %s",
	       message_head, (size_t)CMSG_LEN(size), level_name, type_name, text,
	       (size_t)CMSG_LEN(size), result(ret));
}

#define SEND(level, type, data, size, text)				\
	send_control(level, #level, type, #type, data, size, text)

/* Levels of options and of control messages other than those of sockets and of IP. */
static void levels(void)
{
	static const uint32_t window[5] = { 1, 2, 3, 4, 5 }, repair[4] = { 2, 1460, 3, 7 };
	static const uint32_t when[2] = { 1, 1 }, device[6] = { 1, 1, 2, 3, 4, 5 };
	static const uint32_t ring[7] = { 4096, 2, 2048, 4, 60, 0, 1 };
	static const struct { uint32_t numbers[3]; uint16_t words[4]; } aux = {
		{ 0x11, 60, 60 }, { 0, 14, 5, 0x8100 },
	};
	int64_t size = 65536, time[2] = { 1, 2 };
	uint32_t four = 4, one = 1, iv[5] = { 16 };
	uint16_t segment = 1200;
	int s = -1;

	SET(SOL_UDP, UDP_SEGMENT, &four, 4, "[4]");
	SET(SOL_ALG, ALG_SET_KEY, "secretly", 8, text_of("%p", "secretly"));
	SET(SOL_ALG, ALG_SET_KEY_BY_KEY_SERIAL, &four, 4, "[4]");
	SET(AF_VSOCK, SO_VM_SOCKETS_BUFFER_SIZE, &size, 8, "[65536]");
	SET(AF_VSOCK, SO_VM_SOCKETS_CONNECT_TIMEOUT_NEW, time, 16, "{tv_sec=1, tv_usec=2}");
	SET(AF_VSOCK, SO_VM_SOCKETS_TRUSTED, &one, 4, "[1]");
	SET(SOL_TCP, TCP_REPAIR_QUEUE, &one, 4, "[TCP_RECV_QUEUE]");
	SET(SOL_TCP, TCP_REPAIR_WINDOW, window, sizeof(window),
	    "{snd_wl1=1, snd_wnd=2, max_window=3, rcv_wnd=4, rcv_wup=5}");
	SET(SOL_TCP, TCP_REPAIR_OPTIONS, repair, sizeof(repair),
	    "[{opt_code=2, opt_val=1460}, {opt_code=3, opt_val=7}]");
	SET(SOL_PACKET, PACKET_VERSION, &one, 4, "[TPACKET_V2]");
	SET(SOL_PACKET, PACKET_RX_RING, ring, 16,
	    "{tp_block_size=4096, tp_block_nr=2, tp_frame_size=2048, tp_frame_nr=4}");
	SET(SOL_PACKET, PACKET_TX_RING, ring, sizeof(ring),
	    "{tp_block_size=4096, tp_block_nr=2, tp_frame_size=2048, tp_frame_nr=4, tp_retire_blk_tov=60, tp_sizeof_priv=0, tp_feature_req_word=0x1}");

	SEND(SOL_SOCKET, SO_TXTIME, when, 8, ", cmsg_data=[4294967297]");
	SEND(SOL_SOCKET, SO_MARK, &four, 4, ", cmsg_data=[4]");
	SEND(SOL_SOCKET, SO_RXQ_OVFL, &four, 4, ", cmsg_data=[4]");
	SEND(SOL_SOCKET, SO_WIFI_STATUS, &four, 4, ", cmsg_data=[4]");
	send_control(SOL_SOCKET, "SOL_SOCKET", 58, "SCM_TIMESTAMPING_PKTINFO", repair, 16,
		     ", cmsg_data={if_index=2, pkt_length=1460}");
	send_control(SOL_SOCKET, "SOL_SOCKET", 79, "SCM_DEVMEM_DMABUF", device, 24,
		     ", cmsg_data={frag_offset=4294967297, frag_size=2, frag_token=3, dmabuf_id=4, flags=0x5}");
	SEND(SOL_UDP, UDP_SEGMENT, &segment, 2, ", cmsg_data=[1200]");
	SEND(SOL_UDP, UDP_GRO, &four, 4, ", cmsg_data=[4]");
	SEND(SOL_ALG, ALG_SET_OP, &one, 4, ", cmsg_data=[ALG_OP_ENCRYPT]");
	SEND(SOL_ALG, ALG_SET_AEAD_ASSOCLEN, &four, 4, ", cmsg_data=[4]");
	/* With options/buffer-limit 0 nothing else is shown of messages that may be secret. */
	SEND(SOL_ALG, ALG_SET_IV, iv, sizeof(iv), ", ...");
	SEND(SOL_TCP, TCP_INQ, &four, 4, ", cmsg_data=[4]");
	send_control(SOL_TCP, "SOL_TCP", 99, "0x63", &four, 4, ", ...");
	SEND(SOL_PACKET, PACKET_AUXDATA, &aux, sizeof(aux),
	     ", cmsg_data={tp_status=TP_STATUS_USER|TP_STATUS_VLAN_VALID, tp_len=60, tp_snaplen=60, tp_mac=0, tp_net=14, tp_vlan_tci=0x5, tp_vlan_tpid=0x8100}");
	SEND(SOL_NETLINK, NETLINK_PKTINFO, &four, 4, ", cmsg_data={group=4}");
	SEND(SOL_NETLINK, NETLINK_LISTEN_ALL_NSID, &four, 4, ", cmsg_data=[4]");
}

/* The state of a connection that exists. */
static void connection(void)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t size = sizeof(in), len;
	int s = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0), a;
	unsigned char info[256];
	uint32_t n[4];

	need(s >= 0 && c >= 0 && !bind(s, (void *)&in, sizeof(in)) && !listen(s, 1));
	need(!getsockname(s, (void *)&in, &size) && !connect(c, (void *)&in, sizeof(in)));
	a = accept(s, NULL, NULL);
	need(a >= 0);
	/* The program cuts the structure behind the fields that are the same on all machines. */
	len = 24;
	need(!syscall(SYS_getsockopt, c, SOL_TCP, TCP_INFO, info, &len) && len == 24);
	memcpy(n, info + 8, sizeof(n));
	expect("getsockopt(fd: %d, level: SOL_TCP, optname: TCP_INFO, optval: {tcpi_state=TCP_ESTABLISHED, tcpi_ca_state=TCP_CA_Open, tcpi_retransmits=0, tcpi_probes=0, tcpi_backoff=0, tcpi_options=%s, tcpi_snd_wscale=%u, tcpi_rcv_wscale=%u, tcpi_delivery_rate_app_limited=%u, tcpi_fastopen_client_fail=0, tcpi_rto=%u, tcpi_ato=%u, tcpi_snd_mss=%u, tcpi_rcv_mss=%u}, optlen: [24]) = 0",
	       c, "TCPI_OPT_TIMESTAMPS|TCPI_OPT_SACK|TCPI_OPT_WSCALE", info[6] & 15, info[6] >> 4,
	       info[7] & 1, n[0], n[1], n[2], n[3]);
	need(!close(a) && !close(c) && !close(s));
}

/* ---- commands ---- */

static void commands(void)
{
	int fd = memfd_create("commands", 0);
	struct flock lock = { .l_type = F_WRLCK, .l_len = 1 };
	unsigned int i;

	static const struct {
		int number;
		const char *name;
	} refused[] = {
		{ 12, "F_GETLK64" }, { 13, "F_SETLK64" }, { 14, "F_SETLKW64" },
	};

	need(fd >= 0);
	for (i = 0; NATIVE && i < ARRAY_SIZE(refused); i++) {
		need(syscall(SYS_fcntl, fd, refused[i].number, &lock) == -1 && errno == EINVAL);
		expect("fcntl(fd: %d, cmd: %s, arg: %p) = -EINVAL", fd, refused[i].name, &lock);
	}
	need(!syscall(SYS_fcntl, fd, F_SETLK, &lock));
	expect("fcntl(fd: %d, cmd: F_SETLK, arg: {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=0, l_len=1}) = 0",
	       fd);
#ifdef SYS_fcntl64
	struct flock64 lock64 = { .l_type = F_WRLCK, .l_len = 1 };

	need(!syscall(SYS_fcntl64, fd, 13, &lock64));
	expect("fcntl64(fd: %d, cmd: F_SETLK64, arg: {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=0, l_len=1}) = 0",
	       fd);
#endif
}

/* ---- arrays ---- */

static void arrays(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0);
	int fd = memfd_create("arrays", 0);
	struct pollfd *fds;
	struct iovec *iov;

	need(map != MAP_FAILED && fd >= 0 && !munmap(map + page, page));
	iov = (void *)(map + page - 2 * sizeof(*iov));
	iov[0] = (struct iovec){ map, 2 };
	iov[1] = (struct iovec){ map + 2, 3 };
	need(syscall(SYS_writev, fd, iov, 3) == -1 && errno == EFAULT);
	expect("writev(fd: %d, vec: [{iov_base=%p, iov_len=2}, {iov_base=%p, iov_len=3}, ...], vlen: 3) = -EFAULT",
	       fd, map, map + 2);
	fds = (void *)(map + page - 2 * sizeof(*fds));
	fds[0] = (struct pollfd){ .fd = -1, .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = -1, .events = POLLOUT };
	need(syscall(SYS_poll, fds, 3, 0) == -1 && errno == EFAULT);
	expect("poll(ufds: [{fd=-1, events=POLLIN, revents=0}, {fd=-1, events=POLLOUT, revents=0}, ...], nfds: 3, timeout_msecs: 0) = -EFAULT");
	/* ktrace must not show an element that it can only read in part. */
	fds = (void *)((char *)fds + 4);
	fds[0] = (struct pollfd){ .fd = -1 };
	need(syscall(SYS_poll, fds, 2, 0) == -1 && errno == EFAULT);
	expect("poll(ufds: [{fd=-1, events=0, revents=0}, ...], nfds: 2, timeout_msecs: 0) = -EFAULT");
	fds = (void *)(map + page);
	need(syscall(SYS_poll, fds, 2, 0) == -1 && errno == EFAULT);
	expect("poll(ufds: %p (fault), nfds: 2, timeout_msecs: 0) = -EFAULT", fds);
}

/* ---- fields ---- */

/* The arguments of struct stat, which the program shows itself. */
static void expect_fstat(int fd, const char *type)
{
	struct stat st;

	need(!syscall(SYS_fstat, fd, &st));
	expect("fstat(fd: %d, statbuf: {st_dev=makedev(%#x, %#x), st_ino=%llu, st_mode=%s|0%03o, st_nlink=%lu, st_uid=%u, st_gid=%u, st_blksize=%ld, st_blocks=%ld, ",
	       fd, major(st.st_dev), minor(st.st_dev), (unsigned long long)st.st_ino, type,
	       st.st_mode & 07777, (unsigned long)st.st_nlink, st.st_uid, st.st_gid,
	       (long)st.st_blksize, (long)st.st_blocks);
	used--;		/* no new line */
	if (S_ISCHR(st.st_mode))
		append("st_rdev=makedev(%#x, %#x)", major(st.st_rdev), minor(st.st_rdev));
	else
		append("st_size=%ld", (long)st.st_size);
	append(", st_atime=%ld, st_atime_nsec=%ld, st_mtime=%ld, st_mtime_nsec=%ld, st_ctime=%ld, st_ctime_nsec=%ld}) = 0\n",
	       st.st_atim.tv_sec, st.st_atim.tv_nsec, st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
	       st.st_ctim.tv_sec, st.st_ctim.tv_nsec);
}

static void fields(void)
{
	struct {
		unsigned int size, policy;
		unsigned long long flags;
		int nice;
		unsigned int priority;
		unsigned long long runtime, deadline, period;
	} attr = { .size = 48 };
	struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
	struct {
		const sigset_t *set;
		size_t size;
	} mask;
	struct timespec now = { 0 };
	int timer, fd;
	sigset_t set;

	need(NATIVE);
	fd = memfd_create("fields", 0);
	need(fd >= 0 && write(fd, "12345", 5) == 5);
	expect_fstat(fd, "S_IFREG");
	fd = open("/dev/null", O_RDWR);
	need(fd >= 0);
	expect_fstat(fd, "S_IFCHR");
	ev.sigev_value.sival_ptr = (void *)7;
	need(!syscall(SYS_timer_create, CLOCK_MONOTONIC, &ev, &timer));
	expect("timer_create(which_clock: CLOCK_MONOTONIC, timer_event_spec: {sigev_value={sival_int=7, sival_ptr=0x7}, sigev_signo=SIGALRM, sigev_notify=SIGEV_SIGNAL}, created_timer_id: [%d]) = 0",
	       timer);
	ev.sigev_notify = SIGEV_THREAD_ID;
	ev._sigev_un._tid = getpid();
	need(!syscall(SYS_timer_create, CLOCK_MONOTONIC, &ev, &timer));
	expect("timer_create(which_clock: CLOCK_MONOTONIC, timer_event_spec: {sigev_value={sival_int=7, sival_ptr=0x7}, sigev_signo=SIGALRM, sigev_notify=SIGEV_THREAD_ID, sigev_notify_thread_id=%d}, created_timer_id: [%d]) = 0",
	       getpid(), timer);

	attr.flags = 0x18;	/* SCHED_FLAG_KEEP_POLICY, SCHED_FLAG_KEEP_PARAMS */
	need(!syscall(SYS_sched_setattr, 0, &attr, 0));
	expect("sched_setattr(pid: 0, uattr: {size=48, sched_flags=SCHED_FLAG_KEEP_POLICY|SCHED_FLAG_KEEP_PARAMS}, flags: 0) = 0");

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	mask.set = &set;
	mask.size = 8;
	need(!syscall(SYS_pselect6, 0, NULL, NULL, NULL, &now, &mask));
	expect("pselect6(n: 0, inp: NULL, outp: NULL, exp: NULL, tsp: {tv_sec=0, tv_nsec=0}, sig: {sigmask=[USR1], sigsetsize=8}) = 0");
}

static void priorities(void)
{
	need(NATIVE);
	need(!syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 4));
	expect("ioprio_set(which: IOPRIO_WHO_PROCESS, who: 0, ioprio: IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4)) = 0");
	need(syscall(SYS_ioprio_get, 1, 0) == (2 << 13 | 4));
	expect("ioprio_get(which: IOPRIO_WHO_PROCESS, who: 0) = IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4)");
}

/* ---- filters ---- */

#define FILTER_TEXT							\
	"[BPF_STMT(BPF_LD|BPF_W|BPF_ABS, 0), BPF_JUMP(BPF_JMP|BPF_K|BPF_JEQ, 0x27, 0, 0x1), " \
	"BPF_STMT(BPF_RET|BPF_K, %s), BPF_STMT(BPF_RET|BPF_K, %s)]"

static void filters(void)
{
	static struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_K | BPF_JEQ, 39, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 13),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	static struct sock_fprog prog = { .len = 4, .filter = code };
	static struct sock_fprog bad = { .len = 3, .filter = (void *)16 };
	unsigned int action = SECCOMP_RET_TRAP;
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	need(s >= 0);
	need(!syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action));
	expect("seccomp(op: SECCOMP_GET_ACTION_AVAIL, flags: 0, uargs: [SECCOMP_RET_TRAP]) = 0");
	need(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0x80000000, &prog) == -1);
	expect("seccomp(op: SECCOMP_SET_MODE_FILTER, flags: 0x80000000, uargs: {len=4, filter=" FILTER_TEXT "}) = -EINVAL",
	       "SECCOMP_RET_ERRNO|0xd", "SECCOMP_RET_ALLOW");
	need(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &bad) == -1);
	expect("seccomp(op: SECCOMP_SET_MODE_FILTER, flags: 0, uargs: {len=3, filter=0x10}) = -%s",
	       strerrorname_np(errno));
	need(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	expect("prctl(option: PR_SET_NO_NEW_PRIVS, arg2: 1, arg3: 0, arg4: 0, arg5: 0) = 0");
	need(!setsockopt(s, SOL_SOCKET, SO_ATTACH_FILTER, &prog, sizeof(prog)));
	if (NATIVE)
		expect("setsockopt(fd: %d, level: SOL_SOCKET, optname: SO_ATTACH_FILTER, optval: {len=4, filter=" FILTER_TEXT "}, optlen: %zu) = 0",
		       s, "0x5000d", "0x7fff0000", sizeof(prog));
	need(!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog, 0, 0));
	expect("prctl(option: PR_SET_SECCOMP, arg2: SECCOMP_MODE_FILTER, arg3: {len=4, filter=" FILTER_TEXT "}) = 0",
	       "SECCOMP_RET_ERRNO|0xd", "SECCOMP_RET_ALLOW");
}

/* ---- addresses ---- */

#define BIND(addr, text) do {						\
	need(syscall(SYS_bind, -1, &(addr), sizeof(addr)) == -1);	\
	expect("bind(fd: -1, umyaddr: {sa_family=%s}, addrlen: %zu) = -EBADF", text, \
	       sizeof(addr));						\
} while (0)

static void addresses(void)
{
	struct sockaddr_ll ll = {
		.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_IP), .sll_ifindex = 2,
		.sll_hatype = ARPHRD_ETHER, .sll_pkttype = PACKET_HOST, .sll_halen = 6,
		.sll_addr = { 1, 2, 3, 4, 5, 6, 7, 8 },
	};
	struct sockaddr_nl nl = { .nl_family = AF_NETLINK, .nl_pid = -2, .nl_groups = 3 };
	struct sockaddr_vm vm = { .svm_family = AF_VSOCK, .svm_cid = 2, .svm_port = 1234 };
	struct sockaddr_alg alg = {
		.salg_family = AF_ALG, .salg_type = "hash", .salg_name = "sha256",
	};
	struct sockaddr_xdp xdp = { .sxdp_family = AF_XDP, .sxdp_flags = 2, .sxdp_ifindex = 1 };
	struct sockaddr_qrtr qrtr = { .sq_family = AF_QIPCRTR, .sq_node = 1, .sq_port = 16 };
	struct {
		unsigned short family, psm;
		unsigned char addr[6];
		unsigned short cid;
		unsigned char type;
	} l2 = { AF_BLUETOOTH, 1, { 1, 2, 3, 4, 5, 0xab }, 2, 1 };
	struct {
		unsigned short family;
		unsigned char port;
		unsigned short net;
		unsigned char node;
	} at = { AF_APPLETALK, 4, htons(5), 6 };
	struct { unsigned short family; unsigned char call[7]; int digis; } ax25 = {
		AF_AX25, { 'D' << 1, 'L' << 1, '1' << 1, 'A' << 1, 'B' << 1, ' ' << 1, 7 << 1 }, 0,
	};
	/* AF_PPPOX, PPTP, the number of a call, padding and an address. */
	unsigned char pptp[] = { 24, 0, 2, 0, 0, 0, 7, 0, 0, 0, 127, 0, 0, 1 };
	unsigned short unknown = 0xfffe;

	need(NATIVE);
	BIND(ll, "AF_PACKET, sll_protocol=htons(ETH_P_IP), sll_ifindex=2, sll_hatype=ARPHRD_ETHER, sll_pkttype=PACKET_HOST, sll_halen=6, sll_addr=[0x1, 0x2, 0x3, 0x4, 0x5, 0x6]");
	BIND(nl, "AF_NETLINK, nl_pid=-2, nl_groups=0x3");
	BIND(vm, "AF_VSOCK, svm_cid=VMADDR_CID_HOST, svm_port=0x4d2");
	BIND(alg, "AF_ALG, salg_type=\"hash\", salg_feat=0, salg_mask=0, salg_name=\"sha256\"");
	BIND(xdp, "AF_XDP, sxdp_flags=XDP_COPY, sxdp_ifindex=1, sxdp_queue_id=0, sxdp_shared_umem_fd=0");
	BIND(qrtr, "AF_QIPCRTR, sq_node=0x1, sq_port=0x10");
	BIND(l2, "AF_BLUETOOTH, l2_psm=htobs(1), l2_bdaddr=01:02:03:04:05:ab, l2_cid=htobs(2), l2_bdaddr_type=0x1");
	BIND(pptp, "AF_PPPOX, sa_protocol=2, call_id=7, sin_addr=inet_addr(\"127.0.0.1\")");
	BIND(at, "AF_APPLETALK, sat_port=4, s_net=htons(5), s_node=6");
	BIND(ax25, "AF_AX25, sax25_call=\"DL1AB-7\", sax25_ndigis=0");
	/* Not a call sign. */
	ax25.call[0] = 0;
	BIND(ax25, "AF_AX25, sax25_call=\"\\0\\230b\\202\\204@\\16\", sax25_ndigis=0");
	BIND(unknown, "0xfffe");
}

/* ---- ioctls ---- */

/* Make an ioctl() on no descriptor, and expect the record to show @text for the argument. */
static void command_on_nothing(unsigned long cmd, const char *name, const void *data,
			       const char *text)
{
	need(syscall(SYS_ioctl, -1, cmd, data) == -1 && errno == EBADF);
	expect("ioctl(fd: -1, cmd: %s, arg: %s) = -EBADF", name, text);
}

#define ON_NOTHING(cmd, data, text)	command_on_nothing(cmd, #cmd, data, text)

/* Structures that the kernel reads, of devices and file systems that the guest may lack. */
static void devices(void)
{
	struct kvm_create_device device = { KVM_DEV_TYPE_VFIO, -1, KVM_CREATE_DEVICE_TEST };
	struct kvm_msi msi = { .address_lo = 0xfee00000, .data = 0x41 };
	struct kvm_dirty_log dirty = { .slot = 3 };
	struct kvm_one_reg reg = { 0x6030000000100000, 0x1000 };
	struct usbdevfs_urb urb = {
		.type = USBDEVFS_URB_TYPE_BULK, .endpoint = 0x81,
		.flags = USBDEVFS_URB_SHORT_NOT_OK, .buffer_length = 512, .stream_id = 7,
	};
	struct usbdevfs_disconnect_claim claim = {
		1, USBDEVFS_DISCONNECT_CLAIM_EXCEPT_DRIVER, "usbfs"
	};
	struct input_absinfo axis = { 1, -128, 127, 0, 4, 12 };
	struct ff_effect effect = {
		.type = FF_RUMBLE, .id = -1, .replay = { 100, 5 },
		.u.rumble = { 0x8000, 0x4000 },
	};
	/* Debian has the header of DRM in a package of its own. */
	uint32_t dumb[8] = { 480, 640, 32 };
	struct { uint32_t crtc, fb, flags, reserved; uint64_t user_data; } flip = {
		31, 64, 1, 0, 0xabc
	};
	struct { uint32_t fb, width, height; char format[4]; uint32_t rest[22]; } fb = {
		0, 640, 480, "XR24", { 0, 1, [5] = 2560 }
	};
	struct { uint64_t value; uint32_t prop, obj, type; } property = { 1, 2, 31, 0xcccccccc };
	struct v4l2_format format = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
		.fmt.pix = { 640, 480, V4L2_PIX_FMT_YUYV, V4L2_FIELD_NONE },
	};
	struct v4l2_buffer buffer = {
		.index = 2, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_USERPTR,
		.m.userptr = 0x2000, .length = 4096,
	};
	struct v4l2_frmsizeenum size = { .index = 1, .pixel_format = V4L2_PIX_FMT_MJPEG };
	static struct btrfs_ioctl_vol_args volume = { .fd = 5, .name = "snapshot" };
	static struct btrfs_ioctl_vol_args_v2 volume2 = {
		.fd = 5, .flags = BTRFS_SUBVOL_RDONLY, .name = "read only",
	};
	struct btrfs_ioctl_search_args search = { .key = { .tree_id = 1, .nr_items = 4096 } };
	struct fscrypt_key_specifier key = {
		FSCRYPT_KEY_SPEC_TYPE_DESCRIPTOR, 0, { .descriptor = { 1, 2, 3, 4, 5, 6, 7, 8 } }
	};
	struct {
		struct fscrypt_add_key_arg arg;
		char raw[8];
	} add = { { .key_spec = key, .raw_size = 8 }, "secrets" };
	uint32_t move[8] = { 0, 3, 1, 0, 2, 0, 8 }, ending = 2;

	need(NATIVE);
	ON_NOTHING(KVM_CREATE_DEVICE, &device,
		   "{type=KVM_DEV_TYPE_VFIO, flags=KVM_CREATE_DEVICE_TEST}");
	ON_NOTHING(KVM_SIGNAL_MSI, &msi,
		   "{address_lo=0xfee00000, address_hi=0, data=0x41, flags=0}");
	ON_NOTHING(KVM_GET_DIRTY_LOG, &dirty, "{slot=3, dirty_bitmap=NULL}");
	ON_NOTHING(KVM_SET_ONE_REG, &reg, "{id=0x6030000000100000, addr=0x1000}");
	ON_NOTHING(USBDEVFS_SUBMITURB, &urb,
		   "{type=USBDEVFS_URB_TYPE_BULK, endpoint=0x81, status=0, flags=USBDEVFS_URB_SHORT_NOT_OK, buffer=NULL, buffer_length=512, actual_length=0, start_frame=0, stream_id=7, error_count=0, signr=0, usercontext=NULL}");
	ON_NOTHING(USBDEVFS_DISCONNECT_CLAIM, &claim,
		   "{interface=1, flags=USBDEVFS_DISCONNECT_CLAIM_EXCEPT_DRIVER, driver=\"usbfs\"}");
	ON_NOTHING(EVIOCSABS(ABS_Y), &axis,
		   "{value=1, minimum=-128, maximum=127, fuzz=0, flat=4, resolution=12}");
	ON_NOTHING(EVIOCSFF, &effect,
		   "{type=FF_RUMBLE, id=-1, direction=0, trigger_button=0, trigger_interval=0, replay_length=100, replay_delay=5, strong_magnitude=32768, weak_magnitude=16384}");
	command_on_nothing(0xc02064b2, "DRM_IOCTL_MODE_CREATE_DUMB", dumb,
			   "{height=480, width=640, bpp=32, flags=0}");
	command_on_nothing(0xc01864b0, "DRM_IOCTL_MODE_PAGE_FLIP", &flip,
			   "{crtc_id=31, fb_id=64, flags=DRM_MODE_PAGE_FLIP_EVENT, user_data=0xabc}");
	command_on_nothing(0xc06864b8, "DRM_IOCTL_MODE_ADDFB2", &fb,
			   "{width=640, height=480, pixel_format=\"XR24\", flags=0, handles=[1, 0, 0, 0], pitches=[2560, 0, 0, 0], offsets=[0, 0, 0, 0]}");
	command_on_nothing(0xc01864ba, "DRM_IOCTL_MODE_OBJ_SETPROPERTY", &property,
			   "{value=0x1, prop_id=2, obj_id=31, obj_type=DRM_MODE_OBJECT_CRTC}");
	ON_NOTHING(VIDIOC_S_FMT, &format,
		   "{type=V4L2_BUF_TYPE_VIDEO_CAPTURE, pix={width=640, height=480, pixelformat=\"YUYV\", field=V4L2_FIELD_NONE, bytesperline=0, sizeimage=0, colorspace=V4L2_COLORSPACE_DEFAULT}}");
	ON_NOTHING(VIDIOC_QBUF, &buffer,
		   "{index=2, type=V4L2_BUF_TYPE_VIDEO_CAPTURE, bytesused=0, flags=0, field=V4L2_FIELD_ANY, timestamp={tv_sec=0, tv_usec=0}, sequence=0, memory=V4L2_MEMORY_USERPTR, m.userptr=0x2000, length=4096}");
	ON_NOTHING(VIDIOC_ENUM_FRAMESIZES, &size, "{index=1, pixel_format=\"MJPG\"}");
	ON_NOTHING(BTRFS_IOC_SNAP_CREATE, &volume, "{fd=5, name=\"snapshot\"}");
	ON_NOTHING(BTRFS_IOC_SNAP_CREATE_V2, &volume2,
		   "{fd=5, flags=BTRFS_SUBVOL_RDONLY, name=\"read only\"}");
	ON_NOTHING(BTRFS_IOC_TREE_SEARCH, &search,
		   "{tree_id=1, min_objectid=0, max_objectid=0, min_offset=0, max_offset=0, min_transid=0, max_transid=0, min_type=0, max_type=0, nr_items=4096}");
	/* The key stays in the program. */
	ON_NOTHING(FS_IOC_ADD_ENCRYPTION_KEY, &add,
		   "{key_spec={type=FSCRYPT_KEY_SPEC_TYPE_DESCRIPTOR, descriptor=01:02:03:04:05:06:07:08}, raw_size=8, key_id=0}");
	command_on_nothing(0xc028660f, "EXT4_IOC_MOVE_EXT", move,
			   "{donor_fd=3, orig_start=1, donor_start=2, len=8}");
	command_on_nothing(0x8004587d, "EXFAT_IOC_SHUTDOWN or EXT4_IOC_SHUTDOWN or F2FS_IOC_SHUTDOWN",
			   &ending, "[EXT4_GOING_FLAGS_NOLOGFLUSH]");
}

static void ioctls(void)
{
	static const struct {
		unsigned long cmd;
		const char *text, *arg;
	} commands[] = {
		{ 0xc0045627, "VIDIOC_S_INPUT", "NULL" },
		{ 0x5000940f, "BTRFS_IOC_SNAP_DESTROY", "NULL" },
		{ 0xae01, "KVM_CREATE_VM", "0" }, { 0xc138fd00, "DM_VERSION", "NULL" },
		{ 0xc0185879, "FITRIM", "NULL" },
		{ 0x3b70, "VFIO_DEVICE_GET_PCI_HOT_RESET_INFO or VFIO_IOMMU_GET_INFO or VFIO_IOMMU_SPAPR_TCE_GET_INFO", "0" },
		{ 0x1234567f, "_IOC(_IOC_NONE, 0x56, 0x7f, 0x1234)", "0" },
	};
	uint64_t range[3] = { 1, 2, 3 };
	uint64_t answer[3] = { 1, -2, 1ULL << 32 | (uint32_t)-ENOENT };
	uint64_t extents[4] = { 1, 2, 4ULL << 32 | 1, 5 };
	struct ifreq ifr = { .ifr_name = "lo" };
	int s = socket(AF_UNIX, SOCK_DGRAM, 0);
	unsigned int i;

	need(NATIVE && s >= 0);
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		need(syscall(SYS_ioctl, -1, commands[i].cmd, 0) == -1 && errno == EBADF);
		expect("ioctl(fd: -1, cmd: %s, arg: %s) = -EBADF", commands[i].text,
		       commands[i].arg);
	}
	need(syscall(SYS_ioctl, -1, 0xc0185879, range) == -1);
	expect("ioctl(fd: -1, cmd: FITRIM, arg: {start=0x1, len=2, minlen=3}) = -EBADF");
	need(syscall(SYS_ioctl, -1, 0x1277, range) == -1);
	expect("ioctl(fd: -1, cmd: BLKDISCARD, arg: [1, 2]) = -EBADF");
	/* A number with names, a command that ignores the argument, and structures. */
	need(syscall(SYS_ioctl, -1, 0x2400, 1) == -1);
	expect("ioctl(fd: -1, cmd: PERF_EVENT_IOC_ENABLE, arg: PERF_IOC_FLAG_GROUP) = -EBADF");
	need(syscall(SYS_ioctl, -1, 0xb701, range) == -1);
	expect("ioctl(fd: -1, cmd: NS_GET_USERNS) = -EBADF");
	need(syscall(SYS_ioctl, -1, 0xc0182101, answer) == -1);
	expect("ioctl(fd: -1, cmd: SECCOMP_IOCTL_NOTIF_SEND, arg: {id=0x1, val=-2, error=-ENOENT, flags=SECCOMP_USER_NOTIF_FLAG_CONTINUE}) = -EBADF");
	/* The kernel does not read the number of extents that it returns. */
	need(syscall(SYS_ioctl, -1, 0xc020660b, extents) == -1);
	expect("ioctl(fd: -1, cmd: FS_IOC_FIEMAP, arg: {fm_start=1, fm_length=2, fm_flags=FIEMAP_FLAG_SYNC, fm_extent_count=5}) = -EBADF");
	need(!syscall(SYS_ioctl, s, SIOCGIFINDEX, &ifr) && ifr.ifr_ifindex == 1);
	expect("ioctl(fd: %d, cmd: SIOCGIFINDEX, arg: {ifr_name=\"lo\", ifr_ifindex=0} => {ifr_name=\"lo\", ifr_ifindex=1}) = 0",
	       s);
	memset(&ifr, 0, sizeof(ifr));
	ifr.ifr_ifindex = 1;
	need(!syscall(SYS_ioctl, s, SIOCGIFNAME, &ifr));
	expect("ioctl(fd: %d, cmd: SIOCGIFNAME, arg: {ifr_ifindex=1, ifr_name=\"\"} => {ifr_ifindex=1, ifr_name=\"lo\"}) = 0",
	       s);
	need(!close(s));
}

/* ---- selected ---- */

static void speculation(void)
{
	static const char * const names[] = { "PRCTL", "ENABLE", "DISABLE", "FORCE_DISABLE",
					      "DISABLE_NOEXEC" };
	long ret = syscall(SYS_prctl, PR_GET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS, 0, 0, 0);
	const char *between = "";
	unsigned int i;

	expect("prctl(option: PR_GET_SPECULATION_CTRL, arg2: PR_SPEC_STORE_BYPASS) = ");
	used--;
	if (ret <= 0)
		append(ret ? "%s" : "PR_SPEC_NOT_AFFECTED", result(ret));
	for (i = 0; ret > 0 && i < ARRAY_SIZE(names); i++) {
		if (!(ret & 1 << i))
			continue;
		append("%sPR_SPEC_%s", between, names[i]);
		between = "|";
	}
	append("\n");
}

static void memory_map(void)
{
	/* As 64-bit programs pass it: the kernel takes no other size. */
	struct {
		uint64_t addresses[12];
		uint32_t auxv_size, exe_fd;
	} map = { { [0] = 1, [5] = 0x1000 }, 16, -1 };
	unsigned int size = 0;
	long ret;

	ret = syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP, &map, sizeof(map), 0);
	expect("prctl(option: PR_SET_MM, arg2: PR_SET_MM_MAP, arg3: {start_code=0x1, end_code=NULL, start_data=NULL, end_data=NULL, start_brk=NULL, brk=0x1000, start_stack=NULL, arg_start=NULL, arg_end=NULL, env_start=NULL, env_end=NULL, auxv=NULL, auxv_size=16, exe_fd=-1}, arg4: %zu, arg5: 0) = %s",
	       sizeof(map), result(ret));
	ret = syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP_SIZE, &size, 0, 0);
	if (!ret)
		expect("prctl(option: PR_SET_MM, arg2: PR_SET_MM_MAP_SIZE, arg3: [%u], arg4: 0, arg5: 0) = 0",
		       size);
	else
		expect("prctl(option: PR_SET_MM, arg2: PR_SET_MM_MAP_SIZE, arg3: %p, arg4: 0, arg5: 0) = %s",
		       &size, result(ret));
}

static void wake_operation(void)
{
	static unsigned int words[2];
	/* FUTEX_OP_ADD, the argument as a shift, FUTEX_OP_CMP_GT */
	unsigned int op = 9U << 28 | 4 << 24 | 3 << 12 | 5;
	long ret = syscall(SYS_futex, &words[0], 5 /* FUTEX_WAKE_OP */, 1, 2, &words[1], op);

	need(!ret && words[1] == 8);
	expect("futex(uaddr: %p, op: FUTEX_WAKE_OP, val: 1, utime: 2, uaddr2: %p, val3: FUTEX_OP_OPARG_SHIFT<<28|FUTEX_OP_ADD<<28|0x3<<12|FUTEX_OP_CMP_GT<<24|0x5) = 0",
	       &words[0], &words[1]);
}

static void uring_wait(void)
{
	struct { uint64_t sigmask; uint32_t size, usec; uint64_t ts; } wait = { 0x1000, 8, 7, 0 };
	uint64_t set = 1 << (SIGHUP - 1);
	long ret = syscall(426 /* io_uring_enter */, -1, 0, 1, 9, &wait, sizeof(wait));

	if (ret < 0 && errno == ENOSYS)
		return;
	expect("io_uring_enter(fd: -1, to_submit: 0, min_complete: 1, flags: IORING_ENTER_GETEVENTS|IORING_ENTER_EXT_ARG, argp: {sigmask=0x1000, sigmask_sz=8, min_wait_usec=7, ts=NULL}, argsz: %zu) = %s",
	       sizeof(wait), result(ret));
	ret = syscall(426, -1, 0, 1, 1, &set, sizeof(set));
	expect("io_uring_enter(fd: -1, to_submit: 0, min_complete: 1, flags: IORING_ENTER_GETEVENTS, argp: [HUP], argsz: %zu) = %s",
	       sizeof(set), result(ret));
}

/* The strings stand behind the structure of 512 bytes, which has their offsets. */
static void mount_strings(void)
{
	struct { uint32_t size, spare; uint64_t id, param; } req = { 24, 0, 0, 0x38 };
	struct statx stx;
	static char buf[1024];
	uint32_t at[3];
	long ret;

	need(!statx(AT_FDCWD, "/", 0, 0x4000 /* STATX_MNT_ID_UNIQUE */, &stx));
	memcpy(&req.id, (char *)&stx + 144, sizeof(req.id));
	ret = syscall(457 /* statmount */, &req, buf, sizeof(buf), 0);
	need(!ret);
	memcpy(&at[0], buf + 36, 4);
	memcpy(&at[1], buf + 104, 4);
	memcpy(&at[2], buf + 108, 4);
	expect("statmount(req: {size=24, mnt_id=0x%llx, param=0x38}, buf: {size=%u, mask=STATMOUNT_MNT_ROOT|STATMOUNT_MNT_POINT|STATMOUNT_FS_TYPE, fs_type=\"%s\", mnt_root=\"%s\", mnt_point=\"%s\"}, bufsize: 1024, flags: 0) = 0",
	       (unsigned long long)req.id, *(uint32_t *)buf, buf + 512 + at[0], buf + 512 + at[1],
	       buf + 512 + at[2]);
}

static void security_context(void)
{
	struct { uint64_t id, flags, len, text_len; char text[8]; } context[2] = {
		{ 101, 0, 40, 5, "first" }, { 104, 0, 40, 6, "second" },
	};
	long ret = syscall(460 /* lsm_set_self_attr */, 101, context, sizeof(context), 0);

	if (ret < 0 && errno == ENOSYS)
		return;
	expect("lsm_set_self_attr(attr: LSM_ATTR_EXEC, ctx: [{id=LSM_ID_SELINUX, flags=0, len=40, ctx_len=5, ctx=\"first\"}, {id=LSM_ID_APPARMOR, flags=0, len=40, ctx_len=6, ctx=\"second\"}], size: 80, flags: 0) = %s",
	       result(ret));
}

static void quotas(void)
{
	uint32_t flags = 3;
	long ret = syscall(SYS_quotactl, ('X' << 8 | 1) << 8, "/none", 0, &flags);

	if (ret < 0 && errno == ENOSYS)
		return;
	expect("quotactl(cmd: QCMD(Q_XQUOTAON, USRQUOTA), special: \"/none\", id: 0, addr: [FS_QUOTA_UDQ_ACCT|FS_QUOTA_UDQ_ENFD]) = %s",
	       result(ret));
	ret = syscall(SYS_quotactl, 0x800002 << 8 | 1, "/none", 2, "/none/quota");
	expect("quotactl(cmd: QCMD(Q_QUOTAON, GRPQUOTA), special: \"/none\", id: 2, addr: \"/none/quota\") = %s",
	       result(ret));
}

static void link_members(void)
{
	struct { uint32_t prog, target, type, flags, fd, pad; uint64_t revision; } attr = {
		-1, 0, 46 /* BPF_TCX_INGRESS */, 0, 7, 0, 9,
	};
	long ret = syscall(SYS_bpf, 28 /* BPF_LINK_CREATE */, &attr, sizeof(attr));

	if (ret < 0 && errno == ENOSYS)
		return;
	expect("bpf(cmd: BPF_LINK_CREATE, uattr: {prog_fd=-1, target_fd=0, attach_type=BPF_TCX_INGRESS, flags=0, tcx.relative_fd=7, tcx.expected_revision=9}, size: %zu) = %s",
	       sizeof(attr), result(ret));
}

/* Arguments whose type depends on the value of another argument. */
static void selected(void)
{
	speculation();
	memory_map();
	wake_operation();
	uring_wait();
	mount_strings();
	security_context();
	quotas();
	link_members();
}

/* ---- tails ---- */

/* Return a page that is followed by an unreadable one. */
static char *last_page(void)
{
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(page != MAP_FAILED && !mprotect(page + 4096, 4096, PROT_NONE));
	return page;
}

static void strings_without_end(void)
{
	char *page = last_page(), *argv[2];
	long ret;

	argv[0] = "x";
	argv[1] = (char *)8;
	memcpy(page + 4096 - sizeof(argv), argv, sizeof(argv));
	ret = syscall(SYS_execveat, AT_FDCWD, "/none/x", page + 4096 - sizeof(argv), NULL, 0);
	expect("execveat(fd: AT_FDCWD, filename: \"/none/x\", argv: [\"x\", 0x8, ...], envp: NULL, flags: 0) = %s",
	       result(ret));
}

static void thread_ids(void)
{
	int tids[] = { 11, 12 };
	struct clone_args args = {
		.exit_signal = 0x1000000011ULL, .set_tid = (uintptr_t)tids, .set_tid_size = 2,
	};
	long ret = syscall(SYS_clone3, &args, sizeof(args));

	need(ret == -1);
	expect("clone3(uargs: {flags=0, exit_signal=68719476753, stack=NULL, stack_size=0, set_tid=[11, 12], set_tid_size=2}, size: %zu) = %s",
	       sizeof(args), result(ret));
}

static void uring(void)
{
	struct io_uring_rsrc_register resources = { .nr = 2, .data = 0x1000 };
	struct io_uring_restriction limit = {
		.opcode = IORING_RESTRICTION_SQE_OP, .sqe_op = IORING_OP_READV,
	};
	int fds[] = { 3, -1 };
	long ret;

	ret = syscall(SYS_io_uring_register, -1, IORING_REGISTER_FILES, fds, 2);
	expect("io_uring_register(fd: -1, opcode: IORING_REGISTER_FILES, arg: [3, -1], nr_args: 2) = %s",
	       result(ret));
	ret = syscall(SYS_io_uring_register, -1, IORING_REGISTER_FILES2, &resources,
		      sizeof(resources));
	expect("io_uring_register(fd: -1, opcode: IORING_REGISTER_FILES2, arg: {nr=2, flags=0, data=0x1000, tags=NULL}, nr_args: 32) = %s",
	       result(ret));
	ret = syscall(SYS_io_uring_register, -1, IORING_REGISTER_RESTRICTIONS, &limit, 1);
	expect("io_uring_register(fd: -1, opcode: IORING_REGISTER_RESTRICTIONS, arg: [{opcode=IORING_RESTRICTION_SQE_OP, sqe_op=IORING_OP_READV}], nr_args: 1) = %s",
	       result(ret));
	ret = syscall(SYS_io_uring_register, -1, IORING_UNREGISTER_FILES, 0x10, 0);
	expect("io_uring_register(fd: -1, opcode: IORING_UNREGISTER_FILES, arg: 0x10, nr_args: 0) = %s",
	       result(ret));
}

static void sequences(void)
{
	_Alignas(32) struct {
		uint32_t cpu_id_start, cpu_id;
		uint64_t rseq_cs;
		uint32_t flags, node_id, mm_cid, pad;
	} area = { .cpu_id_start = 1, .cpu_id = -1 };
	/* The kernel refuses the flag in any case. */
	long ret = syscall(SYS_rseq, &area, sizeof(area), 2, 0x1234);

	need(ret == -1);
	expect("rseq(rseq: {cpu_id_start=1, cpu_id=RSEQ_CPU_ID_UNINITIALIZED, rseq_cs=NULL, flags=0, node_id=0, mm_cid=0}, rseq_len: 32, flags: 0x2, sig: 0x1234) = %s",
	       result(ret));
}

static void messages(void)
{
	struct {
		struct cmsghdr head;
		uint32_t error;
		uint8_t origin, type, code, pad;
		uint32_t info, data;
		struct sockaddr_in offender;
	} error = {
		.head = { sizeof(error), SOL_IP, IP_RECVERR }, .error = ECONNREFUSED,
		.origin = 2, .type = 3, .code = 3, .info = 7,
		.offender = { AF_INET, htons(80), { htonl(INADDR_LOOPBACK) } },
	};
	struct { struct cmsghdr head; uint8_t tos; } tos = {
		{ CMSG_LEN(1), SOL_IP, IP_TOS }, 0x10,
	};
	struct msghdr msg = { .msg_control = &error, .msg_controllen = sizeof(error) };
	struct msghdr in = { .msg_name = &error, .msg_namelen = 16 };
	long ret;

	ret = syscall(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(fd: -1, msg: {msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, msg_control=[{cmsg_len=%zu, cmsg_level=SOL_IP, cmsg_type=IP_RECVERR, cmsg_data={ee_errno=ECONNREFUSED, ee_origin=SO_EE_ORIGIN_ICMP, ee_type=3, ee_code=3, ee_info=7, ee_data=0, offender={sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr(\"127.0.0.1\")}}}], msg_controllen=%zu, msg_flags=0}, flags: 0) = %s",
	       sizeof(error), sizeof(error), result(ret));
	msg.msg_control = &tos;
	msg.msg_controllen = CMSG_LEN(1);
	ret = syscall(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(fd: -1, msg: {msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, msg_control=[{cmsg_len=%zu, cmsg_level=SOL_IP, cmsg_type=IP_TOS, cmsg_data=[0x10]}], msg_controllen=%zu, msg_flags=0}, flags: 0) = %s",
	       CMSG_LEN(1), CMSG_LEN(1), result(ret));
	ret = syscall(SYS_recvmsg, -1, &in, 0);
	expect("recvmsg(fd: -1, msg: {msg_namelen=16}, flags: 0) = %s", result(ret));
}

static void options(void)
{
	struct sock_filter pass = BPF_STMT(BPF_RET | BPF_K, 0xffff), got[2];
	struct sock_fprog program = { 1, &pass };
	uint32_t types = 1 << 8;
	socklen_t len = 2;
	int s = socket(AF_UNIX, SOCK_DGRAM, 0);
	long ret;

	ret = syscall(SYS_setsockopt, -1, SOL_RAW, 1, &types, sizeof(types));
	expect("setsockopt(fd: -1, level: SOL_RAW, optname: ICMP_FILTER, optval: [ICMP_ECHO], optlen: 4) = %s",
	       result(ret));
	need(s >= 0);
	/* The kernel refuses other lengths before it reads the program. */
	ret = syscall(SYS_setsockopt, s, SOL_SOCKET, SO_ATTACH_FILTER, &program,
		      sizeof(program) - 1);
	expect("setsockopt(fd: %d, level: SOL_SOCKET, optname: SO_ATTACH_FILTER, optval: %p, optlen: %zu) = %s",
	       s, &program, sizeof(program) - 1, result(ret));
	need(!setsockopt(s, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program)));
	expect("setsockopt(fd: %d, level: SOL_SOCKET, optname: SO_ATTACH_FILTER, optval: {len=1, filter=[BPF_STMT(BPF_RET|BPF_K, 0xffff)]}, optlen: %zu) = 0",
	       s, sizeof(program));
	/* The length is a number of instructions. */
	need(!getsockopt(s, SOL_SOCKET, SO_GET_FILTER, got, &len) && len == 1);
	expect("getsockopt(fd: %d, level: SOL_SOCKET, optname: SO_GET_FILTER, optval: [BPF_STMT(BPF_RET|BPF_K, 0xffff)], optlen: [2 => 1]) = 0",
	       s);
	need(!close(s));
}

static void mount_options(void)
{
	long ret;
	int fd;

	/* FSCONFIG_CMD_CREATE ignores the key and the value. */
	ret = syscall(SYS_fsconfig, -1, 6, "key", "value", 5);
	expect("fsconfig(fd: -1, cmd: FSCONFIG_CMD_CREATE, _key: %p, _value: %p, aux: 5) = %s",
	       "key", "value", result(ret));
	ret = syscall(SYS_fsconfig, -1, 3, "key", NULL, AT_FDCWD);
	expect("fsconfig(fd: -1, cmd: FSCONFIG_SET_PATH, _key: \"key\", _value: NULL, aux: AT_FDCWD) = %s",
	       result(ret));
	/* Without options/buffer-limit, the record has paths, and no strings. */
	ret = syscall(SYS_fsconfig, -1, 3, "key", "/no/path", AT_FDCWD);
	expect("fsconfig(fd: -1, cmd: FSCONFIG_SET_PATH, _key: \"key\", _value: \"/no/path\", aux: AT_FDCWD) = %s",
	       result(ret));
	ret = syscall(SYS_fsconfig, -1, 1, "key", "secret", 0);
	expect("fsconfig(fd: -1, cmd: FSCONFIG_SET_STRING, _key: \"key\", _value: %p, aux: 0) = %s",
	       "secret", result(ret));
	fd = syscall(SYS_fsopen, "tmpfs", 0);
	need(fd >= 0);
	ret = syscall(SYS_fsconfig, fd, 3, "no_key", "/", AT_FDCWD);
	expect("fsconfig(fd: %d, cmd: FSCONFIG_SET_PATH, _key: \"no_key\", _value: \"/\", aux: AT_FDCWD) = %s",
	       fd, result(ret));
	ret = syscall(SYS_fsconfig, fd, 4, "no_key", "", AT_FDCWD);
	expect("fsconfig(fd: %d, cmd: FSCONFIG_SET_PATH_EMPTY, _key: \"no_key\", _value: \"\", aux: AT_FDCWD) = %s",
	       fd, result(ret));
	need(!close(fd));
}

static void tails(void)
{
	strings_without_end();
	thread_ids();
	uring();
	sequences();
	messages();
	options();
	mount_options();
#ifdef SYS_modify_ldt
	if (NATIVE) {
		long ret = syscall(SYS_modify_ldt, 99, NULL, 0);

		/* The call returns an int. */
		if (ret > 0)
			expect("modify_ldt(func: 99, ptr: NULL, bytecount: 0) = %ld ENOSYS", ret);
		else
			expect("modify_ldt(func: 99, ptr: NULL, bytecount: 0) = %s", result(ret));
	}
#endif
}

/* ---- paths ---- */

static void paths(void)
{
	int null = open("/dev/null", O_RDONLY), odd = memfd_create("<a>", 0);
	struct { uint64_t set, clear, propagation, fd; } attr = { .fd = null };
	long ret;

	need(null >= 0 && odd >= 0);
	/* The kernel uses the descriptor only with MOUNT_ATTR_IDMAP. */
	ret = syscall(SYS_mount_setattr, -1, "x", 0, &attr, sizeof(attr));
	expect("mount_setattr(dfd: -1, path: \"x\", flags: 0, uattr: {attr_set=0, attr_clr=0, propagation=0, userns_fd=%d}, usize: 32) = %s",
	       null, result(ret));
	need(!fsync(odd));
	expect("fsync(fd: %d</memfd:\\074a\\076 (deleted)>) = 0", odd);
	need(!close(null) && !close(odd));
}

/* ---- limits ---- */

/* The record needs no byte behind the last one that the kernel reads. */
static void limits(void)
{
	char *page = last_page(), *name = page + 4096 - 250;
	long ret;

	memset(name, 'n', 250);
	ret = syscall(SYS_memfd_create, name, 0);
	expect("memfd_create(uname: \"%.250s\"..., flags: 0) = %s", name, result(ret));
}

/* ---- inner ---- */

#ifdef SYS_socketcall
static void inner(void)
{
	struct sockaddr_un { uint16_t family; char path[8]; } address = { AF_UNIX, "/none" };
	struct { long type; char text[4]; } message = { 7, "abc" };
	long words[6] = { AF_UNIX, SOCK_DGRAM, 0 }, pair[2] = { (long)&message, 7 };
	struct { char rest[128]; } queue;
	int s, q;

	s = syscall(SYS_socketcall, 1, words);
	need(s >= 0);
	expect("socket(family: AF_UNIX, type: SOCK_DGRAM, protocol: 0) = %d", s);
	memcpy(words, (long[]){ s, (long)&address, sizeof(address) }, 3 * sizeof(long));
	need(syscall(SYS_socketcall, 3, words) == -1);
	expect("connect(fd: %d, uservaddr: {sa_family=AF_UNIX, sun_path=\"/none\"}, addrlen: %zu) = -ENOENT",
	       s, sizeof(address));
	memcpy(words, (long[]){ s, 0x10, 2, MSG_DONTWAIT }, 4 * sizeof(long));
	need(syscall(SYS_socketcall, 9, words) == -1);
	expect("sendto(fd: %d, buff: 0x10, len: 2, flags: MSG_DONTWAIT, addr: NULL, addr_len: 0) = -ENOTCONN",
	       s);
	/* An unknown call has no inner one. */
	need(syscall(SYS_socketcall, 77, words) == -1);
	expect("socketcall(call: 77, args: %p) = -EINVAL", words);
	need(!close(s));
	q = syscall(SYS_ipc, 13, 0, 0600, 0, NULL, 0);
	need(q >= 0);
	expect("msgget(key: IPC_PRIVATE, msgflg: 0600) = %d", q);
	need(!syscall(SYS_ipc, 11, q, 3, 0, &message, 0));
	expect("msgsnd(msqid: %d, msgp: {mtype=7, ...}, msgsz: 3, msgflg: 0) = 0", q);
	/* The old form: the address and the type are in memory. */
	need(syscall(SYS_ipc, 12, q, 3, IPC_NOWAIT, pair, 0) == 3);
	expect("msgrcv(msqid: %d, msgp: {mtype=7, ...}, msgsz: 3, msgtyp: 7, msgflg: IPC_NOWAIT) = 3",
	       q);
	need(!syscall(SYS_ipc, 14, q, IPC_RMID | 0x100, 0, &queue, 0));
	expect("msgctl(msqid: %d, cmd: IPC_64|IPC_RMID, uptr: %p) = 0", q, &queue);
}
#endif

/* ---- times ---- */

#ifdef SYS_clock_nanosleep_time64
static void times_scene(void)
{
	/* The kernel ignores the upper half of tv_nsec, which is padding. */
	struct { int64_t sec; uint32_t nsec, pad; } time = { 0, 1000, 0x11223344 };

	need(!syscall(SYS_clock_nanosleep_time64, CLOCK_MONOTONIC, 0, &time, NULL));
	expect("clock_nanosleep_time64(which_clock: CLOCK_MONOTONIC, flags: 0, rqtp: {tv_sec=0, tv_nsec=1000}, rmtp: NULL) = 0");
	time.nsec = -1;
	need(syscall(SYS_clock_nanosleep_time64, CLOCK_MONOTONIC, 0, &time, NULL) == -1);
	expect("clock_nanosleep_time64(which_clock: CLOCK_MONOTONIC, flags: 0, rqtp: {tv_sec=0, tv_nsec=4294967295}, rmtp: NULL) = -EINVAL");
}
#endif

/* ---- tracee ---- */

#ifdef __x86_64__
static void tracee(void)
{
	struct user_regs_struct regs;
	pid_t pid = fork();
	int status;

	if (!pid) {
		long ret = 20;	/* number of getpid() in the 32-bit table */

		need(!ptrace(PTRACE_TRACEME, 0, NULL, NULL));
		raise(SIGSTOP);
		asm volatile("int $0x80" : "+a"(ret) : : "memory", "r8", "r9", "r10", "r11");
		_exit((int)ret == -EACCES ? 5 : 6);
	}
	need(waitpid(pid, &status, 0) == pid && WIFSTOPPED(status));
	/* From the stop at the entry of int $0x80 to the stop at its exit. */
	do {
		need(!ptrace(PTRACE_SYSCALL, pid, NULL, NULL));
		need(waitpid(pid, &status, 0) == pid && WIFSTOPPED(status));
		need(!ptrace(PTRACE_GETREGS, pid, NULL, &regs));
	} while (regs.orig_rax != 20);
	need(!ptrace(PTRACE_SYSCALL, pid, NULL, NULL));
	need(waitpid(pid, &status, 0) == pid && WIFSTOPPED(status));
	need(!ptrace(PTRACE_GETREGS, pid, NULL, &regs));
	need((pid_t)regs.rax == pid);
	/* A 32-bit tracer writes only the lower half of the register. */
	regs.rax = (unsigned int)-EACCES;
	need(!ptrace(PTRACE_SETREGS, pid, NULL, &regs));
	need(!ptrace(PTRACE_CONT, pid, NULL, NULL));
	need(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 5);
	expect("ia32_getpid() = -EACCES");
}
#endif

static const struct scene scenes[] = {
	{ "offsets", offsets },
	{ "errors", errors },
	{ "siginfo", siginfo },
	{ "status", status },
	{ "requests", requests },
	{ "sockopts", sockopts }, { "levels", levels }, { "devices", devices }, { "connection", connection },
	{ "commands", commands },
	{ "arrays", arrays },
	{ "fields", fields },
	{ "priorities", priorities },
	{ "filters", filters },
	{ "addresses", addresses },
	{ "ioctls", ioctls },
	{ "selected", selected },
	{ "tails", tails },
	{ "paths", paths },
	{ "limits", limits },
#ifdef SYS_socketcall
	{ "inner", inner },
#endif
#ifdef SYS_clock_nanosleep_time64
	{ "times", times_scene },
#endif
#ifdef __x86_64__
	{ "tracee", tracee },
#endif
};

int main(int argc, char **argv)
{
	return run_values(argc, argv, scenes, ARRAY_SIZE(scenes));
}
