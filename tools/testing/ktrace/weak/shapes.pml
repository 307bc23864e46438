/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Well-known shapes, which show that memory.inc forbids what it must forbid and
 * nothing else: a model that allows too little would find every ring correct.
 *
 * The environment variable WEAK contains the shape and its barriers; tests.list
 * says which of them must leave the outcome possible.
 */
#define WEAK_CPUS	4
#define WEAK_LOCS	3
#define WEAK_MSGS	6
#include "memory.inc"

#define X	0
#define Y	1
#define Z	2

byte r0, r1, r2, r3, x, y;
byte left = 4;
bool ended;

#define END(cpu)	atomic { GONE(cpu); left-- }

active proctype p0()
{
	byte ok;

	if
	:: HAS("mp") || HAS("corr") || HAS("mp-nested") ->
		STORE(0, X, 1);
		IF("wmb", WMB(0, ""));
		IF("mb", MB(0, ""));
		if
		:: HAS("mp-nested") -> skip	/* p3 makes the other store */
		:: HAS("corr") -> STORE(0, X, 2)
		:: HAS("release") -> STORE_RELEASE(0, Y, 1, "")
		:: HAS("local") -> CMPXCHG_LOCAL(0, Y, 0, 1, ok)
		:: HAS("full") -> CMPXCHG(0, Y, 0, 1, ok, "")
		:: HAS("relaxed") -> CMPXCHG(0, Y, 0, 1, ok, "relaxed")
		:: else -> STORE(0, Y, 1)
		fi
	:: HAS("sb") ->
		STORE(0, X, 1);
		IF("mb0", MB(0, ""));
		IF("wmb", WMB(0, ""));
		IF("rmb", RMB(0, ""));
		LOAD(0, Y, r0)
	:: HAS("lb") ->
		LATE(0, X);
		IF("mb", MB(0, ""));
		IF("rmb", RMB(0, ""));
		if
		:: HAS("dep") -> AWAIT(0, r0); STORE(0, Y, r0)
		:: HAS("release") -> STORE_RELEASE(0, Y, 1, ""); AWAIT(0, r0)
		:: else -> STORE(0, Y, 1); AWAIT(0, r0)
		fi
	:: HAS("2+2w") ->
		STORE_ANY(0, X, 1);
		IF("mb", MB(0, ""));
		IF("wmb", WMB(0, ""));
		STORE_ANY(0, Y, 2)
	:: HAS("r") ->
		STORE(0, X, 1);
		IF("mb0", MB(0, ""));
		IF("wmb", WMB(0, ""));
		STORE_ANY(0, Y, 1)
	:: HAS("iriw") -> STORE(0, X, 1)
	:: HAS("wrc") || HAS("isa2") ->
		STORE(0, X, 1);
		if
		:: HAS("isa2") && HAS("wmb") -> WMB(0, ""); STORE(0, Y, 1)
		:: HAS("isa2") && !HAS("wmb") -> STORE_RELEASE(0, Y, 1, "")
		:: else
		fi
	:: HAS("rmw") -> ATOMIC(0, X, OLD(X) + 1)
	fi;
	if
	:: HAS("mp-nested") -> atomic { ended = true; left-- }	/* p3 runs on this CPU, too */
	:: else -> END(0)
	fi
}

active proctype p1()
{
	byte ok;

	if
	:: HAS("mp") || HAS("mp-nested") ->
		if
		:: HAS("acquire") -> LOAD_ACQUIRE(1, Y, r0, "")
		:: else -> LOAD(1, Y, r0)
		fi;
		IF("rmb", RMB(1, ""));
		IF("mb", MB(1, ""));
		LOAD(1, X, r1)
	:: HAS("corr") -> LOAD(1, X, r0); LOAD(1, X, r1)
	:: HAS("sb") ->
		STORE(1, Y, 1);
		IF("mb1", MB(1, ""));
		LOAD(1, X, r1)
	:: HAS("lb") ->
		LATE(1, Y);
		IF("mb", MB(1, ""));
		if
		:: HAS("dep") -> AWAIT(1, r1); STORE(1, X, r1)
		:: HAS("release") -> STORE_RELEASE(1, X, 1, ""); AWAIT(1, r1)
		:: else -> STORE(1, X, 1); AWAIT(1, r1)
		fi
	:: HAS("2+2w") ->
		STORE_ANY(1, Y, 1);
		IF("mb", MB(1, ""));
		STORE_ANY(1, X, 2)
	:: HAS("r") ->
		STORE_ANY(1, Y, 2);
		IF("mb1", MB(1, ""));
		LOAD(1, X, r0)
	:: HAS("iriw") -> STORE(1, Y, 1)
	:: HAS("wrc") ->
		LOAD(1, X, r0);
		if
		:: HAS("wmb") -> WMB(1, ""); STORE(1, Y, 1)
		:: HAS("full") -> CMPXCHG(1, Y, 0, 1, ok, "")
		:: HAS("release") -> STORE_RELEASE(1, Y, 1, "")
		:: else -> STORE(1, Y, 1)
		fi
	:: HAS("isa2") ->
		if
		:: HAS("exchange") -> CMPXCHG(1, Y, 1, 2, ok, "exchange"); r0 = ok
		:: HAS("full") -> CMPXCHG(1, Y, 1, 2, ok, ""); r0 = ok; STORE(1, Z, 1)
		:: else ->
			if
			:: HAS("acquire") -> LOAD_ACQUIRE(1, Y, r0, "")
			:: else -> LOAD(1, Y, r0)
			fi;
			STORE_RELEASE(1, Z, 1, "")
		fi
	:: HAS("rmw") -> ATOMIC(1, X, OLD(X) + 1)
	fi;
	END(1)
}

active proctype p2()
{
	if
	:: HAS("iriw") ->
		LOAD(2, X, r0); IF("mb", MB(2, "")); IF("rmb", RMB(2, "")); LOAD(2, Y, r1)
	:: HAS("wrc") -> LOAD_ACQUIRE(2, Y, r1, ""); LOAD(2, X, r2)
	:: HAS("isa2") && HAS("exchange") ->
		LOAD_ACQUIRE(2, Y, r1, ""); r1 = r1 / 2; LOAD(2, X, r2)
	:: HAS("isa2") && !HAS("exchange") ->
		LOAD_ACQUIRE(2, Z, r1, ""); LOAD(2, X, r2)
	:: else
	fi;
	END(2)
}

active proctype p3()
{
	if
	:: HAS("iriw") ->
		LOAD(3, Y, r2); IF("mb", MB(3, "")); IF("rmb", RMB(3, "")); LOAD(3, X, r3)
	:: HAS("mp-nested") ->
		/* An interrupt on CPU 0, at any time after its store to x, or at the end. */
		if
		:: HAS("after") -> ended
		:: else -> c_expr { (weak_own)(&now.mem, 0, X) == 1 }
		fi;
		STORE(0, Y, 1)
	:: else
	fi;
	END(3)
}

LATE_LOADS(late0, 0)
LATE_LOADS(late1, 1)

/* The outcome that the barriers must forbid. */
active proctype outcome()
{
	left == 0 ->
	NEWEST(X, x);
	NEWEST(Y, y);
	assert(!(HAS("mp") && r0 == 1 && r1 == 0));
	assert(!(HAS("mp-nested") && r0 == 1 && r1 == 0));
	assert(!(HAS("corr") && r0 > r1));
	assert(!(HAS("corr-seen") && r0 == 1 && r1 == 2));
	assert(!(HAS("sb") && r0 == 0 && r1 == 0));
	assert(!(HAS("lb") && r0 == 1 && r1 == 1));
	assert(!(HAS("2+2w") && x == 1 && y == 1));
	assert(!(HAS("r") && y == 2 && r0 == 0));
	assert(!(HAS("iriw") && r0 == 1 && r1 == 0 && r2 == 1 && r3 == 0));
	assert(!(HAS("wrc") && r0 == 1 && r1 == 1 && r2 == 0));
	assert(!(HAS("isa2") && r0 == 1 && r1 == 1 && r2 == 0));
	assert(!(HAS("rmw") && x != 2));
}
