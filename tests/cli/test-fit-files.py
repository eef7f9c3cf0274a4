#!/usr/bin/python3
"""The files that --fit takes, and what it says of others. Argument: the program.

The run is made here: one request at a time on a server whose step takes 20 ms whatever is in it, so that the first token comes after one step
and each of the others after one more. Ten such requests tell nothing but the step, and any form of the file tells the same.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
CARD = ['llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--max-model-len', '4096', '--preset', 'code', '--levels', '1',
        '--requests', '20']
NAMES = ['arrival_s', 'prompt_tokens', 'output_tokens', 'first_token_s', 'finish_s']
STEP = 0.02
ROWS = [(10 * i, 100 + 7 * i, 20 + i, 10 * i + STEP, 10 * i + STEP * (20 + i)) for i in range(20)]
OBJECTS = [dict(zip(NAMES, row)) for row in ROWS]
BENCH = {'backend': 'vllm', 'request_throughput': 0.1, 'input_lens': [row[1] for row in ROWS], 'output_lens': [row[2] for row in ROWS],
         'ttfts': [STEP] * 20, 'itls': [[STEP] * (row[2] - 1) for row in ROWS], 'start_times': [1.7e9 + row[0] for row in ROWS],
         'errors': [''] * 20}


def fit(text, *args):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'run'
        path.write_text(text)
        return subprocess.run([CLI, 'ramp', *CARD, *args, '--fit', path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100)


def table(rows):
    return ','.join(NAMES) + '\n' + ''.join(','.join(repr(cell) for cell in row) + '\n' for row in rows)


def check_forms():
    """A CSV, a list of objects, one a line, and what vLLM's benchmark saves, from any clock, say the same run."""
    forms = {'csv': table(ROWS), 'list': json.dumps(OBJECTS), 'list of lines': json.dumps(OBJECTS, indent=1),
             'lines': '\n'.join(map(json.dumps, OBJECTS)) + '\n', 'bench': json.dumps(BENCH),
             'epoch': table([(1.7e9 + a, b, c, 1.7e9 + d, 1.7e9 + e) for a, b, c, d, e in ROWS]),
             'refused': json.dumps([*OBJECTS, {'arrival_s': 7, 'prompt_tokens': 9, 'output_tokens': 1, 'outcome': 'refused'}])}
    for name, text in forms.items():
        made = fit(text, '--json')
        if made.returncode != 0:
            yield f'{name}: {made.stderr}'
            continue
        said = json.loads(made.stdout)
        if said['fit']['fitted']['requests'] != 20 or abs(said['fit']['fitted']['e2e_median']) > 0.01:
            yield f'{name}: {said["fit"]}'
        for cost in said['step'].values():
            if (cost['low'], cost['high']) != (None, None) or cost['source'] != 'fitted':
                yield f'{name}: a range of what is fitted: {cost}'
    if '(' in fit(table(ROWS)).stdout.split('of a step')[1].split('\n')[0]:
        yield 'the text has a range of what is fitted'


def check_wrong():
    """What is no run of seconds is refused, and its sentence says what would be right."""
    def bench(**changed):
        return json.dumps({key: value for key, value in (BENCH | changed).items() if value is not None})

    for text, *parts in (
            (bench(start_times=None), 'start_times', 'arrival_s'), (bench(ttfts=None), 'ttfts', '--save-detailed'),
            (bench(itls=[[]]), 'itls', 'input_lens'), (bench(errors=['', 'timed out']), 'errors', 'failed'),
            (bench(itls=[['x']] * 20), 'itls'), (bench(itls=[1] * 20), 'itls'), ('{"request_throughput": 1}', 'input_lens', '--save-detailed'),
            ('[{"arrival_s": 1}]', 'prompt_tokens'), ('[7]', 'no request'), ('[]', 'no request'), ('{}', 'requests'),
            (json.dumps([OBJECTS[0] | {'outcome': 'cancelled'}]), 'cancelled'), (json.dumps([OBJECTS[0] | {'concurrency': 0}]), 'concurrency'),
            ('\n'.join([*map(json.dumps, OBJECTS[:3]), '{"arrival_s": "x"}']), 'line 4'),
            (table([(1e300, 1, 1, 2, 3)]), 'row 2', 'arrival_s'), (table([(1, 1e9, 1, 2, 3)]), 'prompt_tokens'),
            (table([(0, 9, 9, 1, 2), (2e8, 9, 9, 2e8 + 1, 2e8 + 2)]), 'finish_s'),
            (table([(1000 * a, b, c, 1000 * d, 1000 * e) for a, b, c, d, e in ROWS]), 'milliseconds', 'seconds would be right'),
            (table([(a, b, c, a, a) for a, b, c, d, e in ROWS]), 'take no time'),
            (table([(a, 5000, c, d, e) for a, b, c, d, e in ROWS]), '4,096')):
        made = fit(text)
        if made.returncode != 1 or made.stdout or made.stderr.count('\n') != 1:
            yield f'{text[:60]}: exit {made.returncode}: {made.stderr}{made.stdout[:80]}'
        yield from (f'{text[:60]}: no {part} in {made.stderr}' for part in parts if part not in made.stderr)


tap.run_all(globals())
