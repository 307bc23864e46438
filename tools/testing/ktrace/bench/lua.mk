# SPDX-License-Identifier: GPL-2.0
# Builds Lua from its sources, file by file, then its two programs, for guest.sh with
# each tracer.
CC	:= tcc
LIB	:= $(patsubst %.c,%.o,$(filter-out lua.c luac.c,$(wildcard *.c)))

all: lua luac

lua luac: %: %.o $(LIB)
	$(CC) -o $@ $^ -lm -ldl

%.o: %.c
	$(CC) -DLUA_USE_LINUX -c -o $@ $<

.PHONY: all
