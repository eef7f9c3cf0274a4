#!/usr/bin/python3
"""What vLLM's own start reported, against the plan: every record that states enough, within the printed digits.
Arguments: the program, the corpus.

A record gives the pool as two decimals of GiB, so that it is an interval; the number of blocks is then one of a few, and one of
them has to print the tokens, the concurrency, the bytes and the length that the record has. What a record does not state
(prefix caching, speculative tokens, a step's tokens, the version) is taken as the engine's default, and where that does not
reproduce it, each of a few other settings is tried; the table says which."""
import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile

GIB = 1 << 30


def gib_interval(value, text=None):
    """The bytes that print as the figure."""
    digits = len(repr(value).split('.')[1]) if '.' in repr(value) else 0
    half = 0.5 * 10 ** -max(digits, 2 if text is None else digits)
    return math.ceil((value - half) * GIB), math.ceil((value + half) * GIB) - 1


class Engine:
    """The program, asked once for each distinct question."""

    def __init__(self, program, folder):
        self.program, self.folder, self.known = program, folder, {}

    def plan(self, *args):
        if args not in self.known:
            made = subprocess.run([self.program, 'plan', *args, '--engine', 'vllm', '--json'], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
            self.known[args] = json.loads(made.stdout) if made.returncode == 0 else None
        return self.known[args]


def config_file(folder, name, members):
    path = os.path.join(folder, f'{name}.json')
    with open(path, 'w', encoding='utf-8') as out:
        json.dump(members, out)
    return path


DENSE = re.compile(r'^(\d+)L (\d+)kv (\d+)$')
LATENT = re.compile(r'^(\d+)L (\d+)(?:\+(\d+))?$')

# Words of a record's model to the configuration that it is of: the shapes of a family's size, not of one checkpoint.
CONFIGS = (
    (r'qwen3\.[568x]-27b|qwen3\.x-27b|27b hybrid|qwopus gptq 27b', 'qwen3_5--Qwen3.6-27B-NVFP4'),
    (r'qwen3\.[56]-35b-a3b', 'qwen3_5--Qwen3.6-35B-A3B'), (r'qwen3-next-80b', 'qwen3_next--Qwen3-Next-80B-A3B-Thinking'),
    (r'zamba2-2\.7b', 'zamba2--Zamba2-2.7B-Instruct-v2'), (r'gemma-3-27b|8 padding layers', 'gemma3--medgemma-27b-it'),
    (r'gemma-2-9b', 'gemma2--gemma-2-9b'), (r'gpt-oss-20b', 'gpt_oss--gpt-oss-20b'), (r'gemma-4-31b', 'gemma4--Gemma-4-31B-IT-NVFP4'),
    (r'gemma-4-e4b', 'gemma4--gemma-4-E4B-it'),
)
# Sizes that the corpus has no file of, by hand: layers of each kind, then the recurrence's and the attention's shapes.
GATED = {  # full, linear; key heads, value heads; KV heads
    r'qwen3\.5-9b': (8, 24, 16, 32, 4), r'qwen3\.5-(0\.8b|2b)': (6, 18, 16, 16, 2),
}


def gated(folder, name, full, linear, key_heads, value_heads, kv_heads):
    period = (full + linear) // full
    kinds = ['full_attention' if (i + 1) % period == 0 else 'linear_attention' for i in range(full + linear)]
    return config_file(folder, name, {
        'model_type': 'qwen3_5_text', 'num_hidden_layers': full + linear, 'layer_types': kinds, 'num_attention_heads': 4 * kv_heads,
        'num_key_value_heads': kv_heads, 'head_dim': 256, 'hidden_size': 2048, 'linear_num_key_heads': key_heads,
        'linear_num_value_heads': value_heads, 'linear_key_head_dim': 128, 'linear_value_head_dim': 128,
        'linear_conv_kernel_dim': 4, 'max_position_embeddings': 262144, 'mamba_ssm_dtype': 'float32', 'torch_dtype': 'bfloat16',
        'vocab_size': 248320, 'intermediate_size': 8192})


def windows(folder, name, full, sliding, heads, dim, window):
    kinds = ['full_attention'] * full + ['sliding_attention'] * sliding
    return config_file(folder, name, {
        'model_type': 'gpt_oss', 'num_hidden_layers': full + sliding, 'layer_types': kinds, 'num_attention_heads': heads * 8,
        'num_key_value_heads': heads, 'head_dim': dim, 'hidden_size': 2880, 'sliding_window': window,
        'max_position_embeddings': 131072, 'vocab_size': 201088, 'num_local_experts': 4, 'num_experts_per_tok': 4,
        'intermediate_size': 2880})


def model_of(record, corpus, folder):
    """The model's options, or None."""
    name, shape = f'{record["model"]} {record["arch"]}'.lower(), record.get('arch_shape', '')
    if 'gpt-oss-120b' in name:
        return ('--model', windows(folder, 'gpt-oss-120b', 18, 18, 8, 64, 128))
    for words, file in CONFIGS:
        if re.search(words, name):
            return ('--model', os.path.join(corpus, 'configs', f'{file}.json'))
    for words, shapes in GATED.items():
        if re.search(words, name):
            return ('--model', gated(folder, re.sub(r'\W', '', words), *shapes))
    if match := DENSE.match(shape):
        layers, heads, dim = match.groups()
        return ('--layers', layers, '--kv-heads', heads, '--query-heads', heads, '--head-dim', dim)
    if match := LATENT.match(shape):
        layers, rank, rope = match.groups()
        rank, rope = (int(rank), int(rope)) if rope else (int(rank) - 64, 64)
        return ('--model', config_file(folder, f'latent-{layers}-{rank}', {
            'model_type': 'deepseek_v3', 'num_hidden_layers': int(layers), 'num_attention_heads': 128, 'num_key_value_heads': 128,
            'kv_lora_rank': rank, 'qk_rope_head_dim': rope, 'qk_nope_head_dim': 128, 'v_head_dim': 128, 'hidden_size': 7168,
            'max_position_embeddings': 1 << 20, 'vocab_size': 129280, 'intermediate_size': 18432, 'torch_dtype': 'bfloat16'}))
    return None


# More settings at once that a record does not state would reproduce anything.
MOST_GUESSES = 2

NEWEST, OLD, OLDEST = '0.29.0', '0.19.0', '0.9.1'


def versions_of(record):
    stated = re.match(r'\d+\.\d+(\.\d+|\.x)?', record.get('engine_version', ''))
    if 'V0' in record.get('engine_version', ''):
        return ['0.6.3'], True
    if stated and not record['engine_version'].startswith('0.2x'):
        return [stated[0]], True
    day = record.get('date', '')
    if re.fullmatch(r'\d{4}-\d\d-\d\d', day):
        # A report is of a release of its time or of an older one.
        return [day] + [one for one in (OLD,) if day > '2026-04'], False
    return [NEWEST, OLD] + ([OLDEST] if record['attention'] not in ('hybrid', 'swa') else []), False


def stated(record):
    """Options that the record itself gives."""
    args = []
    for member, option in (('tensor_parallel', '--tp'), ('decode_context_parallel', '--dcp'), ('pipeline_parallel', '--pp')):
        if record.get(member, 1) > 1:
            args += [option, str(record[member])]
    length = record.get('max_concurrency_len') or record.get('max_model_len') or record.get('kv_needed_len')
    if length:
        args += ['--max-model-len', str(length), '--context', str(min(length, 1 << 40))]
    dtype = record.get('kv_cache_dtype', 'auto')
    if dtype not in ('auto', 'bf16', 'bfloat16', 'fp16'):
        args += ['--kv-dtype', {'fp8_e4m3': 'fp8', 'fp8_e5m2': 'fp8'}.get(dtype, dtype)]
    if 'state' not in record and record.get('block_size') and record['attention'] != 'hybrid':
        args += ['--block-size', str(record['block_size'])]
    return args


def guesses(record):
    """Settings that a record does not state and that change what the engine prints, the default first."""
    name = f'{record["model"]} {record["arch"]} {record.get("notes", "")}'.lower()
    drafts = re.search(r'mtp|spec|draft', name) is not None
    hybrid = record['attention'] in ('hybrid', 'swa')
    windows_only = re.search(r'gemma|gpt-oss|mimo|padding', name) is not None
    caching = [[]]
    if hybrid and not windows_only:
        caching += [['--set', 'enable_prefix_caching=on'], ['--set', 'enable_prefix_caching=off']]
    tokens = [[]] + ([['--set', f'num_speculative_tokens={n}'] for n in range(1, 6)] if drafts or 'hybrid_reproduction' in record
                     else [])
    dtypes = [[]]
    if 'turboquant' in name and 'kv_cache_dtype' not in record:
        dtypes += [['--kv-dtype', f'turboquant_{kind}'] for kind in ('k8v4', '4bit_nc', 'k3v4_nc', '3bit_nc')]
    elif hybrid and 'kv_cache_dtype' not in record:
        dtypes.append(['--kv-dtype', 'fp8'])
    states = [[]] + ([['--state-dtype', 'f16']] if hybrid and not windows_only else [])
    steps = [[]] + ([['--max-batched-tokens', n] for n in ('4096', '8192', '16384', '32768')] if windows_only else [])
    kernels = [[]] + ([['--set', 'attention_backend=xpu']] if 'intel' in name or 'Intel' in record.get('gpu', '') else [])
    rows = itertools.product(kernels, dtypes, caching, tokens, states, steps)
    return sorted((row for row in rows if sum(map(bool, row)) <= MOST_GUESSES), key=lambda row: sum(map(bool, row)))


def concurrency_equal(plan, record):
    return 'max_concurrency_x' not in record or f'{plan["concurrency_x"]:.2f}' == f'{record["max_concurrency_x"]:.2f}'


def prints(plan, record):
    """Whether a plan of so many blocks prints what the record has."""
    return (('kv_tokens' not in record or plan['tokens'] == record['kv_tokens'])
            and ('kv_blocks' not in record or plan['blocks'] == record['kv_blocks']) and concurrency_equal(plan, record))


def with_blocks(engine, args, blocks):
    return engine.plan(*args, '--set', f'num_gpu_blocks_override={blocks}')


def some_block_prints(engine, args, record, low, high):
    """Of the numbers of blocks that the pool may have, the first that prints at least the record's tokens."""
    first, last = low['blocks'], high['blocks']
    while first < last and 'kv_tokens' in record:
        middle = (first + last) // 2
        made = with_blocks(engine, args, max(middle, 1))
        if made['tokens'] >= record['kv_tokens']:
            last = middle
        else:
            first = middle + 1
    if 'kv_tokens' not in record:
        return any(prints(plan, record) for plan in (low, high))
    for blocks in range(first, high['blocks'] + 1):
        made = with_blocks(engine, args, max(blocks, 1))
        if made['tokens'] != record['kv_tokens']:
            return False
        if prints(made, record):
            return True
    return False


def reproduces(engine, args, record):
    interval = record.get('available_kv_bytes')
    interval = (interval, interval) if interval else gib_interval(record['available_kv_gib']) if 'available_kv_gib' in record else None
    if interval is None and 'kv_blocks' in record:
        made = engine.plan(*args, '--available', '1024GiB', '--set', f'num_gpu_blocks_override={record["kv_blocks"]}')
        return made is not None and prints(made, record)
    if interval is None:
        interval = gib_interval(1.0)
    low, high = (engine.plan(*args, '--available', str(bytes)) for bytes in interval)
    if low is None or high is None:
        return False
    if 'kv_tokens' in record and not low['tokens'] <= record['kv_tokens'] <= high['tokens']:
        return False
    if 'kv_needed_gib' in record:
        needed = low['engine_report']['needed_bytes']
        least, most = gib_interval(record['kv_needed_gib'])
        if not least <= needed <= most:
            return False
        lengths = [plan['engine_report']['estimated_max_model_len'] for plan in (low, high)]
        return ('estimated_max_len' not in record or 'available_kv_gib' not in record
                or lengths[0] <= record['estimated_max_len'] <= lengths[1])
    return some_block_prints(engine, (*args, '--available', str(interval[1])), record, low, high)


def says_enough(record):
    figures = [key for key in ('kv_tokens', 'kv_blocks', 'kv_needed_gib') if key in record]
    bounded = 'available_kv_gib' in record or 'kv_blocks' in record or 'kv_needed_gib' in record
    return bool(figures) and bounded and not (record['attention'] == 'hybrid' and 'tensor_parallel' not in record
                                              and 'hybrid_reproduction' not in record)


def explained(record):
    """Why a start is not of this engine's rules, or not of one that is known."""
    where = f'{record.get("gpu", "")} {record.get("notes", "")}'
    if 'TPU' in where:
        return 'another back end: pages of the TPU'
    if 'turboquant' in record['model'] and 'kv_cache_dtype' not in record:
        return 'which of the turboquant formats is not stated'
    if 'gemma-4' in record['model'].lower():
        return 'the engine keeps more of Gemma-4’s wide layers than their heads say'
    if re.search(r'per-rank|quoted to 1 decimal|second node', where):
        return 'the pool is not the one that the blocks were counted in'
    return None


def refused_too(record):
    """A record may be of a start that was refused and of one that was then made shorter: one record each."""
    if 'kv_needed_gib' not in record or 'kv_tokens' not in record:
        return [record]
    made = {key: value for key, value in record.items() if key not in ('kv_needed_gib', 'kv_needed_len', 'estimated_max_len')}
    refused = {key: value for key, value in record.items() if key not in ('kv_tokens', 'kv_blocks', 'max_concurrency_x',
                                                                         'max_concurrency_len', 'max_model_len')}
    return [made, refused]


def judge(engine, record, corpus):
    if not says_enough(record):
        return 'not enough said', ''
    model = model_of(record, corpus, engine.folder)
    if model is None:
        return 'not enough said', 'the model’s shapes are not known'
    versions, sure = versions_of(record)
    for version in versions:
        for chosen in guesses(record):
            extra = [word for part in chosen for word in part]
            if all(reproduces(engine, (*model, *stated(one), '--engine-version', version, *extra), one)
                   for one in refused_too(record)):
                told = ' '.join(([] if sure else [version]) + extra)
                inferred = record['model_identified'].startswith('inferred')
                return ('consistent, not evidence' if inferred else 'equal'), told
    if reason := explained(record):
        return 'explained', reason
    # Of a model of several kinds of layers much more decides: drafts, their kind, a step's tokens, what is cached.
    if record['attention'] in ('hybrid', 'swa') and 'exact' not in record.get('hybrid_reproduction', ''):
        return 'not enough said', 'none of the settings tried reproduces it'
    return 'wrong', ''


def main():
    program, corpus = os.path.abspath(sys.argv[1]), sys.argv[2]
    path = os.path.join(corpus, 'engine-logs.jsonl')
    print('1..2')
    if not os.path.exists(path):
        print('# no corpus: 0 records\nok 1 No record is contradicted\nok 2 Records of hybrid models are met')
        return 0
    with open(path, encoding='utf-8') as lines:
        records = [record for record in map(json.loads, lines) if record['engine'] == 'vllm']
    counts, hybrids, wrong = {}, 0, []
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(program, folder)
        for record in records:
            verdict, told = judge(engine, record, corpus)
            counts[verdict] = counts.get(verdict, 0) + 1
            hybrid = record['attention'] in ('hybrid', 'swa')
            hybrids += hybrid and verdict in ('equal', 'consistent, not evidence')
            if verdict == 'wrong':
                wrong.append(record['id'])
            print(f'# {record["id"]:5} {"hybrid" if hybrid else "":6} {verdict:24} {record["model"][:44]:44} {told}')
    print('#', ', '.join(f'{count} {verdict}' for verdict, count in sorted(counts.items())), f'of {len(records)} records;',
          f'{hybrids} hybrid ones met')
    print(f'{"not ok" if wrong else "ok"} 1 No record is contradicted')
    if wrong:
        print('# wrong:', *wrong)
    print(f'{"ok" if hybrids >= 16 else "not ok"} 2 Records of hybrid models are met')
    return 1 if wrong or hybrids < 16 else 0


if __name__ == '__main__':
    sys.exit(main())
