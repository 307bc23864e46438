# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: a record has the path of the file that the call used, while another thread changes the path in memory
# requires: options/kernel-path events/syscall/openat/enable options/syscall-loud program:path_flip program:dmesg cpus:2
# weight: 20
# parts: 5

openat=events/syscall/openat
mkdir "$TMP/flip"
round=4000
rounds=2
! brief || round=1000
[ -z "${SELFTEST_LONG:-}" ] || rounds=$(($(part_last 250) - $(part_first 250)))

restore()
{
	write $openat/enable 0
	write options/kernel-path 1
	write options/syscall-loud 0
	write options/fd-path 0
	write buffer_size_kb 1408
}
trap restore EXIT

# flip HOW: count the calls of a round in mismatch whose record names the other file
flip()
{
	write trace ''
	write $openat/enable 1
	path_flip "$TMP/flip" $round >"$TMP/said" || fail "path_flip: status $?"
	write $openat/enable 0
	pid=$(head -n 1 "$TMP/said")
	sed 1d "$TMP/said" >"$TMP/opened"
	sed -n "/-$pid .* openat(.*O_NOFOLLOW) = /s/.*filename: \"\([^\"]*\)\".*/\1/p" \
		"$KTRACE/trace" >"$TMP/paths"
	equal "$1: records" "$(grep -c . "$TMP/paths")" $round
	must_not grep -q -v "^$TMP/flip/[ab]$" "$TMP/paths"
	sed 's,.*/,,' "$TMP/paths" >"$TMP/names"
	for name in a b; do
		grep -q -x $name "$TMP/opened" || note "$1: no call opened $name"
	done
	mismatch=$((mismatch + $(paste -d ' ' "$TMP/opened" "$TMP/names" | grep -c -v '^a a$\|^b b$' || :)))
}

write buffer_size_kb 16384

note "the kernel's copy of the path"
mismatch=0
for _ in $(seq $rounds); do
	flip "kernel"
done
equal "mismatches in $((rounds * round)) calls" $mismatch 0

note "the kernel's copy, with another copy in the record: the slow path"
write options/fd-path 1
mismatch=0
for _ in $(seq $rounds); do
	flip "slow"
done
equal "mismatches in $((rounds * round)) calls" $mismatch 0
# The path of the descriptor is another witness. PREEMPT_RT does not look it up.
if ! realtime; then
	sed -n "/-$pid .* openat(.*O_NOFOLLOW) = /s/.*filename: \"\([^\"]*\)\".* = [0-9]*<\([^>]*\)>.*/\1 \2/p" \
		"$KTRACE/trace" >"$TMP/pairs"
	equal "pairs" "$(grep -c . "$TMP/pairs")" $round
	equal "pairs that differ" "$(awk '$1 != $2 { n++ } END { print n + 0 }' "$TMP/pairs")" 0
fi
write options/fd-path 0

note "the copy from user memory shows that the race is real"
write options/kernel-path 0
# Between the copy and the call, ktrace then formats a line for the log.
write options/syscall-loud 1
dmesg -n 1
mismatch=0
tries=0
while [ $mismatch -eq 0 ] && [ $tries -lt 20 ]; do
	flip "user"
	tries=$((tries + 1))
done
note "user: $mismatch mismatches in $((tries * round)) calls"
[ $mismatch -ge 1 ] || fail "user: no mismatch, so the test shows nothing"
write options/syscall-loud 0
write options/kernel-path 1

note "the kernel's copy in other calls"
# flip_call CALL MEMBER COUNT: count the records of CALL whose path is not that of the file
flip_call()
{
	mkdir "$TMP/$1"
	write trace ''
	write "events/syscall/$1/enable" 1
	path_flip "$TMP/$1" "$3" "$1" >"$TMP/said" || fail "path_flip: $1: status $?"
	write "events/syscall/$1/enable" 0
	sed 1d "$TMP/said" >"$TMP/used"
	# The names in front of the path differ. At the end, the program unmounts both file systems.
	sed -n "s,.* $1($2: \"$TMP/$1/\([ab]\)\".* = 0 .*,\1,p" "$KTRACE/trace" |
		head -n "$3" >"$TMP/names"
	equal "$1: records" "$(grep -c . "$TMP/names")" "$3"
	for name in a b; do
		grep -q -x $name "$TMP/used" || note "$1: no call used $name"
	done
	equal "$1: mismatches" "$(paste -d ' ' "$TMP/used" "$TMP/names" |
		grep -c -v '^a a$\|^b b$' || :)" 0
}

some=200
[ -z "${SELFTEST_LONG:-}" ] || some=2000
flip_call rename oldname $some
flip_call umount2 name $some
flip_call execve filename $some

note "several paths in a call, and a call that fails before it reads its path"
cd "$TMP/flip"
write trace ''
for event in rename renameat renameat2 link linkat execve; do
	write "events/syscall/$event/enable" 1
done
mv a c
ln c d
./missing/program 2>/dev/null || :
write set_event ''
cd /
must grep -q ' rename.*(.*oldname: "a", .*newname: "c".*) = 0 ' "$KTRACE/trace"
must grep -q ' link.*(.*oldname: "c", .*newname: "d".*) = 0 ' "$KTRACE/trace"
must grep -q ' execve(filename: "./missing/program", argv: \["./missing/program"\], .*) = -ENOENT ' "$KTRACE/trace"
