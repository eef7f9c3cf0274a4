#!/usr/bin/python3
"""Every command, exit code and kind of bad input of ullage-cli. Arguments: the program, its man page."""
import ctypes
import csv
import json
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

CLI, MAN = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
COMMANDS = ('model', 'plan', 'levers', 'reach', 'fleet', 'ramp', 'chart', 'lesson', 'list', 'convert')
HAND = ['--layers', '32', '--kv-heads', '8', '--query-heads', '32', '--head-dim', '128']
CARD = ['--memory', '24GiB']

# A dense model that is nobody's: 4 layers of 8 query and 2 KV heads, 8 × 64 wide.
CONFIG = {'model_type': 'llama', 'architectures': ['LlamaForCausalLM'], 'num_hidden_layers': 4, 'num_attention_heads': 8,
          'num_key_value_heads': 2, 'hidden_size': 512, 'intermediate_size': 1024, 'vocab_size': 1000,
          'max_position_embeddings': 2048, 'torch_dtype': 'bfloat16', 'tie_word_embeddings': False}
PER_TOKEN = 2 * 4 * 2 * 64 * 2

PLAN_KEYS = ['verdict', 'limit', 'pool_bytes', 'pool_low', 'pool_high', 'kv_bytes_per_token', 'kv_bytes_per_request',
             'tokens', 'blocks', 'usable_blocks', 'blocks_per_request', 'max_concurrency', 'concurrency_x', 'max_context',
             'demand_bytes', 'ullage_bytes', 'engine_report', 'groups', 'terms', 'steps', 'flags', 'warnings']
MODEL_KEYS = ['name', 'family', 'source', 'runs', 'query_heads', 'hidden_size', 'parameters', 'weight_bytes',
              'weight_source', 'native_dtype', 'max_positions', 'weight_parts', 'kv_bytes_per_token', 'kv_window_bytes',
              'kv_state_bytes', 'indexer_bytes_per_token', 'warnings']


def run(*args, stdout=subprocess.PIPE, **how):
    return subprocess.run([CLI, *args], stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True,
                          timeout=20, **how)


def is_sentence(text):
    return text.startswith('ullage-cli: ') and text.endswith('\n') and text.count('\n') == 1


def refused(made, code, *parts):
    """What is wrong with how the program refused."""
    if made.returncode != code:
        yield f'exit {made.returncode}, not {code}: {made.stderr!r}'
    if not is_sentence(made.stderr):
        yield f'no one sentence: {made.stderr!r}'
    for part in parts:
        if part not in made.stderr:
            yield f'{part!r} is not in {made.stderr!r}'
    if made.stdout:
        yield f'printed {made.stdout[:80]!r} all the same'


def answered(made, code=0):
    if made.returncode != code:
        yield f'exit {made.returncode}, not {code}: {made.stderr!r}'
    if made.stderr:
        yield f'said {made.stderr!r}'


def write_config(folder, **changed):
    path = Path(folder) / 'config.json'
    path.write_text(json.dumps(CONFIG | changed))
    return path


def check_help():
    """Every command documents its options, and the man page documents the same."""
    # Backslashes escape the dashes of options in a man page's source.
    page = MAN.read_text().replace('\\', '')
    for command in COMMANDS:
        for asked in (('--help',), ('-h',)):
            made = run(command, *asked)
            yield from answered(made)
        for option in re.findall(r'^  (?:-\w, )?(--[\w-]+)', made.stdout, re.MULTILINE):
            if option not in page:
                yield f'{command} {option} is not in the man page'
        options = set(re.findall(r'(?<![\w-])--[a-z][\w-]+', made.stdout))
        print(f'# {command}: {len(options)} options')
        if command not in page:
            yield f'{command} is not in the man page'
    everything = ''.join(run(command, '--help').stdout for command in COMMANDS) + '--version'
    for option in sorted(set(re.findall(r'(?<![\w-])--[a-z][\w-]+', page))):
        if option not in everything:
            yield f'{option} is in the man page and nowhere else'


def check_version():
    """--version prints one line, --help names every command."""
    made = run('--version')
    yield from answered(made)
    if not re.fullmatch(r'ullage-cli \d+\.\d+\.\d+\n', made.stdout):
        yield repr(made.stdout)
    made = run('--help')
    yield from answered(made)
    yield from (f'{command} is not named' for command in COMMANDS if f'\n  {command} ' not in made.stdout)


def check_lists():
    """Lists print one id a line, and every id is taken where it belongs."""
    for name in ('models', 'devices', 'engines', 'formats', 'lessons'):
        plain, made = run('list', name), run('list', name, '--json')
        yield from answered(plain)
        ids = [row['id'] for row in json.loads(made.stdout)[name]]
        if plain.stdout.splitlines() != ids or len(set(ids)) != len(ids) or not ids:
            yield f'{name}: {plain.stdout!r}'
        if len(run('list', name, '--long').stdout.splitlines()) != len(ids):
            yield f'{name} --long has other rows'
        for one in ids:
            where = {'models': ['plan', one, *CARD], 'devices': ['plan', *HAND, '--device', one],
                     'engines': ['plan', *HAND, *CARD, '--engine', one],
                     'formats': ['plan', *HAND, *CARD, '--kv-dtype', one], 'lessons': ['lesson', 'show', one]}[name]
            yield from answered(run(*where))
        print(f'# {len(ids)} {name}')


def check_lessons():
    """Answers are graded, a wrong one is named, and what cannot be graded is refused with a sentence."""
    made = run('lesson', 'grade', 'budget', '--answer', 'tokens=28533@90', '--answer', 'requests=6', '--answer', 'four=exceeds', '--json')
    yield from answered(made)
    grades = {row['question']: row for row in json.loads(made.stdout)['answers']}
    if not grades['tokens']['right'] or grades['tokens']['confidence'] != 90 or not grades['four']['right']:
        yield f'{grades}'
    # 3.74 GB hold 6 requests of half the size: K alone.
    if grades['requests']['right'] or grades['requests']['slip'] != 'k_alone' or 'K alone' not in grades['requests']['detail']:
        yield f'{grades["requests"]}'
    for arguments, code, words in (
            (['lesson'], 2, ['list']), (['lesson', 'shwo', 'budget'], 2, ['show']), (['lesson', 'show'], 2, ['no lesson']),
            (['lesson', 'show', 'xyzzy'], 1, ['xyzzy', 'budget']), (['lesson', 'grade', 'budget'], 2, ['--answer']),
            (['lesson', 'grade', 'budget', '--answer', 'tokens'], 2, ['QUESTION=ANSWER']),
            (['lesson', 'grade', 'budget', '--answer', 'tokens=1@101'], 2, ['from 0 to 100']),
            (['lesson', 'grade', 'budget', '--answer', 'xyzzy=1'], 2, ['xyzzy']),
            (['lesson', 'grade', 'budget', '--answer', 'tokens=many'], 2, ['tokens']),
            (['lesson', 'grade', 'budget', '--answer', 'four=perhaps'], 2, ['fits, exceeds']),
            (['lesson', 'sheet', 'llama-3.1-8b', *CARD, '--level', '4'], 2, ['--level']),
            (['lesson', 'sheet', 'llama-3.1-8b', *CARD, '--count', '0'], 2, ['--count']),
            (['lesson', 'list', '--device', 'rtx-4090'], 2, ['--device', 'no effect', 'lesson list']),
            (['lesson', 'list', 'budget'], 2, ['budget', 'lesson list']),
            (['lesson', 'show', 'budget', '--model', 'qwen2.5-7b'], 2, ['--model', 'no effect', 'its own models']),
            (['lesson', 'show', 'budget', '--set', 'tp=2'], 2, ['--set', 'no effect']),
            (['lesson', 'show', 'budget', '--seed', '2'], 2, ['--seed', 'no effect']),
            (['lesson', 'grade', 'budget', '--answer', 'tokens=1', '--context', '2048'], 2, ['--context', 'no effect']),
            (['lesson', 'grade', 'budget', '--answer', 'tokens=1', '--reveal'], 2, ['--reveal', 'no effect']),
            (['lesson', 'grade', 'budget', '--answer', 'tokens=1', '--answer', 'tokens=2'], 2, ['tokens', 'twice']),
            (['lesson', 'sheet', 'llama-3.1-8b', *CARD, '--language', 'de'], 2, ['--language', 'no effect']),
            (['lesson', 'sheet', 'llama-3.1-8b', *CARD, '--answer', 'a=1'], 2, ['--answer', 'no effect']),
            (['lesson', 'sheet'], 2, ['no model'])):
        yield from refused(run(*arguments), code, *words)
    if 'Warum es einen Cache gibt' not in run('lesson', 'list', '--language', 'de').stdout:
        yield 'no titles in German'
    # The file of a question starts at its own left edge, four spaces in.
    if '\n    {\n      "architectures": [' not in run('lesson', 'show', 'config').stdout:
        yield 'a config.json is indented as in the lesson'
    # 2 × 32 × 8 × 128 × 2 bytes a token, and 8,192 of them: the answers to questions that come before the lists they are given in.
    for form, texts in ([], ('131,072', '1.00\u00a0GiB')), (['--json'], ('131072', '1073741824')):
        withheld, told = (run('lesson', 'show', 'formula', *form, *more).stdout for more in ([], ['--reveal']))
        yield from (f'{text} is shown, or not revealed' for text in texts if text in withheld or text not in told)
    one, same, other = (run('lesson', 'sheet', 'llama-3.1-8b', '--device', 'rtx-4090', '--seed', seed).stdout for seed in ('7', '7', '8'))
    if one != same or one == other:
        yield 'a seed is no sheet'
    with tempfile.TemporaryDirectory() as folder:
        slips = Path(folder) / 'slips.csv'
        yield from answered(run('lesson', 'grade', 'budget', '--answer', 'tokens=57067', '-o', slips))
        text = slips.read_text(encoding='utf-8')
        # 3.74 GB of 131,072 B, and of half of it.
        for row in ('The answer,28533,1,', 'Yours,57067,2,', '"K alone, not K and V",57067,2,'):
            if row not in text:
                yield f'{row!r} is not in {text!r}'
        for ending, start in (('svg', b'<'), ('png', b'\x89PNG'), ('pdf', b'%PDF-')):
            yield from answered(run('lesson', 'grade', 'budget', '--answer', 'tokens=57067', '-o', Path(folder) / f'slips.{ending}'))
            if not (Path(folder) / f'slips.{ending}').read_bytes().startswith(start):
                yield f'no {ending}'
        for answers in (['four=fits'], ['tokens=1', 'requests=2']):
            given = [part for answer in answers for part in ('--answer', answer)]
            yield from refused(run('lesson', 'grade', 'budget', *given, '-o', Path(folder) / 'none.svg'), 2, 'one answer')
        yield from refused(run('lesson', 'grade', 'budget', '--answer', 'tokens=1', '-o', Path(folder) / 'x.xyz'), 2, '--output', '.png')
        path = Path(folder) / 'sheet.pdf'
        yield from answered(run('lesson', 'sheet', 'llama-3.1-8b', '--device', 'rtx-4090', '-o', path))
        if not path.read_bytes().startswith(b'%PDF-'):
            yield 'no PDF'
        both = run('lesson', 'sheet', 'llama-3.1-8b', '--device', 'rtx-4090', '-o', path, '--json')
        yield from answered(both)
        if len(json.loads(both.stdout)['questions']) != 10:
            yield 'no questions beside the PDF'
        yield from refused(run('lesson', 'sheet', 'llama-3.1-8b', '--device', 'rtx-4090', '-o', Path(folder) / 'x.png'), 2, '.pdf')


def check_model():
    """A model file's figures: 2 × 4 layers × 2 heads × 64 × 2 bytes a token."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_config(folder)
        for where in (path, folder):
            made = run('model', where, '--json')
            yield from answered(made)
            said = json.loads(made.stdout)
            if list(said) != MODEL_KEYS:
                yield f'members {list(said)}'
            if (said['kv_bytes_per_token'], said['query_heads'], said['max_positions']) != (PER_TOKEN, 8, 2048):
                yield f'{said}'
        said = json.loads(run('model', path, '--json', '--kv-dtype', 'fp8').stdout)
        if said['kv_bytes_per_token'] * 2 != PER_TOKEN:
            yield f'fp8: {said["kv_bytes_per_token"]}'
        made = run('model', path)
        yield from answered(made)
        if f'{PER_TOKEN:,}' not in made.stdout:
            yield made.stdout


def write_gguf(path, keys, rows=0):
    """A GGUF file of version 3: whole numbers and texts, and a tensor of 64 × rows in f16."""
    text = lambda words: struct.pack('<Q', len(words)) + words.encode()
    made = b'GGUF' + struct.pack('<IQQ', 3, rows > 0, len(keys))
    for key, value in keys.items():
        made += text(key) + (struct.pack('<I', 8) + text(value) if isinstance(value, str) else struct.pack('<II', 4, value))
    if rows:
        made += text('token_embd.weight') + struct.pack('<IQQIQ', 2, 64, rows, 1, 0)
        made += bytes(-len(made) % 32 + 128 * rows)
    path.write_bytes(made)


def check_gguf():
    """A GGUF file: 2 × 3 layers × 2 heads × 16 × 2 bytes a token, weights of 128 bytes a row; in parts, and one missing."""
    keys = {'general.architecture': 'nobodys', 'general.name': 'Small', 'nobodys.block_count': 3, 'nobodys.embedding_length': 64,
            'nobodys.attention.head_count': 4, 'nobodys.attention.head_count_kv': 2, 'nobodys.context_length': 4096}
    parts = lambda number: {'split.no': number, 'split.count': 2, 'split.tensors.count': 1}
    with tempfile.TemporaryDirectory() as folder:
        whole, second = Path(folder) / 'a' / 'small.gguf', Path(folder) / 'b' / 'm-00002-of-00002.gguf'
        for path in (whole, second):
            path.parent.mkdir()
        write_gguf(whole, keys, 10)
        write_gguf(second, parts(1), 10)
        yield from refused(run('model', second), 1, 'm-00001-of-00002.gguf: this part of the model is missing')
        write_gguf(second.with_name('m-00001-of-00002.gguf'), keys | parts(0))
        for path in (whole, whole.parent, second, second.parent):
            made = run('model', path, '--json')
            yield from answered(made)
            said = json.loads(made.stdout)
            if (said['name'], said['family'], said['kv_bytes_per_token'], said['max_positions']) != ('Small', 'nobodys', 384, 4096):
                yield f'{path}: {said}'
            if (said['weight_bytes'], said['weight_source'], said['weight_parts']) != (1280, 'headers', {'embedding': 1280}):
                yield f'{path}: {said}'
        plan = json.loads(run('plan', whole, *CARD, '--context', '1024', '--concurrency', '1', '--json').stdout)
        if [(term['bytes'], term['source']) for term in plan['terms'] if term['id'] == 'weights'] != [(1280, 'file')]:
            yield f'{plan["terms"]}'
        whole.write_bytes(whole.read_bytes()[:-1])
        yield from refused(run('model', whole), 1, 'small.gguf: token_embd.weight: it goes on past the file')


def check_plan():
    """A plan's members, and its own arithmetic."""
    made = run('plan', *HAND, *CARD, '--weights', '16.06GB', '--utilization', '0.9', '--json')
    yield from answered(made)
    said = json.loads(made.stdout)
    if list(said) != PLAN_KEYS:
        yield f'members {list(said)}'
    if sum(term['bytes'] for term in said['terms']) != 24 << 30:
        yield 'the terms are not the card'
    for name, value in said.items():
        if isinstance(value, float) and name != 'concurrency_x':
            yield f'{name} is no integer'
    if not said['pool_low'] <= said['pool_bytes'] <= said['pool_high']:
        yield f'the pool is not within {said["pool_low"]} and {said["pool_high"]}'
    steps = {}
    for step in said['steps']:
        if step['id'] in steps:
            yield f'two steps are called {step["id"]}'
        steps[step['id']] = step['value']
        for operand in step['operands']:
            if operand['kind'] == 'step' and steps.get(operand['id']) != operand['value']:
                yield f'{step["id"]}: {operand} is no step before it'
    if not made.stdout.endswith('}\n') or made.stdout.count('\n{'):
        yield 'more than one object'


def check_steps():
    """The derivation's last steps are the answers."""
    for engine in ('ideal', 'paged'):
        said = json.loads(run('plan', *HAND, *CARD, '--engine', engine, '--concurrency', '7', '--json').stdout)
        values = {step['id']: step['value'] for step in said['steps']}
        for step, member in (('bytes_per_token', 'kv_bytes_per_token'), ('request_bytes', 'kv_bytes_per_request'),
                             ('pool_bytes', 'pool_bytes'), ('tokens', 'tokens'), ('blocks', 'blocks'),
                             ('demand_bytes', 'demand_bytes'), ('ullage_bytes', 'ullage_bytes')):
            if step in values and values[step] != said[member]:
                yield f'{engine}: step {step} is {values[step]}, {member} {said[member]}'
        if len(values) < 6:
            yield f'{engine}: {sorted(values)}'


def check_locale():
    """Numbers are the same in a locale with commas."""
    args = ('plan', *HAND, *CARD, '--json')
    with_comma = run(*args, env=dict(os.environ, LC_ALL='de_DE.UTF-8', LANG='de_DE.UTF-8')).stdout
    if with_comma != run(*args, env=dict(os.environ, LC_ALL='C')).stdout:
        yield with_comma


def check_explain():
    """--explain prints the sum, and only then."""
    short, long = run('plan', *HAND, *CARD), run('plan', *HAND, *CARD, '--explain')
    yield from answered(long)
    if '\nSum\n' in short.stdout or '\nSum\n' not in long.stdout or '131,072' not in long.stdout:
        yield long.stdout
    for line in long.stdout.splitlines():
        if line != line.rstrip():
            yield f'blanks at the end of {line!r}'


def check_exit_codes():
    """--check: 0 where it fits, 3 where it does not or the margin is not kept; without it 0."""
    # 24 GiB are 196,608 tokens of 131,072 bytes: 48 requests of 4,096.
    for concurrency, extra, wanted in (('48', [], 0), ('49', [], 0), ('48', ['--check'], 0), ('49', ['--check'], 3),
                                       ('48', ['--check', '--min-ullage', '0'], 0),
                                       ('48', ['--check', '--min-ullage', '1%'], 3),
                                       ('24', ['--check', '--min-ullage', '50%'], 0),
                                       ('24', ['--check', '--min-ullage', '0.500001'], 3)):
        made = run('plan', *HAND, *CARD, '--concurrency', concurrency, *extra)
        yield from answered(made, wanted)
    yield from refused(run('plan', *HAND, *CARD, '--min-ullage', '1%'), 2, '--min-ullage', '--check')


def check_by_hand():
    """Heads default to each other; sizes beside a model change it, or are refused."""
    for heads in (['--kv-heads', '8'], ['--query-heads', '8']):
        made = run('plan', '--layers', '32', '--head-dim', '128', *heads, *CARD, '--json')
        if json.loads(made.stdout)['kv_bytes_per_token'] != 131072:
            yield f'{heads}: {made.stdout}'
    with tempfile.TemporaryDirectory() as folder:
        path = write_config(folder)
        for extra, factor in ((['--layers', '8'], 2), (['--head-dim', '128'], 2), (['--kv-heads', '8'], 4),
                              (['--query-heads', '16'], 1), (['--query-heads', '16', '--kv-heads', '16'], 8)):
            made = run('plan', path, *CARD, *extra, '--json')
            yield from answered(made)
            if json.loads(made.stdout)['kv_bytes_per_token'] != PER_TOKEN * factor:
                yield f'{extra}: {made.stdout[:300]}'
        yield from refused(run('plan', path, *CARD, '--kv-heads', '3'), 2, '--kv-heads', '3', 'query heads')
        yield from refused(run('plan', path, *CARD, '--query-heads', '5'), 2, '--query-heads')
        yield from refused(run('plan', path, *CARD, '--model', path), 2, '--model')
    for missing in ('--layers', '--head-dim'):
        place = HAND.index(missing)
        yield from refused(run('plan', *HAND[:place], *HAND[place + 2:], *CARD), 2, missing)


def check_options():
    """Options that cannot be meant are refused, each with a sentence that names it."""
    for args, parts in (
            ([], ['no command']), (['plna'], ['plna', 'plan']), (['frobnicate'], ['frobnicate']), (['--jsno'], ['--jsno']),
            (['list'], ['models']), (['list', 'model'], ['models']), (['list', 'xyzzy'], ['xyzzy', 'devices']),
            (['list', 'models', 'devices'], ['devices', 'too many']), (['model'], ['no model']),
            (['plan', *HAND, *CARD, '--xyzzy', '2'], ['--xyzzy', 'unknown']),
            (['plan', *HAND, *CARD, '--utilisation', '1'], ['--utilization']),
            (['plan', *HAND, *CARD, '-x'], ['-x', 'unknown']), (['plan', *HAND, *CARD, '--context'], ['--context', 'missing']),
            (['plan', *HAND, *CARD, '--context', '--json'], ['--context', 'missing']),
            (['plan', *HAND, *CARD, '--json=yes'], ['--json', 'no value']),
            (['plan', *HAND, *CARD, '--json', '--json'], ['--json', 'twice']),
            (['plan', *HAND, *CARD, '--memory=1GiB'], ['--memory', 'twice']),
            (['plan', *HAND, *CARD, '--device', 'rtx-4090'], ['--memory', '--device']),
            (['plan', *HAND, '--device', 'rtx-4900'], ['--device', 'rtx-4090']), (['plan', *HAND], ['--device', '--memory']),
            (['plan', *CARD], ['no model']), (['plan', '', *CARD], ['--model']), (['plan', '--model=', *CARD], ['--model']), (['plan', *HAND, *CARD, '--kv-dtype', 'fp9'], ['--kv-dtype', 'fp8']),
            (['plan', *HAND, *CARD, '--kv-dtype', 'fp8', '--k-dtype', 'f16'], ['--kv-dtype', '--k-dtype']),
            (['plan', *HAND, *CARD, '--engine', 'vlm'], ['--engine', 'ideal']),
            (['plan', *HAND, *CARD, '--pp', '2'], ['--pp', '--engine vllm']),
            (['plan', *HAND, *CARD, '--engine', 'vllm', '--engine-version', 'newest'], ['--engine-version', '0.19.0']),
            (['plan', *HAND, *CARD, '--engine', 'vllm', '--set', 'enforce_eagre=on'], ['--set', 'enforce_eager']),
            (['plan', *HAND, *CARD, '--engine', 'vllm', '--set', 'enforce_eager'], ['--set', 'no value']),
            (['plan', *HAND, *CARD, '--engine', 'vllm', '--set', 'enforce_eager=perhaps'], ['--set enforce_eager', 'on']),
            (['plan', *HAND, *CARD, '--engine', 'vllm', '--set', 'mamba_cache_mode=some'], ['--set mamba_cache_mode', 'align']),
            (['plan', *HAND, *CARD, '--engine', 'ideal', '--set', 'enforce_eager=on'], ['--set enforce_eager', '--engine vllm']),
            (['convert', *HAND], ['--output']), (['convert', *HAND, '-o', 'x.json'], ['--output', '.ullage']),
            (['chart', *HAND, *CARD], ['memory', 'curves']), (['chart', 'memroy', *HAND, *CARD, '-o', 'x.png'], ['memory']),
            (['chart', 'memory', *HAND, *CARD], ['--output']),
            (['chart', 'memory', *HAND, *CARD, '-o', 'x.gif'], ['x.gif', 'svg']),
            (['chart', 'memory', *HAND, *CARD, '-o', 'x.png', '--width', '9'], ['--width']),
            (['chart', 'memory', *HAND, *CARD, '-o', 'x.png', '--scale', '99'], ['--scale']),
            (['chart', 'memory', *HAND, *CARD, '-o', 'x.png', '--style', 'sepia'], ['--style', 'print'])):
        yield from (f'{args}: {fault}' for fault in refused(run(*args), 2, *parts))
    both = run('plan', *HAND, *CARD, '--k-dtype', 'fp8', '--v-dtype', 'f16', '--json')
    if json.loads(both.stdout)['kv_bytes_per_token'] != 32 * 8 * 128 * 3:
        yield both.stdout[:300]


BAD_NUMBERS = ('', ' ', '-1', '−1', 'nan', 'NaN', 'inf', '-inf', 'Infinity', '1e999', '12345678901234567890',
               '99999999999999999999', '1xyz', '1 2', '0x10', '1,5', '..', 'GiB', '1e', '+-1', '1;rm', '\x1b[31m', '1\n2', 'é')


def check_order():
    """A scenario does not hang on the order of its options: the engine may be named last, and in either way."""
    ways = [['--engine', 'vllm', '--dp', '4'], ['--dp', '4', '--engine', 'vllm'], ['--dp', '4', '--set', 'engine=vllm'],
            ['--set', 'engine=vllm', '--set', 'dp=4'], ['--set', 'dp=4', '--set', 'engine=vllm']]
    made = [run('plan', *HAND, *CARD, *way, '--json') for way in ways]
    for way, one in zip(ways, made):
        yield from answered(one)
        if one.stdout != made[0].stdout:
            yield f'{way}: {one.stdout[:200]}'


def check_bad_numbers():
    """No option takes a value that is no number, not finite, negative or out of range."""
    zero_refused = {'layers', 'query-heads', 'kv-heads', 'head-dim', 'memory', 'context', 'concurrency', 'block-size',
                    'utilization', 'max-model-len', 'max-num-seqs', 'tp', 'prefix-requests'}
    options = ('layers', 'query-heads', 'kv-heads', 'head-dim', 'memory', 'context', 'concurrency', 'block-size',
               'utilization', 'overhead', 'headroom', 'available', 'weights', 'params', 'max-model-len', 'max-num-seqs', 'tp',
               'prefix-tokens', 'prefix-requests', 'retain')
    count = 0
    for option in options:
        base = dict(zip(HAND[::2], HAND[1::2]))
        base |= {'--memory': '24GiB'}
        base.pop(f'--{option}', None)
        rest = [word for pair in base.items() for word in pair]
        for text in (*BAD_NUMBERS, *(['0'] if option in zero_refused else [])):
            made = run('plan', *rest, f'--{option}={text}')
            yield from (f'--{option}={text!r}: {fault}' for fault in refused(made, 2, f'--{option}: '))
            count += 1
        if option not in zero_refused:
            yield from answered(run('plan', *rest, f'--{option}=0'))
    print(f'# {count} values')


def check_spellings():
    """Sizes, counts and fractions may be typed in every way that is documented."""
    for option, spellings in (('memory', ('24GiB', '24576MiB', '25769803776', '24 GiB', '25769803776B', '24gib')),
                              ('context', ('4096', '4Ki', '4,096', '4.096k')),
                              ('utilization', ('0.9', '90%', '0.90', '.9', '9e-1'))):
        said = set()
        for text in spellings:
            rest = [] if option == 'memory' else CARD
            made = run('plan', *HAND, *rest, f'--{option}', text, '--json')
            yield from answered(made)
            said.add(made.stdout)
        if len(said) != 1:
            yield f'{option}: {len(said)} answers for {spellings}'


def drop_override():
    """Root, too, is to be refused by a folder's mode."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if libc.prctl(24, capability, 0, 0, 0) != 0:  # PR_CAPBSET_DROP
                os._exit(99)


def check_bad_files():
    """What is no model file is refused with its name, whatever it is."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        good = json.dumps(CONFIG)
        texts = {'truncated.json': good[:len(good) // 2].encode(), 'empty.json': b'', 'brackets.json': b'[' * 100_000,
                 'objects.json': b'{"a":' * 100_000, 'noise.json': bytes(range(256)) * 40, 'list.json': b'[1, 2]',
                 'nul.json': good.encode() + b'\0', 'type.json': json.dumps(CONFIG | {'model_type': 'xyzzy'}).encode(),
                 'negative.json': json.dumps(CONFIG | {'num_hidden_layers': -4}).encode(),
                 'zero.json': json.dumps(CONFIG | {'num_attention_heads': 0}).encode(),
                 'text.json': json.dumps(CONFIG | {'num_hidden_layers': 'four'}).encode(),
                 'huge.json': good.replace('"num_hidden_layers": 4', '"num_hidden_layers": 99999999999999999999').encode(),
                 'infinite.json': good.replace('"num_hidden_layers": 4', '"num_hidden_layers": Infinity').encode(),
                 'big.json': b' ' * (20 << 20), 'truncated.ullage': b'{"ullage": 1, "mod', 'empty.ullage': b'',
                 'brackets.ullage': b'[' * 100_000, 'other.ullage': b'{"a": 1}', 'version.ullage': b'{"ullage": 99}',
                 'config.ullage': good.encode(), 'big.ullage': b' ' * (20 << 20)}
        for name, text in texts.items():
            (folder / name).write_bytes(text)
        os.mkfifo(folder / 'fifo.json')
        os.mkfifo(folder / 'fifo.ullage')
        (folder / 'folder.json').mkdir()
        (folder / 'folder.ullage').mkdir()
        (folder / 'locked').mkdir()
        write_config(folder / 'locked')
        (folder / 'locked').chmod(0)
        names = [*texts, 'fifo.json', 'fifo.ullage', 'folder.json', 'folder.ullage', 'absent.json', 'absent.ullage', 'locked']
        for name in names:
            for command in (['model', folder / name], ['plan', folder / name, *CARD], ['plan', '--model', folder / name, *CARD]):
                made = run(*command, preexec_fn=drop_override)
                stem = name.split('.')[0] if name in ('folder.json', 'locked') else name
                yield from (f'{command[0]} {name}: {fault}' for fault in refused(made, 1, stem))
        yield from refused(run('model', '/dev/zero'), 1)
        yield from refused(run('model', '/dev/null'), 1)
        (folder / 'locked').chmod(0o700)
        print(f'# {len(names)} files')


def check_documents():
    """A converted model plans the same, and a document cut anywhere is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path, saved = write_config(folder), Path(folder) / 'saved.ullage'
        made = run('convert', path, *CARD, '--context', '1Ki', '--concurrency', '9', '-o', saved)
        yield from answered(made)
        direct = run('plan', path, *CARD, '--context', '1Ki', '--concurrency', '9', '--json').stdout
        for where in ([saved], ['--model', saved]):
            if run('plan', *where, '--json').stdout != direct:
                yield f'{where}: another plan'
        changed = json.loads(run('plan', saved, '--memory', '48GiB', '--json').stdout)
        if changed['pool_bytes'] != json.loads(direct)['pool_bytes'] + (24 << 30):
            yield 'an option does not change a document'
        fixed = Path(folder) / 'fixed.ullage'
        yield from answered(run('convert', path, '--available', '3GB', '--weights', '1GB', '-o', fixed))
        parameters = json.loads(run('model', path, '--json').stdout)['parameters']
        for extra, pool in (([], 3 * 10**9), (['--memory', '9GB'], 8 * 10**9),
                            (['--memory', '9GB', '--available', '2GB'], 2 * 10**9),
                            (['--memory', '9GB', '--weight-dtype', 'int8'], 9 * 10**9 - parameters),
                            (['--memory', '9GB', '--params', '5e8', '--weight-dtype', 'int8'], 9 * 10**9 - 5 * 10**8)):
            made = json.loads(run('plan', fixed, *extra, '--json').stdout)
            if made['pool_bytes'] != pool:
                yield f'{extra}: pool {made["pool_bytes"]}'
        text = saved.read_bytes()
        cut = Path(folder) / 'cut.ullage'
        for length in range(0, len(text) - 2, 37):
            cut.write_bytes(text[:length])
            yield from (f'cut at {length}: {fault}' for fault in refused(run('plan', cut), 1, 'cut.ullage'))
        saved.write_text(json.dumps(json.loads(text) | {'from the future': [1]}))
        yield from answered(run('convert', saved, '--context', '2Ki', '-o', saved))
        if json.loads(saved.read_text()).get('from the future') != [1]:
            yield 'an unknown member is lost'


def check_outputs():
    """A file that cannot be written is an error, and what was there stays."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / 'folder.ullage').mkdir()
        (folder / 'folder.svg').mkdir()
        (folder / 'locked').mkdir()
        (folder / 'locked' / 'old.ullage').write_text('old')
        (folder / 'old.ullage').write_text('old')
        (folder / 'old.svg').write_text('old')
        (folder / 'locked').chmod(0o500)
        chart, convert = ['chart', 'memory', *HAND, *CARD], ['convert', *HAND]
        for command, target in ((convert, 'folder.ullage'), (convert, 'absent/x.ullage'), (convert, 'locked/x.ullage'),
                                (convert, 'locked/old.ullage'), (chart, 'folder.svg'), (chart, 'absent/x.png'),
                                (chart, 'locked/x.pdf'), (convert, 'old.ullage/x.ullage')):
            made = run(*command, '-o', target, cwd=folder, preexec_fn=drop_override)
            yield from (f'{target}: {fault}' for fault in refused(made, 1, target))

        def full():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))

        for command, target in ((convert, 'old.ullage'), (chart, 'old.svg')):
            # A disk that is full after 200 bytes; SIGXFSZ stays ignored, so writing fails instead.
            made = run(*command, '-o', target, cwd=folder, preexec_fn=full, restore_signals=False)
            yield from (f'full, {target}: {fault}' for fault in refused(made, 1, target))
        (folder / 'locked').chmod(0o700)
        made = run(*chart, '-o', 'first.svg', '-o', 'absent/second.svg', cwd=folder)
        yield from refused(made, 1, 'absent/second.svg')
        os.mkfifo(folder / 'pipe.svg')
        yield from refused(run(*chart, '-o', 'pipe.svg', cwd=folder), 1, 'pipe.svg')
        (folder / 'null.svg').symlink_to('/dev/null')
        yield from refused(run(*chart, '-o', 'null.svg', cwd=folder), 1, 'null.svg')
        if {path.read_text() for path in folder.rglob('old.*')} != {'old'}:
            yield 'the old file is not the old one'
        left = sorted(str(path.relative_to(folder)) for path in folder.rglob('*') if path.is_file())
        if left != ['locked/old.ullage', 'old.svg', 'old.ullage']:
            yield f'left behind: {left}'
        (folder / 'old.svg').chmod(0o600)
        (folder / 'link.svg').symlink_to('old.svg')
        yield from answered(run(*chart, '-o', 'link.svg', cwd=folder))
        if not (folder / 'link.svg').is_symlink() or not (folder / 'old.svg').read_text().startswith('<?xml'):
            yield 'a link is not followed'
        if (folder / 'old.svg').stat().st_mode & 0o777 != 0o600:
            yield 'the permissions of a file change'


def check_streams():
    """A closed, full or unread standard output is an error, not silence."""
    for args in (['list', 'models'], ['plan', *HAND, *CARD, '--json'], ['--help'], ['plan', '--help'], ['--version']):
        with open('/dev/full', 'w') as full:
            made = run(*args, stdout=full)
            yield from (f'{args} full: {fault}' for fault in refused(made, 1, 'standard output'))
        made = run(*args, stdout=None, preexec_fn=lambda: os.close(1))
        yield from (f'{args} closed: {fault}' for fault in refused(made, 1, 'standard output'))
        end, pipe = os.pipe()
        os.close(end)
        made = run(*args, stdout=pipe)
        os.close(pipe)
        yield from (f'{args} unread: {fault}' for fault in refused(made, 1, 'standard output'))
    # With every stream closed a file that is opened must not take a stream's number.
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / 'x.ullage'
        made = run('convert', *HAND, '-o', target, '--json', stdout=None, preexec_fn=lambda: os.closerange(0, 3))
        if made.returncode != 1 or not json.loads(target.read_text())['ullage']:
            yield f'exit {made.returncode}'


def check_charts():
    """Each chart in each format, and what the file says of itself."""
    begins = {'png': b'\x89PNG', 'svg': b'<?xml', 'pdf': b'%PDF', 'csv': b''}
    with tempfile.TemporaryDirectory() as folder:
        for chart in ('memory', 'curves', 'layers'):
            targets = [Path(folder) / f'{chart}.{ending}' for ending in begins]
            made = run('chart', chart, *HAND, *CARD, *(word for target in targets for word in ('-o', target)), '--json')
            yield from answered(made)
            if [row['path'] for row in json.loads(made.stdout)['files']] != [str(target) for target in targets]:
                yield made.stdout
            for target, start in zip(targets, begins.values()):
                if not target.read_bytes().startswith(start) or target.stat().st_size < 40:
                    yield f'{target.name}: {target.read_bytes()[:40]}'
            small = Path(folder) / 'small.png'
            yield from answered(run('chart', chart, *HAND, *CARD, '-o', small, '--width', '640', '--height', '480',
                                    '--scale', '1', '--style', 'print', '--no-caption'))
            if small.read_bytes()[16:24] != bytes((0, 0, 2, 128, 0, 0, 1, 224)):
                yield f'{chart}: not 640 × 480 pixels'


def check_ramp_chart():
    """A ramp as a chart is the ramp that the command prints: the same levels and rates, with and without sharing."""
    load = ('llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--max-model-len', '16Ki', '--preset', 'chat', '--requests', '120', '--levels', '1,4,16')
    with tempfile.TemporaryDirectory() as folder:
        table, picture = Path(folder) / 'ramp.csv', Path(folder) / 'ramp.svg'
        made = run('chart', 'ramp', *load, '-o', table, '-o', picture, '--json')
        yield from answered(made)
        if json.loads(made.stdout)['chart'] != 'ramp' or 'Throughput' not in picture.read_text():
            yield made.stdout
        rows = [row.split(',') for row in table.read_text().splitlines()[1:]]
        printed = json.loads(run('ramp', *load, '--json').stdout)
        lines = printed['levels'], printed['without_sharing']['levels']
        if [row[0] for row in rows] != ['With sharing'] * 3 + ['Without sharing'] * 3:
            yield f'rows: {rows}'
        for row, level in zip(rows, [*lines[0], *lines[1]], strict=True):
            if int(row[1]) != level['concurrency'] or abs(float(row[2]) / level['output_tokens_per_s'] - 1) > 1e-5:
                yield f'{row} is not {level}'
        yield from answered(run('chart', 'ramp', *load, '--baselines', '-o', table))
        printed = json.loads(run('ramp', *load, '--baselines', '--json').stdout)
        names = {'uniform': 'every request 2,000 tokens', 'reserved': 'full-length reservation', 'static': 'static batches'}
        expected = [(names[line], level) for line in names for level in printed[line]['levels']]
        rows = list(csv.reader(table.read_text().splitlines()[7:]))
        for row, (name, level) in zip(rows, expected, strict=True):
            if row[0] != name or abs(float(row[2]) / level['output_tokens_per_s'] - 1) > 1e-5:
                yield f'{row} is not {name}: {level}'
        yield from answered(run('chart', 'surge', *load, '-o', table, '-o', picture))
        rows = list(csv.reader(table.read_text().splitlines()[1:]))
        caps = {row[0]: int(row[1]) for row in rows}
        if caps != {'the peak': printed['peak'], 'the operating point': printed['operating_point']} or 'preemption' not in picture.read_text():
            yield f'a surge of {caps}, which is not {printed["peak"]} and {printed["operating_point"]}'
        yield from refused(run('chart', 'ramp', *load[:3], '--preset', 'nobody', '-o', table), 2, 'nobody')


def check_calibration():
    """A record as a chart: its table, the empty one, and what is no record. Of 4 answers at 80 %, 3 are right: a half of the
    interval's width is z ÷ (n + z²) × √(k (n − k) ÷ n + z² ÷ 4) about (k + z² ÷ 2) ÷ (n + z²), with z = 1.959964."""
    z, k, n = 1.959964, 3, 4
    middle, reach = (k + z * z / 2) / (n + z * z), z / (n + z * z) * (k * (n - k) / n + z * z / 4) ** 0.5
    answer = {'time': 1, 'source': 'drill', 'question': 'q', 'kind': 'fits', 'term': 'fits', 'confidence': 80, 'right': True,
              'slip': None, 'factor': None}
    with tempfile.TemporaryDirectory() as folder:
        home = os.environ | {'XDG_DATA_HOME': folder}
        own, table = Path(folder) / 'ullage' / 'record.json', Path(folder) / 'x.csv'
        made = run('chart', 'calibration', '-o', table, '-o', table.with_suffix('.png'), env=home)
        yield from answered(made)
        if table.read_text().count('\n') != 1:
            yield f'an empty record has rows: {table.read_text()!r}'
        own.parent.mkdir()
        own.write_text(json.dumps({'ullage_record': 1, 'answers': [answer | {'right': i > 0} for i in range(n)]}))
        for how in ((), ('--record', own)):
            made = run('chart', 'calibration', *how, '-o', table, '--json', env=home)
            yield from answered(made)
            if json.loads(made.stdout)['chart'] != 'calibration':
                yield made.stdout
            row = [float(cell) for cell in table.read_text().splitlines()[1].split(',')]
            wanted = [80, n, k, k / n, middle - reach, middle + reach]
            if any(abs(a - b) > 2e-6 for a, b in zip(row, wanted, strict=True)):
                yield f'{row}, not {wanted}'
        yield from refused(run('chart', 'calibration', 'llama-3.1-8b', '-o', table, env=home), 2, '--record')
        yield from refused(run('chart', 'calibration', '--record', own.with_name('none'), '-o', table, env=home), 1, 'none')
        own.write_text('{"ullage_record": 1, "answers": [{}]}')
        yield from refused(run('chart', 'calibration', '-o', table, env=home), 1, 'record.json')
        if [path.name for path in own.parent.iterdir()] != ['record.json']:
            yield 'a damaged record was moved'


LAB = ['--layers', '28', '--kv-heads', '4', '--query-heads', '28', '--head-dim', '128', '--params', '7.0e9', '--overhead',
       '2GiB', '--context', '8192']
OPTION_KEYS = ['device', 'tp', 'pp', 'replicas', 'cards', 'requests_per_replica', 'memory_bytes', 'used_fraction', 'price',
               'reason']


def check_fleet():
    """A fleet's members, its order, and the text form."""
    made = run('fleet', *LAB, '--memory', '48GiB', '--target-concurrency', '300', '--json')
    yield from answered(made)
    said = json.loads(made.stdout)
    if list(said) != ['survives', 'lengths', 'options', 'ruled_out'] or any(list(row) != ['device', 'reason'] for row in said['ruled_out']):
        yield f'members {list(said)}'
    yield from (f'{row}' for row in said['options'] if list(row) != OPTION_KEYS)
    dies = {row['id']: row['dies'] for row in json.loads(run('list', 'devices', '--json').stdout)['devices']} | {'custom': 1}
    order = [(row['cards'], row['memory_bytes']) for row in said['options']]
    if order != sorted(order) or any(
            row['cards'] != -(-row['tp'] * row['pp'] * row['replicas'] // dies[row['device']]) for row in said['options']):
        yield 'the order, or the cards'
    cards = {row['id'] for row in json.loads(run('list', 'devices', '--json').stdout)['devices']} | {'custom'}
    held, out = {row['device'] for row in said['options']}, {row['device'] for row in said['ruled_out']}
    if held & out or held | out != cards:
        yield f'cards are missing: {sorted(cards - held - out)}'
    text = run('fleet', *LAB, '--device', 'h100-sxm', '--device', 'a40', '--arrival-rate', '12.5', '--mean-latency', '24')
    yield from answered(text)
    if "Little’s law: 12.5 requests a second × 24 s = 300 requests" not in text.stdout or 'a40' not in text.stdout or \
            'Fits, but not after the loss of one replica.' not in text.stdout:
        yield text.stdout
    spare = run('fleet', *LAB, '--device', 'h100-sxm', '--target-concurrency', '300', '--spare', '2').stdout
    if 'Fits, also after the loss of 2 replicas.' not in spare:
        yield spare
    # What it takes is what the plan says of the same card.
    for row in said['options'][::40]:
        if row['device'] != 'custom':
            plan = json.loads(run('plan', *LAB, '--device', row['device'], '--tp', str(row['tp']), '--json').stdout)
            if plan['max_concurrency'] != row['requests_per_replica']:
                yield f'{row}: the plan says {plan["max_concurrency"]}'
    priced = json.loads(run('fleet', *LAB, '--target-concurrency', '300', '--price', 'a40=4000', '--price', 'h100-sxm=25000',
                            '--json').stdout)['options']
    prices = [row['price'] for row in priced if row['price'] is not None]
    if prices != sorted(prices) or not prices or any(row['price'] is None for row in priced[:len(prices)]):
        yield f'prices {prices}'


def check_fleet_options():
    """What describes no fleet is refused, with a sentence that names the option."""
    target = ['--target-concurrency', '300']
    for extra, *parts in (([], '--target-concurrency', '--arrival-rate'), (['--arrival-rate', '3'], '--mean-latency'),
                          (['--mean-latency', '3'], '--arrival-rate'),
                          ([*target, '--arrival-rate', '3', '--mean-latency', '2'], '--target-concurrency'),
                          ([*target, '--concurrency', '3'], '--concurrency'), ([*target, '--available', '3GB'], '--available'),
                          ([*target, '--device', 'h100-smx'], '--device', 'h100-sxm'),
                          ([*target, '--device', 'a40', '--device', 'a40'], '--device', 'twice'),
                          ([*target, '--price', 'a40'], '--price', 'ID=N'), ([*target, '--price', '=3'], '--price'),
                          ([*target, '--price', 'a40=x'], '--price', 'not a number'),
                          ([*target, '--device', 'a40', '--price', 'h100-sxm=3'], '--price', 'h100-sxm'),
                          (['--arrival-rate', '1e6', '--mean-latency', '1e6'], '--arrival-rate')):
        yield from (f'{extra}: {fault}' for fault in refused(run('fleet', *LAB, *extra), 2, *parts))
    for option in ('target-concurrency', 'arrival-rate', 'mean-latency', 'spare'):
        rest = {'target-concurrency': [], 'arrival-rate': ['--mean-latency', '1'], 'mean-latency': ['--arrival-rate', '1'],
                'spare': target}[option]
        for text in (*BAD_NUMBERS, *(['0'] if option != 'spare' else [])):
            yield from (f'--{option}={text!r}: {fault}'
                        for fault in refused(run('fleet', *LAB, *rest, f'--{option}={text}'), 2, f'--{option}: '))
    yield from refused(run('fleet', *LAB, *target, '--tp', '3'), 1, 'ensor parallel')
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'pool.ullage'
        run('convert', *LAB, '--available', '3GB', '-o', path)
        yield from refused(run('fleet', path, *target), 1, 'one card')
        yield from answered(run('fleet', path, *target, '--device', 'a40'))
        # The card that a file brings along is compared too.
        run('convert', *LAB, '--memory', '48GiB', '-o', path)
        made = run('fleet', path, *target, '--json')
        yield from answered(made)
        if not any(row['device'] == 'custom' for row in json.loads(made.stdout)['options']):
            yield 'the file\'s own card is not compared'


def check_own_cards():
    """A person's own cards are listed and taken; a bad file of them is one sentence and leaves the others."""
    with tempfile.TemporaryDirectory() as folder:
        home = dict(os.environ, XDG_DATA_HOME=folder)
        path = Path(folder) / 'ullage' / 'devices.json'
        bundled = run('list', 'devices', env=home).stdout.splitlines()
        path.parent.mkdir()
        path.write_text(json.dumps({'devices': [{'id': 'lab-1', 'name': "The lab's", 'label_gb': 48, 'reported_mib': 49140,
                                                 'allocatable_mib': [47000, 48500]}]}))
        made = run('list', 'devices', env=home)
        yield from answered(made)
        if made.stdout.splitlines() != [*bundled, 'lab-1']:
            yield made.stdout[-200:]
        if 'between 45.90\xa0GiB and 47.36\xa0GiB allocatable, a guess' not in run('list', 'devices', '--long', env=home).stdout:
            yield run('list', 'devices', '--long', env=home).stdout[-300:]
        made = run('plan', *HAND, '--device', 'lab-1', '--json', env=home)
        yield from answered(made)
        said = json.loads(made.stdout)
        if (said['pool_low'], said['pool_bytes'], said['pool_high']) != (47000 << 20, 47000 << 20, 48500 << 20):
            yield f'{said["pool_low"]}, {said["pool_bytes"]}, {said["pool_high"]}'
        yield from answered(run('fleet', *HAND, '--device', 'lab-1', '--target-concurrency', '9', env=home))
        yield from refused(run('plan', *HAND, '--device', 'lab-2', env=home), 2, 'did you mean lab-1')
        path.write_text('{"devices": [{"id": "lab-1", "name": "x", "allocatable_mib": -1}]}')
        for args in (['list', 'devices'], ['fleet', *HAND, '--target-concurrency', '9']):
            made = run(*args, env=home)
            if made.returncode != 0 or not made.stdout or not is_sentence(made.stderr) or 'devices.json: line 1' not in made.stderr:
                yield f'{args}: {made.returncode}, {made.stderr!r}'
        yield from answered(run('plan', *HAND, '--device', 'rtx-4090', env=home))
        yield from refused(run('plan', *HAND, '--device', 'lab-1', env=home), 2, '--device', 'devices.json: line 1')


def check_warnings_once():
    """What the file does not say is warned of once: by the model's report, and by the plan's own sentence."""
    with tempfile.TemporaryDirectory() as folder:
        unsaid = {key: value for key, value in CONFIG.items() if key not in ('torch_dtype', 'architectures')}
        unsaid |= {'model_type': 'zebra', 'quantization_config': {'quant_method': 'gptq'}}
        path = Path(folder) / 'config.json'
        path.write_text(json.dumps(unsaid))
        for command in (['model', path], ['plan', path, *CARD]):
            made = run(*command, '--as-plain')
            yield from answered(made)
            warnings = re.findall(r'^Warning: (.*)', made.stdout, re.MULTILINE)
            about = {'plain attention': 0, 'saved|dtype': 0, 'weights are quantised|how large its weights': 0}
            for word in about:
                about[word] = sum(re.search(word, warning) is not None for warning in warnings)
            if set(about.values()) != {1}:
                yield f'{command[0]}: {about} in {warnings}'
        said = json.loads(run('plan', path, *CARD, '--as-plain', '--json').stdout)['warnings']
        if len({warning['id'] for warning in said}) != len(said) or 'model' in {warning['id'] for warning in said}:
            yield f'{said}'


def check_why_no_size():
    """Why the weights have no size is said by the report and by the plan, of the model and of a document that holds it."""
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / 'plan.ullage'
        yield from answered(run('convert', '--model', 'zamba2-2.7b', '--device', 'rtx-4090', '-o', document))
        for made in (run('model', 'zamba2-2.7b'), run('plan', 'zamba2-2.7b', *CARD), run('plan', document)):
            yield from answered(made)
            if made.stdout.count('not every matrix of the family “zamba2” is known here') != 1:
                yield made.stdout[-300:]


def check_length_beyond_positions():
    """A model length beyond the model's end is warned of, since an engine refuses it; at the end it is not."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_config(folder)
        for engine, length, warned in (('paged', 2048, False), ('paged', 2049, True), ('vllm', 2049, True)):
            made = run('plan', path, *CARD, '--engine', engine, '--max-model-len', str(length), '--json')
            yield from answered(made)
            texts = [warning['text'] for warning in json.loads(made.stdout)['warnings'] if warning['id'] == 'positions']
            if len(texts) != warned or (warned and ('2,048' not in texts[0] or '2,049' not in texts[0])):
                yield f'{engine}, {length}: {texts}'
            if warned and ('VLLM_ALLOW_LONG_MAX_MODEL_LEN' in texts[0]) != (engine == 'vllm'):
                yield texts[0]


def check_two_states():
    """A recurrent layer keeps two states: the sum and the model's report name them apart. 4 layers of the convolution's
    3 inputs of 1,024 + 2 × 16 channels, and of 1,024 × 16."""
    config = {'model_type': 'mamba2', 'num_hidden_layers': 4, 'hidden_size': 512, 'expand': 2, 'head_dim': 64, 'num_heads': 16,
              'state_size': 16, 'n_groups': 1, 'conv_kernel': 4, 'vocab_size': 1000, 'torch_dtype': 'bfloat16'}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'config.json'
        path.write_text(json.dumps(config))
        states = re.findall(r'^  (\w+ state) ', run('plan', path, *CARD, '--explain').stdout, re.MULTILINE)
        if sorted(states) != ['Convolution state', 'Recurrent state']:
            yield f'{states}'
        steps = json.loads(run('plan', path, *CARD, '--json').stdout)['steps']
        if [step.get('role') for step in steps if step['op'] == 'store_bytes'] != ['convolution', None]:
            yield f'{steps}'
        report = run('model', path).stdout
        for words in ('convolution state of 3,168 elements', 'recurrent state of 16,384 elements'):
            if report.count(words) != 1:
                yield report


def check_guess():
    """A card whose size is a guess: the pool is a range, and the verdict says so where it decides."""
    said = json.loads(run('plan', *HAND, '--device', 'gaudi-2', '--json').stdout)
    if not said['pool_low'] == said['pool_bytes'] < said['pool_high']:
        yield f'{said["pool_low"]}, {said["pool_bytes"]}, {said["pool_high"]}'
    if [term['source'] for term in said['terms'] if term['id'] == 'driver'] != ['guess']:
        yield f'{said["terms"]}'
    # 90,835 and 96,891 MiB hold 177 and 189 requests of 512 MiB.
    made = run('plan', *HAND, '--device', 'gaudi-2', '--context', '4096', '--concurrency', '180')
    if not made.stdout.startswith('Between 177 and 189 fit.\n'):
        yield made.stdout[:200]


def check_control_characters():
    """What a file or an argument says cannot move a terminal's cursor."""
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder) / 'a\x1b[2Jb\nc.json'
        made = run('model', named)
        yield from refused(made, 1)
        named.write_text(json.dumps(CONFIG | {'_name_or_path': 'x\x1b[2Jy'}))
        for made in (run('model', named), run('plan', named, *CARD)):
            if '\x1b' in made.stdout + made.stderr:
                yield repr(made.stdout)
        made = run('model', named, '--json')
        json.loads(made.stdout)
        # A picture's text holds no character that XML does not know, and a terminal sees no C1 control either.
        hostile, picture = Path(folder) / 'hostile.ullage', Path(folder) / 'picture.svg'
        yield from answered(run('convert', named, *CARD, '-o', hostile))
        document = json.loads(hostile.read_text())
        for part in ('model', 'device'):
            document[part]['name'] = '<&"\'\x01\x1b[2J\x7f\x9b2J\u202e\uffff]]>'
        hostile.write_text(json.dumps(document))
        for chart in ('memory', 'curves', 'layers'):
            yield from answered(run('chart', chart, '--model', hostile, '-o', picture, '-o', picture.with_suffix('.pdf')))
            if '<&"' not in ''.join(ElementTree.parse(picture).getroot().itertext()):
                yield f'{chart}: the name is not in the picture'
        for option in ((), ('--json',)):
            if not {*'\x9b\u202e\uffff'}.isdisjoint(run('model', hostile, *option).stdout):
                yield 'a C1 control is shown'


CHECKS = [value for name, value in list(globals().items()) if name.startswith('check_')]


def main():
    print(f'1..{len(CHECKS)}')
    failed = 0
    for number, check in enumerate(CHECKS, 1):
        try:
            faults = list(check())
        except Exception as fault:
            faults = [f'{type(fault).__name__}: {fault}']
        print(f"{'not ok' if faults else 'ok'} {number} {check.__doc__.splitlines()[0].rstrip('.')}")
        for fault in faults[:20]:
            print('# ' + fault[:400].replace('\n', '\n# '))
        failed += bool(faults)
    sys.exit(1 if failed else 0)


main()
