/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors in a line of the file trigger: name, errno, and text for error_log. Includers
 * define TRIGGER_ERROR().
 */
TRIGGER_ERROR(EMPTY, EINVAL, "name of a trigger expected")
TRIGGER_ERROR(NAME, EINVAL, "no such trigger")
TRIGGER_ERROR(NO_EVENT, EINVAL, "SYSTEM:EVENT expected")
TRIGGER_ERROR(BAD_COUNT, EINVAL, "count is not a number")
TRIGGER_ERROR(COUNT_RANGE, ERANGE, "count is out of range")
TRIGGER_ERROR(NO_KEYS, EINVAL, "keys= expected")
TRIGGER_ERROR(EXTRA, EINVAL, "nothing may follow the count")
TRIGGER_ERROR(NOT_IF, EINVAL, "if expected")
TRIGGER_ERROR(NO_FILTER, EINVAL, "filter is missing")
