/* SPDX-License-Identifier: GPL-2.0 */
/* Names of si_code; the meaning of a positive code depends on the signal. */
#ifndef _KTRACE_SI_CODE_H
#define _KTRACE_SI_CODE_H

#include "text/names.h"

enum ktrace_names ktrace_si_code_names(int sig, int code);

#endif /* _KTRACE_SI_CODE_H */
