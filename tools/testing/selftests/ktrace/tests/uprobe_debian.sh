# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# description: static probes of Debian's python3, and all functions of libc that bash imports
# requires: uprobe_events uprobe_profile program:python3.11 program:strace program:readelf
# kernels: ktrace - races and lifetimes do not matter; FULL=1 runs the case in all kernels
# with: python3.11-minimal,binutils
# weight: 12

PYTHON=$(command -v python3.11)
LIBC=$(ls /lib/x86_64-linux-gnu/libc.so.6 /usr/lib/x86_64-linux-gnu/libc.so.6 2>/dev/null | head -n 1)

# elf.py notes FILE: the static probes of FILE as definitions of uprobes
# elf.py locations FILE NOTES LOADS: their locations and semaphores in the same form, as readelf
# prints them: NOTES is its output with -nW, LOADS with -lW
# elf.py common PROGRAM LIBRARY: "NAME OFFSET" of each function that PROGRAM imports from LIBRARY
cat >elf.py <<'END'
import re, struct, sys

class Elf:
    def __init__(self, path):
        self.path, self.data = path, open(path, 'rb').read()
        shoff, = struct.unpack_from('<Q', self.data, 40)
        phoff, = struct.unpack_from('<Q', self.data, 32)
        phnum, _, shnum, names = struct.unpack_from('<HHHH', self.data, 56)
        self.loads = []
        for i in range(phnum):
            kind, _, offset, vaddr, _, size = struct.unpack_from('<IIQQQQ', self.data, phoff + 56 * i)
            if kind == 1:
                self.loads.append((vaddr, size, offset))
        self.sections = [struct.unpack_from('<IIQQQQIIQQ', self.data, shoff + 64 * i)
                         for i in range(shnum)]
        self.names = self.sections[names][4]

    def text(self, at):
        return self.data[at:self.data.index(b'\0', at)].decode()

    def section(self, name):
        for s in self.sections:
            if self.text(self.names + s[0]) == name:
                return s

    def offset(self, address):
        for vaddr, size, offset in self.loads:
            if vaddr <= address < vaddr + size:
                return address - vaddr + offset

    def functions(self, defined):
        table, strings = self.section('.dynsym'), self.section('.dynstr')
        for at in range(table[4], table[4] + table[5], 24):
            name, info, _, section, value, _ = struct.unpack_from('<IBBHQQ', self.data, at)
            # A function, not one that is chosen when the library is loaded.
            if info & 15 == 2 and (section != 0) == defined:
                yield self.text(strings[4] + name), self.offset(value) if defined else 0

def fetch(arg):
    size, place = arg.split('@')
    kind = '%s%d' % ('s' if size[0] == '-' else 'u', 8 * abs(int(size)))
    def short(reg):
        return re.sub('^(r[0-9]+)[dwb]$|^[er]([a-z]{2})$', lambda m: m[1] or m[2], reg)
    memory = re.fullmatch(r'(-?\d*)\(%(\w+)\)', place)
    if memory:
        return '+%d(%%%s):%s' % (int(memory[1] or 0), short(memory[2]), kind)
    return '%%%s:%s' % (short(place[1:]), kind)

def notes(elf):
    section = elf.section('.note.stapsdt')
    if not section:
        return
    at, end = section[4], section[4] + section[5]
    while at < end:
        name, desc, _ = struct.unpack_from('<III', elf.data, at)
        at += 12 + (name + 3 & ~3)
        location, _, counter = struct.unpack_from('<QQQ', elf.data, at)
        provider, probe, args = elf.data[at + 24:at + desc].decode().split('\0')[:3]
        at += desc + 3 & ~3
        print('p:sdt_%s/%s %s:%#x(%#x)' % (provider, probe, elf.path, elf.offset(location),
                                           elf.offset(counter)),
              *('arg%d=%s' % (n + 1, fetch(arg)) for n, arg in enumerate(args.split())))

def locations(path, notes, loads):
    loads = [[int(n, 16) for n in m] for m in
             re.findall(r'LOAD +(0x\w+) (0x\w+) 0x\w+ (0x\w+)', open(loads).read())]
    def offset(text):
        address = int(text, 16)
        return next((address - vaddr + at for at, vaddr, size in loads
                     if vaddr <= address < vaddr + size), None)
    for provider, name, location, counter in re.findall(
            r'Provider: (\w+)\s+Name: (\w+)\s+Location: (\w+), Base: \w+, Semaphore: (\w+)',
            open(notes).read()):
        print('p:sdt_%s/%s %s:%#x(%#x)' % (provider, name, path, offset(location),
                                           offset(counter)))

if sys.argv[1] == 'notes':
    notes(Elf(sys.argv[2]))
elif sys.argv[1] == 'locations':
    locations(*sys.argv[2:])
else:
    imported = {name for name, _ in Elf(sys.argv[2]).functions(False)}
    seen = set()
    for name, offset in Elf(sys.argv[3]).functions(True):
        if name in imported and name not in seen:
            seen.add(name)
            print(name, hex(offset))
END

note "the static probes of python3"
python3.11 elf.py notes "$PYTHON" >probes
[ "$(grep -c . probes)" -ge 8 ] || fail "$(grep -c . probes) static probes"
cp probes "$KTRACE/uprobe_events"
equal "defined" "$(grep -c . "$KTRACE/uprobe_events")" "$(grep -c . probes)"

note "each location and semaphore is the one that readelf prints"
readelf -nW "$PYTHON" >readelf.notes
readelf -lW "$PYTHON" >readelf.loads
python3.11 elf.py locations "$PYTHON" readelf.notes readelf.loads | sort >readelf.places
# The kernel prints offsets with leading zeros.
sed -E 's/:0x0*/:0x/; s/\(0x0*/(0x/; s/^([^ ]* [^ ]*).*/\1/' "$KTRACE/uprobe_events" | sort >places
equal "static probes by readelf" "$(grep -c . readelf.places)" "$(grep -c NT_STAPSDT readelf.notes)"
diff readelf.places places || fail "readelf (<) prints other locations"
note "$(grep -c . places) locations"

note "static probes of libc: Debian's has none"
python3.11 elf.py notes "$LIBC" >probes.libc
equal "static probes of libc" "$(grep -c . probes.libc || :)" "$(readelf -nW "$LIBC" | grep -c NT_STAPSDT || :)"
append uprobe_events "$(cat probes.libc)"

# Two more events read the names behind the pointers: the file and the function.
named=$(sed -n 's/^p:sdt_python\/function__\([a-z]*\) \(.*\) arg1=\(%[a-z0-9]*\):u64 arg2=\(%[a-z0-9]*\):u64.*/p:named\/\1 \2 file=+0(\3):ustring name=+0(\4):ustring/p' probes)
equal "events with names" "$(echo "$named" | wc -l)" 2
append uprobe_events "$named"

# The program counts its own calls, and prints what each garbage collection found.
# Python 3.11 passes function__entry only while a profile function is set.
cat >work.py <<'END'
import gc, sys
class Node:
    pass
def garbage(n):
    for i in range(n):
        a, b = Node(), Node()
        a.other, b.other = b, a
calls = profiled = 0
def first():
    global calls
    calls += 1
def second():
    global calls
    calls += 1
    first()
def profile(frame, event, arg):
    global profiled
    if event == 'call' and frame.f_code.co_name in ('first', 'second'):
        profiled += 1
print('ready', flush=True)
sys.stdin.readline()
gc.disable()
gc.collect()
for generation, n in (0, 3), (2, 5), (1, 0), (2, 1):
    garbage(n)
    print('gc', generation, gc.collect(generation))
for i in range(150):
    second()
sys.setprofile(profile)
for i in range(50):
    second()
sys.setprofile(None)
print('calls', calls)
print('profiled', profiled)
END

# python COMMAND: run work.py; run COMMAND while the program waits for the start of its work
python()
{
	rm -f go
	mkfifo go
	python3.11 work.py <go >printed &
	pid=$!
	exec 4>go
	soon grep -q ready printed || fail "python does not start"
	"$@"
	echo >&4
	exec 4>&-
	wait $pid || fail "status $? from python3"
}

# printed NAME: print the numbers that the program printed behind NAME
printed()
{
	sed -n "s/^$1 //p" printed
}

# recorded EVENT: print the number of records of EVENT about the two counting functions
recorded()
{
	grep -c ": $1: .* file=\"[^\"]*work.py\" name=\"\(first\|second\)\"" "$KTRACE/trace" || :
}

enable()
{
	write events/sdt_python/gc__start/enable 1
	write events/sdt_python/gc__done/enable 1
	write events/named/enable 1
}

note "no event is enabled: the semaphores are 0, and python skips the probes"
python true
equal "records" "$(grep -vc '^#' "$KTRACE/trace")" 0

note "the events are enabled while the process runs"
write buffer_size_kb 8000
python enable
write events/sdt_python/enable 0
write events/named/enable 0
equal "calls" "$(printed calls)" 400
equal "returns" "$(recorded return)" "$(printed calls)"
equal "profiled calls" "$(printed profiled)" 100
equal "entries" "$(recorded entry)" "$(printed profiled)"
# Python collects before and after the program does.
printed gc >wanted
awk '/: gc__start: / { sub(/.*arg1=/, ""); g = $0 }
     /: gc__done: / { sub(/.*arg1=/, ""); print g, $0 }' "$KTRACE/trace" >collections
note "collections: $(tr '\n' ';' <collections)"
awk 'NR == FNR { want[NR] = $0; n = NR; next }
     { got[FNR] = $0; all = FNR }
     END { for (i = 1; i + n - 1 <= all; i++) {
		for (j = 0; j < n && got[i + j] == want[1 + j]; j++)
			;
		if (j == n)
			exit 0
	   }
	   exit 1 }' wanted collections || fail "the program printed $(tr '\n' ';' <wanted)"
write uprobe_events ''

note "all functions of libc that bash imports"
BASH=$(command -v bash)
python3.11 elf.py common "$BASH" "$LIBC" >functions
note "$(grep -c . functions) functions"
[ "$(grep -c . functions)" -ge 150 ] || fail "only $(grep -c . functions)"
cat >script <<'END'
cd /
pwd
umask 27
umask
for i in 1 2 3; do echo "$i $(echo "got $i")"; done
echo one two | { read -r a b; echo "$b $a"; }
printf '%s-%5d\n' word 42
(exit 3); echo "status $?"
kill -0 $$ && echo alive
/bin/true; /bin/false || echo false
[ -d /proc ] && [ ! -e /no/such ] && echo tested
declare -A map=([x]=1 [y]=2); echo "${map[x]}${map[y]}"
while read -r line; do echo "${line%%:*}"; done </etc/passwd
END
$BASH script >plain
awk -v libc="$LIBC" '{ print "p:libc/" $1 " " libc ":" $2 }' functions >lines
cp lines "$KTRACE/uprobe_events"
equal "defined" "$(grep -c . "$KTRACE/uprobe_events")" "$(grep -c . functions)"
write trace ''
write events/libc/enable 1
sh -c "echo \$\$ >'$KTRACE/set_event_pid'; echo 1 >'$KTRACE/options/event-fork'; exec $BASH script" >probed
write events/libc/enable 0
diff plain probed || fail "the script prints something else while it is probed"
echo >"$KTRACE/set_event_pid"
write options/event-fork 0
must_not grep -q LOST "$KTRACE/trace"
kinds=$(sed -n 's/.*\] [^ ]* *[0-9.]*: \([a-zA-Z0-9_]*\): (0x.*/\1/p' "$KTRACE/trace" | sort | uniq -c | tee counts | wc -l)
note "$kinds functions are called"
[ "$kinds" -ge 60 ] || fail "only $kinds functions are called"
# Each call of these functions is one system call, which strace counts.
strace -f -qq -o calls "$BASH" script >traced
diff plain traced || fail "the script prints something else under strace"
# The first call starts bash, and strace makes it.
head -n 1 calls | grep -q 'execve("[^"]*bash"' || fail "first call: $(head -n 1 calls)"
sed -i 1d calls
compared=0
for call in dup2 chdir umask kill setpgid execve getppid; do
	wanted=$(grep -c "^[0-9]* *$call(" calls || :)
	got=$(awk -v name=$call '$2 == name { print $1 }' counts)
	equal "calls of $call" "${got:-0}" "$wanted"
	compared=$((compared + (wanted > 0)))
done
note "$compared calls compared"
[ $compared -ge 4 ] || fail "only $compared functions compared"
write uprobe_events ''
