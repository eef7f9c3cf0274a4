#!/usr/bin/python3
"""Holds the figures that lessons show to sums written here. Argument: ullage-cli.

A lesson's texts name their figures, so that the program fills them in; this recomputes from the lessons' own numbers what a reader
then sees, without the program.
"""
import json
import math
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = sys.argv[1]
LESSONS = Path(__file__).resolve().parents[2] / 'data' / 'lessons'
GIB, GB = 2**30, 10**9

CHAPTER_POOL = 24 * GB * 90 // 100 - 16_060_000_000 - 1_800_000_000
TOKEN = 2 * 32 * 8 * 128 * 2
LAB_TOKEN = 2 * 28 * 4 * 128 * 2
LAB_WEIGHTS = 7 * 10**9 * 2


def lab(card, token=LAB_TOKEN, weights=LAB_WEIGHTS, tokens=4096):
    return (card * GIB - 2 * GIB - weights) // (token * tokens)


def contract(share, overhead):
    return 24 * GIB - math.ceil(24 * GIB * share / 100) - overhead * GIB


# Question -> its answer: a number, or a choice.
ANSWERS = {
    'cache': {'recomputed': sum(range(1, 1001)), 'quadratic': 'four', 'flat': 'one'},
    'formula': {'per-token': TOKEN, 'request': TOKEN * 8192, 'ten': 10 * TOKEN * 8192, 'shared': 'each'},
    'config': {'layers': 28, 'query-heads': 28, 'kv-heads': 4, 'hidden': 3584, 'head-dim': 3584 // 28, 'qwen-token': LAB_TOKEN,
               'nemo-dim': 128, 'nemo-token': 2 * 40 * 8 * 128 * 2},
    'budget': {'pool': CHAPTER_POOL, 'tokens': CHAPTER_POOL // TOKEN, 'requests': CHAPTER_POOL // (TOKEN * 8192), 'four': 'exceeds',
               'accepted': 'never'},
    'levers': {'base': lab(48), 'double': lab(48, tokens=8192), 'int8': lab(48, weights=7 * 10**9), 'mha': lab(48, token=7 * LAB_TOKEN),
               'half': lab(24), 'ten': 'weights', 'fp8': (CHAPTER_POOL // (TOKEN // 2)) / (CHAPTER_POOL // TOKEN), 'fp8-kind': 'scales',
               'two': ((21_600_000_000 - 8_030_000_000 - 1_800_000_000) // (TOKEN // 2)) / (CHAPTER_POOL // TOKEN), 'most': 'tp=2'},
    'heads': {'mha': 2 * 32 * 32 * 128 * 2, 'gqa': TOKEN, 'mqa': 2 * 32 * 128 * 2, 'mla': 61 * (512 + 64) * 2, 'mla-tp': 61 * 576 * 2,
              'copies': 2 * 32 * 128 * 2},
    'blocks': {'rectangle': 32 * 7900, 'wasted': 32 * 7900 / 44000, 'b120': -(-120 // 16), 'b129': -(-129 // 16),
               'mean': sum(range(16)) / 16, 'fit': CHAPTER_POOL // (16 * TOKEN) // -(-7900 // 16), 'saved': 49 * 1024 * LAB_TOKEN,
               'pays': 'last', 'pinned': 4096 * TOKEN, 'who': 'all'},
    'contract': {'headroom': math.ceil(24 * GIB * 0.15), 'safe': contract(15, 3), 'in': 'fits', 'out': 'exceeds', 'equal': 'fits',
                 'most': contract(25, 2) // (2048 * TOKEN)},
    'fleet': {'little': 12.5 * 24, 'demand': 300 * 8192 * LAB_TOKEN, 'each': lab(48, tokens=8192),
              'replicas': -(-300 // lab(48, tokens=8192)), 'big': 'fits',
              'big-most': (196_588 * 2**20 - 2 * GIB - LAB_WEIGHTS) // (8192 * LAB_TOKEN)},
    'sessions': {'between': 'nobody', 'free': 'reuse', 'found': 'content', 'changed': 'nothing', 'bounded': 'memory',
                 'chats': CHAPTER_POOL // (TOKEN * 8192)},
    'check': {'parameters': 'false', 'quantised': 'false', 'length': 'false', 'cards': 'more', 'oom': 'false', 'token': TOKEN,
              'requests': CHAPTER_POOL // (16 * TOKEN) // 512},
    'failure': {'then': 'preempt', 'line': 'load', 'series': 'three', 'hold': CHAPTER_POOL // (16 * TOKEN) // 256, 'fits': 'exceeds',
                'helps': 'seqs', 'not': 'swap'},
}

# The lesson of the ramp: what its loads come to is the simulator's, and these are what is known of it besides. A chat of 10 turns
# holds 256 tokens and, at the mean of its turns, 5.5 times a question and an answer of about 301 together; a session of 10 turns that
# ends about 206 blocks, so that 8 of them fill the pool.
ANSWERS['cliff'] = {'shape': 'cliff', 'chapter-shape': 'plateau', 'hits': 'stays'}
BLOCKS = CHAPTER_POOL // (16 * TOKEN)
RAMPS = {'chat': ('peak', 'operating', 'retention'), 'chapter': ('chapter-peak', 'chapter-operating', 'chapter-retention')}

# What a reader sees, with the sums that it comes from.
SHOWN = {
    'cache': {'500,500': 1000 * 1001 // 2, '2,001,000': 2000 * 2001 // 2, '4.00': 2000 * 2001 / (1000 * 1001)},
    'formula': {'131,072': TOKEN, '1.00 GiB': TOKEN * 8192 / GIB, '10.00 GiB': 10 * TOKEN * 8192 / GIB},
    'config': {'57,344': LAB_TOKEN, '401,408': 7 * LAB_TOKEN, '163,840': 2 * 40 * 8 * 128 * 2, ' 160': 5120 // 32},
    'budget': {'28,533': CHAPTER_POOL // TOKEN, '3.74 GB': CHAPTER_POOL / GB, '32,768': 32768, '3.48': CHAPTER_POOL / (TOKEN * 8192),
               '0.87': CHAPTER_POOL / (32768 * TOKEN)},
    'levers': {'150': lab(48), '75': lab(48, tokens=8192), '180': lab(48, weights=7 * 10**9), '21': lab(48, token=7 * LAB_TOKEN),
               '40': lab(24), '57,067': CHAPTER_POOL // (TOKEN // 2), '120,429': (21_600_000_000 - 4_015_000_000 - 1_800_000_000) // TOKEN,
               '179,595': (21_600_000_000 - 8_030_000_000 - 1_800_000_000) // (TOKEN // 2), '7.00 GB': 7.0, '15.04 GiB': (LAB_WEIGHTS + 2 * GIB) / GIB},
    'heads': {'524,288': 4 * TOKEN, '131,072': TOKEN, '16,384': TOKEN // 8, '70,272': 61 * 576 * 2},
    'blocks': {'252,800': 32 * 7900, '44,000': 44000, '5.7': 32 * 7900 / 44000, '83': 100 * (1 - 44000 / 252800), '7.5': 7.5,
               '1,783': CHAPTER_POOL // (16 * TOKEN), '494': -(-7900 // 16), '2.68 GiB': 49 * 1024 * LAB_TOKEN / GIB, '512 MiB': 4096 * TOKEN // 2**20},
    'contract': {'3.60 GiB': 3.6, '17.40 GiB': 17.4, '16.00 GiB': 16, '17.50 GiB': 70 * 2048 * TOKEN / GIB, '1.40 GiB': 1.4},
    'fleet': {'300': 12.5 * 24, '131.25 GiB': 300 * 8192 * LAB_TOKEN / GIB, '75': 75, '404': 404, '192': 4 * 48},
    'sessions': {'28,533': CHAPTER_POOL // TOKEN},
    'check': {'70,272': 61 * 576 * 2, '179,595': 179595, '28,533': 28533},
    'failure': {'6': CHAPTER_POOL // (16 * TOKEN) // 256},
}


def read(*args):
    return json.loads(subprocess.run([CLI, *args, '--json'], check=True, capture_output=True, text=True).stdout)


def check_answers():
    """Every answer is what the sum written here gives."""
    n = 0
    for lesson, answers in ANSWERS.items():
        questions = {q['id']: q for step in read('lesson', 'show', lesson, '--reveal')['steps'] for q in step['questions']}
        for missing in questions.keys() - answers.keys():
            if questions[missing]['kind'] not in ('open', 'lever', 'choice', 'peak', 'operating', 'retention'):
                yield f'{lesson} {missing}: has no sum here'
        for name, expected in answers.items():
            answer = questions[name]['answer']
            found = answer['choice'] if isinstance(expected, str) else answer['value']
            if found != expected and (isinstance(expected, str) or not math.isclose(found, expected, rel_tol=1e-12)):
                yield f'{lesson} {name}: {found}, not {expected}'
            n += 1
    print(f'# {n} answers')


def check_ramps():
    """What a lesson says of a ramp is what the ramp command prints of the same load."""
    questions = {q['id']: q['answer'] for step in read('lesson', 'show', 'cliff', '--reveal')['steps'] for q in step['questions']}
    for load, (peak, operating, retention) in RAMPS.items():
        ramp = read('ramp', 'llama-3.1-8b', '--device', 'rtx-4090', '--available', '3.74GB', '--preset', load)
        if ramp['pool']['blocks'] != BLOCKS:
            yield f'{load}: a pool of {ramp["pool"]["blocks"]} blocks, not {BLOCKS}'
        for name, value in ((peak, ramp['peak']), (operating, ramp['operating_point']), (retention, ramp['retention_gain'] + 1)):
            if not math.isclose(questions[name]['value'], value, rel_tol=1e-9):
                yield f'{name}: {questions[name]["value"]}, not {value}'
    clients = BLOCKS / ((256 + 5.5 * 301) / 16)
    if not 0.75 * clients < questions['peak']['value'] < 1.25 * clients:
        yield f'the peak of the chats: {questions["peak"]["value"]}, and {clients:.1f} fill the pool'
    slips = {slip['id']: slip['value'] for slip in questions['peak']['slips']}
    for name, value in (('whole', BLOCKS // -(-(256 + 10 * 301) // 16)), ('one_turn', BLOCKS // -(-(256 + 301) // 16)), ('cap', 256)):
        if slips.get(name) != value:
            yield f'peak, {name}: {slips.get(name)}, not {value}'


def check_texts():
    """Every figure that is listed here stands in the lesson's texts, and is what its sum gives."""
    n = 0
    for lesson, figures in SHOWN.items():
        said = read('lesson', 'show', lesson, '--reveal')
        text = ' '.join([step['text'] + ' ' + (step['reveal'] or '') for step in said['steps']] +
                        [q['answer']['explanation'] for step in said['steps'] for q in step['questions']]).replace('\u00a0', ' ')
        for figure, value in figures.items():
            digits = figure.replace(',', '').split()[0]
            decimals = len(digits.partition('.')[2])
            if f'{value:.{decimals}f}' != digits:
                yield f'{lesson}: {figure} is {value}'
            if figure not in text:
                yield f'{lesson}: {figure} is not said'
            n += 1
    print(f'# {n} figures')


def check_locked():
    """While questions are open no text holds an answer that is a number of four digits or more."""
    for lesson in ANSWERS:
        shown, revealed = read('lesson', 'show', lesson), read('lesson', 'show', lesson, '--reveal')
        for step, open_step in zip(revealed['steps'], shown['steps']):
            text = json.dumps(open_step, ensure_ascii=False)
            for question in step['questions']:
                value = question['answer']['value']
                if value is None or value < 1000 or question['kind'] == 'config':
                    continue
                for form in (f'{value:,.0f}', f'{value:.0f}'):
                    if form in text:
                        yield f'{lesson} {question["id"]}: {form} can be read before it is answered'


def words_of(step):
    """What is read of a step while it is open, without what its questions give."""
    texts = [step['text']]
    for question in step['questions']:
        texts += [question['prompt'], question['hint'] or ''] + [choice['text'] for choice in question['choices']]
    return ' '.join(texts)


def check_later():
    """Nor do the words of another step hold it, so that a whole lesson can be printed for a class."""
    for lesson in ANSWERS:
        shown, revealed = read('lesson', 'show', lesson), read('lesson', 'show', lesson, '--reveal')
        text = ' '.join(words_of(step) for step in shown['steps'])
        for question in (question for step in revealed['steps'] for question in step['questions']):
            value = question['answer']['value']
            if value is not None and value >= 1000 and question['kind'] != 'config' and f'{value:,.0f}' in text:
                yield f'{lesson} {question["id"]}: {value:,.0f} can be read in another step'


def check_words():
    """No word stands twice, as where a figure brings its unit along; no sum is left unfilled."""
    for lesson in ANSWERS:
        for language in ('en', 'de'):
            said = read('lesson', 'show', lesson, '--reveal', '--language', language)
            for step in said['steps']:
                texts = [step['text'], step['reveal'] or '']
                for question in step['questions']:
                    texts += [question['prompt'], question['hint'] or '', question['answer']['explanation']]
                for text in texts:
                    for found in re.finditer(r'\b([A-Za-z]{2,})[ \u00a0]\1\b|[{}]', text):
                        yield f'{lesson} {language}: {found[0]!r} in {text[:120]!r}'


WORDS = ('title', 'summary', 'text', 'prompt', 'hint', 'explain', 'reveal', 'name', 'why', 'unit', 'model_answer')


def objects(value):
    """Every object of a lesson's file that a reader reads: not the scenarios and not the files that questions are about."""
    if isinstance(value, dict):
        yield value
        for name, member in value.items():
            if name not in ('scenarios', 'config'):
                yield from objects(member)
    elif isinstance(value, list):
        for member in value:
            yield from objects(member)


def sums(text):
    """What a text names of the lesson, without how it is written: a plain number may be set in braces for its commas alone."""
    found = (re.sub(r':\w+$', '', part) for part in re.findall(r'{([^{}]*)}', text))
    return sorted({part for part in found if re.search('[a-z]', part)})


def check_german():
    """Every text of every lesson that comes with the program has its German, which names the same figures."""
    n = 0
    for path in sorted(LESSONS.glob('*.json')):
        for item in objects(json.loads(path.read_text(encoding='utf-8'))):
            for name in WORDS:
                text, german = item.get(name), item.get(f'{name}@de')
                if not isinstance(text, str) or not re.search('[A-Za-z]', re.sub('{[^{}]*}', '', text)):
                    continue
                if german is None:
                    yield f'{path.name}: no {name}@de of {text[:60]!r}'
                elif sums(text) != sums(german):
                    yield f'{path.name}: {name}@de names {sums(german)}, not {sums(text)}'
                elif german == text and len(text) > 30 and ':' not in text and '=' not in text:
                    yield f'{path.name}: {name}@de is not translated: {text[:60]!r}'
                n += 1
    print(f'# {n} texts of {len(list(LESSONS.glob("*.json")))} lessons')
    if n < 400:
        yield 'few texts were read'


tap.run_all(globals())
