# SPDX-License-Identifier: GPL-2.0
# Builds lib/math of the kernel, for guest.sh: by the commands and dependencies that kbuild has
# saved, in a copy of the object directory with only the files that these commands read.
OBJ	:= $(patsubst lib/math/.%.o.cmd,lib/math/%.o,$(wildcard lib/math/.*.o.cmd))

all: lib/math/built-in.a

include $(wildcard lib/math/.*.cmd)

# busybox's ar makes no archives
lib/math/built-in.a: $(OBJ)
	$(subst xargs ar,xargs x86_64-linux-gnu-ar,$(savedcmd_$@))

$(OBJ):
	$(patsubst gcc,gcc-12,$(patsubst ccache,,$(savedcmd_$@)))

.PHONY: all
