#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
Helper of scripts/callcoverage: which arguments of system calls strace decodes, and ktrace.

  stracecalls.py list SOURCE
  stracecalls.py compare LIST ARGUMENTS RESULTS

list: SOURCE is the unpacked source of strace ("apt-get source strace"). For each call of x86-64
that the table of strace has, prints its name and a word for each argument:

  number   strace shows the register
  address  strace shows the register as an address in memory
  decoded  strace passes the register to another function, which shows names or memory

The script follows functions that get the arguments through struct tcb or by value, up to a depth of
6. An argument whose number the script cannot compute is "decoded": the comparison then counts in
favour of strace. A row "rows ROW CALL..." names the calls of each row of strace's tests.

compare: LIST is such a list, ARGUMENTS the same of ktrace, with the words number, always, limit
(memory that records show only with options/buffer-limit) and address; RESULTS is the list of
rows that differ. Prints the number of calls that records of ktrace show as well as strace, better,
as well with options/buffer-limit, and worse, and the worse ones.
"""
import glob
import os
import re
import sys

import stracetest

DEPTH = 6
# Functions and macros that show a register as a number, and those that show it as an address.
NUMBERS = re.compile(r'PRINT_VAL_|print_?l?l?[udx]\b|printfd|PRINT_(?:VAL|FD)|tprints?f?\b')
ADDRESS = {'printaddr', 'printaddr64', 'printaddr_comment'}


# The numbers that macros in strace's clone.c give the arguments in 64-bit programs.
CLONE = {'ARG_FLAGS': 0, 'ARG_STACK': 1, 'ARG_PTID': 2, 'ARG_CTID': 3, 'ARG_TLS': 4}


def strip(text):
    """Remove comments, strings and lines of the preprocessor."""
    text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)
    text = re.sub(r'//[^\n]*', ' ', text)
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)


def body_at(text, start):
    """Return the text between the brace at or behind @start and its partner."""
    start = text.index('{', start)
    depth = 0
    for i in range(start, len(text)):
        depth += {'{': 1, '}': -1}.get(text[i], 0)
        if not depth:
            return text[start:i]
    return ''


def read_functions(source):
    """Return {name: (parameters, body)}; a call's function is sys_NAME."""
    functions = {}
    for path in sorted(glob.glob(os.path.join(source, 'src/*.c'))):
        with open(path, encoding='utf-8', errors='replace') as file:
            text = strip(file.read())
        for m in re.finditer(r'^SYS_FUNC\((\w+)\)\s*\{', text, re.M):
            functions['sys_' + m.group(1)] = ([], body_at(text, m.start()))
        for m in re.finditer(r'^(?:MPERS_PRINTER_DECL\([^,]*,\s*)?(\w+)(?:\(|,)([^;{}]*?)\)\s*\{',
                             text, re.M):
            names = [p.split()[-1].lstrip('*') for p in m.group(2).split(',') if p.split()]
            functions.setdefault(m.group(1), (names, body_at(text, m.start())))
    # strace shows some calls by the function of another call.
    with open(os.path.join(source, 'src/syscall_dummy.h'), encoding='utf-8') as file:
        others = dict(re.findall(r'^#\s*define\s+(sys_\w+)\s+(\w+)', file.read(), re.M))
    for name, other in others.items():
        while other in others and other not in functions:
            other = others[other]
        if other in functions:
            functions.setdefault(name, functions[other])
    return functions


def split_arguments(text):
    """Return the arguments of a call, up to the bracket that closes it."""
    depth, out, current = 0, [], ''
    for c in text:
        if c in '([{':
            depth += 1
        elif c in ')]}':
            if not depth:
                break
            depth -= 1
        if c == ',' and not depth:
            out.append(current)
            current = ''
        else:
            current += c
    return out + [current]


def number(expression, bound):
    """Compute the number of an argument; None if it is unknown."""
    # The order of the arguments of clone() on x86-64.
    bound = {**CLONE, **bound}
    text = re.sub(r'[A-Za-z_]\w*', lambda m: str(bound.get(m.group(), m.group())), expression)
    if not re.fullmatch(r'[\d\s+\-*()]+', text):
        return None
    return eval(text)  # pylint: disable=eval-used


def user_of(body, at):
    """
    Return the name of the function or macro that gets the text at @at, and the number of its
    argument that contains the text.
    """
    depth, place = 0, 0
    for i in range(at - 1, -1, -1):
        if body[i] == ')':
            depth += 1
        elif body[i] == '(':
            if depth:
                depth -= 1
                continue
            if body[:i].rstrip().endswith(']'):
                return 'table', place
            name = re.search(r'(\w+)\s*$', body[:i])
            # A condition or a cast: look further out.
            if name and name.group(1) not in ('if', 'while', 'switch', 'return', 'sizeof'):
                return name.group(1), place
            place = 0
        elif body[i] == ',' and not depth:
            place += 1
        elif body[i] in ';{}':
            break
    return None, 0


def words_of(functions, body, at, depth):
    """Return the words for what the function with @body does with the value at a place."""
    user, place = user_of(body, at)
    if user in ADDRESS:
        return {'address'}
    if user is None or NUMBERS.match(user):
        return {'number'}
    names, inner = functions.get(user, ([], ''))
    if not depth or place >= len(names):
        return {'decoded'}
    words = set()
    for use in re.finditer(r'\b' + names[place] + r'\b', inner):
        words |= words_of(functions, inner, use.start(), depth - 1)
    return words or {'decoded'}


def note(functions, uses, arg, body, at, depth):
    """Note what the function with @body does with argument @arg at a place."""
    words = words_of(functions, body, at, depth)
    for which in range(6) if arg is None else [arg]:
        uses.setdefault(which, set()).update(words)


def examine(functions, name, bound, uses, depth):
    """Note in @uses, {argument: set of words}, what a function does with the arguments."""
    if name not in functions or not depth:
        return
    # 64-bit programs of x86 have no ipc().
    body = re.sub(r'if \(indirect_ipccall\(tcp\)\)[^;{}]*;', '', functions[name][1])
    for m in re.finditer(r'tcp->u_arg\[([^\]]*)\]', body):
        note(functions, uses, number(m.group(1), bound), body, m.start(), depth)
    # A variable that holds an argument.
    for m in re.finditer(r'(\w+)\s*=\s*(?:\([^()]*\)\s*)?tcp->u_arg\[([^\]]*)\]\s*;', body):
        for use in re.finditer(r'\b' + m.group(1) + r'\b', body[m.end():]):
            note(functions, uses, number(m.group(2), bound), body, m.end() + use.start(), depth)
    for m in re.finditer(r'\b(?:SYS_FUNC_NAME\((sys_\w+)\)|(\w+))\s*\(\s*tcp\b', body):
        callee = m.group(1) or m.group(2)
        if callee not in functions or callee == name:
            continue
        given = split_arguments(body[body.index('(', m.start(2) if m.group(2) else
                                                m.end() - 6) + 1:]) if m.group(2) else []
        inner = {}
        for parameter, value in zip(functions[callee][0], given):
            known = number(value, bound)
            if known is not None:
                inner[parameter] = known
        examine(functions, callee, inner, uses, depth - 1)


def calls_of(path):
    """Yield (name, number of arguments, function) of the table of x86-64."""
    with open(path, encoding='utf-8') as table:
        yield from re.findall(r'\[.*?\]\s*=\s*\{\s*(\d+),[^}]*?SEN\((\w+)\),\s*"(\w+)"',
                              table.read())


def print_list(source):
    functions = read_functions(source)
    tables = ['src/linux/x86_64/syscallent.h', 'src/linux/generic/syscallent-common.h',
              'src/linux/syscallent-common.h']
    lines, missing = {}, set()
    for table in (os.path.join(source, t) for t in tables):
        if not os.path.exists(table):
            continue
        for nargs, function, name in calls_of(table):
            if 'sys_' + function not in functions:
                missing.add(f'sys_{function} of {name}')
            uses = {}
            examine(functions, 'sys_' + function, {}, uses, DEPTH)
            words = []
            for i in range(int(nargs)):
                use = uses.get(i, set())
                words.append('decoded' if 'decoded' in use else
                             'address' if 'address' in use else 'number')
            lines[name] = ' '.join([name] + words)
    if missing:
        sys.exit(f'no function {", ".join(sorted(missing))} in the source of strace')
    if len(lines) < 300:
        sys.exit(f'only {len(lines)} calls in the tables of strace')
    print('# SPDX-License-' + 'Identifier: GPL-2.0')
    print('# What strace shows of each argument of the calls of x86-64, and the calls of the rows')
    print('# of its tests: scripts/callcoverage --strace -u writes this list.')
    print('\n'.join(lines[name] for name in sorted(lines)))
    for row in sorted(stracetest.read_rows(os.path.join(source, 'tests/gen_tests.in')),
                      key=lambda row: row['name']):
        print('rows', row['name'], ' '.join(sorted(row['calls'].split(','))))


def load_lists(path):
    """Return {call: words} and {row: calls}."""
    calls, rows = {}, {}
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            words = line.split()
            if words[:1] == ['rows']:
                rows[words[1]] = words[2:]
            elif words and words[0] != '#':
                calls[words[0]] = words[1:]
    return calls, rows


# The calls whose tests only count the commands that match.
SCORES = {'ioctl': 'some commands differ', 'sendto': 'messages of netlink differ'}


def verdict(theirs, ours):
    """Return worse, limit, better or equal, and the argument that decides."""
    kinds = [(t, o) for t, o in zip(theirs, ours)]
    for i, (t, o) in enumerate(kinds):
        if t == 'decoded' and o == 'address':
            return 'worse', f'argument {i} is an address'
    if any(t == 'decoded' and o == 'limit' for t, o in kinds):
        return 'limit', ''
    if any(t != 'decoded' and o == 'always' for t, o in kinds):
        return 'better', ''
    return 'equal', ''


def compare(theirs_path, ours_path, results):
    theirs, rows = load_lists(theirs_path)
    ours, _ = load_lists(ours_path)
    known = {}
    for name, reason in stracetest.load_table(results).items():
        # The calls are those of 64-bit programs.
        abi, _, name = name.partition(':')
        for call in rows.get(name, ()) if abi == '64' else ():
            known.setdefault(call, f'row {name}: {reason}')
    count, worse = {}, {}
    for call in sorted(set(theirs) & set(ours)):
        what, why = verdict(theirs[call], ours[call])
        if call in known or call in SCORES:
            what, why = 'worse', SCORES.get(call) or known[call]
        count[what] = count.get(what, 0) + 1
        if what == 'worse':
            worse[call] = why
    for call, why in worse.items():
        print(f'worse: {call}: {why}')
    lacking = len(set(ours) - set(theirs))
    total = sum(count.values())
    print(f'{total + lacking - len(worse)} of {total + lacking} calls equal or better')
    print(f'{total} calls: {count.get("equal", 0)} equal, '
          f'{count.get("better", 0)} better, {count.get("limit", 0)} equal with buffer-limit, '
          f'{count.get("worse", 0)} worse; {lacking} that this strace lacks')


def main():
    if sys.argv[1:2] == ['list'] and len(sys.argv) == 3:
        print_list(sys.argv[2])
    elif sys.argv[1:2] == ['compare'] and len(sys.argv) == 5:
        compare(*sys.argv[2:])
    else:
        sys.exit(__doc__.strip())
    return 0


sys.exit(main())
