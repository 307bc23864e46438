# SPDX-License-Identifier: GPL-2.0
# Lua's sources, every file by itself, then its two programs: what guest.sh
# builds with each tracer on.
CC	:= tcc
LIB	:= $(patsubst %.c,%.o,$(filter-out lua.c luac.c,$(wildcard *.c)))

all: lua luac

lua luac: %: %.o $(LIB)
	$(CC) -o $@ $^ -lm -ldl

%.o: %.c
	$(CC) -DLUA_USE_LINUX -c -o $@ $<

.PHONY: all
