#!/usr/bin/python3
"""`ullage-cli plan` of many: a folder of .ullage files, several files. Argument: the program."""
import csv
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
HEADER = ['name', 'model', 'device', 'engine', 'settings', 'verdict', 'limit', 'pool_bytes', 'kv_bytes_per_token',
          'kv_bytes_per_request', 'tokens', 'blocks', 'max_concurrency', 'max_context', 'demand_bytes', 'ullage_bytes']
# The names that a file may have; the scenario of each.
FILES = {
    'b.ullage': ['llama-3.1-8b', '--device=rtx-4090', '--utilization=0.9', '--context=4Ki', '--concurrency=6'],
    'a, "quoted".ullage': ['qwen2.5-7b', '--device=l40s', '--context=8Ki', '--engine=paged'],
    'Z.ullage': ['falcon-mamba-7b', '--memory=24GiB'],
    'lengths.ullage': ['llama-3.1-8b', '--device=l40s', '--lengths=lognormal:6.6,0.9,64,8192', '--concurrency=50'],
    'vllm.ullage': ['llama-3.1-8b', '--device=h100-sxm', '--engine=vllm', '--context=8Ki'],
    'too-small.ullage': ['llama-3.1-70b', '--device=rtx-4090'],
}


def run(*words):
    return subprocess.run([CLI, 'plan', *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)


def fill(folder):
    for name, words in FILES.items():
        subprocess.run([CLI, 'convert', *words, '-o', folder / name], check=True)
    (folder / 'notes.txt').write_text('not a plan')


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def same(row, plan):
    """What differs between a row and the plan of that file alone."""
    for name in HEADER[5:]:
        shown = '' if plan[name] is None else str(plan[name])
        if row[name] != shown:
            yield f'{row["name"]}: {name} {row[name]!r} is {shown!r}'


def check_folder():
    """A row a file, sorted by name, each what the file alone says."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        made = run(folder)
        found = rows(made.stdout)
        if made.returncode or made.stderr or '\r' in made.stdout:
            yield f'{made.returncode} {made.stderr}'
        if next(csv.reader(io.StringIO(made.stdout))) != HEADER:
            yield f'the header is {made.stdout.splitlines()[0]}'
        if [row['name'] for row in found] != sorted(FILES, key=os.fsencode):
            yield f'{[row["name"] for row in found]}'
        for row in found:
            yield from same(row, json.loads(run(folder / row['name'], '--json').stdout))


def check_options():
    """An option changes every file, as it changes each alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        words = ['--concurrency=3', '--device=h100-sxm']
        for row in rows(run(folder, *words).stdout):
            yield from same(row, json.loads(run(folder / row['name'], *words, '--json').stdout))
            if row['device'] != 'h100-sxm':
                yield f'{row["name"]} is on {row["device"]}'


def check_settings():
    """Model, card, engine and settings of a row make the same plan again."""
    for name, words in FILES.items():
        row = rows(run(*words[:1], 'gemma-2-9b', *words[1:]).stdout)[0]
        card = '--memory' if row['device'].isdigit() else '--device'
        again = run(words[0], card, row['device'], '--engine', row['engine'], *shlex.split(row['settings']), '--json')
        yield from same(row, json.loads(again.stdout))


def check_json():
    """--json holds the same rows, with numbers as numbers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        said = json.loads(run(folder, '--json').stdout)
        table = rows(run(folder).stdout)
        if list(said) != ['plans'] or len(said['plans']) != len(table):
            yield f'{list(said)}'
        for row, plan in zip(table, said['plans']):
            shown = {key: '' if value is None else str(value) for key, value in plan.items()}
            if shown != row:
                yield f'{shown} is not {row}'


def check_unreadable():
    """What cannot be read is told with its place; the others are there, and the exit is 1."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        (folder / 'cut.ullage').write_text('{"version": 1,')
        (folder / 'empty.ullage').write_text('')
        os.mkfifo(folder / 'pipe.ullage')
        (folder / 'folder.ullage').mkdir()
        made = run(folder)
        told = made.stderr.splitlines()
        if made.returncode != 1 or len(told) != 4:
            yield f'{made.returncode} {told}'
        for bad in ('cut', 'empty', 'pipe', 'folder'):
            if not any(f'{bad}.ullage' in line and line.startswith('ullage-cli: ') for line in told):
                yield f'{bad} is not told: {told}'
        if not any('line 1' in line for line in told):
            yield f'no place: {told}'
        if [row['name'] for row in rows(made.stdout)] != sorted(FILES, key=os.fsencode):
            yield made.stdout


def check_check():
    """--check is of all of them; what could not be read outweighs it."""
    pair = ['llama-3.1-8b', 'qwen2.5-7b', '--memory=24GiB', '--check']
    for more, wanted in (([], 0), (['--concurrency=1000'], 3), (['--min-ullage=0.5'], 0), (['--min-ullage=100%'], 3),
                         (['--lengths=lognormal:6.6,0.9,64,8192'], 0), (['--lengths=fixed:8192', '--concurrency=90'], 3),
                         (['no-such-model'], 1)):
        made = run(*pair, *more)
        if made.returncode != wanted:
            yield f'{more}: {made.returncode} {made.stderr}'


def check_usage():
    """What is of one plan alone, or wrong in every file, is usage: nothing is written."""
    pair = ['llama-3.1-8b', 'qwen2.5-7b', '--memory=24GiB']
    for more, part in ((['--explain'], '--explain'), (['--lengths=5'], '--lengths'), (['--seed=4'], '--seed'),
                       (['--model=gemma-2-9b'], '--model'), (['--context=x'], '--context'), (['--min-ullage=1%'], '--check')):
        made = run(*pair, *more)
        if made.returncode != 2 or made.stdout or made.stderr.count('\n') != 1 or part not in made.stderr:
            yield f'{more}: {made.returncode} {made.stderr!r} {made.stdout!r}'


def check_model_folder():
    """A folder with a config.json is a model, whatever else lies in it; an empty folder is neither."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        (folder / 'config.json').write_text(json.dumps({
            'architectures': ['LlamaForCausalLM'], 'model_type': 'llama', 'torch_dtype': 'bfloat16', 'num_hidden_layers': 2,
            'num_attention_heads': 4, 'num_key_value_heads': 2, 'hidden_size': 64, 'intermediate_size': 128,
            'vocab_size': 100, 'max_position_embeddings': 512}))
        made = run(folder, '--memory=1GiB', '--json')
        if made.returncode or json.loads(made.stdout)['kv_bytes_per_token'] != 2 * 2 * 2 * 16 * 2:
            yield f'{made.returncode} {made.stderr}'
    with tempfile.TemporaryDirectory() as name:
        made = run(name, '--memory=1GiB')
        if made.returncode != 1 or 'config.json' not in made.stderr:
            yield f'{made.returncode} {made.stderr}'


tap.run_all(globals())
