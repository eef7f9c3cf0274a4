#!/usr/bin/python3
"""Holds what can be measured of how the code reads: sizes of files and functions, the form of headers."""
import json
import re
import shutil
import statistics
import subprocess

from tap import ROOT, name, run, tracked

SOURCES = tracked('src/*/*.c', 'src/*/*/*.c')
HEADERS = tracked('src/*/*.h', 'src/*/*/*.h')
TESTS = tracked('tests/*.c', 'tests/*/*.c')
# Tables and registrations grow by a line an entry and are read as tables.
TABLES = re.compile(r'_class_init$')


def lines(path):
    return path.read_text(encoding='utf-8').splitlines()


def functions():
    found = subprocess.run(['ctags', '--output-format=json', '--languages=C', '--kinds-C=f', '--fields=+ne', '-o', '-',
                            *SOURCES], check=True, capture_output=True, text=True).stdout
    for row in map(json.loads, found.splitlines()):
        if not TABLES.search(row['name']):
            yield row['end'] - row['line'] + 1, row['name'], row['path'], row['line']


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def check_file_sizes():
    """No .c file is longer than 500 lines, half of them at most 250."""
    sizes = [(len(lines(path)), path) for path in SOURCES]
    for size, path in sizes:
        if size > 500:
            yield f'{name(path)}: {size} lines'
    median = statistics.median(size for size, _ in sizes)
    print(f'# {len(sizes)} files, median {median:g} lines, longest {max(sizes)[0]}')
    if median > 250:
        yield f'the median is {median:g}'


def check_function_lengths():
    """No function is longer than 80 lines, nineteen in twenty at most 40."""
    if not shutil.which('ctags'):
        yield 'universal-ctags is not installed'
        return
    found = list(functions())
    for length, function, path, line in found:
        if length > 80:
            yield f'{path}:{line}: {function}() has {length} lines'
    lengths = [length for length, *_ in found]
    p95 = percentile(lengths, 0.95)
    print(f'# {len(found)} functions, median {statistics.median(lengths):g} lines, p95 {p95}, longest {max(lengths)}')
    if p95 > 40:
        yield f'the 95th percentile is {p95}: ' + ', '.join(
            f'{function}() {length}' for length, function, *_ in sorted(found, reverse=True)[:len(found) // 20])


def check_headers():
    """A header begins with #pragma once and says nothing about guards."""
    for path in HEADERS:
        if lines(path)[0] != '#pragma once':
            yield f'{name(path)}:1: no #pragma once'


def check_own_header_first():
    """A source includes its own header first."""
    for path in SOURCES:
        own = path.with_suffix('.h')
        if not own.exists():
            continue
        first = next((line for line in lines(path) if line.startswith('#include') and '"config.h"' not in line), '')
        if first not in (f'#include "{own.name}"', f'#include "{own.stem}-private.h"'):
            yield f'{name(path)}: begins with {first or "no include"}'


def check_opening():
    """A source opens with a comment: its invariants, units, where its formulas come from."""
    for path in SOURCES:
        if len(lines(path)) < 25:
            continue
        head = []
        for line in lines(path):
            if line == '{':
                break
            head.append(line)
        if not any(line.startswith('/*') for line in head):
            yield f'{name(path)}: no comment before the first function'


def check_layout():
    """No tabs, no trailing blanks, a newline at the end."""
    for path in [*SOURCES, *HEADERS, *TESTS, *tracked('ui/*.ui', '*.py', '*/*.py', '*/*/*.py', 'meson.build',
                                                      '*/meson.build', '*/*/meson.build')]:
        text = path.read_text(encoding='utf-8')
        if not text.endswith('\n'):
            yield f'{name(path)}: no newline at the end'
        for number, line in enumerate(text.split('\n'), 1):
            if '\t' in line or line != line.rstrip(' '):
                yield f'{name(path)}:{number}: tab or trailing blank'


def check_names():
    """Sources are ull-noun.c beside their tests test-noun.c."""
    for path in SOURCES + HEADERS:
        if not re.fullmatch(r'ull(-[a-z0-9]+)+\.[ch]|main\.c', path.name):
            yield f'{name(path)}: not of the form ull-noun'


def bodies(path):
    """Each function's first line and its text from brace to brace."""
    start = None
    for number, line in enumerate(lines(path), 1):
        if line == '{':
            start, body = number, []
        elif line == '}' and start is not None:
            yield start, '\n'.join(body)
            start = None
        elif start is not None:
            body.append(line)


def declared(statement):
    """The names of a declaration: what stands before "=", outside of brackets, between commas."""
    flat = statement
    while (inner := re.sub(r'[({\[][^(){}\[\]]*[)}\]]', ' ', flat)) != flat:
        flat = inner
    for part in flat.split(','):
        yield from re.findall(r'\w+', part.split('=')[0])[-1:]


def check_cleanup_read():
    """A variable that cleans up after itself is read somewhere: clang refuses one that is not, gcc is silent."""
    n = 0
    for path in [*SOURCES, *TESTS]:
        for start, body in bodies(path):
            code = re.sub(r"'(?:\\.|[^'\\])'", ' 0 ', re.sub(r'/\*.*?\*/', '', body, flags=re.DOTALL))
            code = re.sub(r'"(?:\\.|[^"\\])*"', ' 0 ', code)
            for statement in re.findall(r'\bg_auto(?:free|ptr|list|slist|queue)?\b([^;]*);', code):
                for variable in declared(statement):
                    n += 1
                    if len(re.findall(rf'\b{variable}\b', code)) < 2:
                        yield f'{name(path)}:{start}: {variable} is never read'
    print(f'# {n} variables')


def check_unfinished():
    """Nothing is marked as unfinished."""
    for path in [*SOURCES, *HEADERS, *TESTS, *tracked('ui/*.ui', 'ui/*.css', 'scripts/*.sh')]:
        for number, line in enumerate(lines(path), 1):
            if re.search(r'\b(TODO|FIXME|XXX|HACK)\b', line):
                yield f'{name(path)}:{number}: {line.strip()}'


run(check_file_sizes, check_function_lengths, check_headers, check_own_header_first, check_opening, check_layout,
    check_names, check_cleanup_read, check_unfinished)
