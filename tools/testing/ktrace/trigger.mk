# SPDX-License-Identifier: GPL-2.0
# Tests of kernel/ktrace/parse: triggers. Included by the Makefile.

$(BUILD)/trigger_test: trigger_test.c $(PARSE)/trigger.c $(PARSE_ALL) $(SHIM) | $(BUILD)
	$(CC) $(FLAGS) $(FILTER) $(ASAN) -o $@ trigger_test.c $(PARSE)/trigger.c $(PARSE)/span.c
