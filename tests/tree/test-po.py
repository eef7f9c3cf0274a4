#!/usr/bin/python3
"""Holds po/POTFILES to the files that have something to translate. `test-po.py --update` rewrites it."""
import re
import shutil
import subprocess
import sys

from tap import ROOT, name, run, tracked

POTFILES = ROOT / 'po' / 'POTFILES'
KEYWORDS = ['_', 'N_', 'C_:1c,2', 'NC_:1c,2', 'ngettext:1,2', 'g_dngettext:2,3', 'g_dgettext:2', 'g_dpgettext2:2c,3']
CALL = re.compile(r'\b(_|N_|C_|NC_|ngettext|g_dngettext|g_dgettext|g_dpgettext2)\s*\(\s*(?:\w+,\s*)?"')


def holds_strings(path):
    if path.name.endswith(('.desktop.in', '.metainfo.xml.in', '.gschema.xml')):
        return True
    text = path.read_text(encoding='utf-8')
    if path.suffix == '.ui':
        return re.search(r'translatable="(yes|true|1)"', text) is not None
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)
    text = re.sub(r'^\s*#\s*define\s+\w*_\s*\(.*$', '', text, flags=re.MULTILINE)
    return CALL.search(text) is not None


def expected():
    candidates = tracked('data/*.desktop.in', 'data/*.metainfo.xml.in', 'data/*.gschema.xml', 'src/*/*.c', 'src/*/*.h', 'src/*/*/*.c',
                         'ui/*.ui', 'ui/*/*.ui')
    return [name(path) for path in candidates if holds_strings(path)]


def extract():
    return subprocess.run(['xgettext', '--from-code=UTF-8', '--add-comments', '--package-name=ullage',
                           *(f'--keyword={keyword}' for keyword in KEYWORDS), f'--directory={ROOT}',
                           f'--files-from={POTFILES}', '--output=-'], capture_output=True, text=True)


def check_potfiles():
    """POTFILES lists exactly the files that hold strings to translate."""
    listed = POTFILES.read_text().split()
    wanted = expected()
    print(f'# {len(wanted)} files')
    for missing in sorted(set(wanted) - set(listed)):
        yield f'not listed: {missing}'
    for extra in sorted(set(listed) - set(wanted)):
        yield f'listed, but holds nothing to translate: {extra}'
    if listed != sorted(listed) or len(set(listed)) != len(listed):
        yield 'not in order, or a file twice'


def check_extraction():
    """xgettext takes every string out without a warning."""
    if not shutil.which('xgettext'):
        yield 'gettext is not installed'
        return
    made = extract()
    if made.returncode:
        yield f'xgettext ended with {made.returncode}'
    yield from made.stderr.splitlines()
    strings = len(re.findall(r'^msgid ', made.stdout, re.MULTILINE)) - 1
    print(f'# {strings} strings')
    if strings < 1:
        yield 'there is nothing in the template'


def check_apostrophes():
    """An apostrophe is the typographic one, in every string alike."""
    for line in extract().stdout.splitlines():
        if not line.startswith('#') and re.search(r"[A-Za-z]'[a-z]|s' [a-z]", line):
            yield line


def check_languages():
    """Every language of LINGUAS has its file, and every file its language."""
    languages = {word for line in (ROOT / 'po' / 'LINGUAS').read_text().splitlines() if not line.startswith('#')
                 for word in line.split()}
    files = {path.stem for path in (ROOT / 'po').glob('*.po')}
    for language in sorted(languages ^ files):
        yield f"{language}: {'no file' if language in languages else 'not in LINGUAS'}"


if sys.argv[1:] == ['--update']:
    POTFILES.write_text(''.join(f'{path}\n' for path in expected()))
else:
    run(check_potfiles, check_extraction, check_apostrophes, check_languages)
