#!/usr/bin/python3
"""Holds what a card has of the weights to a rule that is written here a second time: GGUF files and safetensors folders of this
test's own, each tensor with its bytes and with what is done to it, are divided among the cards tensor by tensor, and part by part
the program says the same to the byte. Argument: the program.

The rule, as vLLM has it:
  rows   the vocabulary is padded to a multiple of 64 and divided by the cards, rounded up; input on the first stage, output on the
         last; a tied pair is one matrix, and on two stages two
  cut    divided by the cards
  kv     divided by the KV heads at most: a card has one of them at least
  whole  on every card: norms, routers, projections down to a latent
Layers divide among stages evenly; what is left over goes one each to the stages before the last. A norm behind the layers is on the
last stage. Layers for speculation are not loaded. 32-bit safetensors are served at 16 bits."""
import json
import math
import struct
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

CLI = Path(sys.argv[1]).resolve()
Tensor = namedtuple('Tensor', 'name shape type part how layer')
# ggml's types: number, elements and bytes of a block.
GGML = {'f32': (0, 1, 4), 'f16': (1, 1, 2), 'q8_0': (8, 32, 34), 'q4_K': (12, 256, 144), 'q6_K': (14, 256, 210)}
SAFE = {'BF16': 2, 'F32': 4, 'F8_E4M3': 1}


def size(tensor):
    elements = math.prod(tensor.shape)
    if tensor.type in SAFE:
        return elements * SAFE[tensor.type]
    _, per, each = GGML[tensor.type]
    assert tensor.shape[0] % per == 0, tensor
    return elements // per * each


# --- writers -------------------------------------------------------------------------------------------------------------------

def text(value):
    data = value.encode()
    return struct.pack('<Q', len(data)) + data


def write_gguf(path, keys, tensors):
    """Tensors are a hole: none of their bytes is read."""
    parts, at = [b'GGUF' + struct.pack('<IQQ', 3, len(tensors), len(keys))], 0
    for key, value in keys.items():
        if isinstance(value, str):
            parts.append(text(key) + struct.pack('<I', 8) + text(value))
        elif isinstance(value, list):
            parts.append(text(key) + struct.pack('<IIQ', 9, 8, len(value)) + b''.join(map(text, value)))
        else:
            parts.append(text(key) + struct.pack('<II', 4, value))
    for tensor in tensors:
        parts.append(text(tensor.name) + struct.pack(f'<I{len(tensor.shape)}QIQ', len(tensor.shape), *tensor.shape,
                                                     GGML[tensor.type][0], at))
        at += -(-size(tensor) // 32) * 32
    data = b''.join(parts)
    with open(path, 'wb') as file:
        file.write(data)
        file.truncate(-(-len(data) // 32) * 32 + at)


def write_folder(folder, config, tensors):
    """Two shards and their index."""
    (folder / 'config.json').write_text(json.dumps(config))
    index, half = {}, len(tensors) // 2
    for number, some in enumerate((tensors[:half], tensors[half:]), 1):
        name, header, at = f'model-{number:05}-of-00002.safetensors', {}, 0
        for tensor in some:
            header[tensor.name] = {'dtype': tensor.type, 'shape': tensor.shape, 'data_offsets': [at, at + size(tensor)]}
            index[tensor.name] = name
            at += size(tensor)
        head = json.dumps(header).encode()
        head += b' ' * (-len(head) % 8)
        with open(folder / name, 'wb') as file:
            file.write(struct.pack('<Q', len(head)) + head)
            file.truncate(8 + len(head) + at)
    (folder / 'model.safetensors.index.json').write_text(
        json.dumps({'metadata': {'total_size': sum(map(size, tensors))}, 'weight_map': index}))


# --- models --------------------------------------------------------------------------------------------------------------------

def gguf_dense(words, tied):
    """Like a mix of formats: the first and the last layer keep values and the way down wider, so that stages differ."""
    hidden, heads, kv, width, layers = 512, 8, 2, 1024, 7
    dim = hidden // heads
    yield Tensor('token_embd.weight', [hidden, words], 'q6_K' if tied else 'q4_K', 'embedding', 'rows', 'first')
    for i in range(layers):
        wide = 'q6_K' if i in (0, layers - 1) else 'q4_K'
        for name, shape, kind, part, how in (
                ('attn_norm', [hidden], 'f32', 'norms', 'whole'), ('ffn_norm', [hidden], 'f32', 'norms', 'whole'),
                ('attn_q', [hidden, hidden], 'q4_K', 'attention', 'cut'), ('attn_k', [hidden, kv * dim], 'q4_K', 'attention', 'kv'),
                ('attn_v', [hidden, kv * dim], wide, 'attention', 'kv'), ('attn_output', [hidden, hidden], 'q4_K', 'attention', 'cut'),
                ('ffn_gate', [hidden, width], 'q4_K', 'mlp', 'cut'), ('ffn_up', [hidden, width], 'q4_K', 'mlp', 'cut'),
                ('ffn_down', [width, hidden], wide, 'mlp', 'cut')):
            yield Tensor(f'blk.{i}.{name}.weight', shape, kind, part, how, i)
    yield Tensor('output_norm.weight', [hidden], 'f32', 'norms', 'whole', 'last')
    if not tied:
        yield Tensor('output.weight', [hidden, words], 'q6_K', 'head', 'rows', 'last')


GGUF_DENSE = {'general.architecture': 'llama', 'general.name': 'Dense', 'llama.block_count': 7, 'llama.embedding_length': 512,
              'llama.feed_forward_length': 1024, 'llama.attention.head_count': 8, 'llama.attention.head_count_kv': 2,
              'llama.context_length': 4096}


def gguf_latent(words):
    """Latents, a dense first layer, routed and shared experts, and a layer for speculation behind the five."""
    hidden, heads, rank, query, rope, nope, value = 512, 8, 256, 256, 64, 64, 64
    width, experts, each, layers = 1024, 8, 256, 5
    yield Tensor('token_embd.weight', [hidden, words], 'f16', 'embedding', 'rows', 'first')
    yield Tensor('output.weight', [hidden, words], 'f16', 'head', 'rows', 'last')
    yield Tensor('output_norm.weight', [hidden], 'f32', 'norms', 'whole', 'last')
    for i in range(layers + 1):
        rows = [('attn_norm', [hidden], 'f32', 'norms', 'whole'), ('ffn_norm', [hidden], 'f32', 'norms', 'whole'),
                ('attn_q_a', [hidden, query], 'q8_0', 'attention', 'whole'), ('attn_q_a_norm', [query], 'f32', 'norms', 'whole'),
                ('attn_q_b', [query, heads * (nope + rope)], 'q8_0', 'attention', 'cut'),
                ('attn_kv_a_mqa', [hidden, rank + rope], 'q8_0', 'attention', 'whole'),
                ('attn_kv_a_norm', [rank], 'f32', 'norms', 'whole'),
                ('attn_k_b', [nope, rank, heads], 'q8_0', 'attention', 'cut'), ('attn_v_b', [rank, value, heads], 'q8_0', 'attention', 'cut'),
                ('attn_output', [heads * value, hidden], 'q8_0', 'attention', 'cut')]
        if i == 0:
            rows += [('ffn_gate', [hidden, width], 'q4_K', 'mlp', 'cut'), ('ffn_up', [hidden, width], 'q4_K', 'mlp', 'cut'),
                     ('ffn_down', [width, hidden], 'q6_K', 'mlp', 'cut')]
        else:
            rows += [('ffn_gate_inp', [hidden, experts], 'f32', 'experts', 'whole'), ('exp_probs_b', [experts], 'f32', 'experts', 'whole'),
                     ('ffn_gate_exps', [hidden, each, experts], 'q4_K', 'experts', 'cut'),
                     ('ffn_up_exps', [hidden, each, experts], 'q4_K', 'experts', 'cut'),
                     ('ffn_down_exps', [each, hidden, experts], 'q6_K', 'experts', 'cut'),
                     ('ffn_gate_shexp', [hidden, each], 'q4_K', 'mlp', 'cut'), ('ffn_up_shexp', [hidden, each], 'q4_K', 'mlp', 'cut'),
                     ('ffn_down_shexp', [each, hidden], 'q6_K', 'mlp', 'cut')]
        if i == layers:
            rows += [('nextn.eh_proj', [2 * hidden, hidden], 'q8_0', 'draft', 'draft'), ('nextn.enorm', [hidden], 'f32', 'draft', 'draft'),
                     ('nextn.hnorm', [hidden], 'f32', 'draft', 'draft')]
        for name, shape, kind, part, how in rows:
            end = 'bias' if name == 'exp_probs_b' else 'weight'
            draft = i == layers
            yield Tensor(f'blk.{i}.{name}.{end}', shape, kind, 'draft' if draft else part, 'draft' if draft else how, i)


GGUF_LATENT = {'general.architecture': 'deepseek2', 'general.name': 'Latent', 'deepseek2.block_count': 6,
               'deepseek2.nextn_predict_layers': 1, 'deepseek2.embedding_length': 512, 'deepseek2.feed_forward_length': 1024,
               'deepseek2.expert_feed_forward_length': 256, 'deepseek2.expert_count': 8, 'deepseek2.expert_used_count': 2,
               'deepseek2.leading_dense_block_count': 1, 'deepseek2.attention.head_count': 8, 'deepseek2.attention.head_count_kv': 1,
               'deepseek2.attention.key_length': 320, 'deepseek2.attention.value_length': 256, 'deepseek2.attention.key_length_mla': 128,
               'deepseek2.attention.value_length_mla': 64, 'deepseek2.attention.kv_lora_rank': 256, 'deepseek2.attention.q_lora_rank': 256,
               'deepseek2.rope.dimension_count': 64, 'deepseek2.context_length': 4096}


def folder_dense(words, tied, kind):
    hidden, heads, kv, width, layers = 512, 8, 2, 1024, 7
    dim = hidden // heads
    yield Tensor('model.embed_tokens.weight', [words, hidden], kind, 'embedding', 'rows', 'first')
    for i in range(layers):
        for name, shape, part, how in (
                ('self_attn.q_proj', [hidden, hidden], 'attention', 'cut'), ('self_attn.k_proj', [kv * dim, hidden], 'attention', 'kv'),
                ('self_attn.v_proj', [kv * dim, hidden], 'attention', 'kv'), ('self_attn.o_proj', [hidden, hidden], 'attention', 'cut'),
                ('mlp.gate_proj', [width, hidden], 'mlp', 'cut'), ('mlp.up_proj', [width, hidden], 'mlp', 'cut'),
                ('mlp.down_proj', [hidden, width], 'mlp', 'cut'), ('input_layernorm', [hidden], 'norms', 'whole'),
                ('post_attention_layernorm', [hidden], 'norms', 'whole')):
            yield Tensor(f'model.layers.{i}.{name}.weight', shape, kind, part, how, i)
    yield Tensor('model.norm.weight', [hidden], kind, 'norms', 'whole', 'last')
    if not tied:
        yield Tensor('lm_head.weight', [words, hidden], kind, 'head', 'rows', 'last')


def dense_config(words, tied, kind):
    return {'model_type': 'llama', 'num_hidden_layers': 7, 'hidden_size': 512, 'num_attention_heads': 8, 'num_key_value_heads': 2,
            'intermediate_size': 1024, 'vocab_size': words, 'tie_word_embeddings': tied, 'max_position_embeddings': 4096,
            'torch_dtype': {'BF16': 'bfloat16', 'F32': 'float32'}[kind]}


def folder_experts(words):
    """A mixture whose layers are all of experts."""
    hidden, heads, kv, dim, each, experts, layers = 512, 8, 4, 64, 256, 8, 5
    yield Tensor('model.embed_tokens.weight', [words, hidden], 'BF16', 'embedding', 'rows', 'first')
    for i in range(layers):
        rows = [('self_attn.q_proj', [heads * dim, hidden], 'attention', 'cut'), ('self_attn.k_proj', [kv * dim, hidden], 'attention', 'kv'),
                ('self_attn.v_proj', [kv * dim, hidden], 'attention', 'kv'), ('self_attn.o_proj', [hidden, heads * dim], 'attention', 'cut'),
                ('self_attn.q_norm', [dim], 'norms', 'whole'), ('self_attn.k_norm', [dim], 'norms', 'whole'),
                ('mlp.gate', [experts, hidden], 'experts', 'whole'), ('input_layernorm', [hidden], 'norms', 'whole'),
                ('post_attention_layernorm', [hidden], 'norms', 'whole')]
        for k in range(experts):
            rows += [(f'mlp.experts.{k}.{name}', shape, 'experts', 'cut') for name, shape in
                     (('gate_proj', [each, hidden]), ('up_proj', [each, hidden]), ('down_proj', [hidden, each]))]
        for name, shape, part, how in rows:
            yield Tensor(f'model.layers.{i}.{name}.weight', shape, 'BF16', part, how, i)
    yield Tensor('model.norm.weight', [hidden], 'BF16', 'norms', 'whole', 'last')
    yield Tensor('lm_head.weight', [words, hidden], 'BF16', 'head', 'rows', 'last')


EXPERTS = {'model_type': 'qwen3_moe', 'num_hidden_layers': 5, 'hidden_size': 512, 'num_attention_heads': 8, 'num_key_value_heads': 4,
           'head_dim': 64, 'intermediate_size': 1024, 'moe_intermediate_size': 256, 'num_experts': 8, 'num_experts_per_tok': 2,
           'max_position_embeddings': 4096, 'torch_dtype': 'bfloat16', 'tie_word_embeddings': False}


# --- the rule ------------------------------------------------------------------------------------------------------------------

def stages(layers, pp):
    """Layers of each stage, as ranges."""
    counts = [layers // pp] * pp
    for k in range(layers % pp):
        counts[pp - 2 - k] += 1
    begin = [sum(counts[:i]) for i in range(pp)]
    return [range(b, b + n) for b, n in zip(begin, counts)]


def card(model, tp, pp, stage):
    """Bytes by part on a card of the stage: tensors are divided one by one, in halves and quarters of their own."""
    parts = {}
    tied = not any(t.part == 'head' for t in model.tensors)
    for t in model.tensors:
        here = {'first': stage == 0 or (tied and t.how == 'rows' and stage == pp - 1), 'last': stage == pp - 1}.get(
            t.layer, t.layer in stages(model.layers, pp)[stage])
        if not here or t.how == 'draft':
            continue
        stored = size(t) // 2 if t.type == 'F32' else size(t)
        if t.how == 'rows':
            rows = -(-(-(-model.words // 64) * 64) // tp)
            stored = stored // model.words * rows
        elif t.how == 'cut':
            assert stored % tp == 0, t
            stored //= tp
        elif t.how == 'kv':
            assert stored % min(tp, model.kv) == 0, t
            stored //= min(tp, model.kv)
        parts[t.part] = parts.get(t.part, 0) + stored
    # Rotary tables are in no file: a row of a head's rotated elements for each position, 2 bytes or, of a latent's, 4.
    if model.tables:
        parts['other'] = parts.get('other', 0) + model.tables
    return parts


Model = namedtuple('Model', 'name path tensors layers words kv tables')


def make(place):
    def gguf(name, keys, tensors, layers, words, kv):
        tensors = list(tensors)
        write_gguf(place / f'{name}.gguf', keys, tensors)
        return Model(name, place / f'{name}.gguf', tensors, layers, words, kv, 0)

    def folder(name, config, tensors, words, kv):
        tensors = list(tensors)
        (place / name).mkdir()
        write_folder(place / name, config, tensors)
        return Model(name, place / name, tensors, config['num_hidden_layers'], words, kv, 4096 * 64 * 2)

    for words in (1003, 1024):
        for tied in (False, True):
            keys = GGUF_DENSE | {'tokenizer.ggml.tokens': [f'w{i}' for i in range(words)]}
            yield gguf(f'dense-{words}{"-tied" * tied}', keys, gguf_dense(words, tied), 7, words, 2)
    yield gguf('latent-999', GGUF_LATENT, gguf_latent(999), 5, 999, 1)
    for words, tied, kind in ((1003, False, 'BF16'), (1003, True, 'BF16'), (1001, False, 'F32')):
        yield folder(f'folder-{words}{"-tied" * tied}-{kind}', dense_config(words, tied, kind), folder_dense(words, tied, kind), words, 2)
    yield folder('folder-experts-1009', EXPERTS | {'vocab_size': 1009}, folder_experts(1009), 1009, 4)


def run(*args):
    done = subprocess.run([CLI, *map(str, args), '--json'], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, f'{args}: {done.stderr}'
    return json.loads(done.stdout)


# --- checks --------------------------------------------------------------------------------------------------------------------

def check_file(model):
    """What the file itself has, by part and in all."""
    said, parts = run('model', model.path), {}
    for tensor in model.tensors:
        parts[tensor.part] = parts.get(tensor.part, 0) + size(tensor)
    if said['weight_source'] != 'headers' or said['weight_parts'] != parts or said['weight_bytes'] != sum(parts.values()):
        yield f'{said["weight_source"]}: {said["weight_parts"]} is not {parts}'


def evaluate(plan):
    """A step that is a share, from its operands alone."""
    for step in plan['steps']:
        value = [operand['value'] for operand in step['operands']]
        if step['op'] == 'share_bytes':
            divided, cards, kv, kv_cards, whole, made = value
            right = -(-divided // cards) + -(-kv // kv_cards) + whole + made
        elif step['op'] == 'scale_up':
            right = -(-value[0] * value[1] // value[2])
        elif step['op'] == 'round_up':
            right = -(-value[0] // value[1]) * value[1]
        else:
            continue
        if right != step['value']:
            yield f'{step}: {right} would be right'


def check_sum(plan, parts):
    """The sum's line of the weights is that of the parts, and each of theirs that is not stored so has one of its own."""
    total = next(step for step in plan['steps'] if step['id'] == 'weight_parts')
    if sorted(operand['value'] for operand in total['operands']) != sorted(parts.values()):
        yield f'sum: {total}'
    for step in plan['steps']:
        if step['id'].startswith('weight_share') and step['value'] != parts[step['part']]:
            yield f'{step["part"]}: {step["value"]} is not {parts[step["part"]]}'


def check_cards(model):
    for tp in (1, 2, 4, 8):
        for pp in (1, 2, 3):
            plan = run('plan', model.path, '--device', 'h100-sxm', '--engine', 'vllm', '--tp', tp, '--set', f'pp={pp}')
            term = next(term for term in plan['terms'] if term['id'] == 'weights')
            possible = [card(model, tp, pp, stage) for stage in range(pp)]
            bound = [w['text'] for w in plan['warnings'] if w['id'] == 'stage']
            if bound:
                possible = [possible[int(bound[0].split('stage ')[1].split()[0]) - 1]]
            if term['parts'] not in possible or term['bytes'] != sum(term['parts'].values()) or term['source'] != 'file':
                yield f'tp {tp}, pp {pp}: {term["parts"]} ({term["bytes"]}) is none of {possible}'
                continue
            yield from (f'tp {tp}, pp {pp}: {fault}' for fault in (*evaluate(plan), *check_sum(plan, term['parts'])))


def check_plain(model):
    """By a plain convention all of it is divided, and the parts are its proportions: they sum to it."""
    size_of_all = sum(map(size, model.tensors))
    for tp in (1, 2, 4):
        term = next(t for t in run('plan', model.path, '--device', 'h100-sxm', '--tp', tp)['terms'] if t['id'] == 'weights')
        if term['bytes'] != -(-size_of_all // tp) or sum(term['parts'].values()) != term['bytes']:
            yield f'tp {tp}: {term}'


def check_document(model):
    """A .ullage file has the parts and what each layer has: it plans the same on every stage."""
    path = model.path.parent / f'{model.name}.ullage'
    subprocess.run([CLI, 'convert', model.path, '-o', path], check=True, timeout=30)
    for how in ((), ('--engine', 'vllm', '--tp', 2), ('--engine', 'vllm', '--tp', 4, '--set', 'pp=3')):
        one, other = (run('plan', p, '--device', 'h100-sxm', *how) for p in (model.path, path))
        if one['terms'] != other['terms'] or one['steps'] != other['steps']:
            yield f'{how}: the document is planned otherwise'


CHECKS = (check_file, check_cards, check_plain, check_document)
with tempfile.TemporaryDirectory() as place:
    models = list(make(Path(place)))
    print(f'1..{len(CHECKS) * len(models)}')
    failed, number = False, 0
    for one in models:
        for check in CHECKS:
            faults = list(check(one))
            failed |= bool(faults)
            number += 1
            print(f'{"not " if faults else ""}ok {number} {one.name}: {check.__name__}')
            for fault in faults:
                print(f'# {fault}')
sys.exit(failed)
