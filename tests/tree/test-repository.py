#!/usr/bin/python3
"""Holds the repository to what its own documents say, and keeps it free of the place it was written in.

`test-repository.py ULLAGE-CLI --update` writes what the documents' examples print into the documents.
"""
import json
import os
import re
import shlex
import subprocess
import sys

from tap import ROOT, name, run, tracked

# The build's ullage-cli, with which the README's examples are run.
CLI = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None
DOCUMENTS = [path for path in tracked('*.md', 'docs/*.md') if path.parent in (ROOT, ROOT / 'docs')]
BINARY = ('.png', '.gz', '.gguf', '.safetensors')


def texts():
    for path in tracked():
        if path.suffix in BINARY:
            continue
        try:
            yield path, path.read_text(encoding='utf-8')
        except UnicodeDecodeError:
            # A test of broken input may be no UTF-8.
            continue


def check_places():
    """No file names a path of somebody's machine."""
    place = re.compile(r'(?<![\w.\-}"$/])/(home|root|Users|work|mnt|workspace)/[A-Za-z]')
    for path, text in texts():
        for number, line in enumerate(text.splitlines(), 1):
            if place.search(line) and path.name != 'test-repository.py':
                yield f'{name(path)}:{number}: {line.strip()[:120]}'


def check_files():
    """What a repository must have is there."""
    for wanted in ('README.md', 'HACKING.md', 'LICENSE', 'run', 'check', '.ci/run', '.editorconfig', '.clang-format'):
        if not (ROOT / wanted).is_file():
            yield f'{wanted} is missing'
    if 'GNU GENERAL PUBLIC LICENSE' not in (ROOT / 'LICENSE').read_text():
        yield 'LICENSE is not the GPL'


def check_executables():
    """Scripts can be run, and shells find no fault in them."""
    for path in tracked('run', 'check', '.ci/run', 'scripts/*', 'tests/*/test-*.py'):
        if path.suffix not in ('', '.sh', '.py'):
            continue
        if not os.access(path, os.X_OK):
            yield f'{name(path)}: not executable'
        first = path.read_text().splitlines()[0]
        if not first.startswith('#!'):
            yield f'{name(path)}: no #! line'
        elif first.endswith('sh'):
            parsed = subprocess.run([first[2:], '-n', path], capture_output=True, text=True)
            yield from parsed.stderr.splitlines()


def blocks(path, language):
    return re.findall(rf'^```{language}\n(.*?)^```', path.read_text(encoding='utf-8'), re.MULTILINE | re.DOTALL)


def check_commands():
    """Every command of the documents that belongs to the project exists."""
    for path in DOCUMENTS:
        for block in blocks(path, 'sh') + blocks(path, 'console'):
            for line in block.splitlines():
                word = (line.removeprefix('$ ').split() or [''])[0]
                if re.match(r'(\./|scripts/|tests/)', word) and not os.access(ROOT / word, os.X_OK):
                    yield f'{name(path)}: {word} is no command'


def check_links():
    """Every file that the documents link to or name exists."""
    for path in DOCUMENTS:
        text = path.read_text(encoding='utf-8')
        for target in re.findall(r'\]\(([^)#]+)', text):
            if not target.startswith('http') and not (path.parent / target).exists():
                yield f'{name(path)}: {target} does not exist'
        for target in re.findall(r'`((?:src|tests|data|scripts|ui|po|docs)/[\w./-]+)`', text):
            if not (ROOT / target).exists():
                yield f'{name(path)}: `{target}` does not exist'


EXAMPLE = re.compile(r'^\$ (ullage-cli .*)\n((?:(?!\$ |```).*\n)*)', re.MULTILINE)


def output_of(command):
    made = subprocess.run([CLI, *shlex.split(command)[1:]], cwd=ROOT, capture_output=True, text=True)
    return made.stdout + made.stderr


def check_examples():
    """The documents' examples of ullage-cli print what the documents say."""
    count = 0
    if CLI is None:
        yield 'the program to run was not given'
        return
    for path in DOCUMENTS:
        for block in blocks(path, 'console'):
            for command, wanted in EXAMPLE.findall(block):
                count += 1
                made = output_of(command)
                if made != wanted:
                    yield f'{name(path)}: {command} now prints:'
                    yield from made.splitlines()
    print(f'# {count} examples')
    if not count:
        yield 'there is no example'


ROW = re.compile(r'^\| `([\w.-]+)` \| [^|]+ \|' + r' ([\d,]*) \|' * 4 + '$', re.MULTILINE)
FIGURES = 'kv_bytes_per_token', 'kv_window_bytes', 'kv_state_bytes', 'indexer_bytes_per_token'


def check_models():
    """The README's table of models holds what ullage-cli says of them."""
    if CLI is None:
        yield 'the program to run was not given'
        return
    rows = ROW.findall((ROOT / 'README.md').read_text(encoding='utf-8'))
    for model, *cells in rows:
        wanted = [int(cell.replace(',', '') or 0) for cell in cells]
        made = json.loads(output_of(f'ullage-cli model {model} --json'))
        if [made[figure] for figure in FIGURES] != wanted:
            yield f'README.md: {model} now has {[made[figure] for figure in FIGURES]}'
    print(f'# {len(rows)} models')
    if len(rows) != 16:
        yield f'README.md: its table has {len(rows)} models, not sixteen'


def update_examples():
    for path in DOCUMENTS:
        text = path.read_text(encoding='utf-8')
        made = EXAMPLE.sub(lambda found: f'$ {found[1]}\n{output_of(found[1])}', text)
        if made != text:
            path.write_text(made, encoding='utf-8')


def check_golden():
    """Every golden file is one that a test names."""
    said = '\n'.join(path.read_text(encoding='utf-8')
                     for path in tracked('tests/*/*.c', 'tests/*/*.py', 'tests/*/*.sh', 'tests/*/meson.build'))
    for path in tracked('tests/golden/*', 'tests/golden/*/*'):
        if path.name not in said and path.stem not in said:
            yield f'{name(path)}: no test names it'


if sys.argv[2:] == ['--update']:
    update_examples()
    sys.exit()
run(check_places, check_files, check_executables, check_commands, check_links, check_examples, check_models, check_golden)
