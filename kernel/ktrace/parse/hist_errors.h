/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What may be wrong with the definition of a histogram: name, errno, and the text for
 * error_log. To be included with HIST_ERROR() defined.
 */
HIST_ERROR(NO_KEYS, EINVAL, "keys= is missing")
HIST_ERROR(TWICE, EINVAL, "given twice")
HIST_ERROR(UNKNOWN, EINVAL, "no such parameter")
HIST_ERROR(EMPTY, EINVAL, "nothing is assigned")
HIST_ERROR(EMPTY_FIELD, EINVAL, "name of a field expected")
HIST_ERROR(NO_FIELD, EINVAL, "no such field")
HIST_ERROR(NOT_KEY, EINVAL, "this field can't be a key")
HIST_ERROR(NOT_VALUE, EINVAL, "only numbers are summed")
HIST_ERROR(MODIFIER, EINVAL, "no such modifier")
HIST_ERROR(MODIFIER_FIELD, EINVAL, "not a modifier for this field")
HIST_ERROR(BUCKETS, EINVAL, "buckets= takes a number, not 0")
HIST_ERROR(MANY_KEYS, E2BIG, "more than 4 keys")
HIST_ERROR(MANY_VALUES, E2BIG, "more than 7 values")
HIST_ERROR(MANY_SORTS, EINVAL, "more than 2 fields to sort by")
HIST_ERROR(EMPTY_SORT, EINVAL, "name of a field to sort by is missing")
HIST_ERROR(SORT_FIELD, EINVAL, "neither a key nor a value")
HIST_ERROR(SORT_MODIFIER, EINVAL, "only ascending and descending may follow")
HIST_ERROR(SIZE, EINVAL, "size is not a number")
HIST_ERROR(SIZE_RANGE, ERANGE, "size is not from 1 to 131072")
HIST_ERROR(NAME, EINVAL, "not a name")
HIST_ERROR(KEY_LONG, E2BIG, "keys are too long together")
