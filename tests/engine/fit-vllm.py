#!/usr/bin/python3
"""Fits the rules of src/engine/vllm/ull-vllm-memory.c to the measured starts, and prints what they leave unexplained.

    tests/engine/fit-vllm.py BUILD/src/cli/ullage-cli

Three coefficients of the activation peak, from the starts that the sampler decides, and three of the graphs; then the same
with each model left out in turn, whose starts the others' coefficients foretell.
"""
import sys

import vllm

MIB = 2 ** 20


def solve(rows, values):
    """Least squares by the normal equations: a few columns only."""
    n = len(rows[0])
    matrix = [[sum(r[i] * r[j] for r in rows) for j in range(n)] + [sum(r[i] * y for r, y in zip(rows, values))]
              for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(matrix[k][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for k in range(n):
            if k != i and matrix[i][i]:
                share = matrix[k][i] / matrix[i][i]
                matrix[k] = [a - share * b for a, b in zip(matrix[k], matrix[i])]
    return [matrix[i][n] / matrix[i][i] if matrix[i][i] else 0.0 for i in range(n)]


def predict(row, coefficients):
    return sum(a * b for a, b in zip(row, coefficients))


class Start:
    def __init__(self, row, made):
        number = lambda name: made.get(name, 0)
        tp, pp = int(row['tp']), int(row['pp'])
        hidden, width = made['hidden'], -(-number('expert_width') // tp)
        self.model, self.name = row['model'], f"{row['model'].split('/')[-1][:40]} tp{tp} pp{pp}"
        # What is allocated once and kept is taken off: it is by its shapes, not fitted.
        self.kept = 0
        if number('experts') and not number('only_experts'):
            self.kept = vllm.TOKENS * number('experts_used') * (max(2 * width, hidden) + max(width, hidden)) * 2
        if pp > 1:
            self.kept += vllm.TOKENS * hidden * 4
        layer = vllm.TOKENS * ((number('mlp_inputs') + 1) * -(-number('mlp_width') // tp) * 2 + 8.5 * hidden)
        self.peak = max(row['torch_peak_gib']) * vllm.GIB - self.kept
        self.sampler = [vllm.SEQUENCES * number('vocabulary'), vllm.TOKENS * hidden, number('multimodal') * vllm.GIB]
        self.by_sampler = 14.5 * self.sampler[0] + 3 * self.sampler[1] > layer
        self.graphs = [1.0, made['layers'] / pp, 1.0 if number('experts') else 0.0]
        self.graph_told = {key: row[key][0] for key in ('graph_est_gib', 'graph_actual_gib')}
        self.available = min(row['in_use_gib'])


def spread(errors):
    errors = [abs(error) for error in errors]
    return (f'median {vllm.quantile(errors, 0.5):.3f}, ninetieth percentile {vllm.quantile(errors, 0.9):.3f}, '
            f'largest {max(errors):.3f} GiB')


def fit(title, starts, columns, told, units):
    rows, values = [columns(s) for s in starts], [told(s) for s in starts]
    found = solve(rows, values)
    print(f'{title}: ' + ', '.join(f'{value:.4f} {unit}' for value, unit in zip(found, units)))
    errors = [y - predict(x, found) for x, y in zip(rows, values)]
    scale = vllm.GIB if max(map(abs, values)) > 1e6 else 1
    print(f'  {len(starts)} starts: {spread([e / scale for e in errors])}')
    left = []
    for model in sorted({s.model for s in starts}):
        rest = [(x, y) for s, x, y in zip(starts, rows, values) if s.model != model]
        again = solve([x for x, _ in rest], [y for _, y in rest])
        left += [(s.name, (y - predict(x, again)) / scale, s) for s, x, y in zip(starts, rows, values) if s.model == model]
    print(f'  each model left out: {spread([error for _, error, _ in left])}')
    for name, error, _ in sorted(left, key=lambda item: -abs(item[1]))[:5]:
        print(f'    {error:+.3f} GiB  {name}')
    return left


def main():
    program = vllm.Program(sys.argv[1])
    facts, starts = {}, []
    for row in vllm.starts():
        if row['model'] not in facts:
            facts[row['model']] = program.anatomy(row['model'])
        starts.append(Start(row, facts[row['model']]))
    if not starts:
        print('no starts beside this tree')
        return
    sampler = [s for s in starts if s.by_sampler]
    left = fit('activation', sampler, lambda s: s.sampler, lambda s: s.peak,
               ('B a sequence and entry of the vocabulary', 'B a token and hidden element', 'GiB of an encoder'))
    shares = [abs(error) / s.available for _, error, s in left]
    print(f'  of what was available: median {vllm.quantile(shares, 0.5):.2%}, ninetieth percentile '
          f'{vllm.quantile(shares, 0.9):.2%}, largest {max(shares):.2%}')
    for key, title in (('graph_est_gib', 'graphs, estimated'), ('graph_actual_gib', 'graphs, captured')):
        fit(title, starts, lambda s: s.graphs, lambda s: s.graph_told[key], ('GiB', 'GiB a layer', 'GiB with experts'))


if __name__ == '__main__':
    main()
