#!/usr/bin/python3
"""What vLLM's own start reported, against the plan: every record that states enough, within the printed digits.
Arguments: the program, the corpus.

A record gives the pool as two decimals of GiB, so that it is an interval; the number of blocks is then one of a few, and one of
them has to print the tokens, the concurrency, the bytes and the length that the record has. A version that is not stated is
one of those between which the engine changed. All else that is not stated is the engine's default:

  equal          the defaults, what the record or its notes state, or what the size of block that was logged pins
  by its source  the same, with what the public text that the record was taken from says beside the figures: version, model and
                 flags as tests/data/vllm/sources.json has them, which also names what is said nowhere
  pool equal     the terms of the budget come to the pool that was logged: nothing is known of what is kept in it
  consistent     settings that nobody states had to be looked for, or the model was inferred from the figure: no evidence
  explained      the record contradicts itself or is not of this engine's rules, and the reason is a rule, not a name
  not enough     an input is missing, which is named
  wrong          anything else"""
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

GIB = 1 << 30
SOURCES = json.loads((pathlib.Path(__file__).resolve().parent.parent / 'data' / 'vllm' / 'sources.json').read_text())


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
    (r'gemma-4-e4b', 'gemma4--gemma-4-E4B-it'), (r'deepseek-v4', 'deepseek_v4--DeepSeek-V4-Flash-NVFP4'),
)
# Sizes that the corpus has no file of, by hand: layers of each kind, then the recurrence's and the attention's shapes.
GATED = {  # full, linear; key heads, value heads; KV heads
    r'qwen3\.5-9b': (8, 24, 16, 32, 4), r'qwen3\.5-(0\.8b|2b)': (6, 18, 16, 16, 2),
}


# Full layers, sliding ones, layers that share; KV heads in the window and of full layers, and the window.
UNLIKE = {r'gemma-4-e2b': (7, 28, 20, 1, 1, 512), r'gemma-4-12b': (8, 40, 0, 8, 1, 1024)}
# Of the program's own models.
BUNDLED = ('mimo-v2-flash',)


def unlike(folder, name, full, sliding, shared, heads, global_heads, window):
    period = (full + sliding) // full
    kinds = ['full_attention' if (i + 1) % period == 0 else 'sliding_attention' for i in range(full + sliding)]
    return config_file(folder, name, {
        'model_type': 'gemma4_text', 'num_hidden_layers': full + sliding, 'layer_types': kinds, 'num_attention_heads': 8 * heads,
        'num_key_value_heads': heads, 'num_global_key_value_heads': global_heads, 'head_dim': 256, 'global_head_dim': 512,
        'attention_k_eq_v': global_heads != heads, 'num_kv_shared_layers': shared, 'hidden_size': 2048, 'sliding_window': window,
        'max_position_embeddings': 131072, 'vocab_size': 262144, 'intermediate_size': 8192, 'dtype': 'bfloat16'})


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
    for bundled in BUNDLED:
        if bundled in name:
            return ('--model', bundled)
    if 'gpt-oss-120b' in name:
        return ('--model', windows(folder, 'gpt-oss-120b', 18, 18, 8, 64, 128))
    for words, file in CONFIGS:
        if re.search(words, name):
            return ('--model', os.path.join(corpus, 'configs', f'{file}.json'))
    for words, shapes in GATED.items():
        if re.search(words, name):
            return ('--model', gated(folder, re.sub(r'\W', '', words), *shapes))
    for words, shapes in UNLIKE.items():
        if re.search(words, name):
            return ('--model', unlike(folder, re.sub(r'\W', '', words), *shapes))
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

# One of each way that the engine has counted unlike layers in, the newest first.
NEWEST, OLDEST = '0.29.0', '0.9.1'
VERSIONS = (NEWEST, '0.25.0', '0.22.0', '0.19.0')


def versions_of(record):
    version, day = record.get('engine_version', ''), record.get('date', '')
    if 'V0' in version:
        return ['0.6.3'], True
    if version.startswith('0.2x'):
        return list(VERSIONS[:-1]), False
    if stated := re.match(r'\d+\.\d+(\.\d+|\.x)?', version):
        return [stated[0]], True
    if re.fullmatch(r'\d{4}-\d\d(-\d\d)?', day):
        day = day if len(day) > 7 else f'{day}-15'
        # A report is of a release of its time or of an older one.
        return [day] + list(VERSIONS[-2:] if '2026-05' < day < '2026-09' else VERSIONS[-1:] if day > '2026-04' else ()), False
    return list(VERSIONS) + ([OLDEST] if record['attention'] not in ('hybrid', 'swa') else []), False


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
        args += ['--kv-dtype', {'fp8_e4m3': 'fp8', 'fp8_e5m2': 'fp8', 'fp8_ds_mla': 'fp8'}.get(dtype, dtype)]
    if record.get('block_size') and record['attention'] != 'hybrid':
        args += ['--block-size', str(record['block_size'])]
    notes = record.get('notes', '')
    for words, option in ((r'max_num_batched_tokens=(\d+)', ['--max-batched-tokens']), (r'mamba_cache_mode=(\w+)', None)):
        if match := re.search(words, notes):
            args += [*option, match[1]] if option else ['--set', f'mamba_cache_mode={match[1]}']
    return args + (['--state-dtype', 'f16'] if 'ssm cache fp16' in notes else [])


TURBOQUANT = ('turboquant_k8v4', 'turboquant_4bit_nc', 'turboquant_k3v4_nc', 'turboquant_3bit_nc')


def guesses(record):
    """Settings that a record does not state and that change what the engine prints, the default first."""
    name = f'{record["model"]} {record["arch"]} {record.get("notes", "")}'.lower()
    drafts = re.search(r'mtp|spec|draft', name) is not None
    hybrid = record['attention'] in ('hybrid', 'swa')
    windows_only = re.search(r'gemma|gpt-oss|mimo|padding|deepseek-v4', name) is not None
    caching = [[]]
    if hybrid and not windows_only:
        caching += [['--set', 'enable_prefix_caching=on'], ['--set', 'enable_prefix_caching=off']]
    tokens = [[]] + ([['--set', f'num_speculative_tokens={n}'] for n in range(1, 6 if drafts else 4)] if hybrid else [])
    dtypes = [[]]
    if 'kv_cache_dtype' not in record:
        dtypes += [['--kv-dtype', 'fp8']] if hybrid else []
        dtypes += [['--kv-dtype', one] for one in TURBOQUANT] if 'turboquant' in name else []
    states = [[]] + ([['--state-dtype', 'f16']] if hybrid and not windows_only else [])
    sizes = ('2048', '2496', '4096', '8192', '16384', '32768')
    steps = [[]] + ([['--max-batched-tokens', n] for n in sizes] if windows_only and '--max-batched-tokens' not in stated(record)
                    else [])
    kernels = [[]] + ([['--set', 'attention_backend=xpu']] if 'intel' in f'{name} {record.get("gpu", "")}'.lower() else [])
    rows = itertools.product(kernels, dtypes, caching, tokens, states, steps)
    return sorted((row for row in rows if sum(map(bool, row)) <= MOST_GUESSES), key=lambda row: sum(map(bool, row)))


def is_stated(row, record):
    """Whether settings that are not the engine's defaults are in the record's own words: its kernels by its card, drafts by its
    model and the size of block, which they set."""
    kernels, dtype, caching, tokens, state, steps = row
    return not any((caching, state, steps)) and (not (dtype or tokens) or 'block_size' in record)


def concurrency_equal(plan, record):
    return 'max_concurrency_x' not in record or f'{plan["concurrency_x"]:.2f}' == f'{record["max_concurrency_x"]:.2f}'


def prints(plan, record):
    """Whether a plan of so many blocks prints what the record has."""
    blocks = {group['block_tokens'] for group in plan['groups']}
    if 'block_size' in record and record['attention'] == 'hybrid' and record['block_size'] not in blocks:
        return False
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


def missing(record):
    """The input without which no figure follows, or None."""
    if not any(key in record for key in ('kv_tokens', 'kv_blocks', 'kv_needed_gib')):
        return 'tokens, blocks or bytes of a request'
    if not any(key in record for key in ('available_kv_gib', 'kv_blocks', 'kv_needed_gib')):
        return 'the pool'
    hybrid = record['attention'] in ('hybrid', 'swa')
    if hybrid and 'tensor_parallel' not in record and not re.search(r'deepseek-v4', record['arch'].lower()):
        return 'over how many cards the heads are divided'
    printed_by_groups = record.get('engine_version', '').startswith('0.1')
    if hybrid and not printed_by_groups and not any(
            key in record for key in ('max_concurrency_len', 'max_model_len', 'kv_needed_len')):
        return 'the model length, by which tokens are printed'
    return None


def has_budget(record):
    return all(key in record for key in ('budget_gib', 'available_kv_gib', 'activation_peak_gib')) and (
        'weights_plus_nontorch_gib' in record or 'weights_gib' in record and 'non_torch_gib' in record)


def budget_equal(engine, record):
    """The pool from the terms that were logged, whatever is kept in it."""
    together = record.get('weights_plus_nontorch_gib')
    weights, besides = (together, 0) if together else (record['weights_gib'], record['non_torch_gib'])
    memory = record['budget_gib'] / record['gpu_memory_utilization']
    answer = engine.plan('--layers', '1', '--kv-heads', '1', '--query-heads', '1', '--head-dim', '64', '--memory', f'{memory}GiB',
                         '--utilization', str(record['gpu_memory_utilization']), '--weights', f'{weights}GiB',
                         '--set', f'activation_bytes={record["activation_peak_gib"]}GiB', '--set', f'non_torch_bytes={besides}GiB',
                         '--engine-version', '0.19.0')
    # Where graphs are estimated, that comes off too. Budget and terms are printed in two decimals: half a unit of each.
    pool = record['available_kv_gib'] + record.get('cuda_graph_estimate_gib', 0)
    return answer is not None and abs(answer['pool_bytes'] / GIB - pool) <= 0.02


def other_length(engine, record, model, versions):
    """A length at which a start of defaults prints what the record has: it is not logged beside the tokens, and they are
    proportional to it."""
    if 'max_concurrency_x' in record:
        return None
    said = record.get('max_concurrency_len') or record.get('max_model_len') or record.get('kv_needed_len')
    for length in (said // 8, said // 4, said // 2, said * 2):
        moved = {**record, 'max_model_len': length}
        moved.pop('max_concurrency_len', None)
        for version, row in itertools.product(versions, guesses(moved)):
            extra = [word for part in row for word in part]
            if sum(map(bool, row)) <= ('estimated_max_len' in record) and reproduces(
                    engine, (*model, *stated(moved), '--engine-version', version, *extra), moved):
                return f'met at a length of {length:,} instead of {said:,}: {version} {" ".join(extra)}'
    return None


def explained(engine, record, model, versions):
    """Why a start is not of this engine's rules, or contradicts itself."""
    where = f'{record.get("gpu", "")} {record.get("notes", "")} {record["model"]}'.lower()
    if 'tpu' in where:
        return 'another back end: pages of the TPU'
    if 'ascend' in where:
        return 'another back end, with blocks and pages of its own'
    if re.search(r'per-rank|quoted to 1 decimal|second node', where):
        return 'the pool is not the one that the blocks were counted in'
    if record['attention'] not in ('hybrid', 'swa') or model is None:
        return None
    return other_length(engine, record, model, versions)


def refused_too(record):
    """A record may be of a start that was refused and of one that was then made shorter: one record each."""
    if 'kv_needed_gib' not in record or 'kv_tokens' not in record:
        return [record]
    made = {key: value for key, value in record.items() if key not in ('kv_needed_gib', 'kv_needed_len', 'estimated_max_len')}
    refused = {key: value for key, value in record.items() if key not in ('kv_tokens', 'kv_blocks', 'max_concurrency_x',
                                                                         'max_concurrency_len', 'max_model_len')}
    return [made, refused]


def find(engine, record, model, versions):
    """The first version and settings that reproduce all that the record has."""
    for row in guesses(record):
        # Two settings at once are looked for in the two newest versions alone.
        for version in versions if sum(map(bool, row)) < 2 else versions[:2]:
            extra = [word for part in row for word in part]
            if all(reproduces(engine, (*model, *stated(one), '--engine-version', version, *extra), one)
                   for one in refused_too(record)):
                return version, row
    return None


def source_of(record):
    """What the text that the record was taken from says."""
    for entry in SOURCES:
        if record['source'].startswith(entry['source']) and entry.get('words', '') in record['model'].lower():
            return entry
    return None


def meets_source(engine, record, entry, corpus):
    """Whether a start as its source gives it prints what the record has."""
    length = {key: entry['length'] for key in ('max_model_len', 'kv_needed_len') if 'length' in entry}
    pool = {key: entry[key] for key in ('available_kv_gib',) if key in entry}
    block = {'block_size': entry['block']} if 'block' in entry else {}
    said = {**record, **length, **pool, **block}
    if 'model' in entry:
        file = os.path.join(corpus, 'configs', f'{entry["model"]}.json')
        model = ('--model', file) if os.path.exists(file) else model_of({'model': entry['model'], 'arch': ''}, corpus, engine.folder)
    else:
        model = model_of(record, corpus, engine.folder)
    card = ('--memory', entry['card'].replace(' ', '')) if 'card' in entry else ('--device', entry['device']) if 'device' in entry else ()
    args = (*model, *stated(said), '--engine-version', entry['version'], *card, *entry['args'])
    return all(reproduces(engine, args, one) for one in refused_too(said))


def others_of_source(engine, entry, corpus):
    """The other starts that a source has, met or not."""
    met = []
    for more in entry.get('more', ()):
        start = {'attention': 'hybrid', 'model': '', 'arch': '', **more}
        own = {key: value for key, value in entry.items() if key not in ('length', 'block', 'available_kv_gib')}
        met.append(meets_source(engine, start, {**own, **({'model': more['model']} if 'model' in more else {})}, corpus))
    return met


def judge(engine, record, corpus):
    """The verdict, with what its source says where that is more than the record."""
    verdict, told = judge_alone(engine, record, corpus)
    entry = source_of(record)
    if entry is None or verdict == 'equal':
        return verdict, told
    if 'version' in entry and meets_source(engine, record, entry, corpus):
        return 'equal by its source', entry['says']
    if 'version' in entry:
        return 'wrong', f'as its source gives it: {entry["says"]}'
    return verdict, '; '.join(part for part in (told, f'not stated: {entry["unstated"]}') if part)


def judge_alone(engine, record, corpus):
    if lacking := missing(record):
        if has_budget(record):
            return ('pool equal' if budget_equal(engine, record) else 'wrong'), 'the pool from its terms'
        return 'not enough said', lacking
    model = model_of(record, corpus, engine.folder)
    versions, sure = versions_of(record)
    found = find(engine, record, model, versions) if model else None
    if found:
        version, row = found
        told = ' '.join(([] if sure else [version]) + [word for part in row for word in part])
        inferred = record['model_identified'].startswith('inferred')
        return ('equal' if is_stated(row, record) and not inferred else 'consistent, not evidence'), told
    if reason := explained(engine, record, model, versions):
        return 'explained', reason
    if model is None:
        return 'not enough said', 'the model’s shapes'
    if 'turboquant' in record['model'].lower():
        return 'not enough said', 'which of the turboquant formats'
    # Of a model of several kinds of layers much more decides than is stated; all that has a few values was tried.
    if record['attention'] in ('hybrid', 'swa') and 'exact' not in record.get('hybrid_reproduction', ''):
        unstated = [word for word, told in (('version', sure), ('KV dtype', 'kv_cache_dtype' in record),
                                            ('drafts', False), ('tokens of a step', '--max-batched-tokens' in stated(record)))
                    if not told]
        return 'not enough said', f'no value tried fits of: {", ".join(unstated)}'
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
    counts, hybrids, sourced, wrong = {}, [0, 0], 0, []
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(program, folder)
        for record in records:
            verdict, told = judge(engine, record, corpus)
            counts[verdict] = counts.get(verdict, 0) + 1
            hybrid = record['attention'] in ('hybrid', 'swa')
            hybrids[0] += hybrid and verdict == 'equal'
            sourced += hybrid and verdict == 'equal by its source'
            hybrids[1] += (hybrid and verdict == 'consistent, not evidence'
                           and not record['model_identified'].startswith('inferred'))
            if verdict == 'wrong':
                wrong.append(record['id'])
            print(f'# {record["id"]:5} {"hybrid" if hybrid else "":6} {verdict:24} {record["model"][:44]:44} {told}')
        others = [met for entry in SOURCES for met in others_of_source(engine, entry, corpus)]
    print('#', ', '.join(f'{count} {verdict}' for verdict, count in sorted(counts.items())), f'of {len(records)} records;',
          f'hybrid ones: {hybrids[0]} equal, {sourced} by their source, {hybrids[1]} more of a stated model met;',
          f'{sum(others)} of {len(others)} other starts of these sources')
    print(f'{"not ok" if wrong else "ok"} 1 No record is contradicted')
    if wrong:
        print('# wrong:', *wrong)
    # Of those that are met some needed a setting that nobody states: they are not counted.
    enough = hybrids[0] >= 13 and hybrids[0] + sourced >= 26 and all(others)
    print(f'{"ok" if enough else "not ok"} 2 Records of hybrid models are met')
    return 1 if wrong or not enough else 0


if __name__ == '__main__':
    sys.exit(main())
