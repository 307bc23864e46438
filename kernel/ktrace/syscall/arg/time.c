// SPDX-License-Identifier: GPL-2.0
/* System calls on clocks and timers. */
#include <linux/compat.h>
#include <linux/syscalls.h>
#include <linux/time.h>
#include <linux/time32.h>
#include <linux/times.h>
#include <linux/timex.h>

#include "syscall/arg/describe.h"

OUTLINE(timezone, struct timezone,
	F(struct timezone, tz_minuteswest, INT),
	F(struct timezone, tz_dsttime, INT));
/* As struct old_itimerval32 of kernel/time/itimer.c. */
struct syscall_itimerval32 {
	struct old_timeval32 it_interval, it_value;
};

#define ITIMER(T, of)	F_NESTED(T, it_interval, of), F_NESTED(T, it_value, of)
OUTLINE(itimerval, struct __kernel_old_itimerval,
	ITIMER(struct __kernel_old_itimerval, timeval));
OUTLINE(itimerval32, struct syscall_itimerval32, ITIMER(struct syscall_itimerval32, timeval32));
static OUTLINE_OF(itimerspec_padded, struct __kernel_itimerspec,
	ITIMER(struct __kernel_itimerspec, timespec_padded));
enum { SYSCALL_SIZE_itimerspec = sizeof(struct __kernel_itimerspec) };
static OUTLINE_PAIR(itimerspec, LAYOUT(itimerspec_padded), struct __kernel_itimerspec,
	ITIMER(struct __kernel_itimerspec, timespec));
OUTLINE(itimerspec32, struct old_itimerspec32, ITIMER(struct old_itimerspec32, timespec32));

#define TIMEX_TIME(T)	F(T, tv_sec, INT), F(T, tv_usec, INT)
static OUTLINE_OF(timex_time, struct __kernel_timex_timeval,
	TIMEX_TIME(struct __kernel_timex_timeval));
#define TIMEX(T, of)							\
	F_FLAGS(T, modes, adjtimex_modes), F(T, offset, INT), F(T, freq, INT), \
	F(T, maxerror, INT), F(T, esterror, INT), F_FLAGS(T, status, adjtimex_status), \
	F(T, constant, INT), F(T, precision, INT), F(T, tolerance, INT), \
	F_NESTED(T, time, of), F(T, tick, INT), F(T, ppsfreq, INT), F(T, jitter, INT), \
	F(T, shift, INT), F(T, stabil, INT), F(T, jitcnt, INT), F(T, calcnt, INT), \
	F(T, errcnt, INT), F(T, stbcnt, INT), F(T, tai, INT)
OUTLINE(timex, struct __kernel_timex, TIMEX(struct __kernel_timex, timex_time));
OUTLINE(timex32, struct old_timex32, TIMEX(struct old_timex32, timeval32));

#define TMS(T)	F(T, tms_utime, INT), F(T, tms_stime, INT),		\
		F(T, tms_cutime, INT), F(T, tms_cstime, INT)
OUTLINE(tms, struct tms, TMS(struct tms));
OUTLINE(tms32, struct compat_tms, TMS(struct compat_tms));

/* The call writes the remaining time only if a signal interrupts it. */
static void show_time_left(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	if (value->returned && value->ret == -ERESTART_RESTARTBLOCK &&
	    ktrace_show_there(&value->out))
		ktrace_put_object(out, value, type, &value->out);
	else
		ktrace_show_pointer(out, value->value);
}

/* The remaining time of an interrupted call. */
#define TIME_LEFT(id)							\
	OBJECT(id, show_time_left, false, .out = COPY(id), .interrupted = true)

static const struct syscall_desc time_calls[] = {
	{ "clock_gettime clock_gettime64 clock_getres clock_getres_time64", .rules = RULES {
		ARG_C("tp", struct old_timespec32 __user *, OUT(timespec32)),
		ARG("tp", OUT(timespec)),
		{ } } },
	{ "clock_adjtime clock_adjtime64 adjtimex", .rules = RULES {
		ARG_C(ANY, struct __kernel_timex __user *, IN_OUT(timex)),
		ARG_C(ANY, struct old_timex32 __user *, IN_OUT(timex32)),
		{ } } },
	{ "clock_nanosleep clock_nanosleep_time64", .rules = RULES {
		ARG("flags", FLAGS(timer_flags)),
		ARG_C("rmtp", struct __kernel_timespec __user *, TIME_LEFT(timespec)),
		ARG("rmtp", TIME_LEFT(timespec32)),
		{ } } },
	{ "nanosleep", .rules = RULES {
		ARG_C("rmtp", struct __kernel_timespec __user *, TIME_LEFT(timespec)),
		ARG("rmtp", TIME_LEFT(timespec32)),
		{ } } },
	{ "getitimer", .rules = RULES {
		ARG("which", ENUM(itimer)),
		ARG_C("value", struct __kernel_old_itimerval __user *, OUT(itimerval)),
		ARG("value", OUT(itimerval32)),
		{ } } },
	{ "setitimer", .rules = RULES {
		ARG("which", ENUM(itimer)),
		ARG_C("ovalue", struct __kernel_old_itimerval __user *, OUT(itimerval)),
		ARG("ovalue", OUT(itimerval32)),
		ARG_C("value", struct __kernel_old_itimerval __user *, IN(itimerval)),
		ARG("value", IN(itimerval32)),
		{ } } },
	{ "timer_create", .rules = RULES {
		ARG("created_timer_id", OUT(int)),
		{ } } },
	{ "timer_settime timer_settime64", .rules = RULES {
		ARG("flags", FLAGS(timer_flags)),
		ARG_C("new_setting", struct __kernel_itimerspec __user *, IN(itimerspec)),
		ARG_C("old_setting", struct __kernel_itimerspec __user *, OUT(itimerspec)),
		ARG("new", IN(itimerspec32)),
		ARG("old", OUT(itimerspec32)),
		{ } } },
	{ "timer_gettime timer_gettime64 timerfd_gettime timerfd_gettime64", .rules = RULES {
		ARG_C("setting otmr", struct __kernel_itimerspec __user *, OUT(itimerspec)),
		ARG_C("setting otmr", struct old_itimerspec32 __user *, OUT(itimerspec32)),
		{ } } },
	{ "timerfd_create", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(timerfd_flags)),
		ARG("clockid", ENUM(clockid)),
		{ } } },
	{ "timerfd_settime timerfd_settime64", .rules = RULES {
		ARG("flags", FLAGS(timerfd_settime_flags)),
		ARG_C("utmr", struct __kernel_itimerspec __user *, IN(itimerspec)),
		ARG_C("otmr", struct __kernel_itimerspec __user *, OUT(itimerspec)),
		ARG("utmr", IN(itimerspec32)),
		ARG("otmr", OUT(itimerspec32)),
		{ } } },
	{ "gettimeofday", .rules = RULES {
		ARG_C("tv", struct old_timeval32 __user *, OUT(timeval32)),
		ARG("tv", OUT(timeval)),
		ARG("tz", OUT(timezone)),
		{ } } },
	{ "settimeofday", .rules = RULES {
		ARG("tz", IN(timezone)),
		{ } } },
	{ "time", .rules = RULES {
		ARG_C("tloc", __kernel_old_time_t __user *, OUT(s64)),
		ARG("tloc", OUT(int)),
		{ } } },
	{ "times", .rules = RULES {
		ARG_C("tbuf", struct tms __user *, OUT(tms)),
		ARG("tbuf", OUT(tms32)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "clock_settime clock_settime64 alarm timer_getoverrun timer_delete stime" },
};

FAMILY(time);
