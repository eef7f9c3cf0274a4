#!/usr/bin/python3
"""Holds the JSON Schemas to their examples and to what ullage-cli writes. Arguments: the program, the schemas' folder."""
import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator, RefResolver

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
SCHEMAS = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob('*.json'))}
HAND = ['--layers', '32', '--kv-heads', '8', '--query-heads', '32', '--head-dim', '128']


def faults(name, value):
    resolver = RefResolver(f'{name}.json', SCHEMAS[name], store={f'{other}.json': text for other, text in SCHEMAS.items()})
    for fault in Draft202012Validator(SCHEMAS[name], resolver=resolver).iter_errors(value):
        yield f'{name}: {fault.json_path}: {fault.message[:200]}'


def read(*args):
    made = subprocess.run([CLI, *args], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(made.stdout) if made.stdout else None


def check_schemas():
    """Every schema is one, names itself and describes what it is."""
    if set(SCHEMAS) != {'engine-args', 'fleet', 'lesson', 'lesson-grade', 'lesson-list', 'lesson-sheet', 'lesson-show',
                        'levers', 'model', 'plan', 'plans', 'ramp', 'reach', 'record', 'replay', 'scenario'}:
        yield f'{sorted(SCHEMAS)}'
    for name, schema in SCHEMAS.items():
        Draft202012Validator.check_schema(schema)
        if schema['$id'] != f'{name}.json' or not schema['title'] or not schema['description']:
            yield f'{name}: {schema.get("$id")}'


def check_examples():
    """Every schema has examples, and they are valid."""
    for name, schema in SCHEMAS.items():
        if not schema['examples']:
            yield f'{name}: no example'
        for example in schema['examples']:
            yield from faults(name, example)


def check_strictness():
    """An example without a required member, or with one that nobody knows in an output, is not valid."""
    for name, schema in SCHEMAS.items():
        for member in schema['required']:
            broken = copy.deepcopy(schema['examples'][0])
            del broken[member]
            if not list(faults(name, broken)):
                yield f'{name}: {member} is not missed'
        strange = schema['examples'][0] | {'xyzzy': 1}
        if bool(list(faults(name, strange))) == (name == 'scenario'):
            yield f'{name}: an unknown member'


def check_replay():
    """What replay prints of a load by hand is valid."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'load.txt'
        path.write_text('64 4 128 1000 1 1 1 0 0 0 0 3\n8000 12 2\n0 40 3 2 0 1\n0 40 3 2 0 2\n0\n')
        yield from faults('replay', read('replay', str(path), '--json'))


def check_outputs():
    """What the program prints is valid, for every bundled model, card and convention."""
    models = [row['id'] for row in read('list', 'models', '--json')['models']]
    devices = [row['id'] for row in read('list', 'devices', '--json')['devices']]
    for model in models:
        yield from faults('model', read('model', model, '--json'))
        yield from faults('plan', read('plan', model, '--memory', '24GiB', '--json'))
    for device in devices:
        for engine in ('ideal', 'paged'):
            yield from faults('plan', read('plan', *HAND, '--device', device, '--engine', engine, '--headroom', '5%',
                                           '--weights', '30GB', '--max-num-seqs', '4', '--json'))
    yield from faults('plan', read('plan', *HAND, '--available', '1GiB', '--params', '8e9', '--json'))
    for engine in ('ideal', 'paged'):
        yield from faults('plan', read('plan', *HAND, '--memory', '24GiB', '--engine', engine, '--tp', '2', '--concurrency', '9',
                                       '--prefix-tokens', '1000', '--prefix-requests', '4', '--retain', '2048', '--json'))
    for lengths in ('fixed:4096', 'lognormal:6.6,0.9,64,8192'):
        for available in ('0', '3GB', '900TB'):
            yield from faults('plan', read('plan', *HAND, '--available', available, '--lengths', lengths, '--json',
                                           '--max-num-seqs', '256'))
            yield from faults('plan', read('plan', *HAND, '--available', available, '--lengths', lengths, '--json'))
    yield from faults('plans', read('plan', *models, '--memory', '24GiB', '--json'))
    print(f'# {len(models)} models, {len(devices)} cards')


def check_launches():
    """What is said of a launch command is valid, and so are the flags that a plan prints."""
    command = ('VLLM_USE_V1=0 CUDA_VISIBLE_DEVICES=0,1 vllm serve Qwen/Qwen3-8B -tp ${TP:-2} --max-model-len 8k --block-size 0 '
               '--enforce-eager --no-enable-prefix-caching --xyzzy $LEN')
    for args in (['plan'], ['levers'], ['reach', '--want-requests=3'], ['fleet', '--target-concurrency=4'],
                 ['ramp', '--step=8000,12,0', '--levels=2', '--requests=50']):
        answer = read(*args, '--memory', '80GiB', '--engine-args', command, '--json')
        yield from faults(args[0], answer)
        yield from faults('engine-args', answer['engine_args'])


def check_fleets():
    """What a fleet prints is valid, with and without an option, a price, a bound."""
    for extra in ([], ['--price', 'h100-sxm=25000.5'], ['--weights', '9TB'], ['--memory', '48GiB', '--spare', '2']):
        for model in (HAND, ['falcon-mamba-7b'], ['bart-large'], ['gemma-3-27b'], ['deepseek-v3']):
            yield from faults('fleet', read('fleet', *model, *extra, '--target-concurrency', '300', '--json'))


def check_pulls():
    """What levers and searches print is valid, of models of every kind."""
    for model in (HAND, ['falcon-mamba-7b'], ['whisper-large-v3'], ['gemma-3-27b'], ['deepseek-v3'], ['llama-3.1-8b', '--tp', '2']):
        for engine in ('ideal', 'paged'):
            args = [*model, '--memory', '80GiB', '--engine', engine, '--utilization', '0.9', '--overhead', '1GiB']
            yield from faults('levers', read('levers', *args, '--json'))
            for want in ('--want-tokens=9e6', '--want-requests=4000', '--want-context=1', '--want-context=9e6'):
                yield from faults('reach', read('reach', *args, want, '--json'))


def check_ramps():
    """What a ramp prints is valid: of every preset, with every line, of a log, where nothing fits."""
    card = ['llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--requests', '100', '--levels', '1,6']
    for preset in read('list', 'presets', '--json')['presets']:
        yield from faults('ramp', read('ramp', *card, '--preset', preset['id'], '--baselines', '--surge', '--json'))
    for more in (['--arrivals', 'poisson:2'], ['--max-model-len', '64'], ['--lengths', 'uniform:100,9000', '--patience', '1'],
                 ['--sessions', 'fixed:50', '--think', '0.5'], ['--step', '8000,12,0', '--available', '2MiB']):
        yield from faults('ramp', read('ramp', *card, *more, '--json'))


def check_lessons():
    """Lessons, what is shown of them and what answers are worth are valid."""
    listed = read('lesson', 'list', '--json')
    yield from faults('lesson-list', listed)
    for row in listed['lessons']:
        yield from faults('lesson', json.loads((FOLDER.parent / 'lessons' / f'{row["id"]}.json').read_text()))
        yield from faults('lesson-show', read('lesson', 'show', row['id'], '--json'))
        shown = read('lesson', 'show', row['id'], '--reveal', '--json')
        yield from faults('lesson-show', shown)
        for question in (question for step in shown['steps'] for question in step['questions']):
            answer = question['choices'][-1]['id'] if question['choices'] else '3'
            yield from faults('lesson-grade', read('lesson', 'grade', row['id'], '--answer', f'{question["id"]}={answer}@70', '--json'))
    for level in '123':
        for more in ([], ['--reveal']):
            yield from faults('lesson-sheet', read('lesson', 'sheet', 'llama-3.1-8b', '--device', 'rtx-4090', '--level', level, *more, '--json'))
    print(f'# {len(listed["lessons"])} lessons')


def check_documents():
    """What the program saves is valid."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'x.ullage'
        models = [row['id'] for row in read('list', 'models', '--json')['models']]
        for model in models:
            read('convert', model, '-o', path, '--utilization', '0.90', '--kv-dtype', 'fp8', '--overhead', '1.8GB')
            yield from faults('scenario', json.loads(path.read_text()))
        read('convert', *HAND, '--available', '3GB', '--weights', '0', '--tp', '2', '--prefix-tokens', '512',
             '--prefix-requests', '4', '--retain', '1024', '-o', path)
        yield from faults('scenario', json.loads(path.read_text()))
        log = Path(folder) / 'log.csv'
        log.write_text('tokens\n5\n7\n7\n')
        for lengths in ('lognormal:6.6,0.9,64,8192', f'csv:{log}:tokens'):
            read('convert', *HAND, '--available', '3GB', '--lengths', lengths, '-o', path)
            yield from faults('scenario', json.loads(path.read_text()))


def check_readable():
    """The program reads the scenario's examples."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'x.ullage'
        for example in SCHEMAS['scenario']['examples']:
            path.write_text(json.dumps(example))
            yield from faults('plan', read('plan', path, '--json'))


tap.run_all(globals())
