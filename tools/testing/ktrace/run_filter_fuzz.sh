#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: run_filter_fuzz.sh BUILD_DIR SECONDS CORPUS
# Run BUILD_DIR/filter_libfuzzer for SECONDS, beginning with the lines of CORPUS and the
# tables of the tests. Then write the
# fewest texts that reach all that was reached to CORPUS, those that fit on a line. A
# text that makes it fail stays in BUILD_DIR.
build=$1 seconds=$2 corpus=$3
rm -rf "$build/filter_corpus" "$build/filter_merged"
mkdir -p "$build/filter_corpus" "$build/filter_merged"
n=0
{ cat "$corpus"; "$build/filter_fuzz"; } | while IFS= read -r line; do
	n=$((n + 1))
	printf '%s' "$line" >"$build/filter_corpus/$n"
done

"$build/filter_libfuzzer" -max_total_time="$seconds" -max_len=200 -only_ascii=1 -print_final_stats=1 \
	-dict=filter_fuzz.dict -artifact_prefix="$build/filter_" "$build/filter_corpus" \
	>"$build/filter_fuzz.log" 2>&1
code=$?
sed -n 's/^stat::/#/p' "$build/filter_fuzz.log"
if [ $code != 0 ]; then
	tail -n 40 "$build/filter_fuzz.log" | sed 's/^/# /'
	exit 1
fi
"$build/filter_libfuzzer" -merge=1 "$build/filter_merged" "$build/filter_corpus" \
	>"$build/filter_merge.log" 2>&1 || exit 1
for f in "$build/filter_merged"/*; do
	# A file of lines has no place for other bytes, nor for spaces at an end.
	[ "$(LC_ALL=C tr -d '\040-\176' <"$f" | wc -c)" = 0 ] || continue
	cat "$f"
	echo
done | grep -v -e '^$' -e '^ ' -e ' $' | LC_ALL=C sort -u >"$build/filter_corpus.new"
cp "$build/filter_corpus.new" "$corpus"
echo "# $(wc -l <"$corpus") texts in $corpus"
