# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: 500 functions (2,000 in the long form) probed and removed in random order, and each instruction of 20 functions
# requires: kprobe_events kprobe_offsets available_filter_functions kprobe_profile program:objdump
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# with: binutils
# weight: 18

SEED=${SELFTEST_SEED:-1}
many=500
[ -z "$SELFTEST_LONG" ] || many=2000

# shuffle: print the lines in an order that depends on the seed only
shuffle()
{
	awk -v seed="$SEED" 'BEGIN { srand(seed) } { printf "%.9f %s\n", rand(), $0 }' |
		sort | sed 's/^[^ ]* //'
}

# work: print what files, pipes, processes and signals do, the same in each run
work()
{
	for i in 1 2 3 4 5; do
		mkdir "$TMP/d$i"
		echo "$i" >"$TMP/d$i/f"
		cat "$TMP/d$i/f"
		mv "$TMP/d$i/f" "$TMP/d$i/g"
		ls "$TMP/d$i"
		rm "$TMP/d$i/g"
		rmdir "$TMP/d$i"
	done
	seq 50 | sort -r | tail -n 2
	sh -c 'kill -TERM $$' 2>/dev/null || echo "status $?"
	sh -c 'exit 7' || echo "status $?"
	head -c 20000 /dev/zero | wc -c
}

# commands FILE: write the lines of FILE to kprobe_events by one call, behind the probes there
commands()
{
	dd if="$1" of="$KTRACE/kprobe_events" bs=1048576 iflag=fullblock conv=notrunc 2>/dev/null ||
		fail "$(head -n 5 "$KTRACE/error_log")"
}

# hits NAME: what kprobe_profile says
hits()
{
	awk -v name="$1" '$1 == name { print $2 }' "$KTRACE/kprobe_profile"
}

work >"$TMP/plain"

note "$many functions"
write kprobe_events 'p:known/mkdirs do_mkdirat'
write events/known/enable 1
# A name that several functions have is refused, so take the others.
grep -v ' ' "$KTRACE/available_filter_functions" | sort | uniq -u >"$TMP/once"
awk '$2 ~ /^[tT]$/ { print $3 }' /proc/kallsyms | sort | uniq -u >"$TMP/symbols"
comm -12 "$TMP/once" "$TMP/symbols" 2>/dev/null >"$TMP/names" ||
	awk 'NR == FNR { s[$1] = 1; next } $1 in s' "$TMP/symbols" "$TMP/once" >"$TMP/names"
shuffle <"$TMP/names" | head -n $many >"$TMP/some"
equal "functions" "$(grep -c . "$TMP/some")" $many
awk '{ print "p:many/m" NR " " $1 }' "$TMP/some" >"$TMP/lines"
commands "$TMP/lines"
equal "defined" "$(grep -c '^p:many/' "$KTRACE/kprobe_events")" $many
write events/many/enable 1
work >"$TMP/probed"
diff "$TMP/plain" "$TMP/probed" || fail "the work prints something else while it is probed"
equal "directories made" "$(hits mkdirs)" 5
hit=$(awk '$1 ~ /^m[0-9]+$/ && $2 > 0' "$KTRACE/kprobe_profile" | wc -l)
note "$hit of them are hit"
[ "$hit" -ge $((many / 50)) ] || fail "only $hit functions are hit"

note "disabled and removed in another order, the first half while the others are hit"
awk '{ print "m" NR }' "$TMP/some" | SEED=$((SEED + 1)) shuffle >"$TMP/order"
(while [ ! -e "$TMP/stop" ]; do mkdir "$TMP/l" && rmdir "$TMP/l"; sleep 0.2; done) &
load=$!
# An enabled probe cannot be removed. Disabling one waits for its hits to end.
head -n $((many / 2)) "$TMP/order" | sed "s,.*,$KTRACE/events/many/&/enable," >"$TMP/files"
while read -r file; do
	echo 0 >"$file"
done <"$TMP/files"
head -n $((many / 2)) "$TMP/order" | sed 's,^,-:many/,' >"$TMP/removals"
commands "$TMP/removals"
: >"$TMP/stop"
wait $load || fail "the load: $?"
equal "left" "$(grep '^p:many/' "$KTRACE/kprobe_events" | sed 's,^p:many/,,; s/ .*//' | sort)" \
	"$(tail -n +$((many / 2 + 1)) "$TMP/order" | sort)"
before=$(hits mkdirs)
work >"$TMP/probed"
diff "$TMP/plain" "$TMP/probed" || fail "the work prints something else with half of the probes"
equal "directories made" $(($(hits mkdirs) - before)) 5
write events/many/enable 0
tail -n +$((many / 2 + 1)) "$TMP/order" | sed 's,^,-:many/,' >"$TMP/removals"
commands "$TMP/removals"
equal "left" "$(grep -c '^p:many/' "$KTRACE/kprobe_events")" 0
work >"$TMP/probed"
diff "$TMP/plain" "$TMP/probed" || fail "the work prints something else afterwards"
write events/known/enable 0
write kprobe_events ''

note "each instruction of 20 functions"
# Functions that the work calls, the longest left out.
functions="vfs_read vfs_write do_sys_openat2 do_mkdirat do_rmdir filp_close link_path_walk
	path_openat do_dentry_open d_lookup dput do_pipe2 anon_pipe_read anon_pipe_write pipe_read
	pipe_write kernel_clone do_wait do_exit do_group_exit do_unlinkat getname_flags do_filp_open
	vfs_mkdir vfs_rmdir vfs_unlink ksys_read ksys_write filename_lookup path_lookupat
	iterate_dir vfs_open alloc_fd file_close_fd"
# bytes_of FUNCTION END: print the END bytes of code of the function, in octal for printf. A probe
# reads them, before any probe replaces a byte.
bytes_of()
{
	args=
	for at in $(seq 0 48 $(($2 - 1))); do
		args="$args @$1+$at:x8[48]"
	done
	write kprobe_events "p:code/read do_mkdirat$args"
	write trace ''
	write events/code/enable 1
	mkdir "$TMP/code" && rmdir "$TMP/code"
	write events/code/enable 0
	write kprobe_events ''
	grep ' read: (' "$KTRACE/trace" | head -n 1 | grep -o '0x[0-9a-f]*[,}]' | tr -d ',}' |
		head -n "$2" | while read -r byte; do
			printf '\\%03o' "$byte"
		done
}

# straight FUNCTION END: print the offsets of each two instructions that run one after the other:
# the first does not jump, call or trap, and no jump in the function leads to the second
straight()
{
	printf "$(bytes_of "$1" "$2")" >"$TMP/code.bin"
	objdump -D -w -b binary -m i386:x86-64 --no-show-raw-insn "$TMP/code.bin" | awk '
		/^ *[0-9a-f]+:/ {
			at[++n] = $1
			sub(/:/, "", at[n])
			sub(/^[^:]*:[ \t]*/, "")
			while (sub(/^(cs|ds|es|ss|fs|gs|data16|notrack|bnd|rep[nz]*|lock|rex[.A-Z]*) /, ""))
				;
			ends[n] = /^(j|call|ret|iret|sys|hlt|ud|int|loop|xbegin|.bad)/
			if (/^(j|loop)/) {
				to = $2
				sub(/^0x/, "", to)
				target[to] = 1
			}
		}
		END {
			for (i = 1; i < n; i++)
				if (!ends[i] && !(at[i + 1] in target))
					print at[i], at[i + 1]
		}'
}

nr=0
: >"$TMP/lines"
: >"$TMP/pairs"
for f in $(echo "$functions" | tr -s ' \t\n' '\n' | shuffle); do
	[ $nr -lt 20 ] || break
	grep -qx "$f" "$TMP/names" || continue
	write kprobe_offsets "$f"
	end=$(awk '{ sub(/.*[+]/, ""); last = $1 } END { print last }' "$KTRACE/kprobe_offsets")
	# The limit is the size of a record.
	[ $((end)) -lt 3000 ] || continue
	nr=$((nr + 1))
	straight "$f" $((end + 15)) | sed "s/^/$f /" >>"$TMP/pairs"
	write kprobe_offsets "$f"
	awk -v f="$f" '{ sub(/.*[+]0x/, ""); print "p:insn/" f "_" $1 " " f "+0x" $1 }' \
		"$KTRACE/kprobe_offsets" >>"$TMP/lines"
done
write kprobe_offsets ''
equal "functions" $nr 20
commands "$TMP/lines"
total=$(grep -c . "$TMP/lines")
equal "defined" "$(grep -c . "$KTRACE/kprobe_events")" "$total"
note "$total instructions"
write events/insn/enable 1

# alike: succeed if both instructions of each pair were hit equally often during the work. The
# profile has hits, and hits that the kernel missed because another probe was being handled.
# At both readings no other task may be between two instructions.
alike()
{
	cat "$KTRACE/kprobe_profile" >"$TMP/profile.before"
	work >"$TMP/probed"
	cat "$KTRACE/kprobe_profile" >"$TMP/profile.after"
	awk '
		FILENAME == ARGV[1] { n[$1] -= $2 + $3; next }
		FILENAME == ARGV[2] { n[$1] += $2 + $3; next }
		{
			a = $1 "_" $2
			b = $1 "_" $3
			if (!(a in n) || !(b in n) || (!n[a] && !n[b]))
				next
			pairs++
			if (n[a] != n[b])
				print a, n[a], b, n[b]
		}
		END { print "pairs", pairs + 0 }' \
		"$TMP/profile.before" "$TMP/profile.after" "$TMP/pairs" >"$TMP/unlike"
	[ "$(grep -c . "$TMP/unlike")" = 1 ]
}
soon alike || fail "instructions in a row that are not hit as often: $(cat "$TMP/unlike")"
pairs=$(awk '$1 == "pairs" { print $2 }' "$TMP/unlike")
note "$pairs times two instructions in a row are hit as often"
[ "$pairs" -ge 300 ] || fail "only $pairs pairs of instructions are hit"
for turn in breakpoints jumps; do
	work >"$TMP/probed"
	diff "$TMP/plain" "$TMP/probed" || fail "the work prints something else, probed by $turn"
	# The kernel replaces breakpoints by jumps after a while, where it can.
	sleep 1
done
write events/insn/enable 0
# The instructions and the functions that were hit, and the hits that the kernel missed.
awk '$2 > 0 { n++; split($1, part, /_[0-9a-f]+$/); f[part[1]] = 1 }
     $3 > 0 { missed += $3 }
     END { for (x in f) k++; print n, k + 0, missed + 0 }' "$KTRACE/kprobe_profile" >"$TMP/sum"
read -r hit of missed <"$TMP/sum"
note "$hit instructions of $of functions are hit, $missed hits missed"
[ "$hit" -ge $((total / 4)) ] || fail "only $hit instructions are hit"
[ "$of" -ge 15 ] || fail "only $of functions are hit"
write kprobe_events ''
