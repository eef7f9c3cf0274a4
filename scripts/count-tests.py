#!/usr/bin/python3
"""Adds up meson's own record of a test run: prints the numbers passed, failed and skipped.

A program that speaks TAP counts as its tests; one that ended badly although no test of it failed, as one failure more.
What failed, and what was said about it, goes to standard error.
"""
import json
import re
import sys
from pathlib import Path


def count_tap(text):
    passed = failed = skipped = 0
    for line in text.splitlines():
        verdict = re.match(r'(not )?ok\b(?:[^#]|\\#)*(?:#\s*(SKIP|TODO)\b)?', line, re.IGNORECASE)
        if not verdict:
            continue
        directive = (verdict[2] or '').upper()
        if directive == 'SKIP':
            skipped += 1
        elif verdict[1] and directive != 'TODO':
            failed += 1
        else:
            passed += 1
    return passed, failed, skipped


def explain(record):
    """A TAP program says why on standard output, which meson keeps to itself."""
    speaking = False
    print(f"FAIL {record['name']}", file=sys.stderr)
    for line in record['stdout'].splitlines():
        if re.match(r'(not )?ok\b|\d+\.\.', line):
            speaking = line.startswith('not ok')
        if speaking or line.startswith(('Bail out', '# Bail', '**')):
            print(f'  {line}', file=sys.stderr)


def count(record):
    passed = failed = skipped = 0
    if re.search(r'^1\.\.\d', record['stdout'], re.MULTILINE):
        passed, failed, skipped = count_tap(record['stdout'])
    if record['result'] in ('OK', 'EXPECTEDFAIL'):
        passed += passed + failed + skipped == 0
    elif record['result'] == 'SKIP':
        skipped += skipped == 0
    else:
        failed += failed == 0
        explain(record)
    return passed, failed, skipped


def main():
    lines = (Path(sys.argv[1]) / 'testlog.json').read_text().splitlines()
    sums = [sum(column) for column in zip(*(count(json.loads(line)) for line in lines))]
    print(*(sums or [0, 0, 0]))


main()
