# SPDX-License-Identifier: GPL-2.0
# Tests of kernel/ktrace/parse: fields and filters. Included by the Makefile.

PARSE	:= $(KTRACE)/parse
PARSE_C	:= $(addprefix $(PARSE)/,lexer.c span.c field.c filter_parse.c filter_compare.c \
	filter_value.c filter_verify.c filter_run.c prefilter.c)
PARSE_ALL := $(wildcard $(PARSE)/*.[ch])
FILTER	:= -Wno-missing-field-initializers -I$(KTRACE)

# filter_test also tests failing allocations.
FILTER_TEST := filter_test.c -DSHIM_ALLOC
FILTER_DIFF := filter_diff.c
FILTER_FUZZ := filter_fuzz.c

FILTER_TESTS := $(addprefix $(BUILD)/,filter_test filter_diff filter_fuzz)
# The long form of filter_diff.
FILTER_ROUNDS := 1000000
FILTER_SEED := 1

$(BUILD)/filter_test: filter_test.c filter_holds.h $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(ASAN) -o $@ $(FILTER_TEST) $(PARSE_C)

$(BUILD)/filter_diff: filter_diff.c $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(ASAN) -o $@ $(FILTER_DIFF) $(PARSE_C)

$(BUILD)/filter_fuzz: filter_fuzz.c filter_holds.h fuzz_corpus.h $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(ASAN) -o $@ $(FILTER_FUZZ) $(PARSE_C)

# Without jump tables, like the kernel.
$(BUILD)/filter_count: filter_count.c $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(BENCH) -fno-jump-tables -fcf-protection=none -o $@ \
		filter_count.c $(PARSE_C)

filter-diff: $(BUILD)/filter_diff
	./run_tests.sh "$< $(FILTER_ROUNDS) $(FILTER_SEED)"

# Search for texts that reach more code with clang's libFuzzer, and keep them.
filter-fuzz: $(BUILD)/filter_fuzz
	$(FUZZ) $(FILTER) -o $(BUILD)/filter_libfuzzer $(FILTER_FUZZ) $(PARSE_C)
	./run_fuzz.sh filter $(BUILD) $(FUZZ_LIMITS)

filter-count: $(BUILD)/filter_count
	./run_filter_count.sh $<

# Coverage of filters. Inlined functions are built as ordinary functions.
FILTER_COVER := $(BUILD)/filter_coverage
FILTER_COVERED_TESTS := $(foreach test,test diff fuzz,$(FILTER_COVER)/$(test)/test)
FILTER_COVERAGE := ./run_filter_coverage.sh $(FILTER_COVER) filter_coverage.list \
	$(notdir $(PARSE_C)) prefilter.h filter_run.h filter_program.h filter_parse.h lexer.h span.h field.h

$(FILTER_COVER)/parse: $(PARSE_ALL)
	rm -rf $(FILTER_COVER)
	mkdir -p $@ $(foreach test,test diff fuzz,$(FILTER_COVER)/$(test))
	cp $(PARSE_ALL) $@
	sed -i 's/static __always_inline/static inline/' $@/*.[ch]

$(FILTER_COVER)/%/test: filter_%.c filter_holds.h fuzz_corpus.h $(FILTER_COVER)/parse $(SHIM)
	for c in $(notdir $(PARSE_C:.c=)); do \
		$(CC) $(COVERED) $(if $(findstring /test/,$@),-DSHIM_ALLOC) -DSHIM_NATIVE -c \
			-o $(@D)/$$c.o $(FILTER_COVER)/parse/$$c.c || exit; \
	done
	$(CC) $(COVERED) -Wno-missing-field-initializers -I$(FILTER_COVER) \
		$(if $(findstring /test/,$@),-DSHIM_ALLOC) -c -o $(@D)/main.o $<
	$(CC) --coverage -o $@ $(@D)/*.o

filter-coverage: $(FILTER_COVERED_TESTS)
	./run_tests.sh "$(FILTER_COVERAGE)"

# For run_mutations.sh.
build-filter:
	@$(CC) $(FLAGS) -Wno-missing-field-initializers $(ASAN) -I$(DIR) -o $(DIR)/filter_test \
		$(FILTER_TEST) $(addprefix $(DIR)/parse/,$(notdir $(PARSE_C)))
	@$(CC) $(FLAGS) -Wno-missing-field-initializers $(ASAN) -I$(DIR) -o $(DIR)/filter_diff \
		$(FILTER_DIFF) $(addprefix $(DIR)/parse/,$(notdir $(PARSE_C)))
	@printf '#!/bin/sh\n%s/filter_test 5000 && %s/filter_diff 5000\n' $(DIR) $(DIR) >$(OUT)
	@chmod +x $(OUT)

filter-mutations:
	MUTATIONS=filter_mutations MAKE=$(MAKE) ./run_mutations.sh $(KTRACE) $(BUILD) $(ONLY)

.PHONY: filter-diff filter-fuzz filter-count filter-coverage build-filter filter-mutations
