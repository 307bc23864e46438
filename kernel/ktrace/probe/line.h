/* SPDX-License-Identifier: GPL-2.0 */
/* Lines that define probes: as they are listed, compared, and matched for removal. */
#ifndef _KTRACE_PROBE_LINE_H
#define _KTRACE_PROBE_LINE_H

#include <linux/types.h>

struct ktrace_dynamic_kind;
struct probe_env;
struct ktrace_parse_error;
struct probe_spec;

char *ktrace_probe_line(const struct probe_spec *spec);
bool ktrace_probe_line_same(const char *line, const char *other);
bool ktrace_probe_line_matches(const char *line, const char *rest);
int ktrace_probe_matches(const char *line, const char *rest, const struct probe_env *env);
int ktrace_probe_remove(const struct ktrace_dynamic_kind *kind, const char *line,
			const struct probe_spec *spec, struct ktrace_parse_error *error);

#endif /* _KTRACE_PROBE_LINE_H */
