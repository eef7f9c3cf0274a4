#!/usr/bin/python3
"""What `ullage-cli ramp` says, and what it refuses. Argument: the program."""
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CLI = Path(sys.argv[1]).resolve()
CARD = ['llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--requests', '200']
# The contract's members of a level, in its order.
LEVEL = ['concurrency', 'output_tokens_per_s', 'requests_per_s', 'kv_use_mean', 'kv_use_max', 'hit_rate', 'preemptions',
         'recomputed_tokens', 'useful_share', 'waiting_mean', 'ttft_p50', 'ttft_p90', 'ttft_p99', 'tpot_p50', 'tpot_p99',
         'itl_p99', 'itl_max', 'e2e_p50', 'e2e_p99', 'low', 'high']
WHOLE = ['levels', 'shape', 'peak', 'operating_point', 'operating_reason', 'without_sharing', 'retention_gain']


def run(*args):
    return subprocess.run([CLI, 'ramp', *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100)


def read(*args):
    made = run(*args, '--json')
    assert made.returncode == 0 and not made.stderr, made
    return json.loads(made.stdout)


def refused(made, code, *parts):
    if made.returncode != code or made.stdout:
        yield f'exit {made.returncode}, not {code}: {made.stderr!r} {made.stdout[:80]!r}'
    if not made.stderr.startswith('ullage-cli: ') or made.stderr.count('\n') != 1:
        yield f'no one sentence: {made.stderr!r}'
    yield from (f'{part!r} is not in {made.stderr!r}' for part in parts if part not in made.stderr)


def check_members():
    """The contract's members are there, in its order."""
    said = read(*CARD, '--levels', '1,4,16')
    if [name for name in said if name in WHOLE] != WHOLE:
        yield f'{list(said)}'
    for level in said['levels'] + said['without_sharing']['levels']:
        if list(level)[:len(LEVEL)] != LEVEL:
            yield f'{list(level)}'
    if [level['concurrency'] for level in said['levels']] != [1, 4, 16]:
        yield 'the levels'
    if said['shape'] not in ('cliff', 'plateau') or said['operating_point'] > said['peak']:
        yield f'{said["shape"]}: {said["operating_point"]}, {said["peak"]}'


def check_same():
    """The same seed says the same, whatever computes it; another says something else."""
    texts = {run(*CARD, '--levels', '2,8,32', '--preset', 'chat', '--threads', threads, '--json').stdout for threads in '135'}
    if len(texts) != 1 or run(*CARD, '--levels', '2,8,32', '--preset', 'chat', '--seed', '7', '--json').stdout in texts:
        yield f'{len(texts)}'


def check_by_hand():
    """Requests of 160 tokens that answer with 100, one after the other and two at a time, at 10 ms a step, 0.1 ms a token and
    1 µs a token of context: the step that reads the prompts, then 99 steps of a token for each client, each on what it has so far."""
    said = read(*CARD, '--prompts', 'fixed:160', '--outputs', 'fixed:100', '--shared-prefix', '0', '--step', '10000,100,1',
                '--levels', '1,2')
    for level in said['levels']:
        n = level['concurrency']
        first = 0.010 + 0.0001 * 160 * n + 0.000001 * 160 * n
        end = first + sum(0.010 + 0.0001 * n + 0.000001 * (160 + i) * n for i in range(1, 100))
        for name, right in ('ttft_p50', first), ('tpot_p50', (end - first) / 99), ('e2e_p50', end):
            if abs(level[name] - right) > 1e-6:
                yield f'{n} clients: {name} is {level[name]}, by hand {right}'


def check_words():
    """A model without attention keeps no prefix, so nothing is said of one; figures are grouped everywhere."""
    made = run('mamba-2.8b', '--device', 'rtx-4090', '--requests', '100', '--levels', '64,128,181,215,256')
    if 'plateau' not in made.stdout or 'pinned' in made.stdout:
        yield made.stdout
    if 'Without sharing: at most 3,' not in made.stdout:
        yield made.stdout


def check_forms():
    """Text, a row a level and a row a request agree with the object."""
    args = [*CARD, '--levels', '2,6', '--preset', 'chapter']
    said, text = read(*args), run(*args).stdout
    rows = list(csv.DictReader(io.StringIO(run(*args, '--csv').stdout)))
    main = [row for row in rows if row['line'] == 'main']
    for level, row in zip(said['levels'], main, strict=True):
        for name, value in level.items():
            if name != 'stuck' and value is not None and abs(float(row[name]) - value) > 1e-6 * max(1, abs(value)):
                yield f'{name}: {row[name]}, {value}'
        if f'{level["output_tokens_per_s"]:.0f}' not in text:
            yield text
    if {row['line'] for row in rows} != {'main', 'unshared', 'heavier'}:
        yield 'the lines'
    requests = list(csv.DictReader(io.StringIO(run(*args, '--per-request').stdout)))
    if len(requests) != 400 or {row['concurrency'] for row in requests} != {'2', '6'}:
        yield f'{len(requests)} requests'
    for row in requests:
        if not float(row['arrival_s']) <= float(row['first_token_s']) <= float(row['finish_s']) or row['left'] != '0':
            yield f'{row}'
    # Levels draw the same requests.
    drawn = [[(row['prompt_tokens'], row['output_tokens']) for row in sorted(requests, key=lambda row: int(row['request']))
              if row['concurrency'] == level] for level in '26']
    if drawn[0] != drawn[1]:
        yield 'levels differ in their requests'


def check_load():
    """Options over a preset are in the load that is printed, and in the times."""
    said = read(*CARD, '--levels', '2', '--prompts', 'fixed:100', '--outputs', 'fixed:10', '--shared-prefix', '64',
                '--shared-fraction', '25%', '--step', '1000,10,0', '--cap', '1')
    load = said['load']
    if (load['lengths']['spec'], load['outputs']['spec'], load['prompts_alone'], load['prefix_tokens'], load['prefix_fraction']) != \
            ('fixed:100', 'fixed:10', True, 64, 0.25) or said['pool']['cap'] != 1:
        yield f'{load}'
    if {name: step['source'] for name, step in said['step'].items()} != dict.fromkeys(['base_us', 'token_us', 'context_us'], 'typed'):
        yield f'{said["step"]}'
    # 10 steps a request, of 1 ms, and 10 us a token: 100 of the prompt, less 64 where they are found, and 9 fed back.
    slow, fast = (10 * 1000 + 10 * (100 + 9)) / 1e6, (10 * 1000 + 10 * (36 + 9)) / 1e6
    rate = said['levels'][0]['requests_per_s']
    if not 1 / slow <= rate <= 1 / fast:
        yield f'{rate} is not between {1 / slow} and {1 / fast}'
    unshared = said['without_sharing']['levels'][0]['requests_per_s']
    if abs(unshared * slow - 1) > 0.01:
        yield f'{unshared}, not {1 / slow}'


def check_document():
    """A .ullage file's load is where a ramp begins."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'a.ullage'
        subprocess.run([CLI, 'convert', 'llama-3.1-8b', '--device', 'rtx-4090', '-o', path], check=True, capture_output=True)
        text = json.loads(path.read_text())
        path.write_text(json.dumps(text | {'load': {'kind': 'sessions', 'turns': 3, 'requests': 120, 'lengths': {'spec': 'fixed:77'}}}))
        load = read(str(path), '--levels', '2')['load']
        if (load['kind'], load['turns'], load['requests'], load['lengths']['spec']) != ('sessions', 3, 120, 'fixed:77'):
            yield f'{load}'
        if read(str(path), '--levels', '2', '--preset', 'code')['load']['preset'] != 'code':
            yield 'a preset does not replace it'
        path.write_text(json.dumps(text | {'load': {'turns': 0}}))
        yield from refused(run(str(path)), 1, 'a.ullage', 'turns')


def check_trace():
    """A log by its path: its own times, or clients that take its requests in turn."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'log.csv'
        path.write_text('TIMESTAMP,ContextTokens,GeneratedTokens\n' + ''.join(f'{i},100,{10 + i % 5}\n' for i in range(60)))
        own = read(*CARD, '--levels', '4', '--trace', str(path))
        if abs(own['levels'][0]['requests_per_s'] - 1) > 0.1 or own['load']['arrivals'] != 'trace':
            yield f'{own["levels"]}'
        closed = read(*CARD, '--levels', '4', '--trace', str(path), '--arrivals', 'closed')
        if closed['levels'][0]['running_mean'] < 3.7:
            yield f'{closed["levels"]}'
        path.write_text('TIMESTAMP,ContextTokens,GeneratedTokens\n1,2,x\n')
        yield from refused(run(*CARD, '--trace', str(path)), 1, 'row 2')
    yield from refused(run(*CARD, '--trace', '/nowhere.csv'), 1, '/nowhere.csv')


def check_moved():
    """A document finds the log that lies beside it from any folder, also after both were moved; one of before is found as typed."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        log = Path(one) / 'log.csv'
        log.write_text('TIMESTAMP,ContextTokens,GeneratedTokens\n' + ''.join(f'{i},100,{10 + i % 5}\n' for i in range(60)))
        first, second = Path(one) / 'a.ullage', Path(one) / 'b.ullage'
        subprocess.run([CLI, 'convert', 'llama-3.1-8b', '--device', 'rtx-4090', '-o', first], check=True, capture_output=True)
        text = json.loads(first.read_text())

        def with_log(path):
            first.write_text(json.dumps(text | {'load': {'kind': 'trace', 'arrivals': 'trace', 'trace': path}}))

        def ramp(path, cwd):
            return subprocess.run([CLI, 'ramp', path, '--levels', '4', '--requests', '50'], capture_output=True, text=True, cwd=cwd)

        with_log('log.csv')
        if ramp(first, other).returncode != 0:
            yield 'the log beside a document is not found from another folder'
        subprocess.run([CLI, 'convert', 'a.ullage', '-o', 'b.ullage'], check=True, capture_output=True, cwd=one)
        if json.loads(second.read_text())['load']['trace'] != 'log.csv':
            yield f'a log beside the document is written as {json.loads(second.read_text())["load"]["trace"]}'
        away = Path(other) / 'c.ullage'
        subprocess.run([CLI, 'convert', first, '-o', away], check=True, capture_output=True, cwd='/')
        if json.loads(away.read_text())['load']['trace'] != str(log.resolve()):
            yield f'a log elsewhere is written as {json.loads(away.read_text())["load"]["trace"]}'
        if ramp(away, '/').returncode != 0:
            yield 'a log elsewhere is not found'
        away.write_text(first.read_text())
        if ramp(away, one).returncode != 0:
            yield 'a path as typed, of a document of before, is not found'
        if ramp(away, '/').returncode != 1 or 'log.csv' not in ramp(away, '/').stderr:
            yield 'a log that is nowhere is not named'


def check_refused():
    """What is no ramp is refused, and the sentence names the option."""
    for option, values in {'levels': ['0', '4,2', '4,4', 'x', '', '1,,2', '99999999', ','.join(map(str, range(1, 70)))],
                           'requests': ['0', '-1', '1e9', 'x'], 'outputs': ['x', 'fixed:0', 'csv:'], 'sessions': ['x'],
                           'prompts': ['lognormal:1'], 'turns': ['0'], 'think': ['-1', 'x'], 'cap': ['0', 'x', '9999999'], 'patience': ['-1', 'x'], 'seed': ['-1'],
                           'generation': ['xyzzy'], 'step': ['1', '1,2', '1,2,x', '-1,2,3', 'nan,1,1', '1,2,3,4'],
                           'arrivals': ['xyzzy', 'poisson:', 'gamma:1'], 'shared-fraction': ['2'], 'shared-prefix': ['-1', '9000', '99999999'],
                           'preset': ['xyzzy'], 'threads': ['0', '999']}.items():
        for value in values:
            yield from (f'{value}: {fault}' for fault in refused(run(*CARD, f'--{option}={value}'), 2, f'--{option}: '))
    for args in (['--arrivals', 'poisson:0'], ['--arrivals', 'trace'], ['--sessions', 'fixed:5', '--arrivals', 'poisson:1'],
                 ['--prompts', 'fixed:5', '--lengths', 'fixed:9'], ['--json', '--csv'], ['--step', '0,0,0'], ['--step', '1e-9,0,9']):
        yield from refused(run(*CARD, *args), 2, args[-2])
    yield from refused(run('--layers', '2', '--kv-heads', '2', '--head-dim', '64', '--memory', '24GiB'), 1, 'not known', ';')


def check_figures():
    """Figures of the text are in groups of three: of a step, of the cache's bytes, of pauses between tokens."""
    said = run('llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--max-model-len', '16384', '--levels', '1', '--requests', '4').stdout
    # 32 layers x 8 heads x 128 x 2 x 2 bytes a token; a step takes weights of 15 GB over a bandwidth of 1.008 TB/s at least.
    if '131,072\u00a0B of cache' not in said or not re.search(r'of a step +1\d,\d{3}\.\d\u00a0µs', said):
        yield said
    said += run(*CARD, '--levels', '200', '--requests', '400', '--step', '3000000,12,0.1', '--surge').stdout
    yield from (f'not in groups: {figure}' for figure in re.findall(r'(?<![.\d,])\d{4,}', said) if figure not in ('8192',))


def check_nothing_runs():
    """Where no request fits the pool, one sentence says so in place of an operating point."""
    # A block of 16 tokens is 2 MiB of this model: less is none, and two do not hold a prompt of 4,000 tokens.
    small = ('llama-3.1-8b', '--step', '5000,100,1', '--levels', '1,2', '--lengths', 'fixed:4000')
    for why, args in {'the pool’s 0 blocks,': ('--available', '1MiB'), 'the pool’s 2 blocks,': ('--available', '5MiB'),
                      'each client leaves': ('--available', '4GiB', '--patience', '0'),
                      'the model length of 300 tokens': ('--engine', 'vllm', '--available', '4GiB', '--max-model-len', '300', '--sessions', 'fixed:9',
                                                         '--shared-prefix', '400', '--lengths')}.items():
        args = [*small, *args]
        if args[-1] == '--lengths':
            args = [part for part in args if part not in ('--lengths', 'fixed:4000')]
        first, said = run(*args).stdout.split('\n\n')[0], read(*args)
        if '\n' in first or not first.startswith('No request runs: ') or why not in first:
            yield f'{args}: {first!r}'
        if {said['operating_reason'], said['shape_reason']} != {first}:
            yield f'{args}: {said["operating_reason"]!r} {said["shape_reason"]!r}'
        if (said['shape'], said['rising'], said['peak'], said['operating_point']) != (None, False, None, None):
            yield f'{args}: {said["shape"]}, {said["peak"]}'
        yield from refused(run(*args, '--surge'), 1, 'No request runs: ')
        with tempfile.TemporaryDirectory() as folder:
            for form in ('svg', 'csv'):
                picture = Path(folder) / f'a.{form}'
                made = subprocess.run([CLI, 'chart', 'ramp', *args, '-o', picture], capture_output=True, text=True)
                text = picture.read_text()
                if made.returncode or any(word in text for word in ('lateau', 'perate', '>peak', 'eak at')):
                    yield f'{form} of {args}: {made.stderr} names a place'


def check_rising():
    """Where throughput still rises at the last level, every sentence says that the peak lies beyond it."""
    args = [*CARD, '--levels', '1,2,4', '--preset', 'chat']
    said, text = read(*args), run(*args).stdout
    if (said['shape'], said['rising'], said['peak']) != ('plateau', True, 4) or 'beyond the last level' not in said['shape_reason']:
        yield f'{said["shape"]}, {said["rising"]}, {said["peak"]}: {said["shape_reason"]}'
    if 'plateau' in text.lower() or text.count('beyond') < 2 or 'clients or more' not in text.splitlines()[0]:
        yield text


def check_fit():
    """A run of too few requests, or too few of it, is refused; one that was made by known coefficients gives them back."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'run.csv'
        lines = run(*CARD[:-2], '--levels', '16', '--preset', 'conversation', '--step', '15000,80,0.2', '--requests', '64',
                    '--per-request').stdout.splitlines()
        rows = list(csv.DictReader(lines))
        for count, args, code in ((1, [], 1), (9, [], 1), (64, ['--fit-first', '9'], 2), (64, ['--fit-first', '0'], 2)):
            path.write_text('\n'.join(lines[:1 + count]) + '\n')
            yield from refused(run(*CARD, '--fit', str(path), *args), code, '10 ' if code == 2 else 'at least 10')
        path.write_text('\n'.join(lines) + '\n')
        said = read(*CARD, '--levels', '4', '--preset', 'conversation', '--fit', str(path), '--fit-first', '40')
        if said['fit']['fitted']['requests'] != 40 or said['fit']['rest']['requests'] != len(rows) - 40:
            yield f'{said["fit"]}'
        if abs(said['fit']['rest']['e2e_total']) > 0.02 or {step['source'] for step in said['step'].values()} != {'fitted'}:
            yield f'{said["fit"]}, {said["step"]}'


CHECKS = [value for name, value in list(globals().items()) if name.startswith('check_')]


def main():
    print(f'1..{len(CHECKS)}')
    failed = 0
    for number, check in enumerate(CHECKS, 1):
        wrong = list(check())
        print(f"{'not ok' if wrong else 'ok'} {number} {check.__doc__.splitlines()[0].rstrip('.')}")
        for fault in wrong[:20]:
            print(f'# {fault}')
        failed += bool(wrong)
    sys.exit(1 if failed else 0)


main()
