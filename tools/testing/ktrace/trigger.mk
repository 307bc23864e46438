# SPDX-License-Identifier: GPL-2.0
# Tests of kernel/ktrace/parse: triggers, histograms, synthetic events. Included by the Makefile.

LEXER	:= $(PARSE)/lexer.c $(PARSE)/span.c

$(BUILD)/trigger_test: trigger_test.c $(PARSE)/trigger.c $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(ASAN) -o $@ trigger_test.c $(PARSE)/trigger.c $(LEXER)

HIST := $(addprefix $(PARSE)/,hist.c hist_action.c hist_expr.c hist_part.c \
	hist_word.c lexer.c span.c)

$(BUILD)/hist_test: hist_test.c $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(ASAN) -o $@ hist_test.c $(HIST)

$(BUILD)/synth_test: synth_test.c $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(ASAN) -o $@ synth_test.c $(PARSE)/synth.c $(LEXER)
