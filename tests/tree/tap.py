"""The few lines of TAP that the tests in Python share, and the files of the tree.

A check is a function that yields one sentence per fault; its docstring's first line is its name.
"""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def tracked(*patterns):
    """Files of the repository in order; of an unpacked archive, all files that are not build output."""
    listed = subprocess.run(['git', '-C', ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                            capture_output=True, text=True)
    if listed.returncode == 0:
        names = sorted(set(name for name in listed.stdout.split('\0') if name))
        paths = [ROOT / name for name in names]
    else:
        paths = sorted(path for path in ROOT.rglob('*')
                       if not path.relative_to(ROOT).parts[0].startswith(('_', 'build', '.git')))
    paths = [path for path in paths if path.is_file()]
    if patterns:
        paths = [path for path in paths if any(path.relative_to(ROOT).match(pattern) for pattern in patterns)]
    return paths


def name(path):
    return str(path.relative_to(ROOT))


def faults_of(check):
    """What it found; a check that could not go on found that."""
    faults = []
    try:
        faults.extend(check())
    except Exception as error:
        faults.append(f'{type(error).__name__}: {error}')
    return faults


def run(*checks):
    print(f'1..{len(checks)}')
    failed = 0
    for number, check in enumerate(checks, 1):
        title = check.__doc__.strip().splitlines()[0].rstrip('.')
        faults = faults_of(check)
        print(f"{'not ok' if faults else 'ok'} {number} {title}")
        for fault in faults[:30]:
            print('# ' + str(fault)[:600].replace('\n', '\n# '))
        failed += bool(faults)
    sys.exit(1 if failed else 0)


def run_all(module):
    """Every check of a module's globals, as they stand in it."""
    run(*[value for name, value in module.items() if name.startswith('check_')])
