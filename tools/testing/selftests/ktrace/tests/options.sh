# SPDX-License-Identifier: GPL-2.0
# description: each option has a file, a line in README with its default, and, if it is on or off for an instance, a word in trace_options
# requires: options/overwrite trace_options instances
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels

note "README names each file in options/ and its default"
options >"$TMP/readme" || fail "README"
ls "$KTRACE/options" | sort >"$TMP/files"
equal "names" "$(sed 's/ .*//' "$TMP/readme" | sort)" "$(cat "$TMP/files")"
while read -r option value; do
	equal "$option" "$(cat "$KTRACE/options/$option")" "$value"
done <"$TMP/readme"

note "a new instance has the defaults, and lacks the options that all instances share"
mkdir "$KTRACE/instances/o"
O=$KTRACE/instances/o
for file in "$O"/options/*; do
	option=${file##*/}
	equal "default of $option" "$option $(cat "$file")" "$(grep "^$option " "$TMP/readme")"
done
ls "$O/options" >"$TMP/own"
equal "shared options" "$(grep -vxF -f "$TMP/own" "$TMP/files" | xargs)" \
	"arg-names call-time kernel-path raw-syscalls strace-form syscall-loud tp_printk"

note "trace_options and options/ show the same flags"
flags=$(sed 's/^no//' "$O/trace_options")
for option in $flags; do
	was=$(cat "$O/options/$option")
	equal "$option" "$(grep -x "\(no\)\?$option" "$O/trace_options")" \
		"$([ "$was" = 1 ] || echo no)$option"
	for value in 0 1; do
		write "instances/o/options/$option" $value
		word=$([ $value = 1 ] || echo no)$option
		must grep -qx "$word" "$O/trace_options"
		write instances/o/trace_options "$([ $value = 0 ] || echo no)$option"
		equal "$option after trace_options" "$(cat "$O/options/$option")" $((1 - value))
		write instances/o/trace_options "$word"
		equal "$option after $word" "$(cat "$O/options/$option")" $value
	done
	write "instances/o/options/$option" "$was"
	equal "the same option at the top" "$(cat "$KTRACE/options/$option")" \
		"$(sed -n "s/^$option //p" "$TMP/readme")"
done
# The files that are no words of trace_options take more values than 0 and 1.
for option in $(ls "$O/options"); do
	case " $(echo $flags) fd-path " in
	*" $option "*) refused "instances/o/options/$option" EINVAL 2 ;;
	*) write "instances/o/options/$option" 2 ;;
	esac
done
refused instances/o/trace_options EINVAL nosuch
refused instances/o/trace_options EINVAL nonooverwrite
must grep -q 'trace_options: error: No such option' "$O/error_log"
refused instances/o/options/overwrite EINVAL 2
must grep -q 'overwrite: error: Neither 0 nor 1' "$O/error_log"
rmdir "$O"
