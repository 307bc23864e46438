#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_fuzz.sh NAME BUILD_DIR LIMIT... Run BUILD_DIR/NAME_libfuzzer up to the
# LIMITs, which are options of libFuzzer, starting with the lines of NAME_corpus.txt and
# the tables of the tests. Then write a minimal set of texts that reach the same code to
# NAME_corpus.txt, as far as they fit on a line. A text that makes the program fail
# stays in BUILD_DIR.
name=$1 build=$2 corpus=$1_corpus.txt
shift 2
rm -rf "$build/${name}_corpus" "$build/${name}_merged"
mkdir -p "$build/${name}_corpus" "$build/${name}_merged"
n=0
{ cat "$corpus"; "$build/${name}_fuzz"; } | while IFS= read -r line; do
	n=$((n + 1))
	printf '%s' "$line" >"$build/${name}_corpus/$n"
done

# The operators of filters are words, too.
cp "${name}_fuzz.dict" "$build/${name}_words"
[ "$name" != filter ] || sed -n 's/.*OPERATOR([A-Z]*, \("[^"]*"\).*/\1/p' \
	../../../kernel/ktrace/parse/filter.h >>"$build/${name}_words"

"$build/${name}_libfuzzer" "$@" -max_len=200 -only_ascii=1 -print_final_stats=1 \
	-dict="$build/${name}_words" -artifact_prefix="$build/${name}_" "$build/${name}_corpus" \
	>"$build/${name}_fuzz.log" 2>&1
code=$?
sed -n 's/^stat::/#/p' "$build/${name}_fuzz.log"
if [ $code != 0 ]; then
	tail -n 40 "$build/${name}_fuzz.log" | sed 's/^/# /'
	exit 1
fi
"$build/${name}_libfuzzer" -merge=1 "$build/${name}_merged" "$build/${name}_corpus" \
	>"$build/${name}_merge.log" 2>&1 || exit 1
for f in "$build/${name}_merged"/*; do
	# A line cannot contain other bytes, or start or end with a space.
	[ "$(LC_ALL=C tr -d '\040-\176' <"$f" | wc -c)" = 0 ] || continue
	cat "$f"
	echo
done | grep -v -e '^$' -e '^ ' -e ' $' | LC_ALL=C sort -u >"$build/${name}_corpus.new"
cp "$build/${name}_corpus.new" "$corpus"
echo "# $(wc -l <"$corpus") texts in $corpus"
