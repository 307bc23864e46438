#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
Helper of scripts/stracetest: select test programs of strace, and compare records of ktrace
with the lines that the programs print.

  stracetest.py rows GEN_TESTS_IN ABI     print the usable rows, one a line
  stracetest.py compare [-u] [-v] TABLE ROWS DIRECTORY NAMES
                                          compare the records of the guest; print KTAP

NAMES is the generated file names_tables.h of the guest's kernel.

A test program of strace makes system calls and prints, for each of them, the line that strace
is expected to print. The guest stores these lines in DIRECTORY/ROW.exp and the text of ktrace in
DIRECTORY/ROW.log. The comparison parses both into trees and compares the trees.

Normalisation. These differences between the two languages are no differences of content:

 - ktrace prints the names of arguments, the duration, and "-ENOENT"; strace prints "-1 ENOENT"
   and the text of the error
 - strace explains numbers in comments, such as 0x2 /* MSG_??? */
 - numbers are compared by value: 0x1f, 037 and 31 are equal, NULL is 0, 8*1024 is 8192. A sign
   counts: -1 and 0xffffffff differ
 - flags are compared as a set, and then by value: this strace does not know the names of
   newer kernels, and prints the type of a file in the mode of mkdir() as a number. A name has
   the value that the kernel's headers give it, so that a wrong name shows up as another value
 - strace prints the name of a result behind it: 0 (IOPRIO_PRIO_VALUE(IOPRIO_CLASS_NONE, 0))
 - strace prints tv_nsec and tv_usec without a sign, UTIME_NOW without the seconds, and struct
   sched_param as [0]; the order of members does not count
 - calls that wait: strace prints what the call wrote behind the result, "= 1 (out [5])", and
   ktrace where it was written. Only the arguments at entry are compared
 - "(fault)" of ktrace marks memory that cannot be read
 - if_nametoindex("lo") of strace is 1, the number of that interface in each network namespace
 - "???" of strace, for the rest of a structure that cannot be read, is "..."
 - "</path>(deleted)" of strace is "</path (deleted)>", as in /proc
 - strace abbreviates a structure, array or string by "..."; ktrace may show more there. ktrace
   may cut a string or a buffer, also a path, at the limit that the row asks for
 - "A or B" of strace, for a number with two names, is equal to either
 - lines about signals, exits and contents of buffers ("---", "+++", " | 00000") are ignored,
   as are records before the first and after the last expected line
 - in rows that select calls by path (-P), ktrace records also calls with other paths
 - "A => B", an object or a member of it before and after the call, is equal to B alone. Where
   ioctl() fails, strace shows the address in place of B, and ktrace A alone
 - strace reads a path to its end before it shows any of it: an address instead of a path or
   buffer that ktrace cuts at the limit
 - ktrace shows at most 32 elements of an array, and as many messages of sendmmsg() and recvmmsg()
   as fit the 3,072 bytes of a record, 20 at least
 - strace shows the address of the part of a message that it cannot read, and ktrace "..."; of
   messages of netlink ktrace also shows the bytes before, and strace neither
 - strace shows the number of a command of ioctl() that it does not know, _IOC(...), and no message
   of the control family of generic netlink
 - strace shows the instructions of a filter only with -v, and data of control messages only if
   it can read all of it
 - SHOWN lists arguments where ktrace shows more than the address, with the reason
 - ktrace shows members that this strace does not know (NEWER), and strace shows bits of struct
   perf_event_attr that are 0
 - ktrace marks a structure whose end cannot be read by "...", strace shows the members before
 - strace leaves out the attributes of mq_open() without O_CREAT, and the policy of sched_setattr()
   with SCHED_FLAG_KEEP_PARAMS, which the kernel reads
 - strace leaves out the zero at the end of the value of an extended attribute
 - strace shows an option that is longer than its structure as an address; the kernel ignores the
   bytes behind the structure, and ktrace shows the structure
 - waitid() writes neither the times of struct siginfo nor, if no child has changed its state,
   the resource usage: strace shows what the memory held before
 - 32-bit programs make some calls through socketcall(), ipc() and the old select(), which ktrace
   shows as the call that does the same (ONWARD): accept4() without flags for accept(). It shows
   semtimedop() with a timeout as ipc(), whose arguments have another order
 - in 32-bit programs strace leaves out the nanoseconds of struct stat, sa_restorer if it is 0, and
   the locks of fcntl64() that fcntl() refuses; it shows the block of arguments of the old mmap() as
   arguments, mmap2() as mmap() with an offset in bytes, members that the old struct stat lacks as 0,
   and an unknown number of socketcall() with a sign
 - strace shows the offset of sendfile() without its sign, and the argument of modify_ldt() also for
   functions that read none
"""
import os
import re
import shlex
import sys

# Elements of an array that a record holds at most; messages that it holds at least.
ELEMENTS = 32
MESSAGES = 20

# Arguments of which strace shows only the address, and ktrace the object:
FAILED = 'the call has failed'
SHOWN = {
    # strace decodes these arguments when the call has returned, and shows no object then if
    # the call has failed.
    ('epoll_pwait2', 3): FAILED,
    ('epoll_pwait2', 4): FAILED,
    # strace decides by the value of another argument that the kernel will not use the object.
    ('mount', 2): 'the kernel copies the type also where it ignores it',
    ('setgroups', 1): 'more than 65,536 groups',
    ('select', 1): 'more than 1,024 descriptors',
    ('select', 2): 'more than 1,024 descriptors',
    ('select', 3): 'more than 1,024 descriptors',
    # The kernel needs only the beginning of the structure.
    ('pidfd_send_signal', 2): 'the end of the structure cannot be read',
}

# As SHOWN, in 32-bit programs:
SHOWN32 = {
    ('fcntl', 2): FAILED,
    ('setgroups32', 1): 'more than 65,536 groups',
}

# Sizes of socket options; all others are ints.
OPTIONS = {
    'PACKET_ADD_MEMBERSHIP': 16, 'PACKET_DROP_MEMBERSHIP': 16, 'PACKET_RX_RING': 16,
    'PACKET_TX_RING': 16, 'SO_LINGER': 8, 'SO_PEERCRED': 12, 'SO_TXTIME': 8,
}

# Calls behind socketcall() and ipc() that have no numbers: the call that ktrace shows, and the values
# of the arguments that it has more.
ONWARD = {
    'accept': ('accept4', [0]), 'send': ('sendto', [0, 0]), 'recv': ('recvfrom', [0, 0]),
    'semop': ('semtimedop_time64', [0]), 'select': ('_newselect', []),
}

# Members of structures that this strace does not know.
NEWER = {'core_relo_cnt'}

# Characters of a string that the row asks for; paths are cut there, too.
LIMIT = 32
# The mask of a word of the program.
WORD = (1 << 64) - 1

# The values of names: a name may stand for several numbers in different tables.
NAMES = {
    'S_ISUID': {0o4000}, 'S_ISGID': {0o2000}, 'S_ISVTX': {0o1000}, 'MAP_FILE': {0},
    'FAN_NOFD': {-1}, 'FAN_DIR_MODIFY': {0x80000}, 'FUTEX_32': {2}, 'FUTEX_PRIVATE_FLAG': {128},
    'MAP_HUGE_SHIFT': {26}, 'MFD_HUGE_SHIFT': {26}, 'SHM_HUGE_SHIFT': {26},
}

# Other names of the same number.
ALIASES = {'RLIM64_INFINITY': 'RLIM_INFINITY'}


def load_names(path):
    """Read the table of names that the build has made from the kernel's headers."""
    entry = re.compile(r'KTRACE_NAMES_ENTRY\((-?\d+), (\d+), "([^"]*)"\)')
    with open(path, encoding='utf-8') as table:
        for line in table:
            m = entry.match(line)
            for name in m.group(3).split(' or ') if m else ():
                NAMES.setdefault(name, set()).add(int(m.group(2)))

# ---- Rows ----------------------------------------------------------------------------------

PLAIN = {'-q', '-qq', '-esignal=none', '--signal=none', '--quiet=path-resolution',
         '-e9read=none'}


def parse_options(name, words):
    """Return the row as a dict; None if an option asks for what ktrace does not print."""
    row = {'name': name, 'calls': name, 's': 32, 'v': 0, 'y': 0, 'P': 0, 'redirect': ''}
    words = list(words)
    while words:
        word = words.pop(0)
        if word in ('-e', '-s', '-a', '-P') and words:
            word += words.pop(0)
        if re.match(r'-a\d+$', word) or word in PLAIN:
            continue
        if re.match(r'-e\s*(trace=|signal=none)|--trace=|-etrace=', word):
            if 'signal' in word:
                continue
            row['calls'] = word.split('=', 1)[1]
        elif re.match(r'-s\d+$', word):
            row['s'] = int(word[2:])
        elif word in ('-v', '--no-abbrev', '-everbose=all'):
            row['v'] = 1
        elif word in ('-y', '--decode-fds=path', '-edecode-fds=path'):
            row['y'] = 1
        elif word.startswith(('-P', '--trace-path=')):
            row['P'] = 1
        elif re.match(r'\d*(>>|<|>)\S+$', word):
            row['redirect'] += ' ' + word
        else:
            return None
    if not re.match(r'\w+(,\w+)*$', row['calls']) or row['calls'] in ('all', 'none'):
        return None
    return row


def group_of(row):
    """Return the group of a row: what the row needs beyond the default text."""
    if row['calls'] == 'ioctl':
        return 'ioctl'
    if re.match(r'(netlink|nlattr|sock_diag|rtnl)', row['name']):
        return 'netlink'
    if row['y']:
        return 'fd-path'
    return 'verbose' if row['v'] else 'default'


# Tests of functions of strace that read memory: 10^5 lines, no call that other rows lack.
FUNCTIONS = r'printpath-|printstr|umove|strace-no-x|signal_receive'


# The calls of the rows of mmap.test.
MAPPING = 'mmap,msync,mprotect,mremap,munmap,mlockall'


def read_rows(path):
    with open(path, encoding='utf-8') as table:
        for line in table:
            if line.startswith('#') or not line.strip():
                continue
            try:
                words = shlex.split(line)
            except ValueError:
                continue
            name, args = words[0], words[1:]
            if args and args[0] in ('+ioctl.test', '+netlink_sock_diag.test', '+mmap.test'):
                calls = {'+ioctl.test': 'ioctl', '+mmap.test': MAPPING}.get(args[0], 'sendto')
                args = ['-etrace=' + calls] + args[1:]
            if args and not args[0].startswith('-') and not re.match(r'\d*[<>]', args[0]):
                continue
            row = parse_options(name, args)
            if row and not re.match(FUNCTIONS, name):
                yield row


def print_rows(path, abi):
    for row in read_rows(path):
        print(abi, group_of(row), row['name'], row['calls'], row['s'], row['v'], row['y'],
              row['P'], row['redirect'].strip(), sep='\t')


# ---- Parsing -------------------------------------------------------------------------------

TOKEN = re.compile(r'''
    (?P<space>\s+)
  | (?P<comment>/\*.*?\*/)
  | (?P<string>"(?:[^"\\]|\\.)*"(?:\.\.\.)?)
  | (?P<fault>\(fault\))
  | (?P<path><(?:[^<>"\n=]|->|\\")+>(?:\(deleted\))?)
  | (?P<number>-?(?:0[xX][0-9a-fA-F]+|\d+)(?![\w.]))
  | (?P<dots>\.\.\.)
  | (?P<arrow>=>)
  | (?P<shift><<)
  | (?P<word>[A-Za-z_][\w.?]*)
  | (?P<punct>.)
''', re.X)

ESCAPES = {'n': 10, 't': 9, 'r': 13, 'v': 11, 'f': 12, 'a': 7, 'b': 8, '0': 0}


def unescape(body):
    """Return the bytes of a quoted string."""
    out = bytearray()
    i = 0
    while i < len(body):
        c = body[i]
        if c != '\\':
            out += c.encode('utf-8', 'surrogateescape')
            i += 1
            continue
        m = re.match(r'\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|.)', body[i:])
        e = m.group(1)
        if e[0] == 'x' and len(e) == 3:
            out.append(int(e[1:], 16))
        elif e[0] in '01234567':
            out.append(int(e, 8) & 255)
        else:
            out.append(ESCAPES.get(e, ord(e) & 255))
        i += len(m.group(0))
    return bytes(out)


def tokens(text):
    for m in TOKEN.finditer(text):
        kind = m.lastgroup
        if kind == 'path':
            path = m.group()
            if path.endswith(' (deleted)>'):
                path = path[:-11] + '>(deleted)'
            yield kind, unescape(path)
        elif kind not in ('space', 'comment', 'fault'):
            yield kind, m.group()


def number(text):
    sign, digits = (-1, text[1:]) if text[0] == '-' else (1, text)
    if digits[:2] in ('0x', '0X'):
        return sign * int(digits, 16)
    if digits[0] == '0' and digits.strip('01234567') == '':
        return sign * int(digits, 8)
    return sign * int(digits, 10)


class Parser:
    """Parser of lists of values, up to a closing bracket."""

    OPEN = {'{': '}', '[': ']', '(': ')'}

    def __init__(self, text):
        self.t = list(tokens(text))
        self.i = 0

    def items(self, close):
        """Return the values up to @close, which is consumed."""
        items, item = [], []
        while self.i < len(self.t):
            kind, text = self.t[self.i]
            self.i += 1
            if kind == 'punct' and text == close:
                break
            if kind == 'punct' and text == ',':
                items.append(fold(item))
                item = []
            elif kind == 'punct' and text in self.OPEN:
                item.append((text, self.items(self.OPEN[text])))
            elif kind == 'number':
                item.append(('n', number(text)))
            elif kind == 'string':
                cut = text.endswith('...')
                item.append(('s', unescape(text[1:-4] if cut else text[1:-1]), cut))
            elif kind == 'word':
                text = ALIASES.get(text, text)
                item.append(('n', 0) if text == 'NULL' else ('w', text))
            else:
                item.append((kind if kind != 'punct' else 'p', text))
        if item:
            items.append(fold(item))
        # Sets are separated by spaces: [INT TERM].
        return items


def unfold_arrow(token):
    """Convert [A => B] to [A] => [B]."""
    if token[0] == '[' and len(token[1]) == 1 and ('arrow', '=>') in token[1][0]:
        before, after = split(token[1][0], ('arrow', '=>'))[:2]
        return [('[', [before]), ('arrow', '=>'), ('[', [after])]
    return [token]


def fold(item):
    """Evaluate products and shifts."""
    out = []
    for token in (t for token in item for t in unfold_arrow(token)):
        if (len(out) >= 2 and out[-1] == ('p', '*') and out[-2][0] == 'n' and
                token[0] == 'n'):
            out[-2:] = [('n', out[-2][1] * token[1])]
        elif len(out) >= 2 and out[-1][0] == 'shift' and out[-2][0] == 'n':
            by = ({token[1]} if token[0] == 'n' else
                  NAMES.get(token[1], set()) if token[0] == 'w' else set())
            out[-2:] = [('n', out[-2][1] << by.copy().pop())] if by else [token]
        else:
            out.append(token)
    return out


def parse_call(line):
    """Parse "name(arguments) = result"; return (name, arguments, result) or None."""
    m = re.match(r'(?:ia32_|x32_)?(\w+)\(', line)
    if not m:
        return None
    parser = Parser(line[m.end():])
    args = parser.items(')')
    rest = parser.t[parser.i:]
    if rest and rest[0] == ('punct', '='):
        rest = rest[1:]
    tail = Parser('')
    tail.t = rest
    return m.group(1), args, tail.items(None)


def ktrace_args(args):
    """Remove the names of arguments: "name: value"."""
    out = []
    for item in args:
        if len(item) >= 2 and item[0][0] == 'w' and item[1] == ('p', ':'):
            item = item[2:]
        out.append(item)
    return out


def ktrace_result(items):
    """Convert -ENOENT to -1 ENOENT, and remove the duration."""
    item = items[0] if items else []
    if item and item[-1][0] == 'path':
        if re.match(br'<\d+\.\d+>$', item[-1][1]):
            item = item[:-1]
    if item[:1] == [('p', '-')] and len(item) > 1 and item[1][0] == 'w':
        item = [('n', -1), item[1]] + item[2:]
    elif item[:2] == [('p', '?'), ('p', '-')]:
        item = [item[0]] + item[2:]
    return [item] + items[1:]


def strace_result(items):
    """Remove the text of an error; keep the name of a result as an alternative."""
    item = items[0] if items else []
    if len(item) == 2 and item[1][0] == '(' and len(item[1][1]) == 1:
        return [[item[0], ('w', 'or')] + item[1][1][0]]
    return [[t for t in item if t[0] != '(']]


# ---- Comparison ----------------------------------------------------------------------------


def split(item, mark):
    """Split a value at a token."""
    parts, part = [], []
    for token in item:
        if token == mark:
            parts.append(part)
            part = []
        else:
            part.append(token)
    return parts + [part]


def same_token(want, have):
    if want[0] != have[0]:
        return False
    if want[0] in '{[(':
        return same_items(want[1], have[1], want[0])
    if want[0] == 's':
        return same_string(want, have)
    return want == have


def same_string(want, have):
    """Compare strings, of which each tracer cuts one that is longer than its limit."""
    if want[1:] == have[1:]:
        return True
    if want[2] and have[1].startswith(want[1]):
        return True
    # The limit of buffers includes the zero that ends a string.
    return have[2] and len(have[1]) >= LIMIT - 1 and want[1].startswith(have[1])


def values_of(parts):
    """Return the possible values of flags, of which each part is a name or a number."""
    values = {0}
    for part in parts:
        if len(part) != 1 or part[0][0] not in 'nw':
            return set()
        kind, content = part[0]
        of_part = {content} if kind == 'n' else NAMES.get(content, set())
        values = {a | b for a in values for b in of_part}
        if len(values) > 64:
            return set()
    return values


def same_flags(want, have):
    """Compare names and sets of names, with their names or by value."""
    a, b = split(want, ('p', '|')), split(have, ('p', '|'))
    if len(a) == len(b) > 1 and sorted(map(repr, a)) == sorted(map(repr, b)):
        return True
    # A name that is not in the kernel's headers is no number.
    if len(a) == len(b) == 1 and not any(part[:1] and part[0][0] == 'w' for part in a + b):
        return False
    return bool(values_of(a) & values_of(b))


def same_time(want, have):
    """Compare "tv_nsec=-1" with "tv_nsec=18446744073709551615"."""
    return (len(want) == len(have) == 3 and want[:2] == have[:2] and
            want[0] in (('w', 'tv_nsec'), ('w', 'tv_usec')) and
            want[2][0] == have[2][0] == 'n' and (want[2][1] - have[2][1]) & WORD == 0)


def same_member(want, have):
    """Compare "name=value" by name and value; strace also shows "name=value => name=value"."""
    mark, arrow = ('p', '='), ('arrow', '=>')
    if arrow in want and arrow not in have:
        return same_member(split(want, arrow)[1], have)
    if not want[1:2] == have[1:2] == [mark] or want[0] != have[0]:
        return False
    if want[0] == ('w', 'filter') and is_address(want[2:]) and have[2][0] == '[':
        return True
    return is_dots(want[2:]) or same(want[2:], have[2:])


def same(want, have):
    """Compare two values."""
    if ('w', 'or') in want or ('w', 'or') in have:
        return any(same(a, b) for a in split(want, ('w', 'or'))
                   for b in split(have, ('w', 'or')))
    if len(want) == len(have) and all(same_token(a, b) for a, b in zip(want, have)):
        return True
    if is_address(want) and is_dots(have):
        return True
    arrow = ('arrow', '=>')
    if arrow in have and arrow not in want:
        return same(want, have[have.index(arrow) + 1:])
    if arrow in have:
        return all(same(a, b) for a, b in zip(split(want, arrow), split(have, arrow)))
    return any(rule(want, have) for rule in (same_short, same_long, same_time, same_member,
                                             same_flags, same_command))


IOC = {'_IOC_NONE': 0, '_IOC_WRITE': 1, '_IOC_READ': 2}


def same_command(want, have):
    """Compare the number of a command, _IOC(_IOC_READ, 0x3d, 0x13, 0), with its name."""
    if want[:1] != [('w', '_IOC')] or len(want) != 2 or len(have) != 1 or have[0][0] != 'w':
        return False
    direction, *numbers = want[1][1]
    if len(numbers) != 3 or any(len(n) != 1 or n[0][0] != 'n' for n in numbers):
        return False
    bits = sum(IOC.get(t[1], 0) for t in direction if t[0] == 'w')
    kind, number, size = (n[0][1] for n in numbers)
    return bits << 30 | size << 16 | kind << 8 | number in NAMES.get(have[0][1], ())


def same_cut(want, have):
    """Compare messages of netlink up to the part that cannot be read."""
    if is_address(want) or is_dots(want) or same(want, have):
        return True
    if len(want) != 1 or want[0][0] != '[' or not want[0][1]:
        return False
    expected = want[0][1]
    # A header alone, and a message alone, have no brackets in the text of ktrace.
    forms = [[have]] + ([have[0][1]] if len(have) == 1 and have[0][0] == '[' else [])
    for recorded in forms:
        last = len(expected) - 1
        if (len(recorded) in (last, last + 1) and
                all(same(a, b) for a, b in zip(expected[:last], recorded[:last])) and
                (len(recorded) > last and same_cut(expected[last], recorded[last]) or
                 len(recorded) == last and
                 (is_address(expected[last]) or is_dots(expected[last])))):
            return True
    return False


def is_address(item):
    return len(item) == 1 and item[0][0] == 'n' and item[0][1] >= 4096


def is_object(item):
    return bool(item) and (item[0][0] in '{[s' or item[0] == ('p', '~'))


def same_long(want, have):
    """Compare an address with a string that is cut at the limit."""
    return (is_address(want) and len(have) == 1 and have[0][0] == 's' and have[0][2] and
            len(have[0][1]) >= LIMIT)


def is_dots(item):
    return item == [('dots', '...')]


# The bits of struct perf_event_attr.
BITS = set('''disabled inherit pinned exclusive exclude_user exclude_kernel exclude_hv
    exclude_idle mmap comm freq inherit_stat enable_on_exec task watermark mmap_data
    sample_id_all exclude_host exclude_guest exclude_callchain_kernel exclude_callchain_user
    mmap2 comm_exec use_clockid context_switch write_backward namespaces ksymbol bpf_event
    aux_output cgroup text_poke build_id inherit_thread remove_on_exec sigtrap
    precise_ip'''.split())


def is_zero_bit(item):
    return is_member(item) and item[0][1] in BITS and item[2:] == [('n', 0)]


def is_newer(item):
    return is_member(item) and item[0][1] in NEWER


# Members that the old struct stat lacks.
OLD_STAT = [[('w', name), ('p', '='), ('n', 0)] for name in ('st_blksize', 'st_blocks')]


def is_absent(item):
    """Return true for a member that strace leaves out in 32-bit programs."""
    return is_member(item) and (item[0][1] in ('st_atime_nsec', 'st_mtime_nsec', 'st_ctime_nsec') or
                                item == [('w', 'sa_restorer'), ('p', '='), ('n', 0)])


def is_member(item):
    return item[1:2] == [('p', '=')]


def same_unordered(want, have):
    """Compare members of structures by name; the order does not count."""
    if len(want) != len(have) or not all(map(is_member, want + have)):
        return False
    left = list(have)
    for item in want:
        found = next((h for h in left if same(item, h)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def same_short(want, have):
    """Compare the short forms of strace: UTIME_NOW, and [0] for struct sched_param."""
    if len(have) != 1 or have[0][0] != '{' or len(want) != 1:
        return False
    members = have[0][1]
    if want[0] in (('w', 'UTIME_NOW'), ('w', 'UTIME_OMIT')):
        return len(members) == 2 and members[1][2:] == want
    return (want[0][0] == '[' and len(want[0][1]) == len(members) == 1 and
            members[0][:1] == [('w', 'sched_priority')] and same(want[0][1][0], members[0][2:]))


def same_items(want, have, bracket):
    """Compare the members of a structure or array, or the arguments of a call."""
    short = bool(want) and is_dots(want[-1]) and bracket != '('
    cut = bool(have) and is_dots(have[-1])
    if bracket == '{':
        have = [h for h in have if not is_newer(h) or h in want]
        if WORD < 1 << 32:
            have = [h for h in have if not is_absent(h) or any(w[:1] == h[:1] for w in want)]
            want = [w for w in want if w not in OLD_STAT or any(h[:1] == w[:1] for h in have)]
        want = [w for w in want if not is_zero_bit(w) or any(h[:1] == w[:1] for h in have)]
    if short:
        want = want[:-1]
        if cut:
            have = have[:-1]
        if bracket == '{':
            return same_members(want, have)
        have = have[:len(want)]
        if cut and len(have) >= ELEMENTS:
            want = want[:len(have)]
    elif cut and bracket == '{':
        have = have[:-1]
    elif cut and bracket == '[' and len(want) >= len(have) > ELEMENTS:
        want, have = want[:len(have) - 1], have[:-1]
    if len(want) == len(have) and all(same(a, b) for a, b in zip(want, have)):
        return True
    return bracket == '{' and same_unordered(want, have)


def same_members(want, have):
    """Compare a structure that strace abbreviates: ktrace may have more members."""
    return all(any(same(item, h) for h in have) for item in want)


WAITS = ('select', '_newselect', 'pselect6', 'pselect6_time64', 'poll', 'ppoll', 'ppoll_time64',
         'recvmmsg', 'recvmmsg_time64', 'rt_sigtimedwait', 'clone3')


def at_entry(items):
    """Return the arguments of a call that waits, as they were at entry."""
    out = []
    for item in items:
        item = split(item, ('arrow', '=>'))[0]
        out.append([(t[0], [[(m[0], [f for f in m[1] if f[:1] != [('w', 'revents')]])
                             if m[0] == '{' else m for m in e] for e in t[1]])
                    if t[0] == '[' else t for t in item])
    return out


def known_difference(name, want, have, result, failed):
    """Return @want with the arguments of @have where the documented differences apply."""
    want = list(want)
    for i in range(min(len(want), len(have))):
        reason = SHOWN.get((name, i)) or WORD < 1 << 32 and SHOWN32.get((name, i))
        if reason and (failed or reason is not FAILED) and is_address(want[i]):
            want[i] = have[i] if is_object(have[i]) else want[i]
    if name == 'ioctl' and failed and len(want) == len(have) == 3:
        before = split(want[2], ('arrow', '=>'))
        want[2] = before[0] if len(before) == 2 and is_address(before[1]) else want[2]
    if name == 'mq_open' and len(want) == 2 and len(have) == 3:
        want.append(have[2])
    if len(want) != len(have):
        return want
    if name == 'sched_setattr' and want[1][0][0] == have[1][0][0] == '{':
        flags = next((m for m in have[1][0][1] if m[0] == ('w', 'sched_flags')), [])
        if ('w', 'SCHED_FLAG_KEEP_PARAMS') in flags:
            want[1] = [('{', want[1][0][1] + [m for m in have[1][0][1]
                                              if m[0] == ('w', 'sched_policy')])] + want[1][1:]
    if name == 'sendto':
        want[1] = readable_messages(want[1], have[1], result)
    if name in ('sendmmsg', 'recvmmsg') and want[1][0][0] == have[1][0][0] == '[':
        shown = have[1][0][1]
        if shown and is_dots(shown[-1]) and len(shown) > MESSAGES:
            want[1] = [('[', want[1][0][1][:len(shown) - 1] + [shown[-1]])]
    elif name == 'setsockopt' and len(want) == 5 and is_address(want[3]):
        size = OPTIONS.get(want[2][0][1], 4) if want[2][0][0] == 'w' else 4
        if want[4][0][0] == 'n' and want[4][0][1] > size and have[3][0][0] in '{[':
            want[3] = have[3]
    elif name.endswith('setxattr') and want[2][0][0] == have[2][0][0] == 's':
        if want[2][0][1] + b'\0' == have[2][0][1]:
            want[2] = have[2]
    elif name == 'modify_ldt' and want[1][:1] and want[1][0][0] == '{' and is_address(have[1]):
        want[1] = want[1] if want[0][0] in (('n', 1), ('n', 0x11)) else have[1]
    elif name == 'socketcall' and want[0][0][0] == 'n':
        want[0] = [('n', want[0][0][1] & WORD)]
    elif name == 'waitid':
        want[2] = without(want[2], ('si_utime', 'si_stime'))
        if want[2] == [('{', [])] and is_address(have[4]):
            want[4] = have[4]
    elif name in ('sendfile', 'sendfile64') and len(want[2]) == 1 and want[2][0][0] == '[':
        half = ((1 << 64) - 1 if name == 'sendfile64' else WORD) // 2 + 1
        want[2] = [('[', [[('n', (t[1] + half) % (2 * half) - half) if t[0] == 'n'
                           else t for t in item] for item in want[2][0][1]])]
    return want


def readable_messages(want, have, result):
    """Return @have if the two differ only where strace shows no message of netlink."""
    if result[:1] and ('w', 'EFAULT') in result[0]:
        cut = have[-1:] == [('dots', '...')]
        return have if is_object(have) and same_cut(want, have[:-1] if cut else have) else want
    # strace shows the payload of the control family of generic netlink as bytes.
    if (want[0][0] == have[0][0] == '[' and len(want[0][1]) == len(have[0][1]) == 2 and
            want[0][1][1][0][0] == 's' and have[0][1][1][0][0] == '{' and
            any(('w', 'nlctrl') in m for m in want[0][1][0][0][1]) and
            same(want[0][1][0], have[0][1][0])):
        return have
    return want


def without(item, names):
    """Return a structure without some members."""
    return [('{', [m for m in t[1] if m[0][1] not in names]) if t[0] == '{' else t for t in item]


def onward(want, have):
    """Return @have as the call @want, if it is the same by another name."""
    if want[0] == 'semtimedop':
        if have[0] == 'ipc' and have[1][:1] == [[('w', 'SEMTIMEDOP')]] and len(have[1]) == 5:
            _, semid, count, operations, timeout = have[1]
            return ('semtimedop', [semid, operations, count, timeout], have[2])
        if have[0] == 'semtimedop_time64' and have[1][3:] == [[('n', 0)]]:
            return ('semtimedop', have[1], have[2])
    name, more = ONWARD.get(want[0], (None, []))
    if name != have[0] or len(have[1]) != len(want[1]) + len(more):
        return have
    if have[1][len(want[1]):] != [[('n', value)] for value in more]:
        return have
    return (want[0], have[1][:len(want[1])], have[2])


def unblock(want, have):
    """
    Return @have with the members of the block of arguments of the old mmap() as arguments, and
    with the offset of mmap2() in bytes.
    """
    if have[0] == 'mmap2' and want[0] == 'mmap' and have[1] and have[1][-1][0][0] == 'n':
        return ('mmap', have[1][:-1] + [[('n', have[1][-1][0][1] * 4096)]], have[2])
    if have[0] != 'mmap' or len(have[1]) != 1 or have[1][0][0][0] != '{':
        return have
    return (have[0], [member[2:] for member in have[1][0][0][1]], have[2])


def same_call(want, have):
    have = unblock(want, onward(want, have))
    if want[0] != have[0]:
        return False
    failed = bool(want[2]) and want[2][0][:1] == [('n', -1)]
    want = (want[0], known_difference(want[0], want[1], have[1], want[2], failed), want[2])
    if want[0] in WAITS:
        want = (want[0], at_entry(want[1]), [want[2][0][:1]] if want[2] else [])
        have = (have[0], at_entry(have[1]), [have[2][0][:1]] if have[2] else [])
    return same_items(want[1], have[1], '(') and same_items(want[2], have[2], '(')


# ---- Rows in the guest's output --------------------------------------------------------------


def calls_expected(path):
    out = []
    with open(path, encoding='utf-8', errors='surrogateescape') as lines:
        for line in lines:
            line = line.rstrip('\n')
            line = line.replace('if_nametoindex("lo")', '1').replace('???', '...')
            call = parse_call(line) if re.match(r'\w+\(', line) else None
            if call:
                out.append(((call[0], call[1], strace_result(call[2])), line))
    return out


def calls_recorded(path, names):
    out = []
    more = names | {ONWARD[n][0] for n in names if n in ONWARD}
    if 'semtimedop' in names:
        more |= {'ipc', 'semtimedop_time64'}
    with open(path, encoding='utf-8', errors='surrogateescape') as log:
        lines = log.readlines()
        if 'mmap' in names and not any(': ia32_mmap(' in line for line in lines):
            more.add('mmap2')
        for line in lines:
            m = re.match(r'.{16,40}?\s\[\d+\] \S+\s+[\d.]+: (.*)\n', line)
            call = parse_call(m.group(1)) if m else None
            if call and call[0] in more:
                out.append(((call[0], ktrace_args(call[1]), ktrace_result(call[2])),
                            m.group(1)))
    return out


def align(want, have, by_path):
    """Return the pairs (expected, recorded) that differ, and the number of equal ones."""
    if by_path:
        # Records with other paths stand between: match in order.
        at, wrong, equal = 0, [], 0
        for call, line in want:
            found = next((i for i in range(at, len(have)) if same_call(call, have[i][0])), None)
            if found is None:
                near = next((h[1] for h in have[at:] if h[0][0] == call[0]), '')
                wrong.append((line, near))
            else:
                equal += 1
                at = found + 1
        return wrong, equal
    # The program's own calls before the first expected line differ from row to row. Try each
    # beginning, and keep the one with the most equal lines.
    best = None
    for skip in range(0, max(1, len(have) - len(want) + 1)):
        wrong = []
        for i, (call, line) in enumerate(want):
            recorded = have[skip + i] if skip + i < len(have) else (None, '')
            if not recorded[0] or not same_call(call, recorded[0]):
                wrong.append((line, recorded[1]))
                if best is not None and len(wrong) >= len(best):
                    break
        else:
            if best is None or len(wrong) < len(best):
                best = wrong
        if not wrong:
            break
    return best, len(want) - len(best)


def judge(row, directory):
    """Return (AGREE, DIFFER or SKIP, details) for a row."""
    base = os.path.join(directory, row['id'])
    try:
        with open(base + '.status', encoding='utf-8') as status:
            code = status.read().strip()
    except OSError:
        return 'SKIP', 'not run', []
    if code == '77':
        return 'SKIP', 'the program skips itself', []
    if code != '0':
        return 'SKIP', 'the program ended with ' + code, []
    global LIMIT, WORD
    LIMIT = int(row['s'])
    WORD = (1 << int(row['abi'])) - 1
    want = calls_expected(base + '.exp')
    if not want:
        return 'SKIP', 'the program expects no call', []
    have = calls_recorded(base + '.log', set(row['calls'].split(',')) | {w[0][0] for w in want})
    if not have and all(' ENOSYS ' in line for _, line in want):
        return 'SKIP', 'this kernel lacks the call', []
    wrong, equal = align(want, have, row['P'] == '1')
    return ('DIFFER' if wrong else 'AGREE'), f'{equal} of {len(want)} lines', wrong


FIELDS = ('abi', 'group', 'name', 'calls', 's', 'v', 'y', 'P', 'redirect')


def load_rows(path):
    with open(path, encoding='utf-8') as table:
        for line in table:
            row = dict(zip(FIELDS, line.rstrip('\n').split('\t')))
            row['id'] = row['abi'] + ':' + row['name']
            yield row


def load_table(path):
    """Return the rows that are known to differ, with their reasons."""
    known = {}
    if os.path.exists(path):
        with open(path, encoding='utf-8') as table:
            for line in table:
                if not line.startswith('#') and line.strip():
                    name, _, reason = line.partition(' - ')
                    known[name.strip()] = reason.strip()
    return known


def is_score(row):
    """Return true for a row that is only counted."""
    return row['group'] in ('ioctl', 'netlink')


def compare(argv):
    options = [a for a in argv if a.startswith('-')]
    table, rows, directory, names = [a for a in argv if not a.startswith('-')]
    load_names(names)
    known = load_table(table)
    failed, count = False, {}
    results = []
    for row in load_rows(rows):
        results.append((row, *judge(row, directory)))
    print('KTAP version 1')
    print(f'1..{sum(not is_score(row) for row, *_ in results)}')
    i = 0
    for row, verdict, text, wrong in results:
        key = (row['abi'], row['group'])
        count.setdefault(key, {'AGREE': 0, 'DIFFER': 0, 'SKIP': 0})[verdict] += 1
        name, score = row['id'], is_score(row)
        i += not score
        if score:
            print(f'# {name}: {verdict.lower()}, {text}')
        elif verdict == 'SKIP':
            print(f'ok {i} {name} # SKIP {text}')
        if verdict == 'SKIP':
            continue
        listed = name in known
        if verdict == 'DIFFER' and ('-v' in options or not (listed or score)):
            for want, have in wrong[:None if '-v' in options else 4]:
                print(f'# expected {want}\n# recorded {have}')
        if score:
            continue
        if verdict == 'AGREE' and listed:
            failed = True
            print(f'not ok {i} {name} - agrees: remove it from {os.path.basename(table)}')
        elif verdict == 'DIFFER' and listed and known[name]:
            print(f'ok {i} {name} - {text} # XFAIL {known[name]}')
        elif verdict == 'DIFFER':
            failed = True
            print(f'not ok {i} {name} - {text} agree')
        else:
            print(f'ok {i} {name} - {text}')
    for key in sorted(count):
        c = count[key]
        print(f'# {key[0]:4} {key[1]:8} {c["AGREE"]:4} agree {c["DIFFER"]:4} differ '
              f'{c["SKIP"]:4} skipped')
    if '-u' in options:
        update(table, known, results)
        return 0
    return 1 if failed else 0


def update(table, known, results):
    """Remove the rows that agree from the table, and add those that differ without a reason."""
    for row, verdict, _, _ in results:
        if verdict == 'AGREE' or is_score(row):
            known.pop(row['id'], None)
        elif verdict == 'DIFFER':
            known.setdefault(row['id'], '')
    head = []
    if os.path.exists(table):
        with open(table, encoding='utf-8') as old:
            head = [line for line in old if line.startswith('#')]
    with open(table, 'w', encoding='utf-8') as new:
        new.writelines(head)
        for name in sorted(known):
            new.write(f'{name} - {known[name]}'.rstrip() + '\n')


if __name__ == '__main__':
    if sys.argv[1] == 'rows':
        print_rows(*sys.argv[2:4])
    else:
        sys.exit(compare(sys.argv[2:]))
