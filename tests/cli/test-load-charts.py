#!/usr/bin/python3
"""The charts of a load that `ullage-cli chart` writes, held to what `ullage-cli ramp` prints of it. Argument: the program."""
import csv
import io
import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
CARD = ['llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--max-model-len', '8192']
LOAD = [*CARD, '--preset', 'chat', '--requests', '120', '--levels', '1,4,16']


def run(*args):
    return subprocess.run([CLI, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100)


def ramp(*args):
    made = run('ramp', *args, '--json')
    assert made.returncode == 0 and not made.stderr, made
    return json.loads(made.stdout)


def draw(folder, chart, *args, form='svg'):
    """The text of a chart's file; a .png is bytes."""
    path = Path(folder) / f'{chart}.{form}'
    made = run('chart', chart, *args, '-o', path)
    assert made.returncode == 0 and not made.stderr and not made.stdout, made
    return path.read_bytes() if form == 'png' else path.read_text()


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


def words_of(svg):
    return re.findall(r'>([^<>\n]+)</text>', svg)


def refused(made, code, *parts):
    if made.returncode != code or made.stdout:
        yield f'exit {made.returncode}, not {code}: {made.stderr!r}'
    if not made.stderr.startswith('ullage-cli: ') or made.stderr.count('\n') != 1:
        yield f'no one sentence: {made.stderr!r}'
    yield from (f'{part!r} is not in {made.stderr!r}' for part in parts if part not in made.stderr)


def is_of_size(png, width, height):
    """Of a .png at two dots a pixel."""
    return struct.unpack('>II', png[16:24]) == (2 * width, 2 * height)


def check_latency():
    """Latency is the times of the ramp, alone and under their names; its table is the ramp's."""
    with tempfile.TemporaryDirectory() as folder:
        words, printed = words_of(draw(folder, 'latency', *LOAD)), ramp(*LOAD)
        for word in ('Latency over concurrency', 'time to first token', 'time per token', 'between tokens',
                     f'operate at {printed["operating_point"]}'):
            if word not in words:
                yield f'{word!r} is not in {words}'
        if 'Throughput' in words or 'KV use' in words:
            yield f'other graphs than times: {words}'
        if draw(folder, 'latency', *LOAD, form='csv') != draw(folder, 'ramp', *LOAD, form='csv'):
            yield 'the table is not the ramp’s'
        if not is_of_size(draw(folder, 'latency', *LOAD, form='png'), 960, 480):
            yield 'not the size of the window’s file'


def make_run(folder, count=64):
    """A run of known coefficients, and its rows in the order of their arrival, and of those at once in that in which they were served."""
    path = Path(folder) / 'run.csv'
    lines = run('ramp', *CARD, '--levels', '16', '--preset', 'conversation', '--step', '15000,80,0.2', '--requests', '64',
                '--per-request').stdout.splitlines()
    path.write_text('\n'.join(lines[:1 + count]) + '\n')
    return path, sorted(csv.DictReader(lines[:1 + count]), key=lambda row: (float(row['arrival_s']), float(row['first_token_s'])))


def check_residuals():
    """A row a request with the run's own times, and the sums that ramp --fit prints of them."""
    with tempfile.TemporaryDirectory() as folder:
        path, measured = make_run(folder)
        args = [*CARD, '--fit', str(path), '--fit-first', '40']
        rows = rows_of(draw(folder, 'residuals', *args, form='csv'))[1:]
        printed = ramp(*args, '--levels', '4', '--requests', '20')['fit']
        if [row[1] for row in rows] != ['yes'] * 40 + ['no'] * (len(measured) - 40):
            yield f'{len(rows)} rows of {len(measured)} requests'
        for row, real in zip(rows, measured, strict=True):
            end, first = (float(real[name]) - float(real['arrival_s']) for name in ('finish_s', 'first_token_s'))
            if abs(float(row[2]) - end) > 2e-6 or abs(float(row[5]) - first) > 2e-6:
                yield f'{row} is not {real}'
            if abs(float(row[3]) / float(row[2]) - 1 - float(row[4])) > 1e-4:
                yield f'the error of {row}'
        for part, said in (('yes', 'fitted'), ('no', 'rest')):
            real, made = (sum(float(row[i]) for row in rows if row[1] == part) for i in (2, 3))
            if abs(made / real - 1 - printed[said]['e2e_total']) > 1e-5:
                yield f'{said}: {made / real - 1}, and ramp --fit says {printed[said]["e2e_total"]}'
        words = ' '.join(words_of(draw(folder, 'residuals', *args)))
        for word in ('What the fit leaves', 'End to end', 'First token', 'run.csv', 'Of 40 requests that it was fitted to', 'GeForce RTX 4090'):
            if word not in words:
                yield f'{word!r} is not in {words}'
        if not is_of_size(draw(folder, 'residuals', *args, form='png'), 960, 640):
            yield 'not the size of the window’s file'


def check_fitted_load():
    """A load's charts take the fitted step, as ramp --fit does."""
    with tempfile.TemporaryDirectory() as folder:
        path, _ = make_run(folder)
        args = [*LOAD, '--fit', str(path)]
        rows = rows_of(draw(folder, 'ramp', *args, form='csv'))[1:4]
        for row, level in zip(rows, ramp(*args)['levels'], strict=True):
            if abs(float(row[2]) / level['output_tokens_per_s'] - 1) > 1e-5:
                yield f'{row} is not {level}'
        if rows == rows_of(draw(folder, 'ramp', *LOAD, form='csv'))[1:4]:
            yield 'the fit changes nothing'


def check_pool():
    """A pool over time begins empty, holds no more than it has, and ends when the level's last answer does."""
    with tempfile.TemporaryDirectory() as folder:
        rows = rows_of(draw(folder, 'pool', *LOAD, '--level', '16', form='csv'))[1:]
        printed = ramp(*LOAD)
        level = printed['levels'][-1]
        asked = csv.DictReader(io.StringIO(run('ramp', *LOAD, '--per-request').stdout))
        last = max(float(row['finish_s']) for row in asked if row['concurrency'] == '16')
        times = [float(row[1]) for row in rows]
        if times[0] != 0 or times != sorted(times) or not 0 <= last - times[-1] < 1:
            yield f'from {times[0]} to {times[-1]}, and the last answer ends at {last}'
        if sum(int(row[4]) for row in rows) < level['preemptions']:
            yield f'{sum(int(row[4]) for row in rows)} preemptions, of which {level["preemptions"]} were measured'
        if not all(0 <= float(row[2]) + float(row[3]) <= 1 + 1e-6 and int(row[5]) <= 16 for row in rows):
            yield 'a moment with more than there is'
        # Of the ramp neither the beginning nor the end is measured.
        if max(float(row[2]) for row in rows) < level['kv_use_max'] - 1e-6:
            yield f'at most {max(float(row[2]) for row in rows)} in use, and ramp says {level["kv_use_max"]}'
        words = words_of(draw(folder, 'pool', *LOAD, '--level', '16', '--at', '10'))
        for word in ('Block pool over time', 'in use', 'retained'):
            if word not in words:
                yield f'{word!r} is not in {words}'
        if not any('At 16 clients: ' in word for word in words):
            yield f'the level is not in {words}'
        if not is_of_size(draw(folder, 'pool', *LOAD, form='png'), 960, 360):
            yield 'not the size of the window’s file'


def check_blocks():
    """At any moment the blocks sum to the pool, and those in use are what the pool over time says of that moment."""
    with tempfile.TemporaryDirectory() as folder:
        whole = ramp(*LOAD)['pool']['blocks']
        over_time = rows_of(draw(folder, 'pool', *LOAD, '--level', '16', form='csv'))[1:]
        for i in (0, 1, len(over_time) // 3, len(over_time) // 2, len(over_time) - 1):
            moment = over_time[i]
            # Times of the table are rounded: a little past the step's beginning is in it.
            at = f'{float(moment[1]) + 1e-5:.6f}'
            rows = rows_of(draw(folder, 'blocks', *LOAD, '--level', '16', '--at', at, form='csv'))[1:]
            counts = {}
            for count, kind, _ in rows:
                counts[kind.split(' by ')[0]] = counts.get(kind.split(' by ')[0], 0) + int(count)
            if sum(counts.values()) != whole:
                yield f'{at}: {counts} are not {whole}'
            used = counts.get('shared', 0) + counts.get('in use, by owner', counts.get('in use,', 0))
            if abs(used / whole - float(moment[2])) > 2e-6 or abs(counts.get('retained', 0) / whole - float(moment[3])) > 2e-6:
                yield f'{at}: {counts} of {whole}, and over time {moment}'
        words = words_of(draw(folder, 'blocks', *LOAD, '--level', '16', '--at', '30'))
        if not any('At 16 clients: ' in word for word in words) or 'retained' not in words:
            yield f'{words}'
        if not is_of_size(draw(folder, 'blocks', *LOAD, form='png'), 640, 760):
            yield 'not the size of the window’s file'


def check_offered():
    """Without a level it is the one past the peak of a cliff, and of a plateau the peak; an open load says what a level is."""
    with tempfile.TemporaryDirectory() as folder:
        for args in ([*CARD, '--preset', 'chat', '--requests', '300'], [*CARD, '--preset', 'long-outputs', '--requests', '300']):
            printed = ramp(*args)
            levels = [level['concurrency'] for level in printed['levels']]
            at = levels.index(printed['peak']) + (printed['shape'] == 'cliff')
            words = ' '.join(words_of(draw(folder, 'pool', *args)))
            if f'At {levels[min(at, len(levels) - 1)]} clients: ' not in words:
                yield f'{printed["shape"]}, peak {printed["peak"]} of {levels}: {words}'
        words = ' '.join(words_of(draw(folder, 'pool', *CARD, '--preset', 'long-outputs', '--requests', '60', '--arrivals', 'poisson:1',
                                       '--levels', '8,16', '--level', '8')))
        if 'With at most 8 running: ' not in words:
            yield words


def check_followed():
    """A request that is followed stands out and is named; a recorded series lies over the pool under its file's name."""
    with tempfile.TemporaryDirectory() as folder:
        args = [*LOAD, '--level', '16', '--at', '30']
        rows = rows_of(draw(folder, 'blocks', *args, form='csv'))[1:]
        count, _, number = next(row for row in rows if row[2])
        words = words_of(draw(folder, 'blocks', *args, '--follow', number))
        if f'of request {number} alone' not in words or words[words.index(f'of request {number} alone') - 1] != count:
            yield f'request {number} with {count} blocks is not in {words}'
        yield from refused(run('chart', 'blocks', *args, '--follow', '1', '-o', Path(folder) / 'x.svg'), 2, '--follow: request 1 ', 'like ')
        series = Path(folder) / 'server.csv'
        series.write_text('time,use,preemptions\n0,0.1,5\n20,0.75,8\n')
        words = words_of(draw(folder, 'pool', *args, '--series', str(series)))
        rows = rows_of(draw(folder, 'pool', *args, '--series', str(series), form='csv'))
        if 'server.csv' not in words or rows[-1][:5] != ['server.csv', '20.000000', '0.750000', '', '3.000000']:
            yield f'{rows[-1]}, {words}'
        # Of the 20 s that both have the server used 0.1 of its pool, and in them three requests more were preempted.
        words = words_of(draw(folder, 'recorded', *args, '--series', str(series)))
        if 'KV use' not in words or not any(word.startswith('10\N{NO-BREAK SPACE}% recorded, ') for word in words):
            yield f'recorded: {words}'
        if not any(word.startswith('3 recorded, ') for word in words) or 'Running' in words:
            yield f'recorded: {words}'
        if not is_of_size(draw(folder, 'recorded', *args, '--series', str(series), form='png'), 960, 840):
            yield 'recorded: is not 960 × 840'
        yield from refused(run('chart', 'recorded', *args, '-o', Path(folder) / 'x.svg'), 2, '--series: is needed')
        for wrong, said in (('/nowhere.csv', '/nowhere.csv'), (folder, folder), (__file__, Path(__file__).name)):
            yield from refused(run('chart', 'pool', *args, '--series', wrong, '-o', Path(folder) / 'x.svg'), 1, said)


def check_moments():
    """A level that the ramp has not and a moment past its end are refused, and what would be right is said."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / 'x.svg'
        for chart in ('blocks', 'pool'):
            yield from refused(run('chart', chart, *LOAD, '--level', '5', '-o', target), 2, '--level: ', '1, 4, 16')
            for level in ('0', '-1', 'x', '', '1.5', '99999999'):
                yield from refused(run('chart', chart, *LOAD, f'--level={level}', '-o', target), 2, '--level: ')
            for at in ('-1', 'x', '', 'nan', 'inf', '1e9', '9999999', '9223372036854', '99999999999999999999'):
                yield from refused(run('chart', chart, *LOAD, f'--at={at}', '-o', target), 2, '--at: ')
            for follow in ('0', '-1', 'x', '99999999999'):
                if chart == 'blocks':
                    yield from refused(run('chart', chart, *LOAD, f'--follow={follow}', '-o', target), 2, '--follow: ')
            said = run('chart', chart, *LOAD, '--level', '16', '--at', '9999', '-o', target).stderr
            end = re.search(r'0 to ([0-9.]+) would be right', said).group(1)
            made = run('chart', chart, *LOAD, '--level', '16', '--at', end, '-o', target)
            if made.returncode:
                yield f'{end}, which would be right, is not: {made.stderr}'
            target.unlink()
            # A block of 16 tokens is 2 MiB of this model: two do not hold a prompt of 4,000 tokens.
            yield from refused(run('chart', chart, 'llama-3.1-8b', '--step', '5000,100,1', '--levels', '1,2', '--lengths', 'fixed:4000',
                                   '--available', '5MiB', '-o', target), 1, f'{chart}: No request runs: ')
        if target.exists():
            yield 'something was written'


def check_refused():
    """What is wrong is refused by its name before anything is written."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / 'x.svg'
        path, _ = make_run(folder, 5)

        def chart(*args):
            return run('chart', *args, '-o', target)

        yield from refused(chart('residuals', *CARD), 2, '--fit')
        yield from refused(chart('residuals', *CARD, '--fit-first', '20'), 2, '--fit-first')
        for args in (['residuals', *CARD], ['latency', *LOAD], ['ramp', *LOAD]):
            yield from refused(chart(*args, '--fit', '/nowhere.csv'), 1, '/nowhere.csv')
            yield from refused(chart(*args, '--fit', __file__), 1, Path(__file__).name)
            yield from refused(chart(*args, '--fit', str(path)), 1, 'at least 10')
            yield from refused(chart(*args, '--fit', folder), 1, folder)
        yield from refused(run('chart', 'latency', *LOAD, '-o', 'x.gif'), 2, '--output', 'x.gif')
        yield from refused(run('chart', 'latency', *LOAD), 2, '--output')
        yield from refused(chart('latncy', *LOAD), 2, 'latency')
        yield from refused(chart('nothing', *LOAD), 2, 'latency', 'blocks', 'pool', 'residuals')
        if target.exists():
            yield 'something was written'


# Options that a chart does not look at.
FOREIGN = {
    'memory': ['--preset=chat', '--levels=1', '--seed=1', '--step=1,1,1', '--fit=x', '--record=x', '--baselines', '--threads=1'],
    'calibration': ['--preset=chat', '--fit=x', '--baselines'],
    'ramp': ['--record=x', '--level=4', '--at=1', '--follow=1', '--series=x'],
    'latency': ['--record=x', '--baselines', '--level=4'],
    'surge': ['--baselines', '--at=3'],
    'blocks': ['--series=x', '--baselines'],
    'pool': ['--follow=1', '--baselines'],
    'recorded': ['--follow=1', '--baselines'],
    'residuals': ['--preset=chat', '--levels=1', '--requests=9', '--cap=4', '--baselines', '--record=x', '--trace=x', '--level=1'],
}


def check_foreign():
    """An option of other charts is refused, and the sentence names both."""
    with tempfile.TemporaryDirectory() as folder:
        for chart, options in FOREIGN.items():
            for option in options:
                model = [] if chart == 'calibration' else CARD
                made = run('chart', chart, *model, option, '-o', Path(folder) / 'x.svg')
                yield from (f'{chart} {option}: {fault}' for fault in refused(made, 2, f'{option.split("=")[0]}: ', chart))


tap.run_all(globals())
