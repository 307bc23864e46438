# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: perf-tools on probes, events and system calls print the fields that trace shows, the same as with ftrace
# requires: kprobe_events uprobe_events program:kprobe-perf program:bash program:objdump
# kernels: ktrace ktrace-peer - ktrace-peer has ftrace; in kernels with lockdep, the base's tracefs adds nothing to test
# with: perf-tools-unstable/,bash,gawk,binutils,file,libc-bin
# weight: 10

. "$1/perf_tools.sh"

must mkdir -p /var/tmp
must mkdir "$TMP/dir"
echo content >"$TMP/dir/read"

opens()
{
	/bin/bash -c "${1-}"'read -r line <"$1"/read; read -r line <"$1"/absent' sh "$TMP/dir" 2>/dev/null || :
}

note "opensnoop"
snoop 2 "$TMP/dir" 'opens; opens' opensnoop-perf "$TMP/dir"
same_opens "$TMP/dir" ''
must [ "$(grep -c . "$TMP/out.fields")" -ge 4 ]
shown "bash PID 0x3 $TMP/dir/read" "bash PID -1 $TMP/dir/absent"
snoop 1 "$TMP/dir" 'opens "$KNOWN"' opensnoop-perf -x -n bash "$TMP/dir"
same_opens "$TMP/dir" -x
shown "bash PID -1 $TMP/dir/absent"
snoop 2 "$TMP/dir" 'opens; opens' opensnoop-perf -t "$TMP/dir"
same_opens "$TMP/dir" -t
must [ "$(grep -c . "$TMP/out.fields")" -ge 4 ]
snoop 1 "$TMP/dir" 'opens "$KNOWN"' opensnoop-perf -t -x -n bash "$TMP/dir"
same_opens "$TMP/dir" "-t -x"

kills()
{
	# shellcheck disable=SC2016 # bash expands the text
	EVENT='kill -0 $$' /bin/bash -c "$KNOWN"'trap : USR1; kill -0 $$; kill -USR1 $$; kill -CONT $$' || :
}

note "killsnoop"
snoop 2 bash kills killsnoop-perf -n bash
same_kills
shown "bash PID PID 10 0" "bash PID PID 18 0"
snoop 2 bash kills killsnoop-perf -s -n bash
same_kills names
shown "bash PID PID SIGUSR1 0" "bash PID PID SIGCONT 0"

note "kprobe: the examples of its documents, with functions of this kernel"
snoop 2 "$TMP/dir" opens kprobe-perf 'p:do_sys_openat2 name=+0(%si):ustring' 'name ~ "*'"$TMP/dir"'*"'
same_fields
shown "bash-PID do_sys_openat2: (do_sys_openat2+AT/AT) name=\"$TMP/dir/read\"" \
      "bash-PID do_sys_openat2: (do_sys_openat2+AT/AT) name=\"$TMP/dir/absent\""
snoop 1 my_open: opens kprobe-perf 'r:my_open do_sys_openat2 $retval:s32' 'arg1 == -2 && comm == "bash"'
same_fields
shown "bash-PID my_open: (__x64_sys_openat+AT/AT <- do_sys_openat2) arg1=-2"
snoop 1 rval= opens kprobe-perf -H 'r:do_sys_openat2 rval=$retval' 'rval > 0xffff && comm == "bash"'
same_fields
must grep -q '^# *TASK-PID *CPU#' "$TMP/out"
snoop 1 'do_sys_openat2$' opens kprobe-perf -s 'p:do_sys_openat2 mode=+8(%dx):x64' 'comm == "bash"'
must grep -q '=> do_sys_openat2$' "$TMP/out"
in_tracer kprobe-perf -v 'p:do_sys_openat2 flags=+0(%dx):u64' >"$TMP/out" 2>&1 || :
must grep -q 'field:u64 flags;' "$TMP/out"

uses()
{
	/bin/bash -c 'printf "%(%Y)T\n" 0 >/dev/null; echo /* >/dev/null'
}

note "uprobe"
in_tracer uprobe-perf -l bash >"$TMP/out"
must grep -qx execute_command "$TMP/out"
snoop 1 make_child '/bin/bash -c "/bin/true; :"' uprobe-perf p:bash:make_child
same_fields
shown 'bash-PID make_child: (AT)'
snoop 1 setlocale uses uprobe-perf 'r:libc:setlocale name=+0($retval):string' 'name == "C"'
same_fields
must grep -q 'setlocale: (0x[0-9a-f]* <- 0x[0-9a-f]*) name="C"$' "$TMP/out"
snoop 1 my: uses uprobe-perf 'p:my /lib/x86_64-linux-gnu/libc.so.6:opendir +0(%di):string' 'comm == "bash"'
same_fields
must grep -q 'my: (0x[0-9a-f]*) arg1="/"' "$TMP/out"

note "tpoint"
in_tracer tpoint-perf -l >"$TMP/out"
must grep -qx sched:sched_process_exec "$TMP/out"
must grep -qx syscalls:sys_enter_openat "$TMP/out"
snoop 1 /bin/bash uses tpoint-perf sched:sched_process_exec 'comm == "bash"'
same_fields
shown 'bash-PID sched_process_exec: filename=/bin/bash pid=PID old_pid=PID'
snoop 2 'sys_openat(' opens tpoint-perf syscalls:sys_enter_openat 'comm == "bash"'
same_fields
snoop 2 'sys_openat -> ' opens tpoint-perf syscalls:sys_exit_openat 'comm == "bash"'
same_fields
snoop 1 '^ *=> [^ ]*$' uses tpoint-perf -H -s sched:sched_process_exec 'comm == "bash"'
must grep -q '=> __x64_sys_execve$' "$TMP/out"

# This kernel has none of the functions that the tool knows.
note "execsnoop"
refuses "ERROR: adding a kprobe for execve. Exiting." execsnoop-perf -d 1

note "$fields fields compared with trace"
[ "$fields" -ge 450 ] || fail "only $fields fields compared with trace"
