/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors in the definition of a synthetic event: name, errno, and text for error_log.
 * Includers define SYNTH_ERROR().
 */
SYNTH_ERROR(COMMAND, EINVAL, "NAME TYPE FIELD[; TYPE FIELD...] expected")
SYNTH_ERROR(DYNAMIC, EINVAL, "s:[synthetic/]NAME TYPE FIELD[; TYPE FIELD...] expected")
SYNTH_ERROR(NAME, EINVAL, "not a name")
SYNTH_ERROR(NAME_LONG, EINVAL, "name is too long")
SYNTH_ERROR(NAME_FILE, EINVAL, "event name is that of a file")
SYNTH_ERROR(EXISTS, EEXIST, "an event of this name exists")
SYNTH_ERROR(UNKNOWN, ENOENT, "no such event")
SYNTH_ERROR(BUSY, EBUSY, "event is in use")
SYNTH_ERROR(FIELD, EINVAL, "a type and a name expected")
SYNTH_ERROR(FIELD_TWICE, EINVAL, "another field has this name")
SYNTH_ERROR(FIELDS, E2BIG, "more than 64 fields")
SYNTH_ERROR(UNSIGNED, EINVAL, "type is missing behind unsigned")
SYNTH_ERROR(TYPE, EINVAL, "no such type")
SYNTH_ERROR(ARRAY, EINVAL, "not an array: char[1] to char[256], char[], long[]")
SYNTH_ERROR(LONG, E2BIG, "fields do not fit in a record")
SYNTH_ERROR(FAILED, EINVAL, "the event could not be made")
