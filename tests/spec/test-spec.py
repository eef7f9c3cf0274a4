#!/usr/bin/python3
"""Runs the examples of tests/spec/*.md: documentation and tests in one text.

Arguments: the program ullage-cli, then the .md files. An example is a fenced block of the kind `ullage`:

    $ ullage-cli plan --memory 24GB …      run with --json; a final \\ continues the line
    tokens = 28533 = 3740000000 // 131072  all sides are equal; a name is a member of what the command printed
    exit = 1                               the exit code, 0 where no line says otherwise
    error = --context: … negative …        standard error: the texts between the dots, in this order, in one line

Members of a list of objects go by their id: terms.weights.bytes. Whatever is not a member's name is Python arithmetic;
total (terms) is the sum of the terms' bytes. With `each n = 113..128` the command is run for every n in place of {n},
and mean (…) takes the mean over the runs. Relative paths of a command are in tests/data.
"""
import json
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / 'data'


class Members(dict):
    """A JSON object whose members are attributes, and a list of objects an object by their ids."""

    def __getattr__(self, name):
        return self[name]


def wrap(value):
    if isinstance(value, list):
        if value and all(isinstance(item, dict) and 'id' in item for item in value):
            return Members((item['id'], wrap(item)) for item in value)
        return [wrap(item) for item in value]
    if isinstance(value, dict):
        return Members((name, wrap(item)) for name, item in value.items())
    return value


def blocks(path):
    """Yields heading, line number and lines of each example."""
    heading, block = path.stem, None
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        if block is not None and line == '```':
            yield heading, start, block
            block = None
        elif block is not None:
            block.append(line)
        elif line == '```ullage':
            start, block = number, []
        elif line.startswith('#'):
            heading = line.lstrip('# ')


def parse(lines):
    text = '\n'.join(lines).replace('\\\n', ' ')
    commands, each, sides, error, wanted_exit = [], None, [], None, 0
    for line in filter(None, map(str.strip, text.split('\n'))):
        found = re.fullmatch(r'each (\w+) = (\d+)\.\.(\d+)', line)
        if line.startswith('$ '):
            commands.append(shlex.split(line[2:]))
        elif found:
            each = found[1], range(int(found[2]), int(found[3]) + 1)
        elif line.startswith('error = '):
            error = [part.strip() for part in line[8:].split('…')]
        elif line.startswith('exit = '):
            wanted_exit = int(line[7:])
        else:
            sides.append(line)
    return commands, each, sides, error, wanted_exit


def contains_in_order(text, parts):
    place = 0
    for part in parts:
        place = text.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True


def run(cli, command, error, wanted_exit):
    """What the command printed, and what is wrong with how it ended."""
    assert command[0] == 'ullage-cli', command
    made = subprocess.run([cli, *command[1:], '--json'], capture_output=True, text=True, cwd=DATA, timeout=20,
                          stdin=subprocess.DEVNULL)
    faults = []
    if made.returncode != wanted_exit:
        faults.append(f'exit {made.returncode}, not {wanted_exit}: {made.stderr.strip()}')
    said = made.stderr.splitlines()
    if error and not (len(said) == 1 and said[0].startswith('ullage-cli: ') and contains_in_order(said[0], error)):
        faults.append(f'the error is {made.stderr!r}')
    if not error and said:
        faults.append(f'an error: {made.stderr!r}')
    if error and made.stdout:
        faults.append('an error, and yet an answer')
    return wrap(json.loads(made.stdout)) if made.stdout else Members(), faults


def evaluate(side, runs):
    """The side's value, over all runs where it says so."""
    found = re.fullmatch(r'mean \((.*)\)', side)
    shared = {'__builtins__': {}, 'abs': abs, 'min': min, 'max': max, 'round': round, 'true': True, 'false': False, 'null': None,
              'total': lambda terms: sum(term.bytes for term in terms.values())}
    if found:
        return Fraction(sum(eval(found[1], shared, run) for run in runs), len(runs))
    return eval(side, shared, runs[0])


def check_sides(line, runs):
    sides = [side.strip() for side in re.split(r'\s=\s', line)]
    if len(sides) < 2:
        return [f'{line}: says nothing']
    try:
        values = [evaluate(side, runs) for side in sides]
    except (KeyError, NameError) as fault:
        return [f'{line}: no member {fault}']
    if all(value == values[0] and type(value) is not bool or value is values[0] for value in values):
        return []
    return [f'{line}: ' + ', '.join(f'{side} is {value}' for side, value in zip(sides, values, strict=True))]


def check(cli, lines):
    commands, each, sides, error, wanted_exit = parse(lines)
    faults, runs = [], [Members()]
    if each:
        name, values = each
        runs = []
        for value in values:
            made, wrong = run(cli, [word.replace('{%s}' % name, str(value)) for word in commands[0]], error, wanted_exit)
            runs.append(Members(made, **{name: value}))
            faults += wrong
    else:
        for command in commands:
            runs[0], wrong = run(cli, command, error, wanted_exit)
            faults += wrong
    for line in sides:
        faults += check_sides(line, runs)
    return faults


def main():
    cli, paths = Path(sys.argv[1]).resolve(), [Path(name) for name in sys.argv[2:]]
    examples = [(path, *block) for path in paths for block in blocks(path)]
    failed = 0
    print(f'1..{len(examples)}')
    for number, (path, heading, line, block) in enumerate(examples, 1):
        faults = check(cli, block)
        print(f"{'not ok' if faults else 'ok'} {number} {path.name}:{line} {heading}")
        for fault in faults:
            print(f'# {fault}')
        failed += bool(faults)
    sys.exit(1 if failed else 0)


main()
