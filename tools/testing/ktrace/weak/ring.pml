/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The whole ring: two slots, three pages of one record each, overwrite mode.
 *
 * A writer on CPU 0 reserves, fills and commits RECORDS records, and wraps the
 * ring; with NESTED, one more in an interrupt at any point. A consuming reader on
 * CPU 1 copies from the page in use and swaps full pages, any number of times, and
 * once more after all records are written. It must see each record as it was
 * written, in order and with the right ordinal, and at the end all records except
 * those that were reported as lost.
 *
 * The model follows ring.c function by function, without time, flags and drops.
 * tail and pos are Spin's variables: only the writers' CPU accesses them here.
 * ring_model checks the algorithm itself, on the sources; this model checks the
 * order in which another CPU sees it.
 */
#ifndef RECORDS
#define RECORDS		3
#endif
#define NESTED_ID	9

#define WEAK_CPUS	2
#define WEAK_LOCS	12
#define WEAK_MSGS	12
#include "memory.inc"

#define COMMIT		0		/* 2 * sequence number + units */
#define SLOT(seq)	(1 + (seq) % 2)
#define WORD(page)	(3 + (page))	/* units, CLOSED */
#define NR(page)	(6 + (page))
#define DATA(page)	(9 + (page))
#define CLOSED		2

#define SLOT_MAKE(seq, page, empty)	((seq) * 8 + (page) * 2 + (empty))
#define SLOT_SEQ(slot)	((slot) / 8)
#define SLOT_PAGE(slot)	((slot) / 2 % 4)
#define EMPTY		1

byte tail_seq = 2, tail_page;
byte pos[3];
bool irq, done;

/* The reserved records, in order. */
byte reserved, record[RECORDS + 1];

/* ring_cross() */
#define CROSS(end, ok)							\
	WMB(0, "cross-no-wmb");						\
	CMPXCHG_LOCAL(0, COMMIT, end, 2 * ((end) / 2 + 1), ok)

/* ring_open(), of page q as the next after t */
#define OPEN()								\
	d_step {							\
		WEAK_OWN(0, WORD(q), qword);				\
		WEAK_OWN(0, NR(q), qnr);				\
		WEAK_OWN(0, NR(page), nr);				\
		WEAK_OWN(0, WORD(page), word);				\
		old = pos[q];						\
		ok = (tail_seq == t)					\
	};								\
	if								\
	:: ok && (qword & CLOSED) ->					\
		atomic {						\
			if						\
			:: pos[q] == old ->				\
				pos[q] = t + 1;				\
				CMPXCHG_LOCAL(0, NR(q), qnr, nr + word % 2, ok)	\
			:: else -> ok = false				\
			fi						\
		};							\
		if							\
		:: ok -> CMPXCHG_LOCAL(0, WORD(q), qword, 0, ok)	\
		:: else							\
		fi							\
	:: else								\
	fi;								\
	if								\
	:: ok ->							\
		d_step {						\
			if						\
			:: tail_seq == t -> tail_seq = t + 1; tail_page = q	\
			:: else						\
			fi						\
		};							\
		MB(0, "open-no-mb")					\
	:: else								\
	fi

/* ring_reserve() and ring_reserve_slow(): sets page and start, or dropped */
#define RESERVE(id)							\
	do								\
	:: d_step { t = tail_seq; page = tail_page; WEAK_OWN(0, WORD(page), word) };	\
	   if								\
	   :: word == 0 ->						\
		atomic {						\
			CMPXCHG_LOCAL(0, WORD(page), 0, 1, ok);		\
			if						\
			:: ok ->					\
				d_step { record[reserved] = id; reserved++ };	\
				break					\
			:: else						\
			fi						\
		}							\
	   :: else ->							\
		/* ring_next_page() */					\
		ok = true;						\
		if							\
		:: word & CLOSED					\
		:: else -> CMPXCHG_LOCAL(0, WORD(page), word, word + CLOSED, ok)	\
		fi;							\
		if							\
		:: !ok							\
		:: else ->						\
			OWN(0, COMMIT, commit);				\
			if						\
			:: commit == 2 * t + word % 2 -> CROSS(commit, ok)	\
			:: else						\
			fi;						\
			LOAD(0, SLOT(t + 1), slot);			\
			q = SLOT_PAGE(slot);				\
			if						\
			:: slot == SLOT_MAKE(t + 1, q, 0) -> OPEN()	\
			:: SLOT_SEQ(slot) > t || slot == SLOT_MAKE(t + 1, q, EMPTY)	\
			:: else ->					\
				OWN(0, COMMIT, commit);			\
				if					\
				:: !(slot & EMPTY) && SLOT_SEQ(slot) >= commit / 2 ->	\
					dropped = true;			\
					break				\
				:: else					\
				fi;					\
				CMPXCHG(0, SLOT(t + 1), slot, SLOT_MAKE(t + 1, q, 0), ok,	\
					"take-relaxed");		\
				if					\
				:: ok -> OPEN()				\
				:: else					\
				fi					\
			fi						\
		fi							\
	   fi								\
	od

/* ring_commit() and ring_publish() */
#define PUBLISH()							\
	start = 2 * pos[page];						\
	OWN(0, COMMIT, commit);						\
	if								\
	:: commit == start ->						\
		start++;						\
		STORE_RELEASE(0, COMMIT, start, "commit-relaxed");	\
		do							\
		:: OWN(0, WORD(page), word);				\
		   OWN(0, COMMIT, commit);				\
		   if							\
		   :: commit != start -> break				\
		   :: else						\
		   fi;							\
		   if							\
		   :: start % 2 != word % 2 ->				\
			start++;					\
			STORE_RELEASE(0, COMMIT, start, "publish-relaxed")	\
		   :: start % 2 == word % 2 && !(word & CLOSED) -> break	\
		   :: else ->						\
			CROSS(start, ok);				\
			if						\
			:: !ok -> break					\
			:: else						\
			fi;						\
			start = 2 * (start / 2 + 1);			\
			LOAD(0, SLOT(start / 2), slot);			\
			page = SLOT_PAGE(slot);				\
			if						\
			:: slot != SLOT_MAKE(start / 2, page, 0) -> break	\
			:: else						\
			fi						\
		   fi							\
		od							\
	:: else								\
	fi

#define WRITE(id)							\
	RESERVE(id);							\
	if								\
	:: !dropped -> STORE_ANY(0, DATA(page), id); PUBLISH()		\
	:: else								\
	fi

#define WRITER_LOCALS							\
	byte t, page, word, slot, commit, start, q, qword, qnr, nr, old;	\
	bool ok, dropped

proctype writer() provided (!irq)
{
	WRITER_LOCALS;
	byte id;

	do
	:: id < RECORDS ->
		id++;
		WRITE(id);
		dropped = false;
		d_step { t = 0; page = 0; word = 0; slot = 0; commit = 0; start = 0; q = 0;
			 qword = 0; qnr = 0; nr = 0; old = 0; ok = false }
	:: else -> break
	od;
	done = true
}

#ifdef NESTED
proctype nested()
{
	WRITER_LOCALS;

end:	atomic { !done -> irq = true };
	WRITE(NESTED_ID);
	irq = false
}
#endif

/*
 * The record of the page that was swapped in is checked when the reader is done
 * with the page.
 */
#define LOOK()								\
	if								\
	:: late ->							\
		AWAIT(1, data);						\
		assert(data == record[late - 1]);			\
		late = 0						\
	:: else								\
	fi

/* ring_swap() */
#define SWAP()								\
	CMPXCHG(1, SLOT(seq), slot, SLOT_MAKE(seq, own, EMPTY), ok, "swap-relaxed");	\
	LOOK();								\
	if								\
	:: ok -> own = page						\
	:: else								\
	fi

/* ring_look() and consumer_refill(): one record, or none */
#define READ()								\
	do								\
	:: LOAD_ACQUIRE(1, COMMIT, commit, "find-relaxed");		\
	   seq = cur_seq + cur_full;					\
	   if								\
	   :: cur_full -> d_step { cur_seq = seq; cur_used = 0; cur_full = 0 }	\
	   :: else							\
	   fi;								\
	   if								\
	   :: seq > commit / 2 -> none = true; break			\
	   :: else							\
	   fi;								\
	   LOAD_ACQUIRE(1, SLOT(seq), slot, "find-slot-relaxed");	\
	   if								\
	   :: SLOT_SEQ(slot) < seq -> none = true; break		\
	   :: SLOT_SEQ(slot) > seq ->					\
		d_step { cur_seq = SLOT_SEQ(slot) - 1; cur_used = 0 }	\
	   :: else ->							\
		assert(!(slot & EMPTY));				\
		page = SLOT_PAGE(slot);					\
		LOAD(1, NR(page), nr);					\
		full_page = (seq < commit / 2);				\
		if							\
		:: full_page -> LOAD(1, WORD(page), end); end = end % 2	\
		:: else -> end = commit % 2				\
		fi;							\
		if							\
		:: end <= cur_used && !full_page -> none = true; break	\
		:: end <= cur_used && full_page ->			\
			SWAP();						\
			cur_full = ok					\
		:: end > cur_used && full_page ->			\
			SWAP();						\
			if						\
			:: ok -> late = nr + 1; LATE(1, DATA(page)); break	\
			:: else						\
			fi						\
		:: else ->						\
			LOOK();						\
			LOAD(1, DATA(page), data);			\
			STORE_ANY(1, DATA(own), data);			\
			RMB(1, "unmoved-no-rmb");			\
			LOAD(1, SLOT(seq), end);			\
			if						\
			:: end == slot ->				\
				end = 1;				\
				assert(data == record[nr]);		\
				break					\
			:: else						\
			fi						\
		fi							\
	   fi								\
	od;								\
	if								\
	:: !none ->							\
		assert(nr >= cur_nr && nr < reserved);			\
		d_step { cur_nr = nr + 1; cur_used = end; cur_full = full_page }	\
	:: else								\
	fi;								\
	d_step { seq = 0; commit = 0; slot = 0; page = 0; nr = 0; end = 0; data = 0;	\
		 full_page = 0; ok = false }

proctype reader()
{
	byte cur_seq = 2, cur_nr, own = 2;
	bit cur_used, cur_full, full_page;
	byte seq, commit, slot, page, nr, end, data, late;
	bool ok, none, last;

	do
	:: READ();
	   if
	   :: none && last -> break
	   :: else
	   fi;
	   none = false
	:: done && !last -> d_step { MEET(1); last = true }
	od;
	LOOK();
	/* In overwrite mode no record is left. */
	assert(cur_nr == reserved)
}

LATE_LOADS(late_reader, 1)

init
{
	atomic {
		c_code {
			weak_init(&now.mem, COMMIT, 2 * 2);
			weak_init(&now.mem, SLOT(2), SLOT_MAKE(2, 0, 0));
			weak_init(&now.mem, SLOT(3), SLOT_MAKE(1, 1, EMPTY));
			weak_init(&now.mem, WORD(1), CLOSED);
			weak_init(&now.mem, WORD(2), CLOSED);
		};
		pos[0] = 2;
		run writer();
		run reader();
#ifdef NESTED
		run nested()
#endif
	}
}
