#!/usr/bin/python3
"""Levers and searches of ullage-cli: each row's plan is what `plan` prints with the row's options. Argument: the program."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
CHAPTER = {'layers': '32', 'kv-heads': '8', 'query-heads': '32', 'head-dim': '128', 'memory': '24GB', 'utilization': '0.90',
           'weights': '16.06GB', 'overhead': '1.8GB'}
BASES = {
    'chapter': CHAPTER,
    'paged': CHAPTER | {'engine': 'paged', 'context': '3000', 'concurrency': '9', 'headroom': '2%', 'max-num-seqs': '2',
                        'prefix-tokens': '1000', 'prefix-requests': '2', 'retain': '500'},
    'dense': {'model': 'llama-3.1-8b', 'device': 'rtx-4090', 'overhead': '1GiB', 'k-dtype': 'fp8'},
    'windows': {'model': 'gemma-3-27b', 'device': 'h100-sxm', 'context': '20000', 'concurrency': '8'},
    'latent': {'model': 'deepseek-v2-lite', 'device': 'l40s', 'engine': 'paged'},
    'packed': {'model': 'deepseek-v4-flash', 'memory': '200GiB', 'tp': '2', 'prefix-tokens': '1001'},
    'states': {'model': 'falcon-mamba-7b', 'device': 'rtx-4090'},
    'encoder': {'model': 'whisper-large-v3', 'device': 't4', 'context': '400'},
    'too small': {'model': 'llama-3.1-70b', 'device': 'rtx-4090'},
    'pool': {'model': 'qwen2.5-7b', 'available': '10GiB', 'max-model-len': '8192', 'context': '4096'},
}


def run(command, options, *more):
    words = [f'--{name}={value}' for name, value in options.items() if value is not None]
    return subprocess.run([CLI, command, *words, *more], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)


def read(command, options, *more):
    made = run(command, options, *more, '--json')
    assert made.returncode == 0 and not made.stderr, f'{command} {options} {more}: {made.stderr}'
    return json.loads(made.stdout)


def changed(options, change):
    """The options with a row's change: what says the same thing otherwise gives way."""
    others = {'device': ['memory'], 'memory': ['device'], 'kv-dtype': ['k-dtype', 'v-dtype'], 'context': [], 'weights': []}
    dropped = [name for key in change for name in others.get(key, [])]
    return {name: value for name, value in options.items() if name not in dropped} | change


def same_plan(options, row):
    """What is wrong with a row's plan beside a fresh one."""
    fresh = read('plan', changed(options, row['change']))
    if fresh != row['plan']:
        yield f'{row["id"]}: {row["change"]}: ' + ', '.join(
            f'{name} {row["plan"][name]!r:.80} is {fresh[name]!r:.80}' for name in fresh if fresh[name] != row['plan'][name])


def check_levers():
    """Each lever is a fresh plan with that one option, and the rows are in order."""
    count = 0
    for name, options in BASES.items():
        said = read('levers', options)
        if list(said) != ['base', 'levers'] or said['base'] != read('plan', options):
            yield f'{name}: the base is not the plan'
        order = []
        for row in said['levers']:
            count += 1
            yield from (f'{name}: {fault}' for fault in same_plan(options, row))
            plan, base, offload = row['plan'], said['base'], row['offload']
            tokens = offload['tokens'] if offload else plan['tokens']
            gained = offload['bytes'] if offload else plan['pool_bytes'] - base['pool_bytes']
            factor = tokens / base['tokens'] if base['tokens'] else None
            if row['gain_bytes'] != gained or (row['factor_tokens'] is None) != (factor is None) or (
                    factor is not None and abs(row['factor_tokens'] - factor) > 1e-9 * factor):
                yield f'{name}: {row["id"]}: gains {row["gain_bytes"]}, {row["factor_tokens"]}'
            if row['kind'] == 'adds' and plan['kv_bytes_per_token'] != base['kv_bytes_per_token']:
                yield f'{name}: {row["id"]} only adds'
            infinity = float('inf')
            order.append((infinity if plan['max_concurrency'] is None else plan['max_concurrency'], -1 if tokens is None else tokens))
        if order != sorted(order, reverse=True):
            yield f'{name}: not in order'
        if len({row['id'] for row in said['levers']}) != len(said['levers']):
            yield f'{name}: an id twice'
    print(f'# {count} rows of {len(BASES)} scenarios')


def check_reach():
    """Each row of a search is a fresh plan that reaches what is wanted, or says that it does not."""
    count = 0
    for name, options in BASES.items():
        base = read('plan', options)
        for want, amount in (('tokens', 2 * (base['tokens'] or 1000) + 5000), ('requests', 7 + 2 * (base['max_concurrency'] or 1)),
                             ('context', 3 * int(options.get('context', 4096)))):
            said = read('reach', options, f'--want-{want}={amount}')
            load = options | {'tokens': {}, 'requests': {'concurrency': str(amount)}, 'context': {'context': str(amount)}}[want]
            if (said['want'], said['amount']) != (want, amount) or said['base'] != read('plan', load):
                yield f'{name}: {want}: another base'
            if said['reached'] and (said['single'] or said['pairs']):
                yield f'{name}: {want}: rows for what is there'
            for row in [*said['single'], *said['pairs'][::3]]:
                count += 1
                yield from (f'{name}: {want}: {fault}' for fault in same_plan(load, row))
                plan = row['plan']
                enough = plan['verdict'] == 'fits'
                if want == 'tokens':
                    enough = plan['tokens'] >= amount if plan['tokens'] is not None else plan['max_concurrency'] != 0
                if row['reached'] != enough:
                    yield f'{name}: {want} {amount}: {row["id"]} reaches it: {row["reached"]}'
    print(f'# {count} rows')


def check_least():
    """Typed back a step short, a reached setting is no longer enough."""
    said = read('reach', CHAPTER, '--want-requests=8')
    for row in said['single']:
        name, _, value = row['id'].partition('=')
        if not row['reached'] or name not in ('utilization', 'overhead', 'context', 'prefix_tokens', 'memory'):
            continue
        step = {'utilization': -0.000001, 'memory': -1, 'prefix_tokens': -1, 'overhead': 1, 'context': 1}[name]
        option = name.replace('_', '-')
        short = f'{float(value) + step:.6f}' if name == 'utilization' else str(int(row['change'][option]) + step)
        for text, wanted in ((row['change'][option], 'fits'), (short, 'exceeds')):
            verdict = read('plan', CHAPTER | {'concurrency': '8', option: text})['verdict']
            if verdict != wanted:
                yield f'--{option} {text}: {verdict}'


def check_document():
    """A .ullage file's settings are the base, its typed weights too."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / 'x.ullage')
        run('convert', CHAPTER, '-o', path)
        rows = {row['id']: row for row in read('levers', {'model': path})['levers']}
        if rows['weight_dtype=int4']['plan']['tokens'] != 120429 or rows['tp=2']['plan']['tokens'] != 179595:
            yield f'{sorted(rows)}'
        for row in rows.values():
            yield from same_plan({'model': path}, row)


def check_host():
    """Sizes and rates of the host are options; 0 leaves a tier out."""
    rows = {row['id']: row for row in read('levers', CHAPTER, '--host-memory=131072000', '--host-rate=1GB', '--drive=0')['levers']}
    offload = rows['host_offload=ram']['offload']
    # 1,000 tokens; 536,870,912 B at 10⁹ B a second.
    if offload != {'bytes': 131072000, 'bytes_per_s': 10**9, 'tokens': 29533, 'hit_bytes': 536870912, 'hit_us': 536871}:
        yield f'{offload}'
    if 'host_offload=nvme' in rows or rows['host_offload=ram']['change'] != {}:
        yield f'{sorted(rows)}'


def check_text():
    """For people: what is there now, a row a lever, what it costs; nothing ends in blanks."""
    texts = [run('levers', CHAPTER), run('reach', CHAPTER, '--want-tokens', '60000'), run('reach', CHAPTER, '--want-requests', '6'),
             run('reach', BASES['states'], '--want-context', '9000'), run('levers', BASES['states'])]
    for made in texts:
        if made.returncode or made.stderr or any(line != line.rstrip() for line in made.stdout.splitlines()):
            yield f'{made.returncode} {made.stderr} {made.stdout[:200]}'
    for text, parts in zip(texts, (('28,533', 'KV dtype\xa0int4', '120,429', '179,595', 'scales', 'Another model'),
                                   ('not alone', 'enough', 'cheapest pair first'), ('That is there as it is.',), (), ())):
        yield from (f'{part} is missing' for part in parts if part not in text.stdout)


def check_options():
    """What is not one wish is refused, with a sentence that names the option."""
    bad = ('', '-1', '0', 'nan', 'inf', '1e999', 'x', '99999999999999999999')
    for command, more, parts in (
            ('reach', [], ['--want-tokens']), ('reach', ['--want-tokens=1', '--want-context=1'], ['--want-context', '--want-tokens']),
            ('reach', ['--want-request=1'], ['--want-requests']),
            *(('reach', [f'--want-{want}={text}'], [f'--want-{want}: ']) for want in ('tokens', 'requests', 'context') for text in bad),
            *(('levers', [f'--{name}={text}'], [f'--{name}: ']) for name in ('host-memory', 'host-rate', 'drive', 'drive-rate')
              for text in bad if text != '0' or name.endswith('rate'))):
        made = run(command, CHAPTER, *more)
        if made.returncode != 2 or made.stdout or made.stderr.count('\n') != 1:
            yield f'{command} {more}: {made.returncode} {made.stderr!r}'
        yield from (f'{command} {more}: {part} is not in {made.stderr!r}' for part in parts if part not in made.stderr)


tap.run_all(globals())
