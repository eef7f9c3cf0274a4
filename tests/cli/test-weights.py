#!/usr/bin/python3
"""Holds a plan of a model's folder to its files: their bytes part by part, and what a card of several has of them. Argument: the program."""
import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

CLI = Path(sys.argv[1]).resolve()
LAYERS, HIDDEN, HEADS, KV_HEADS, WIDTH, WORDS = 4, 512, 8, 2, 1024, 1000
DIM = HIDDEN // HEADS
CONFIG = {'model_type': 'llama', 'num_hidden_layers': LAYERS, 'hidden_size': HIDDEN, 'num_attention_heads': HEADS,
          'num_key_value_heads': KV_HEADS, 'intermediate_size': WIDTH, 'vocab_size': WORDS,
          'max_position_embeddings': 4096, 'torch_dtype': 'bfloat16'}


def shapes():
    yield 'model.embed_tokens', [WORDS, HIDDEN]
    for layer in range(LAYERS):
        for module, shape in (('self_attn.q_proj', [HIDDEN, HIDDEN]), ('self_attn.k_proj', [KV_HEADS * DIM, HIDDEN]),
                              ('self_attn.v_proj', [KV_HEADS * DIM, HIDDEN]), ('self_attn.o_proj', [HIDDEN, HIDDEN]),
                              ('mlp.gate_proj', [WIDTH, HIDDEN]), ('mlp.up_proj', [WIDTH, HIDDEN]),
                              ('mlp.down_proj', [HIDDEN, WIDTH]), ('input_layernorm', [HIDDEN]),
                              ('post_attention_layernorm', [HIDDEN])):
            yield f'model.layers.{layer}.{module}', shape
    yield 'model.norm', [HIDDEN]
    yield 'lm_head', [WORDS, HIDDEN]


def make(folder):
    """The configuration and one file, whose tensors are a hole."""
    header, at = {}, 0
    for name, shape in shapes():
        size = 2 * shape[0] * (shape[1] if len(shape) > 1 else 1)
        header[name + '.weight'] = {'dtype': 'BF16', 'shape': shape, 'data_offsets': [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    (folder / 'config.json').write_text(json.dumps(CONFIG))
    with open(folder / 'model.safetensors', 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text)
        file.truncate(8 + len(text) + at)
    return at


def run(*args):
    return json.loads(subprocess.run([CLI, *args, '--json'], capture_output=True, text=True, check=True, timeout=30).stdout)


def weights(model, *args):
    return next(term for term in run('plan', model, '--device', 'h100-sxm', *args)['terms'] if term['id'] == 'weights')


def check_model(folder, size):
    model = run('model', folder)
    if model['weight_bytes'] != size or model['weight_source'] != 'headers' or sum(model['weight_parts'].values()) != size:
        yield f'{model}'
    if model['weight_formats'] != {'BF16': size}:
        yield f'{model["weight_formats"]}'


def check_plan(folder, size):
    """The folder is one model, and no folder of plans; its weights are a step of the sum."""
    plan = run('plan', folder, '--device', 'h100-sxm')
    steps = {step['id']: step['value'] for step in plan['steps']}
    if steps.get('weight_parts') != size:
        yield f'{steps}'
    for term in plan['terms']:
        if term['id'] == 'weights' and (term['bytes'] != size or term['source'] != 'file' or sum(term['parts'].values()) != size):
            yield f'{term}'


def check_cards(folder, size):
    """What vLLM's card holds by the files is what it holds by the shapes: divided, copied below one KV head, padded."""
    with tempfile.TemporaryDirectory() as other:
        (Path(other) / 'config.json').write_text(json.dumps(CONFIG))
        for tp, pp in ((1, 1), (2, 1), (4, 1), (8, 1), (1, 2), (2, 4)):
            how = ('--engine', 'vllm', '--tp', str(tp), '--set', f'pp={pp}')
            files, by_shapes = weights(folder, *how), weights(other, *how)
            # Shapes have the last norm as an average over the stages.
            if abs(files['bytes'] - by_shapes['bytes']) > 2 * HIDDEN or files['source'] != 'file':
                yield f'tp {tp}, pp {pp}: {files} is not {by_shapes}'
            if sum(files['parts'].values()) != files['bytes']:
                yield f'tp {tp}, pp {pp}: {files["parts"]}'
    # Rows of the embedding: 1,000 are padded to 1,024, of which each of 2 cards has a half.
    if weights(folder, '--engine', 'vllm', '--tp', '2')['parts']['embedding'] != 512 * HIDDEN * 2:
        yield 'padding'


def check_range(folder, size):
    """The ends of a range have the unit of what they are the ends of: a few megabytes are not 0.00 GiB."""
    with tempfile.TemporaryDirectory() as other:
        recipe = {'quant_method': 'awq', 'bits': 4, 'group_size': 128, 'zero_point': True}
        (Path(other) / 'config.json').write_text(json.dumps(CONFIG | {'quantization_config': recipe}))
        text = subprocess.run([CLI, 'model', other], capture_output=True, text=True, check=True, timeout=30).stdout
    line = next((line for line in text.splitlines() if 'between' in line), '')
    if line.count('MiB') != 2:
        yield f'“{line}”'


def check_document(folder, size):
    """The parts survive a .ullage file."""
    with tempfile.TemporaryDirectory() as other:
        path = os.path.join(other, 'x.ullage')
        subprocess.run([CLI, 'convert', folder, '-o', path], check=True, timeout=30)
        if weights(path)['parts'] != weights(folder)['parts']:
            yield 'they do not'


print('1..5')
with tempfile.TemporaryDirectory() as place:
    bytes_of_files = make(Path(place))
    failed = False
    for number, check in enumerate((check_model, check_plan, check_cards, check_range, check_document), 1):
        faults = list(check(place, bytes_of_files))
        failed |= bool(faults)
        print(f'{"not " if faults else ""}ok {number} {check.__name__}')
        for fault in faults:
            print(f'# {fault}')
sys.exit(failed)
