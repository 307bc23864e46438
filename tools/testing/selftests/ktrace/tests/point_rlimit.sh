# SPDX-License-Identifier: GPL-2.0
# description: the static point in setrlimit() records who changed which limit
# requires: trace events/points/rlimit
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# shellcheck disable=SC3045

write events/points/rlimit/enable 1
before=$(ulimit -S -n)
sh -c 'echo $$ >pid; ulimit -S -n 99'
write events/points/rlimit/enable 0
ulimit -S -n "$before"
pid=$(cat pid)
line=$(grep -v '^#' "$KTRACE/trace")
case $line in
*"-$pid "*": rlimit: pid=$pid comm=sh resource=7 soft=99 old_soft=$before hard="*) ;;
*) fail "recorded: $line" ;;
esac
equal "lines" "$(echo "$line" | wc -l)" 1
