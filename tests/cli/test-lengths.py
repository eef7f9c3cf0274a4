#!/usr/bin/python3
"""What `ullage-cli plan --lengths` says, and what it refuses. Argument: the program."""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
# 57,344 bytes a token.
HAND = ['--layers', '28', '--kv-heads', '4', '--query-heads', '28', '--head-dim', '128']
TOKEN = 57344
COURSE = 'lognormal:6.6,0.9,64,8192'
MEMBERS = ['spec', 'p50', 'p95', 'p99', 'max', 'mean', 'concurrency', 'expected_bytes', 'deviation_bytes',
           'expected_tokens', 'expected_concurrency', 'overflow', 'safe_concurrency', 'safe_concurrency_normal',
           'longer_than_accepted', 'product_tokens', 'product_bytes']


def run(*args, **how):
    return subprocess.run([CLI, 'plan', *HAND, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                          **how)


def pool(tokens):
    return ['--available', str(tokens * TOKEN)]


def read(*args):
    made = run(*args, '--json')
    assert made.returncode == 0 and not made.stderr, made
    return json.loads(made.stdout)


def refused(made, code, *parts):
    """What is wrong with how the program refused."""
    if made.returncode != code:
        yield f'exit {made.returncode}, not {code}: {made.stderr!r}'
    if not made.stderr.startswith('ullage-cli: ') or made.stderr.count('\n') != 1:
        yield f'no one sentence: {made.stderr!r}'
    for part in parts:
        if part not in made.stderr:
            yield f'{part!r} is not in {made.stderr!r}'
    if made.stdout:
        yield f'printed {made.stdout[:80]!r} all the same'


def check_members():
    """The member is there with --lengths alone, and everything else is the plan of the mean length, rounded up."""
    said = read(*pool(617189), '--lengths', COURSE, '--concurrency', '500')
    lengths = said.pop('lengths')
    if list(lengths) != MEMBERS:
        yield f'members {list(lengths)}'
    if said != read(*pool(617189), '--context', '1091', '--concurrency', '500'):
        yield 'the rest is no plan of 1,091 tokens'
    if (lengths['p50'], lengths['p99'], lengths['max'], lengths['spec']) != (735, 5965, 8192, COURSE):
        yield f'{lengths}'
    for name in ('p50', 'p95', 'p99', 'max'):
        alone = read(*pool(617189), '--context', str(lengths[name]))['max_concurrency']
        if lengths['concurrency'][name] != alone:
            yield f'{name}: {lengths["concurrency"][name]}, a plan says {alone}'
    overflow = lengths['overflow']
    if overflow['k'] != 500 or overflow['difference'] != overflow['normal'] - overflow['monte_carlo']:
        yield f'{overflow}'
    if abs(overflow['difference']) > 0.02 or not 0 < overflow['standard_error'] < 0.004:
        yield f'{overflow}'


def check_text():
    """The table shows what --json says, and no line ends in blanks."""
    made = run(*pool(617189), '--lengths', COURSE, '--concurrency', '500', '--max-num-seqs', '512', '--explain')
    lengths = read(*pool(617189), '--lengths', COURSE, '--concurrency', '500', '--max-num-seqs', '512')['lengths']
    text = made.stdout.replace('\u00a0', ' ')
    for part in (f'\nLengths, {COURSE}\n', '735 tokens', '5,965 tokens', '8,192 tokens', '1,091.0 tokens', '75 requests',
                 f'{100 * lengths["overflow"]["normal"]:.2f} % by the normal approximation',
                 f'{100 * lengths["overflow"]["monte_carlo"]:.2f} % ± {100 * lengths["overflow"]["standard_error"]:.2f} %',
                 f'{lengths["safe_concurrency"]} requests', '8,192 × 512 = 4,194,304 tokens', '\nSum\n'):
        if part not in text:
            yield f'{part!r} is not in {text}'
    yield from (f'blanks at the end of {line!r}' for line in text.splitlines() if line != line.rstrip())


def check_seed():
    """The same seed draws the same, another does not; the default is 1."""
    said = [run(*pool(617189), '--lengths', COURSE, '--concurrency', '520', '--json', *seed).stdout
            for seed in ([], ['--seed', '1'], ['--seed', '2'])]
    if said[0] != said[1] or said[0] == said[2]:
        yield 'the seed does not tell'


def check_exit_codes():
    """--check takes as many as are safe, and not one more, though more fit on average."""
    safe = read(*pool(617189), '--lengths', COURSE)['lengths']['safe_concurrency']
    for concurrency, extra, wanted in ((safe, ['--check'], 0), (safe + 1, ['--check'], 3), (safe + 1, [], 0),
                                       (safe, ['--check', '--min-ullage', '50%'], 3)):
        made = run(*pool(617189), '--lengths', COURSE, '--concurrency', str(concurrency), *extra)
        if made.returncode != wanted:
            yield f'{concurrency} {extra}: exit {made.returncode}'


def check_usage():
    """What is no distribution is a usage error that names the option."""
    for spec in ('', 'x', 'fixed', 'fixed:', 'fixed:0', 'fixed:-1', 'fixed:nan', 'uniform:9,3', 'uniform:1', 'lognormal:1,2',
                 'lognormal:6.6,-1,64,8192', 'lognormal:nan,1,64,8192', 'lognormal:6.6,inf,64,8192',
                 'lognormal:6.6,0.9,8192,64', 'lognormal:6.6,0.9,0,8192', 'csv:', 'csv:x', 'trace:', '\x1b[31m', 'fixed:1\n2'):
        yield from (f'{spec!r}: {fault}' for fault in refused(run(*pool(9), f'--lengths={spec}'), 2, '--lengths: '))
    for seed in ('', '-1', 'nan', '1.5', '1e30'):
        yield from refused(run(*pool(9), '--lengths', 'fixed:1', f'--seed={seed}'), 2, '--seed: ')
    yield from refused(run(*pool(9), '--seed', '1'), 2, '--seed', '--lengths')
    yield from refused(run(*pool(9), '--lengths', 'fixed:1', '--context', '1'), 2, '--lengths', '--context')
    yield from refused(run(*pool(9), '--lengths', 'fixed:1', '--lengths', 'fixed:2'), 2, '--lengths', 'twice')


def check_no_spread():
    """Lengths without a spread are a plan of one length: nothing is left to chance."""
    for spec in ('fixed:100', 'uniform:100,100', 'lognormal:4.60517018598809,0,1,9999'):
        for concurrency, wanted in ((10, 0), (11, 1)):
            lengths = read(*pool(1000), '--lengths', spec, '--concurrency', str(concurrency))['lengths']
            overflow = lengths['overflow']
            if (overflow['normal'], overflow['monte_carlo'], overflow['standard_error']) != (wanted, wanted, 0):
                yield f'{spec}: {overflow}'
            if (lengths['safe_concurrency'], lengths['deviation_bytes'], lengths['mean']) != (10, 0, 100):
                yield f'{spec}: {lengths}'


def check_bad_files():
    """What is no log is refused with its name and place, without waiting and without reading on."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = {'noise.csv': bytes(range(256)) * 40, 'empty.csv': b'', 'header.csv': b'tokens\n', 'other.csv': b'a,b\n1,2\n',
                 'ragged.csv': b'tokens,b\n1,2\n3\n', 'word.csv': b'tokens\n5\nfive\n', 'zero.csv': b'tokens\n0\n',
                 'open.csv': b'tokens\n"5\n', 'endless.csv': b'tokens\n"' + b'5' * (20 << 20), 'wide.csv': b'1,' * 100_000,
                 'list.jsonl': b'[1, 2]\n', 'deep.jsonl': b'{"a":' * 100_000, 'long.jsonl': b'{' + b' ' * (20 << 20)}
        for file, text in texts.items():
            (folder / file).write_bytes(text)
        os.mkfifo(folder / 'fifo.csv')
        (folder / 'folder.csv').mkdir()
        places = {'ragged.csv': 'row 3', 'word.csv': 'row 3, column tokens', 'zero.csv': 'row 2, column tokens',
                  'open.csv': 'row 2, column 1', 'other.csv': 'row 1', 'deep.jsonl': 'row 1', 'long.jsonl': 'row 1'}
        for file in (*texts, 'fifo.csv', 'folder.csv', 'absent.csv'):
            for spec in (f'csv:{file}:tokens', f'trace:{file}'):
                place = places.get(file, file) if spec.startswith('csv') == file.endswith('csv') else file
                made = run(*pool(9), '--lengths', spec, cwd=folder)
                yield from (f'{spec}: {fault}' for fault in refused(made, 1, file, place))
        for device in ('/dev/zero', '/dev/null', '/dev/stdin'):
            yield from refused(run(*pool(9), '--lengths', f'trace:{device}'), 1, device)
        print(f'# {len(texts) + 3} files')


def check_document():
    """A .ullage file carries lengths along without the file they were counted from; --context and --lengths replace them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log, document = folder / 'requests.csv', folder / 'x.ullage'
        log.write_text('id,tokens\n' + ''.join(f'{i},{1 + i % 700}\n' for i in range(2100)))
        for spec, called in ((COURSE, COURSE), (f'csv:{log}:tokens', 'csv:requests.csv:tokens')):
            given = read(*pool(617189), '--lengths', spec, '--concurrency', '500')
            made = subprocess.run([CLI, 'convert', *HAND, *pool(617189), '--concurrency', '500', '--lengths', spec, '-o', document])
            if made.returncode:
                yield f'{spec}: {made}'
            given['lengths']['spec'] = called
            moved = log.rename(folder / 'gone.csv')

            def planned(*args):
                made = subprocess.run([CLI, 'plan', document, *args, '--json'], capture_output=True, text=True, timeout=60)
                return json.loads(made.stdout) if made.returncode == 0 else made.stderr

            if planned() != given:
                yield f'{spec}: {planned()} from the document, {given} from the option'
            if str(folder) in document.read_text():
                yield f'{spec}: the document names a folder'
            if 'lengths' in planned('--context', '512') or planned('--context', '512') != planned('--context', '512', '--seed=1') \
                    and '--seed' not in planned('--context', '512', '--seed=1'):
                yield f'{spec}: --context leaves the lengths'
            if planned('--lengths', 'fixed:100')['lengths']['spec'] != 'fixed:100':
                yield f'{spec}: --lengths leaves the lengths of the document'
            moved.rename(log)


def check_long_file():
    """A million rows take less memory than the file, and seconds at most."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / 'long.csv'
        with open(path, 'w') as file:
            file.write('id,prompt,tokens\n')
            file.writelines(f'{i},"{"word " * 10}",{1 + i % 1000}\n' for i in range(1_000_000))
        size, start = path.stat().st_size, time.monotonic()

        def bounded():
            if 'ASAN_OPTIONS' not in os.environ:
                resource.setrlimit(resource.RLIMIT_AS, (size, size))

        made = run(*pool(10**6), '--lengths', f'csv:{path}:tokens', '--json', preexec_fn=bounded)
        print(f'# {size >> 20} MiB in {time.monotonic() - start:.2f} s')
        if made.returncode or json.loads(made.stdout)['lengths']['p99'] != 990:
            yield f'{made}'


tap.run_all(globals())
