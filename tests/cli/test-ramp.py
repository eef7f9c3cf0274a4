#!/usr/bin/python3
"""What `ullage-cli ramp` says, and what it refuses. Argument: the program."""
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
CARD = ['llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--max-model-len', '16Ki', '--requests', '200']
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
    """What is kept of a model of states is not simulated: that is said, and nothing of sharing; figures are grouped everywhere."""
    made = run('mamba-2.8b', '--device', 'rtx-4090', '--requests', '100', '--levels', '64,128,181,215,256')
    if 'plateau' not in made.stdout or 'pinned' in made.stdout:
        yield made.stdout
    if 'clients: 3,' not in made.stdout or 'Without sharing' in made.stdout or 'is not simulated' not in made.stdout:
        yield made.stdout


def check_forms():
    """Text, a row a level and a row a request agree with the object."""
    args = [*CARD, '--levels', '2,6', '--preset', 'chapter']
    said, text = read(*args), run(*args).stdout
    rows = list(csv.DictReader(io.StringIO(run(*args, '--csv').stdout)))
    main = [row for row in rows if row['line'] == 'main']
    for level, row in zip(said['levels'], main, strict=True):
        for name, value in level.items():
            if name not in ('stuck', 'growing') and value is not None and abs(float(row[name]) - value) > 1e-6 * max(1, abs(value)):
                yield f'{name}: {row[name]}, {value}'
        if f'{level["output_tokens_per_s"]:.0f}' not in text:
            yield text
    if {row['line'] for row in rows} != {'main', 'unshared', 'heavier'}:
        yield 'the lines'
    requests = list(csv.DictReader(io.StringIO(run(*args, '--per-request').stdout)))
    if len(requests) != 400 or {row['concurrency'] for row in requests} != {'2', '6'}:
        yield f'{len(requests)} requests'
    for row in requests:
        if not float(row['arrival_s']) <= float(row['first_token_s']) <= float(row['finish_s']) or (row['left'], row['outcome']) != ('0', 'finished'):
            yield f'{row}'
    # Levels draw the same requests.
    drawn = [[(row['prompt_tokens'], row['output_tokens']) for row in sorted(requests, key=lambda row: int(row['request']))
              if row['concurrency'] == level] for level in '26']
    if drawn[0] != drawn[1]:
        yield 'levels differ in their requests'


def check_outcomes():
    """What became of a request is one of four, each level counts them, and together they are what was sent: where clients leave, where the model
    length refuses the longer ones, and where one that is larger than the pool lets the others wait for ever."""
    short = [*CARD[:-4], '--levels', '4,8', '--prompts', 'uniform:100,20000', '--outputs', 'fixed:20', '--shared-prefix', '0', '--requests', '60']
    for args, some in (([*CARD, '--levels', '60', '--patience', '6'], ('finished', 'cancelled')), ([*short, '--max-model-len', '16Ki'], ('finished', 'refused')),
                       ([*short, '--max-model-len', '128Ki', '--available', '1GiB'], ('unfinished',))):
        rows = list(csv.DictReader(io.StringIO(run(*args, '--per-request').stdout)))
        seen = set()
        for level in read(*args)['levels']:
            outcomes = [row['outcome'] for row in rows if row['concurrency'] == str(level['concurrency'])]
            counts = [outcomes.count(name) for name in ('finished', 'cancelled', 'refused', 'unfinished')]
            if counts != [level[name] for name in ('answered', 'left', 'refused', 'unfinished')] or sum(counts) != level['sent']:
                yield f'{args}: {counts}, {level}'
            seen |= set(outcomes)
        if not seen >= set(some):
            yield f'{args}: {seen}'
        for row in rows:
            if row['left'] != str(int(row['outcome'] == 'cancelled')) or (row['finish_s'] != '') != (row['outcome'] in ('finished', 'cancelled')):
                yield f'{row}'


def check_beside():
    """An earlier plan's ramp stands beside it, with what has changed and what has not; a model is no plan."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / 'old.ullage')
        subprocess.run([CLI, 'convert', *CARD[:-2], '-o', path], check=True, capture_output=True)
        load = ['--preset', 'chat', '--requests', '100', '--levels', '1,4,8']
        same, more = read(path, *load, '--max-model-len', '8Ki', '--beside', path), read(path, *load, '--kv-dtype', 'fp8', '--beside', path)
        if not same['beside']['change'].startswith('This changes nothing') or same['beside']['name'] != 'before: 16,384 tokens':
            yield f'{same["beside"]}'
        if same['beside']['levels'] != same['levels']:
            yield 'the levels of the same are others'
        blocks = f'The pool has {more["pool"]["blocks"]:,} blocks; before it had {same["pool"]["blocks"]:,}.'
        if not more['beside']['change'].startswith(blocks) or more['beside']['blocks'] != same['pool']['blocks'] or more['beside']['name'] != 'before: bf16':
            yield f'{more["beside"]}'
        text = run(path, *load, '--kv-dtype', 'fp8', '--beside', path).stdout
        if f'\n{more["beside"]["change"]}\n' not in text:
            yield text
        yield from refused(run(path, *load, '--beside', 'llama-3.1-8b'), 1, '--beside', 'is a model and no plan')


def check_growth():
    """Where more arrives than is served the queue grows, and figures of waiting are of what came so far: said in text and in the object."""
    args = [*CARD, '--arrivals', 'poisson:20', '--levels', '2,8']
    said, text = read(*args), run(*args).stdout
    if [level['growing'] for level in said['levels']] != [True, True] or said['operating_point'] is not None:
        yield f'{said["levels"]}'
    if 'Waiting has no steady value' not in text or text.count('queue grows\n') != 2:
        yield text
    quiet = read(*CARD, '--arrivals', 'poisson:0.2', '--levels', '8,16')
    if any(level['growing'] for level in quiet['levels']) or any(level['growing'] for level in read(*CARD, '--levels', '64')['levels']):
        yield 'a queue that does not grow'


def check_fit_of_several():
    """A file of several concurrencies is several runs: each is simulated by itself, and the coefficients that made them come back; what was
    refused is passed over, and what was not finished is said not to be known."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'run.csv'
        lines = run(*CARD[:-2], '--levels', '2,16', '--preset', 'conversation', '--step', '15000,80,0.2', '--requests', '64',
                    '--per-request').stdout.splitlines()
        path.write_text('\n'.join([*lines, '16,900,0,1.5,99999,10,,,,0,0,refused']) + '\n')
        args = [*CARD, '--levels', '4', '--preset', 'conversation', '--fit', str(path), '--fit-first', '40']
        said, text = read(*args), run(*args).stdout
        if said['fit']['runs'] != [2, 16] or said['fit']['rest']['requests'] != len(lines) - 1 - 40:
            yield f'{said["fit"]}'
        if abs(said['fit']['rest']['e2e_total']) > 0.02 or said['fit']['rest']['e2e_median'] > 0.02:
            yield f'{said["fit"]}, {said["step"]}'
        if 'each was simulated by itself: 2, 16.' not in text:
            yield text
        path.write_text('\n'.join([*lines, '16,900,0,1.5,99,10,0,,2.5,0,1,cancelled']) + '\n')
        yield from refused(run(*args), 1, 'outcome', '“cancelled”', 'would be right')


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
    yield from refused(run(*CARD, '--step', '8000,12,0', '--fit', '/nowhere.csv'), 2, '--step: ')
    for args in (['--arrivals', 'poisson:0'], ['--arrivals', 'trace'], ['--sessions', 'fixed:5', '--arrivals', 'poisson:1'],
                 ['--prompts', 'fixed:5', '--lengths', 'fixed:9'], ['--json', '--csv'], ['--step', '0,0,0'], ['--step', '1e-9,0,9']):
        yield from refused(run(*CARD, *args), 2, args[-2])
    yield from refused(run('--layers', '2', '--kv-heads', '2', '--head-dim', '64', '--memory', '24GiB'), 1, 'not known', ';')


def check_left():
    """Clients of sessions leave, too; who left is a column and a member, and answers a second are those that came."""
    args = [*CARD, '--preset', 'chat', '--patience', '0.5', '--levels', '1,32']
    said = read(*args)
    for level in said['levels']:
        if level['left'] <= 0.01 * level['sent'] or level['left'] + level['answered'] != level['sent']:
            yield f'{level}'
        # An answer of half a second at most is one in which 25 steps of 20 ms fit: half of them have 90 tokens and more.
        if level['requests_per_s'] * level['measured_s'] > level['answered']:
            yield f'{level["requests_per_s"]} answers a second in {level["measured_s"]} s, of {level["answered"]}'
        if level['answered'] == 0 and (level['ttft_p50'], level['e2e_p99']) != (None, None):
            yield f'times of no answer: {level}'
    if said['operating_point'] is not None:
        yield f'operate at {said["operating_point"]}'
    text = run(*args).stdout
    if not text.startswith('Nothing to operate: clients leave') or ' Left' not in text or 'preempted,' in text:
        yield text
    if ' Left' in run(*CARD, '--levels', '1,2').stdout:
        yield 'a column of nobody'
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'log.csv'
        path.write_text('TIMESTAMP,ContextTokens,GeneratedTokens\n' + ''.join(f'{i},100,{10 + 90 * (i % 2)}\n' for i in range(60)))
        # 10 tokens take 10 steps of some 20 ms, 100 take 100: of those one second is not enough.
        level = read(*CARD, '--levels', '8', '--trace', str(path), '--patience', '1')['levels'][0]
        if level['left'] != 30:
            yield f'of a log {level["left"]} leave'


def check_typed_lengths():
    """A length that is typed is kept, or refused by a sentence that names what stands against it."""
    def rows(*args):
        return {(int(row['prompt_tokens']), int(row['output_tokens'])) for row in csv.DictReader(io.StringIO(run(*CARD, *args, '--levels', '1', '--per-request').stdout))}

    for args, wanted in ((['--lengths', 'fixed:100', '--outputs', 'fixed:30'], (70, 30)), (['--context', '100', '--outputs', 'fixed:99'], (1, 99)),
                         (['--prompts', 'fixed:100', '--outputs', 'fixed:200'], (100, 200)),
                         (['--prompts', 'fixed:100', '--outputs', 'fixed:200', '--shared-prefix', '100'], (100, 200))):
        if rows(*args) != {wanted}:
            yield f'{args}: {rows(*args)}'
    yield from refused(run(*CARD, '--lengths', 'fixed:100', '--outputs', 'fixed:200'), 2, '--outputs: ', '200', '--lengths', '100')
    yield from refused(run(*CARD, '--lengths', 'fixed:100', '--outputs', 'fixed:100'), 2, '--outputs: ')
    yield from refused(run(*CARD, '--context', '100', '--outputs', 'fixed:200'), 2, '--outputs: ', '--context')
    # Half of 100 tokens are prompt: less than the 512 that the preset's requests share.
    yield from refused(run(*CARD, '--preset', 'chapter', '--lengths', 'fixed:100', '--outputs', 'fixed:50'), 2, '--lengths: ', '512', '50')
    yield from refused(run(*CARD, '--lengths', 'fixed:100', '--outputs', 'fixed:50', '--shared-prefix', '51'), 2, '--shared-prefix: ', '50')


def check_remarks():
    """What is not as it was asked has a sentence and a member, and there is none where all is."""
    if read(*CARD, '--levels', '1', '--preset', 'chat')['remarks']:
        yield 'remarks of nothing'
    # Of 101 to 200 tokens, those up to 150 have no room for 150 and a prompt.
    cut = read(*CARD, '--levels', '1', '--lengths', 'uniform:101,200', '--outputs', 'fixed:150')['remarks']
    # 40 of 100 lengths are below 41, and half of the requests begin with the prefix.
    longer = read(*CARD, '--levels', '1', '--prompts', 'uniform:1,100', '--shared-prefix', '41', '--shared-fraction', '0.5')['remarks']
    if len(cut) != 1 or '50\u00a0% of the answers' not in cut[0] or len(longer) != 1 or not longer[0].startswith('20\u00a0% of the prompts'):
        yield f'{cut} {longer}'
    caps = run(*CARD, '--levels', '1', '--preset', 'chat', '--max-num-seqs', '4', '--cap', '100', '--dp', '4').stdout
    if 'cap of 100' not in caps or 'at most 4 run' not in caps or 'one of 4 copies' not in caps:
        yield caps


def check_unread():
    """An option that a load does not look at is refused: its sentence names it and the load, or what would be right."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'log.csv'
        path.write_text('TIMESTAMP,ContextTokens,GeneratedTokens\n' + ''.join(f'{i},100,10\n' for i in range(60)))
        for option in ('--outputs=fixed:9', '--shared-prefix=9', '--shared-fraction=0.5', '--turns=3', '--think=1', '--seed=2', '--preset=chat'):
            yield from refused(run(*CARD, '--trace', str(path), option), 2, option[:option.index('=')] + ': ', 'log')
    for option in ('--think=1', '--turns=3'):
        yield from refused(run(*CARD, option), 2, option[:option.index('=')] + ': ', '--sessions')
    for option, right in {'--concurrency=4': '--levels', '--prefix-tokens=100': '--shared-prefix', '--prefix-requests=3': '--shared-fraction',
                          '--retain=100': 'leaving it out'}.items():
        yield from refused(run(*CARD, option), 2, option[:option.index('=')] + ': ', right)
    yield from refused(run(*CARD, '--preset', 'chat', '--shared-fraction', '0.5'), 2, '--shared-fraction: ', 'sessions')
    yield from refused(run(*CARD, '--preset', 'code', '--shared-fraction', '0.5'), 2, '--shared-fraction: ', '--shared-prefix')


def check_clock():
    """Arrivals and pauses that pass the clock are refused, and a slow rate is printed as what it is."""
    for option in ('--arrivals=poisson:0.0000001', '--arrivals=gamma:0.0009,2', '--arrivals=onoff:1,0.001,1e6', '--arrivals=poisson:1000001'):
        yield from refused(run(*CARD, option), 2, '--arrivals: ')
    # 200 pauses of 1e7 s are 2e9 s.
    yield from refused(run(*CARD, '--preset', 'chat', '--think', '10000000'), 2, '--think: ')
    # Ten tokens a thousand seconds.
    slow = run(*CARD, '--prompts', 'fixed:10', '--outputs', 'fixed:10', '--arrivals', 'poisson:0.001', '--levels', '4').stdout
    rate = re.match(r'Operate with at most 4 running: (0\.0\d+) tokens per second', slow)
    if rate is None or not 0.008 <= float(rate[1]) <= 0.012:
        yield slow[:200]


def check_progress():
    """On a terminal a line says how far it is, and is gone at the end; elsewhere nothing is said."""
    args = [CLI, 'ramp', *CARD[:-2], '--requests', '60000', '--levels', '1,2,4,8,16,32']
    own, other = os.openpty()
    made = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=other)
    os.close(other)
    said = b''
    try:
        while part := os.read(own, 4096):
            said += part
    except OSError:
        pass  # The other end of a terminal is gone.
    os.close(own)
    if made.wait(timeout=100) != 0 or not re.search(rb'\d+ of about \d+ levels simulated, \d+ s', said) or not said.endswith(b'\r\x1b[K'):
        yield f'{said[-200:]}'
    quiet = subprocess.run(args, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100)
    if quiet.stderr:
        yield quiet.stderr


def check_step_tokens():
    """vLLM does not start with more sequences than tokens in a step: nothing is to be operated with such a plan."""
    said = read(*CARD, '--levels', '1,2', '--max-batched-tokens', '64', '--max-num-seqs', '256')
    if said['operating_point'] is not None or 'would not start' not in said['refusal']:
        yield f'{said["refusal"]}'


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
        (headline, first), said = run(*args).stdout.split('\n\n')[0].split('\n'), read(*args)
        if not headline.startswith('Nothing to operate: ') or not first.startswith('No request runs: ') or why not in first:
            yield f'{args}: {headline!r} {first!r}'
        if {said['operating_reason'], said['shape_reason']} != {first}:
            yield f'{args}: {said["operating_reason"]!r} {said["shape_reason"]!r}'
        if (said['shape'], said['rising'], said['peak'], said['operating_point']) != (None, False, None, None):
            yield f'{args}: {said["shape"]}, {said["peak"]}'
        # A burst that is asked for as well does not hide why.
        if run(*args, '--surge').stdout != run(*args).stdout:
            yield f'{args}: the surge'
        with tempfile.TemporaryDirectory() as folder:
            for form in ('svg', 'csv'):
                picture = Path(folder) / f'a.{form}'
                made = subprocess.run([CLI, 'chart', 'ramp', *args, '-o', picture], capture_output=True, text=True)
                text = picture.read_text()
                if made.returncode or any(word in text for word in ('lateau', 'perate', '>peak', 'eak at')):
                    yield f'{form} of {args}: {made.stderr} names a place'


def check_stand():
    """Where a request waits for ever there is nothing to operate, whatever was served before it came."""
    # 450 blocks of 16 tokens; of the chapter's lengths about 6 of 1,000 are longer than 7,200 tokens.
    args = ['llama-3.1-8b', '--engine', 'paged', '--available', '900MiB', '--step', '5000,100,1', '--levels', '1,4', '--requests', '1000']
    said, text = read(*args), run(*args).stdout
    if not all(level['stuck'] for level in said['levels']) or not any(level['output_tokens_per_s'] > 0 for level in said['levels']):
        yield f'{said["levels"]}'
    if (said['shape'], said['peak'], said['operating_point'], said['refusal']) != (None, None, None, None):
        yield f'{said["shape"]}, {said["peak"]}, {said["operating_point"]}'
    if 'waits for ever' not in text.split('\n')[1] or 'perate at' in text or 'lateau' in text or '450 blocks' not in text:
        yield text


def check_refusal():
    """Where the engine would not start, the ramp is as if it did, and has no operating point."""
    # A token is 131,072 B of this model, so that 131,072 of them are 16 GiB, and a card of 24 GB has less beside 15 GiB of weights.
    args = ['llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--requests', '200', '--preset', 'chat', '--levels', '8,20,128', '--baselines']
    said, text = read(*args), run(*args).stdout
    if 'asks for 16.00\u00a0GiB' not in (said['refusal'] or '') or said['operating_reason'] != said['refusal']:
        yield f'{said["refusal"]}, {said["operating_reason"]}'
    if said['shape'] != 'cliff' or said['peak'] is None or said['operating_point'] is not None:
        yield f'{said["shape"]}, {said["peak"]}, {said["operating_point"]}'
    if text.split('\n')[0] != 'Nothing to operate with this plan.' or 'Were it to start: Peak' not in text or text.split('\n\n')[1].count('operate'):
        yield text
    # What it would reserve for one request is more than there is.
    if any(level['output_tokens_per_s'] for level in said['reserved']['levels']) or 'reserved for each: no request runs.' not in text:
        yield f'{said["reserved"]}'
    if (other := read(*args, '--max-model-len', '16Ki'))['refusal'] is not None or other['operating_point'] is None:
        yield f'{other["refusal"]}, {other["operating_point"]}'


def check_refused_requests():
    """Requests that the model length refuses are no load: as many are measured as without them, and how many they are is said."""
    args = [*CARD[:-4], '--max-model-len', '512', '--levels', '1,64', '--requests', '1000']
    said, text = read(*args), run(*args).stdout
    for level in said['levels']:
        n = level['concurrency']
        # Two a client and at least a tenth are warm-up; as many as there are clients are in flight at the end.
        if level['sent'] - level['refused'] != 1000 or level['requests'] != 1000 - n - max(2 * n, 100):
            yield f'{n}: {level["sent"]} sent, {level["refused"]} refused, {level["requests"]} measured'
    peak = next(level for level in said['levels'] if level['concurrency'] == said['peak'])
    if f'{peak["refused"]:,} of {peak["sent"]:,} requests are refused: the model length of 512 tokens' not in text:
        yield text


def write_log(path, times, length=100):
    path.write_text('TIMESTAMP,ContextTokens,GeneratedTokens\n' + ''.join(f'{time},{length(i) if callable(length) else length},20\n'
                                                                    for i, time in enumerate(times)))


def check_unmeasured():
    """What was not measured is no throughput of 0: the level is left out, and where all are, a sentence says so."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / 'log.csv'
        write_log(log, [0] * 40)
        said = read(*CARD, '--trace', str(log), '--levels', '1,4')
        if said['peak'] is not None or not said['shape_reason'].startswith('Nothing is measured: ') or said['unmeasured'] != []:
            yield f'{said["peak"]}, {said["shape_reason"]}'
        # Of 20 requests 14 are refused: eight clients' warm-up is 10 requests, one client's is 2.
        write_log(log, range(20), lambda i: 100 if i % 10 < 3 else 9000)
        said = read(*CARD[:-4], '--max-model-len', '4000', '--trace', str(log), '--arrivals', 'closed', '--levels', '1,8')
        if [level['concurrency'] for level in said['levels']] != [1] or said['unmeasured'] != [8] or said['shape'] is not None:
            yield f'{said["levels"]}, {said["unmeasured"]}, {said["shape"]}'
        if said['levels'][0]['output_tokens_per_s'] <= 0 or said['levels'][0]['refused'] != 14:
            yield f'{said["levels"]}'


def check_sentences():
    """What is said of a shape holds for the load: who waits, and where nothing below the peak was tried."""
    few = [*CARD[:-2], '--requests', '300']
    for args, there, absent in (
            ([*few, '--arrivals', 'poisson:2', '--levels', '4,16,64,128'], 'all that arrives', 'clients'),
            ([*few, '--prompts', 'fixed:100', '--outputs', 'fixed:40', '--cap', '4', '--levels', '4,8,16'], 'none below it was simulated', 'Not even'),
            ([*few, '--prompts', 'fixed:100', '--outputs', 'fixed:40', '--step', '0,1000,0', '--levels', '4,8,16,32', '--shared-prefix', '0'],
             'each one more takes from the others', 'wait')):
        text = run(*args).stdout.split('\n\n')[0]
        if there not in text or absent in text:
            yield f'{args}: {text}'


def check_open():
    """Of open arrivals the cap to operate with lets no queue grow; where more arrives than is served there is none."""
    # 40 steps of 10 ms are 0.4 s a request: five a second keep two running on average, and a cap of one is half of what it takes.
    args = ['llama-3.1-8b', '--available', '8GiB', '--prompts', 'fixed:16', '--outputs', 'fixed:40', '--shared-prefix', '0', '--step', '10000,0,0',
            '--levels', '1,2,3,8,32,64', '--requests', '2000', '--arrivals']
    said, text = read(*args, 'poisson:5'), run(*args, 'poisson:5').stdout
    at = {level['concurrency']: level for level in said['levels']}
    # With eight at once, of which two run on average, hardly any waits; each answer takes 0.4 s.
    if said['operating_point'] not in (3, 8) or at[said['operating_point']]['ttft_p99'] > 2 * at[64]['ttft_p99'] or at[1]['ttft_p50'] < 20:
        yield f'{said["operating_point"]}: {[(n, at[n]["ttft_p99"]) for n in at]}'
    if said['peak'] != said['operating_point'] or abs(at[64]['output_tokens_per_s'] / (5 * 40) - 1) > 0.05 or 'client' in text.split('\n\n')[0]:
        yield text
    # A cap of 64 serves 64 / 0.4 s = 160 a second.
    said, text = read(*args, 'poisson:400'), run(*args, 'poisson:400').stdout
    if said['operating_point'] is not None or not text.startswith('Nothing to operate: more arrives than is served.'):
        yield text


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
        if said['fit']['hidden_tokens'] != 0 or said['fit']['doubt'] is not None:
            yield f'a line without noise: {said["fit"]}'
        odd = [f'{100 * i},100,10,{100 * i}.1,{100 * i + 4 ** (i % 3)}' for i in range(12)]
        path.write_text('\n'.join(['arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s', *odd]) + '\n')
        args = (*CARD, '--levels', '4', '--preset', 'conversation', '--fit', str(path))
        if 'Do not rely' not in (read(*args)['fit']['doubt'] or '') or 'Do not rely' not in run(*args).stdout:
            yield 'requests that are alike and take 1, 4 and 16 seconds are met'
        # Sessions find their histories in the server's cache, of which the rows say nothing that the schedule could be made of.
        path.write_text(run(*CARD, '--preset', 'chat', '--levels', '12', '--step', '25000,150,0.2', '--per-request').stdout)
        if 'First tokens were not met' not in (read(*CARD, '--preset', 'chat', '--levels', '4', '--fit', str(path))['fit']['doubt'] or ''):
            yield 'first tokens of prompts that were found in a cache are met'


tap.run_all(globals())
