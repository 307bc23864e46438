# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: records of stress-ng's classes of system calls, and of trinity's random calls, are written and shown with all copies, and the kernel reports nothing
# requires: events/syscall/enable options/call-time options/event-fork program:stress-ng program:trinity cpus:2
# kernels: ktrace-kasan - the case looks for what KASAN and UBSAN report
# with: stress-ng,trinity
# long: yes - two hundred programs under KASAN
# parts: 8
# weight: 300

# The classes whose stressors make system calls.
classes="filesystem io network os pipe scheduler security vm"
# These take the machine down or its memory, wait for hardware, or make no calls of interest.
never=" bad-ioctl bigheap binderfs brk cpu-online dev efivar fork-exhaust hdd io-uring-all kvm
 loop mlockmany module oom-pipe pageswap physpage procfs quota ramfs reboot rtc sleep-all
 smi softlockup stack swap sysfs tmpfs vm-rw vma watchdog zombie "
rounds=1
[ -n "${SELFTEST_LONG:-}" ] || rounds=0

restore()
{
	write set_event ''
	write set_event_pid ''
	for option in event-fork call-time buffer-limit envp-limit fd-path; do
		write options/$option 0
	done
	write buffer_size_kb 1408
}
trap restore EXIT

# reports: print the number of warnings and errors in the kernel's log
reports()
{
	dmesg | grep -cE 'WARNING: CPU|BUG: |Oops|general protection|kernel BUG|UBSAN' || :
}

# stressors: print this part of the stressors of the classes, each once
stressors()
{
	for class in $classes; do
		stress-ng --class "$class?" 2>&1 | sed 's/.*stressors: *//' | tr ' ' '\n'
	done | sort -u | awk -v part="${SELFTEST_PART:-1/1}" -v never="$never" '
		BEGIN { split(part, of, "/"); n = split(never, list); while (n) skip[list[n--]] }
		$1 != "" && !($1 in skip) && ++i % of[2] == of[1] % of[2]'
}

# traced COMMAND...: run the command, whose calls and those of its children are recorded
traced()
{
	# shellcheck disable=SC2016 # the other shell expands it
	timeout -s KILL 300 sh -c 'echo $$ >"$KTRACE/set_event_pid"; exec "$@"' sh "$@" \
		>"$TMP/said" 2>&1 || :
	write set_event_pid ''
}

before=$(reports)
write buffer_size_kb 8192
write options/call-time 1
write options/event-fork 1
write options/buffer-limit 256
write options/envp-limit 8
write options/fd-path 1
write set_event 'syscall:*'
mkdir "$TMP/work"
chmod 777 "$TMP/work"
cd "$TMP/work"

# A reader has the kernel format all records. It counts the calls of each name, and other lines.
mkfifo "$TMP/lines"
awk '
	/^CPU:[0-9]+ \[LOST [0-9]+ EVENTS\]/ { next }
	match($0, /: (ia32_|x32_)?[a-z_0-9]+\(/) && / = / {
		n[substr($0, RSTART + 2, RLENGTH - 3)]++
		records++
		next
	}
	{ bad++; last = $0 }
	END {
		for (name in n)
			names++
		print records + 0, names + 0, bad + 0, last
	}' <"$TMP/lines" >"$TMP/counts" &
counter=$!
cat "$KTRACE/trace_pipe" >"$TMP/lines" &
reader=$!

ran=0
for name in $(stressors); do
	traced stress-ng --"$name" 1 --timeout 1 --temp-path "$TMP/work" --no-rand-seed --oomable -q
	ran=$((ran + 1))
	equal "reports after $name" "$(reports)" "$before"
done
note "$ran stressors"
[ $ran -ge 15 ] || fail "only $ran stressors: $(cat "$TMP/said")"

# trinity runs as nobody, and chooses the calls and their arguments by the seed.
seed=$((SELFTEST_SEED * 1000 + ${SELFTEST_PART%%/*}))
while [ $rounds -gt 0 ]; do
	traced trinity -q -X -l off -C 2 -N 4000 -s $seed -x reboot -x kexec_load -x vhangup
	tail -n 3 "$TMP/said" | sed 's/^/# trinity: /'
	rounds=$((rounds - 1))
	seed=$((seed + 100))
done
equal "reports after trinity" "$(reports)" "$before"

write set_event ''
sleep 2
stop $reader
wait $counter
read -r records names bad line <"$TMP/counts"
note "$records records of $names calls"
[ "$records" -ge 20000 ] || fail "only $records records"
[ "$names" -ge 150 ] || fail "records of $names calls only"
equal "lines that are no record, the last is '$line'" "$bad" 0
