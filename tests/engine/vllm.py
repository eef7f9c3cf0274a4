"""Measured starts of vLLM and the program's answer to each, for the tests and the fit beside this file.

The starts are a table outside the tree, ../shared/corpus beside it; where it is not there, there are none. Which model a start
is of is tests/data/vllm/models.json: a bundled model's id, or the members of its public configuration that decide sizes.
"""
import csv
import json
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT.parent / 'shared' / 'corpus'
MODELS = json.loads((ROOT / 'tests' / 'data' / 'vllm' / 'models.json').read_text())
GIB = 2 ** 30
# Defaults of the server on a card of this size: these starts set neither.
SEQUENCES, TOKENS = 1024, 8192


def starts():
    """The rows of the table, with every figure a list of its ranks'."""
    path = CORPUS / 'vllm-0.19-boots.tsv'
    if not path.exists():
        return []
    rows = list(csv.DictReader(path.open(), delimiter='\t'))
    for row in rows:
        for key in ('weights_gib', 'torch_peak_gib', 'non_torch_gib', 'in_use_gib', 'graph_est_gib', 'graph_actual_gib'):
            row[key] = [float(figure) for figure in row[key].split('|')]
    return rows


class Program:
    """The command line's answers."""

    def __init__(self, path):
        self.path = path
        self.folder = tempfile.TemporaryDirectory()

    def model(self, name):
        model = MODELS[name]
        if isinstance(model, str):
            return model
        file = Path(self.folder.name) / (name.replace('/', '--') + '.json')
        if not file.exists():
            file.write_text(json.dumps(model))
        return str(file)

    def run(self, *args):
        made = subprocess.run([self.path, *args], capture_output=True, text=True, timeout=60)
        if made.returncode != 0:
            raise RuntimeError(made.stderr.strip())
        return made.stdout

    def plan(self, name, *args):
        answer = json.loads(self.run('plan', '--json', '--engine', 'vllm', '--context', '1000', '--model', self.model(name), *args))
        answer['gib'] = {term['id']: term['bytes'] / GIB for term in answer['terms']}
        answer['pool'] = answer['pool_bytes'] / GIB
        return answer

    def anatomy(self, name):
        file = Path(self.folder.name) / 'model.ullage'
        self.run('convert', self.model(name), '-o', str(file))
        model = json.loads(file.read_text())['model']
        return model['anatomy'] | {'hidden': model['hidden_size'], 'layers': sum(run['count'] for run in model['runs'])}

    def start(self, row, *args):
        """A start of the table from model, card, version and flags."""
        flags = ['--engine-version', '0.19.0', '--memory', row['total_gib'] + 'GiB', '--utilization', row['util'],
                 '--tp', row['tp'], '--pp', row['pp'], '--max-num-seqs', str(SEQUENCES),
                 '--max-batched-tokens', str(TOKENS), '--max-model-len', row['max_model_len']]
        if row['quantization'] == 'fp8':  # at the start, not in the file
            flags += ['--weight-dtype', 'fp8']
        if row['kv_cache_dtype'] == 'fp8':
            flags += ['--kv-dtype', 'fp8']
        return self.plan(row['model'], *flags, *args)


def quantile(values, share):
    """The least value that so large a share is at or below."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * int(share * 100) // 100) - 1)]
