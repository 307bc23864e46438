/* SPDX-License-Identifier: GPL-2.0 */
/* C types of functions and tracepoints, from the kernel's BTF if it has any. */
#ifndef _KTRACE_PROBE_BTF_H
#define _KTRACE_PROBE_BTF_H

#include "parse/probe_parse.h"

#ifdef CONFIG_DEBUG_INFO_BTF
extern const struct probe_types ktrace_btf_types;

#define KTRACE_BTF_TYPES	(&ktrace_btf_types)

/* Text for README; clients search for the first form. */
#define KTRACE_BTF_HELP							\
"\t  with the kernel's types (BTF): p[:[<group>/][<event>]] <place> [<args>], where WHAT\n" \
"\t    is also <argname>[->field[->field|.field...]], by the name of a parameter, or\n" \
"\t    $arg<N> or $retval with the same behind it; and $arg*, all parameters;\n" \
"\t    (struct NAME *)WHAT, (union NAME *)WHAT and (TYPE *)WHAT with ->field behind\n"
#else
#define KTRACE_BTF_TYPES	NULL
#define KTRACE_BTF_HELP		""
#endif

#endif /* _KTRACE_PROBE_BTF_H */
