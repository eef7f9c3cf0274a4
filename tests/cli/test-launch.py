#!/usr/bin/python3
"""A launch command as the scenario of ullage-cli, and the flags that it prints. Argument: the program."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
CARD = ['--memory', '80GiB']
COMMAND = 'vllm serve meta-llama/Llama-3.1-8B --max-model-len 32K --gpu-memory-utilization 0.9 --kv-cache-dtype fp8 -tp 2 --port 8000'


def run(*args, text=''):
    return subprocess.run([CLI, *args], input=text, capture_output=True, text=True, timeout=20)


def read(*args, text=''):
    made = run(*args, '--json', text=text)
    return json.loads(made.stdout) if made.returncode == 0 else {'failed': made.stderr}


def plan(answer):
    """The answer without what it says of the command, and without what it suggests."""
    return {name: value for name, value in answer.items() if name != 'engine_args'}


def check_same_as_options():
    """A command gives the plan that the same settings as options give."""
    typed = read('plan', 'llama-3.1-8b', *CARD, '--engine', 'vllm', '--max-model-len', '32768', '--utilization', '0.9',
                 '--kv-dtype', 'fp8', '--tp', '2')
    pasted = read('plan', *CARD, '--engine-args', COMMAND)
    if plan(typed) != plan(pasted):
        yield f'{typed}\n{pasted}'


def check_override():
    """Options override the command, and a model that is named is the model."""
    typed = read('plan', 'qwen3-8b', *CARD, '--engine', 'vllm', '--max-model-len', '8192', '--utilization', '0.9', '--kv-dtype', 'fp8',
                 '--tp', '1')
    pasted = read('plan', 'qwen3-8b', *CARD, '--engine-args', COMMAND, '--tp', '1', '--max-model-len', '8192')
    if plan(typed) != plan(pasted):
        yield f'{typed}\n{pasted}'


def check_ways_in():
    """A file and standard input are read as the command itself is."""
    wanted = read('plan', *CARD, '--engine-args', COMMAND)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'run.sh'
        path.write_text(f'#!/bin/sh\n# it is up in a minute\nexec {COMMAND}\n')
        for given, text in ((f'@{path}', ''), ('-', COMMAND)):
            if read('plan', *CARD, '--engine-args', given, text=text) != wanted:
                yield given


def check_lists():
    """What is understood, not counted, not said or refused is listed, in JSON and on standard error."""
    command = COMMAND + ' --max-num-seqs ${N:-64} --xyzzy 1 --block-size 0 --enable-expert-parallel'
    said = read('plan', *CARD, '--engine-args', command)['engine_args']
    fields = {row['field']: row['value'] for row in said['understood']}
    if fields != {None: 'meta-llama/Llama-3.1-8B', 'max_model_len': '32K', 'utilization_ppm': '0.9', 'k_dtype': 'fp8', 'tp': '2'}:
        yield f'understood: {fields}'
    if said['holes'] != [{'flag': '--max-num-seqs', 'value': '${N:-64}', 'name': 'N', 'default': '64', 'field': 'max_num_seqs'}]:
        yield f'holes: {said["holes"]}'
    if [(row['flag'], row['matters']) for row in said['not_counted']] != [('--port', False), ('--xyzzy', True),
                                                                         ('--enable-expert-parallel', True)]:
        yield f'not counted: {said["not_counted"]}'
    if [row['flag'] for row in said['wrong']] != ['--block-size'] or '1 to ' not in said['wrong'][0]['why']:
        yield f'wrong: {said["wrong"]}'
    made = run('plan', *CARD, '--engine-args', command)
    for part in ('--xyzzy', '--enable-expert-parallel', 'N is not in the text (64', '--block-size'):
        if part not in made.stderr:
            yield f'{part} is not in {made.stderr!r}'
    if '--port' in made.stderr or made.returncode != 0:
        yield made.stderr


def check_several():
    """Of several commands the first of vLLM is planned, and the others are named."""
    text = f'llama-server -m x.gguf\n{COMMAND}\nvllm serve Qwen/Qwen3-8B --port 2 -tp 4\n'
    said = read('plan', *CARD, '--engine-args', '-', text=text)
    if plan(said) != plan(read('plan', *CARD, '--engine-args', COMMAND)):
        yield 'another plan than the first command gives'
    others = [(row['engine'], row['model']) for row in said['engine_args']['others']]
    if others != [('llama.cpp', 'x.gguf'), ('vllm', 'Qwen/Qwen3-8B')]:
        yield f'{others}'
    made = run('plan', *CARD, '--engine-args', '-', text=text)
    if '3 launch commands; this is of number 2' not in made.stderr or 'vLLM' not in made.stderr or 'Qwen/Qwen3-8B' not in made.stderr:
        yield made.stderr


def check_quantised():
    """A repository's name that tells its weights is planned with them, and one that does not is asked for."""
    # 8.19e9 parameters, 2 x 151,936 x 4,096 of them in embeddings at 16 bits; the others at 16, 8 and 4 + 20 / 128 bits.
    embeddings, others = 2 * 151936 * 4096, 8190735360 - 2 * 151936 * 4096
    for ending, bits in (('', 16), ('-FP8', 8), ('-fp8-dynamic', 8), ('-AWQ', 4 + 20 / 128), ('-GPTQ-Int8', 8 + 24 / 128), ('-NVFP4', 4.5)):
        answer = read('plan', *CARD, '--max-model-len', '4096', '--engine-args', f'vllm serve someone/Qwen3-8B{ending}' if ending
                      else 'vllm serve Qwen/Qwen3-8B')
        wanted = embeddings * 2 + others * bits / 8
        weights = {row['id']: row['bytes'] for row in answer.get('terms', [])}.get('weights', 0)
        if not 0.995 < weights / wanted < 1.01:
            yield f'{ending}: {weights} for {wanted}: {answer.get("failed")}'
    for name in ('someone/Qwen3-8B-AWQ-gs64', 'nvidia/DeepSeek-R1-NVFP4', 'someone/Other-FP8', 'a/b/Qwen3-8B-FP8'):
        made = run('plan', *CARD, '--engine-args', f'vllm serve {name}')
        if made.returncode != 1 or 'config.json' not in made.stderr or name not in made.stderr:
            yield f'{name}: {made.returncode} {made.stderr}'


def check_refusals():
    """A text that cannot be used is refused in one sentence."""
    for given, part in (('hello', 'vllm serve MODEL'), ('llama-server -m x.gguf', 'llama.cpp'), ('vllm serve $MODEL', '${MODEL}'),
                        ('vllm serve nobody/nothing', 'nobody/nothing'), ('vllm serve', 'names no model'), ('@/nowhere/x', '/nowhere/x'),
                        ("vllm serve 'me/mine --port 1", 'line 1, column 12'), ('sh -c "vllm serve me/mine', 'line 1, column 7')):
        made = run('plan', *CARD, '--engine-args', given)
        if made.returncode not in (1, 2) or part not in made.stderr or made.stderr.count('\n') != 1 or made.stdout:
            yield f'{given}: {made.returncode} {made.stderr!r}'


def check_flags():
    """The flags of the plan start the same plan; what the answer suggests is marked."""
    first = read('plan', *CARD, '--engine-args', COMMAND)
    flags = [row for row in first['flags'] if not row['suggested']]
    again = read('plan', *CARD, '--engine-args',
                 'vllm serve meta-llama/Llama-3.1-8B ' + ' '.join(f'{row["flag"]} {row["value"]}' for row in flags))
    if plan(first) != plan(again):
        yield f'{first["flags"]}\n{again["flags"]}'
    if {row['flag'] for row in flags} != {'--max-model-len', '--gpu-memory-utilization', '--kv-cache-dtype', '--tensor-parallel-size'}:
        yield f'{flags}'
    if not any(row['flag'] == '--max-num-seqs' and row['value'] == str(first['max_concurrency']) for row in first['flags']):
        yield f'{first["flags"]}'
    if any(not row['why'] for row in first['flags']):
        yield 'a flag without a reason'
    if read('plan', 'llama-3.1-8b', *CARD)['flags']:
        yield 'flags of what cannot be started'


def check_copies():
    """Of copies of the engine one is planned, in every form of the answer, and the command says how many there are."""
    one, four = read('plan', *CARD, '--engine-args', COMMAND), read('plan', *CARD, '--engine-args', f'{COMMAND} -dp 4')
    warning = [row for row in four['warnings'] if row['id'] == 'replica']
    if len(warning) != 1 or 'of one replica: each of the 4' not in warning[0]['text']:
        yield f'{four["warnings"]}'
    one, same = ({name: value for name, value in plan(answer).items() if name not in ('warnings', 'flags', 'scenario')}
                 for answer in (one, four))
    if one != same:
        yield f'{one}\n{same}'
    text = run('plan', *CARD, '--engine-args', f'{COMMAND} -dp 4', '--explain').stdout
    if f'Warning: {warning[0]["text"]}' not in text or '\nSum of one replica\n' not in text:
        yield text
    if ('--data-parallel-size', '4') not in [(row['flag'], row['value']) for row in four['flags']]:
        yield f'{four["flags"]}'


def check_other_commands():
    """Every command that takes a scenario takes it so."""
    for args in (['levers'], ['reach', '--want-requests', '3'], ['fleet', '--target-concurrency', '4']):
        answer = read(*args, *CARD, '--engine-args', COMMAND)
        if 'engine_args' not in answer:
            yield f'{args}: {answer}'


tap.run_all(globals())
