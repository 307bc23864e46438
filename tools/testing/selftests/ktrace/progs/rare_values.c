// SPDX-License-Identifier: GPL-2.0
/*
 * rare_values SCENE - make calls that few kernels are built with, and print how ktrace must show
 * each call
 *
 *	keys		keyctl(): structures by command, and the buffers that it fills in
 *	landlock	rulesets and rules
 *	nodes		sets of NUMA nodes
 *	kexec		segments of another kernel
 *	mounts		numbers of mounts
 *
 * See values.h.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/kexec.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <linux/mempolicy.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "values.h"

/* Headers of older kernels lack some of these. */
#define CALL_landlock_create_ruleset	444
#define CALL_landlock_add_rule		445
#define CALL_landlock_restrict_self	446
#define CALL_listmount			458

/* ---- keys ---- */

/* Return: the number of a new key of type "user". */
static int user_key(const char *name, const void *payload, size_t len, int ring)
{
	long key = syscall(SYS_add_key, "user", name, payload, len, ring);

	need(key > 0);
	return key;
}

/* The buffers that keyctl() fills in. */
static void key_buffers(int key)
{
	static char text[64];
	static unsigned char bits[4];
	long ret = syscall(SYS_keyctl, KEYCTL_DESCRIBE, key, text, sizeof(text));

	need(ret > 0 && ret == (long)strlen(text) + 1);
	expect("keyctl(option: KEYCTL_DESCRIBE, arg2: %d, arg3: \"%s\\0\", arg4: 64) = %ld",
	       key, text, ret);
	/* The kernel does not write to a buffer that is too short. */
	need(syscall(SYS_keyctl, KEYCTL_DESCRIBE, key, text, 4L) == ret);
	expect("keyctl(option: KEYCTL_DESCRIBE, arg2: %d, arg3: %p, arg4: 4) = %ld", key, text,
	       ret);
	need(syscall(SYS_keyctl, KEYCTL_READ, key, text, sizeof(text)) == 6);
	expect("keyctl(option: KEYCTL_READ, arg2: %d, arg3: \"secret\", arg4: 64) = 6", key);
	ret = syscall(SYS_keyctl, KEYCTL_GET_SECURITY, key, text, sizeof(text));
	need(ret == 1);
	expect("keyctl(option: KEYCTL_GET_SECURITY, arg2: %d, arg3: \"\\0\", arg4: 64) = 1", key);
	/* The first two bits, and others that depend on the kernel. */
	need(syscall(SYS_keyctl, KEYCTL_CAPABILITIES, bits, 1L) == 2);
	need(bits[0] & KEYCTL_CAPS0_CAPABILITIES);
	expect("keyctl(option: KEYCTL_CAPABILITIES, arg2: [KEYCTL_CAPS0_CAPABILITIES%s%s%s%s%s%s%s], arg3: 1) = 2",
	       bits[0] & KEYCTL_CAPS0_PERSISTENT_KEYRINGS ?
			"|KEYCTL_CAPS0_PERSISTENT_KEYRINGS" : "",
	       bits[0] & KEYCTL_CAPS0_DIFFIE_HELLMAN ? "|KEYCTL_CAPS0_DIFFIE_HELLMAN" : "",
	       bits[0] & KEYCTL_CAPS0_PUBLIC_KEY ? "|KEYCTL_CAPS0_PUBLIC_KEY" : "",
	       bits[0] & KEYCTL_CAPS0_BIG_KEY ? "|KEYCTL_CAPS0_BIG_KEY" : "",
	       bits[0] & KEYCTL_CAPS0_INVALIDATE ? "|KEYCTL_CAPS0_INVALIDATE" : "",
	       bits[0] & KEYCTL_CAPS0_RESTRICT_KEYRING ? "|KEYCTL_CAPS0_RESTRICT_KEYRING" : "",
	       bits[0] & 0x80 ? "|KEYCTL_CAPS0_MOVE" : "");
}

/* The structures that keyctl() reads. */
static void key_structures(int key)
{
	struct { int32_t private, prime, base; } dh = { key, key, -3 };
	struct {
		const char *hash, *other;
		uint32_t len, spare[8];
	} kdf = { "none", NULL, 9, { 0 } };
	struct { int32_t key; uint32_t in, out, spare[7]; } pkey = { key, 5, 6, { 0 } };
	static char buf[64];
	long ret;

	ret = syscall(SYS_keyctl, KEYCTL_DH_COMPUTE, &dh, buf, 16L, NULL);
	need(ret < 0);
	expect("keyctl(option: KEYCTL_DH_COMPUTE, arg2: {private=%d, prime=%d, base=KEY_SPEC_SESSION_KEYRING}, arg3: %p, arg4: 16, arg5: NULL) = %s",
	       key, key, buf, result(ret));
	ret = syscall(SYS_keyctl, KEYCTL_DH_COMPUTE, &dh, buf, 16L, &kdf);
	need(ret < 0);
	expect("keyctl(option: KEYCTL_DH_COMPUTE, arg2: {private=%d, prime=%d, base=KEY_SPEC_SESSION_KEYRING}, arg3: %p, arg4: 16, arg5: {hashname=%p, otherinfo=NULL, otherinfolen=9}) = %s",
	       key, key, buf, kdf.hash, result(ret));
	ret = syscall(SYS_keyctl, 24 /* KEYCTL_PKEY_QUERY */, key, 0L, "enc=raw", buf);
	need(ret < 0);
	expect("keyctl(option: KEYCTL_PKEY_QUERY, arg2: %d, arg3: 0, arg4: \"enc=raw\", arg5: %p) = %s",
	       key, buf, result(ret));
	ret = syscall(SYS_keyctl, 27 /* KEYCTL_PKEY_SIGN */, &pkey, "enc=raw", "input", buf);
	need(ret < 0);
	expect("keyctl(option: KEYCTL_PKEY_SIGN, arg2: {key_id=%d, in_len=5, out_len=6}, arg3: \"enc=raw\", arg4: %p, arg5: %p) = %s",
	       key, "input", buf, result(ret));
	ret = syscall(SYS_keyctl, 28 /* KEYCTL_PKEY_VERIFY */, &pkey, "enc=raw", "input", buf);
	need(ret < 0);
	expect("keyctl(option: KEYCTL_PKEY_VERIFY, arg2: {key_id=%d, in_len=5, in2_len=6}, arg3: \"enc=raw\", arg4: %p, arg5: %p) = %s",
	       key, "input", buf, result(ret));
}

static void keys(void)
{
	long ring = syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL), ret;
	int key;

	if (ring < 0 && errno == ENOSYS)
		return;
	need(ring > 0);
	expect("keyctl(option: KEYCTL_JOIN_SESSION_KEYRING, arg2: NULL) = %ld", ring);
	key = user_key("name", "secret", 6, ring);
	key_buffers(key);
	key_structures(key);
	ret = syscall(SYS_keyctl, KEYCTL_SET_REQKEY_KEYRING, -1);
	expect("keyctl(option: KEYCTL_SET_REQKEY_KEYRING, arg2: KEY_REQKEY_DEFL_NO_CHANGE) = %s",
	       result(ret));
	ret = syscall(SYS_keyctl, 30 /* KEYCTL_MOVE */, key, ring, KEY_SPEC_PROCESS_KEYRING, 1L);
	expect("keyctl(option: KEYCTL_MOVE, arg2: %d, arg3: %ld, arg4: KEY_SPEC_PROCESS_KEYRING, arg5: KEYCTL_MOVE_EXCL) = %s",
	       key, ring, result(ret));
	ret = syscall(SYS_keyctl, KEYCTL_UPDATE, key, "other", 5L);
	need(!ret);
	/* The payload may be secret. */
	expect("keyctl(option: KEYCTL_UPDATE, arg2: %d, arg3: %p, arg4: 5) = 0", key, "other");
}

/* ---- landlock ---- */

static void landlock(void)
{
	struct { uint64_t fs, net, scoped; } attr = {
		LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_SYM, 3, 1,
	};
	struct { uint64_t access; int32_t fd; } __attribute__((packed)) beneath = {
		LANDLOCK_ACCESS_FS_EXECUTE, open("/", O_PATH),
	};
	struct { uint64_t access, port; } port = { 2, 80 };
	long ret = syscall(CALL_landlock_create_ruleset, NULL, 0L, 1), set;

	if (ret < 0)
		return;
	expect("landlock_create_ruleset(attr: NULL, size: 0, flags: LANDLOCK_CREATE_RULESET_VERSION) = %ld",
	       ret);
	set = syscall(CALL_landlock_create_ruleset, &attr, sizeof(attr), 0);
	expect("landlock_create_ruleset(attr: {handled_access_fs=LANDLOCK_ACCESS_FS_EXECUTE|LANDLOCK_ACCESS_FS_MAKE_SYM, handled_access_net=LANDLOCK_ACCESS_NET_BIND_TCP|LANDLOCK_ACCESS_NET_CONNECT_TCP, scoped=LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET}, size: 24, flags: 0) = %ld",
	       set);
	need(set >= 0 && beneath.fd >= 0);
	ret = syscall(CALL_landlock_add_rule, set, 1, &beneath, 0);
	need(!ret);
	expect("landlock_add_rule(ruleset_fd: %ld, rule_type: LANDLOCK_RULE_PATH_BENEATH, rule_attr: {allowed_access=LANDLOCK_ACCESS_FS_EXECUTE, parent_fd=%d}, flags: 0) = 0",
	       set, beneath.fd);
	ret = syscall(CALL_landlock_add_rule, set, 2, &port, 0);
	expect("landlock_add_rule(ruleset_fd: %ld, rule_type: LANDLOCK_RULE_NET_PORT, rule_attr: {allowed_access=LANDLOCK_ACCESS_NET_CONNECT_TCP, port=80}, flags: 0) = %s",
	       set, result(ret));
	ret = syscall(CALL_landlock_restrict_self, set, 0);
	need(!ret);
	expect("landlock_restrict_self(ruleset_fd: %ld, flags: 0) = 0", set);
}

/* ---- nodes ---- */

static void placement(void)
{
	static unsigned long mask[2] = { 1, 0 }, got[32];
	static char pages[2 * 4096] __attribute__((aligned(4096)));
	static int status[2];
	void *addresses[2] = { pages, NULL };
	unsigned int mode = 99;
	long ret = syscall(SYS_set_mempolicy, MPOL_BIND | 1 << 15 /* MPOL_F_STATIC_NODES */,
			   mask, 129L);

	if (ret < 0 && errno == ENOSYS)
		return;
	need(!ret);
	expect("set_mempolicy(mode: MPOL_BIND|MPOL_F_STATIC_NODES, nmask: [0x1, 0], maxnode: 129) = 0");
	ret = syscall(SYS_get_mempolicy, &mode, got, 1025L, NULL, 0L);
	need(!ret && mode == (MPOL_BIND | 1 << 15) && got[0] == 1);
	expect("get_mempolicy(policy: [MPOL_BIND|MPOL_F_STATIC_NODES], nmask: [0x1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], maxnode: 1025, addr: 0, flags: 0) = 0");
	ret = syscall(SYS_mbind, pages, sizeof(pages), MPOL_PREFERRED, mask, 65L,
		      MPOL_MF_STRICT | MPOL_MF_MOVE);
	need(!ret);
	expect("mbind(start: %p, len: 8192, mode: MPOL_PREFERRED, nmask: [0x1], maxnode: 65, flags: MPOL_MF_STRICT|MPOL_MF_MOVE) = 0",
	       pages);
	pages[0] = 1;
	ret = syscall(SYS_move_pages, 0, 2L, addresses, NULL, status, MPOL_MF_MOVE);
	need(!ret && !status[0] && status[1] == -EFAULT);
	expect("move_pages(pid: 0, nr_pages: 2, pages: [%p, NULL], nodes: NULL, status: [0, -EFAULT], flags: MPOL_MF_MOVE) = 0",
	       pages);
	ret = syscall(SYS_migrate_pages, 0, 65L, mask, &mask[0]);
	expect("migrate_pages(pid: 0, maxnode: 65, old_nodes: [0x1], new_nodes: [0x1]) = %s",
	       result(ret));
}

/* ---- kexec ---- */

static void kexec(void)
{
	struct { void *buf; size_t size; void *mem; size_t room; } segments[2] = {
		{ &segments, 16, (void *)0x100000, 4096 }, { NULL, 0, (void *)0x200000, 8192 },
	};
	/* The kernel refuses another architecture. */
	long ret = syscall(SYS_kexec_load, 0x1000L, 2L, segments, (long)KEXEC_ARCH_68K);

	if (ret < 0 && errno == ENOSYS)
		return;
	need(ret < 0);
	expect("kexec_load(entry: 0x1000, nr_segments: 2, segments: [{buf=%p, bufsz=16, mem=0x100000, memsz=4096}, {buf=NULL, bufsz=0, mem=0x200000, memsz=8192}], flags: KEXEC_ARCH_68K) = %s",
	       segments, result(ret));
	ret = syscall(SYS_kexec_file_load, -1, -1, 6L, "quiet",
		      (long)KEXEC_FILE_NO_INITRAMFS);
	need(ret < 0);
	expect("kexec_file_load(kernel_fd: -1, initrd_fd: -1, cmdline_len: 6, cmdline_ptr: \"quiet\", flags: KEXEC_FILE_NO_INITRAMFS) = %s",
	       result(ret));
}

/* ---- mounts ---- */

static void mounts(void)
{
	struct { uint32_t size, spare; uint64_t id, param; } req = { 24, 0, -1, 0 };
	uint64_t ids[64];
	long ret = syscall(CALL_listmount, &req, ids, 64L, 0), i;

	if (ret < 0 && errno == ENOSYS)
		return;
	need(ret > 0 && ret < 32);
	expect("listmount(req: {size=24, mnt_id=0xffffffffffffffff, param=0}, mnt_ids: [");
	used--;
	for (i = 0; i < ret; i++)
		append("%s0x%llx", i ? ", " : "", (unsigned long long)ids[i]);
	append("], nr_mnt_ids: 64, flags: 0) = %ld\n", ret);
}

static const struct scene scenes[] = {
	{ "keys", keys },
	{ "landlock", landlock },
	{ "nodes", placement },
	{ "kexec", kexec },
	{ "mounts", mounts },
};

int main(int argc, char **argv)
{
	return run_values(argc, argv, scenes, ARRAY_SIZE(scenes));
}
