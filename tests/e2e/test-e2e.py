#!/usr/bin/python3
"""One pass through the real program, as a person goes: open a model, set the levers, predict, commit, see, export, undo,
save, learn, teach, write a lesson, open again, quit. Speaks TAP. Needs a display and a session bus of its own (scripts/desk.sh).

  test-e2e.py ULLAGE ULLAGE-CLI

Every expected figure is worked out here from the model's shape, or asked of ullage-cli on the saved file.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from accessible import Atspi, Program, text_of, wait

ULLAGE, CLI = sys.argv[1:3]

# The shape of Llama-3.1-8B, from its published config.json.
LAYERS, HEADS, KV_HEADS, HEAD_DIM, HIDDEN, INNER, VOCABULARY = 32, 32, 8, 128, 4096, 14336, 128256
CONFIG = {
    'architectures': ['LlamaForCausalLM'], 'model_type': 'llama', 'torch_dtype': 'bfloat16',
    'num_hidden_layers': LAYERS, 'num_attention_heads': HEADS, 'num_key_value_heads': KV_HEADS, 'head_dim': HEAD_DIM,
    'hidden_size': HIDDEN, 'intermediate_size': INNER, 'vocab_size': VOCABULARY, 'max_position_embeddings': 131072,
    'tie_word_embeddings': False,
}
BYTES = 2  # bf16
PARAMETERS = (2 * VOCABULARY * HIDDEN + HIDDEN
              + LAYERS * (HIDDEN * HEAD_DIM * (2 * HEADS + 2 * KV_HEADS) + 3 * HIDDEN * INNER + 2 * HIDDEN))
PER_TOKEN = 2 * LAYERS * KV_HEADS * HEAD_DIM * BYTES
CARD, OVERHEAD, CONTEXT, BLOCK = 24 * 10**9, 18 * 10**8, 8192, 16
POOL = CARD * 9 // 10 - PARAMETERS * BYTES - OVERHEAD
BLOCKS = POOL // (PER_TOKEN * BLOCK)
MOST = BLOCKS // (CONTEXT // BLOCK)

home = Path(tempfile.mkdtemp(prefix='ullage-e2e-'))
config = home / 'config.json'
plan = home / 'plan.ullage'
STEPS = []


def step(function):
    STEPS.append(function)
    return function


def spaces(text):
    """No-break spaces are the program's business, not the test's."""
    return text.replace('\u00a0', ' ').replace('\u202f', ' ')


def everything(program):
    return spaces('\n'.join(program.texts()))


def verdict(program):
    """The headline: the first text below the card that is named so."""
    card = wait(lambda: next((node for node in program.nodes(name='Verdict')), None), 'the verdict')
    return spaces(' '.join(node.get_name() for node in program.nodes('label', root=card) if node.get_name()))


def wait_verdict(program, pattern):
    return wait(lambda: re.search(pattern, verdict(program)), f'a verdict like {pattern!r}, not {verdict(program)!r}')


def lever(program, role, name):
    """In the sidebar: a narrow window docks a second one of the lever last touched."""
    panel = program.get('filler', 'UllLeverPanel')
    return program.get(role, name, panel)


def enter(program, name, text):
    entry = lever(program, 'text', name)
    program.tab_to(entry)
    Atspi.EditableText.set_text_contents(entry, text)
    program.keys('Return')
    return entry


@step
def opens_the_model_named_as_argument(program):
    wait_verdict(program, r'\d+ requests? of [\d,]+ tokens')
    wait(lambda: 'Ullage' in program.frame.get_name(), 'a title')


@step
def a_load_is_ramped_and_a_level_played(program):
    """The view runs by itself; a predicted pool is not shown. A card of the catalogue, whose bandwidth is known."""
    program.keys('alt+2')
    wait(lambda: any(text.startswith('Operate ') for text in program.texts()), 'the ramp', 60)
    wait(lambda: any(' running, ' in text for text in program.texts()), 'a level', 60)
    program.act('win.predict')
    wait(lambda: 'Predict first. The ramp is withheld.' in everything(program), 'nothing of the ramp')
    assert not any(text.startswith('Operate ') or ' running, ' in text for text in program.texts()), 'the ramp is still said'
    program.act('win.predict')
    wait(lambda: any(text.startswith('Operate ') for text in program.texts()), 'the ramp again', 60)
    program.keys('alt+1')


@step
def a_slider_moves_the_verdict(program):
    slider = lever(program, 'slider', 'Context')
    assert slider.get_minimum_value() < slider.get_current_value() < slider.get_maximum_value()
    program.act('win.reset')
    # Positions are powers of two.
    Atspi.Value.set_current_value(slider, 13.0)
    wait_verdict(program, r'8,192 tokens')
    assert '8,192' in wait(lambda: spaces(slider.get_description()), 'what the slider says of itself')


@step
def exact_entries_take_what_a_person_writes(program):
    enter(program, 'Card memory', '24 GB')
    enter(program, 'Utilisation', '90%')
    program.act('click', lever(program, 'push button', 'Cards'))
    enter(program, 'Overhead', '1.8 GB')
    enter(program, 'Concurrency', str(MOST))
    wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')


@step
def one_request_more_does_not_fit(program):
    enter(program, 'Concurrency', str(MOST + 1))
    wait_verdict(program, rf'^{MOST + 1} requests? of 8,192 tokens do(es)? not fit')


@step
def a_bad_entry_is_a_sentence_and_changes_nothing(program):
    before = verdict(program)
    entry = enter(program, 'Concurrency', 'many')
    wait(lambda: 'number' in everything(program) or 'many' in everything(program), 'a sentence about the entry')
    assert verdict(program) == before
    program.keys('Escape')
    wait(lambda: text_of(entry).strip() == str(MOST + 1), 'the entry as it was')


def answers():
    """What nothing on the screen may show while it is asked."""
    return [f'{POOL / 2**30:.2f} GiB', f'{POOL:,}', f'{BLOCKS:,}', f'{POOL // PER_TOKEN:,}', 'do not fit', 'does not fit']


@step
def predicting_withholds_the_answer(program):
    program.act('win.predict')
    wait(lambda: program.find('text', 'Your number'), 'the question')
    shown = everything(program)
    for answer in answers():
        assert answer not in shown, f'{answer!r} is on the screen'


def export(program, path, chart, form):
    program.act('win.export')
    dialog = wait(lambda: program.window('Export Chart'), 'the export dialog')
    for choice in (chart, form):
        program.act('click', program.get('push button', choice, dialog))
    button = program.get('push button', 'Export…', dialog)
    known = set(program.windows())
    program.act('click', button)
    wait(lambda: set(program.windows()) - known, 'the file dialog')
    choose_file(program, (set(program.windows()) - known).pop(), path)
    wait(lambda: path.exists() and path.stat().st_size, f'{path.name} to be written')
    wait(lambda: len(program.windows()) == 1, 'the dialogs to close')
    program.focus()


def choose_file(program, window, path):
    subprocess.run(['xdotool', 'windowfocus', '--sync', window], check=True, timeout=20)
    name = wait(lambda: next((node for node in program.nodes('text') if node.get_state_set().contains(
        Atspi.StateType.FOCUSED)), None), 'the name in the file dialog')
    Atspi.EditableText.set_text_contents(name, str(path))
    program.keys('Return')


@step
def an_export_while_asked_holds_no_answer(program):
    path = home / 'asked.svg'
    export(program, path, 'Memory', 'SVG')
    drawn = spaces(path.read_text())
    assert '<text' in drawn
    for answer in answers():
        assert answer not in drawn, f'{answer!r} is in the export'


@step
def committing_shows_the_picture_then_the_sum(program):
    number = program.get('text', 'Your number')
    Atspi.EditableText.set_text_contents(number, '5')
    choice = program.get('check box', 'Fit, equality included')
    program.tab_to(choice)
    program.keys('space')
    wait(lambda: choice.get_state_set().contains(Atspi.StateType.CHECKED), 'the choice to be made')
    program.act('win.commit')
    wait_verdict(program, rf'{MOST}')
    program.get('push button', 'Leave Predict')


@step
def leaving_predict_shows_everything(program):
    program.act('win.predict')
    wait_verdict(program, rf'^{MOST + 1} requests? of 8,192 tokens do(es)? not fit')
    wait(lambda: f'{POOL / 2**30:.2f} GiB' in everything(program), 'the pool in the sum')


@step
def exports_hold_the_answer_in_every_format(program):
    for chart, form, start in (('Memory', 'SVG', b'<'), ('Memory', 'PNG', b'\x89PNG'), ('How Many Fit', 'PDF', b'%PDF'),
                               ('How Many Fit', 'CSV', b'')):
        path = home / f'{chart}.{form.lower()}'
        export(program, path, chart, form)
        assert path.read_bytes().startswith(start), f'{path.name} is no {form}'
    drawn = spaces((home / 'Memory.svg').read_text())
    assert '<text' in drawn and f'{POOL:,}' in drawn, 'the pool is not in the picture'
    assert ',' in (home / 'How Many Fit.csv').read_text().splitlines()[1]


@step
def undo_takes_one_lever_back(program):
    enter(program, 'Concurrency', str(MOST + 2))
    wait_verdict(program, rf'^{MOST + 2} requests? of 8,192 tokens')
    program.act('win.undo')
    wait_verdict(program, rf'^{MOST + 1} requests? of 8,192 tokens')
    program.act('win.redo')
    wait_verdict(program, rf'^{MOST + 2} requests? of 8,192 tokens')
    enter(program, 'Concurrency', str(MOST))
    wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')


def find_disc(colour, least=10):
    """The middle of the one thing on the screen that is of that colour and @least pixels both ways: a curve is a thin line,
    the cache is the other colour's neighbour."""
    header, _, picture = subprocess.run(['/usr/bin/import', '-window', 'root', '-depth', '8', 'ppm:-'], check=True,
                                        capture_output=True, timeout=20).stdout.partition(b'\n255\n')
    width, height = map(int, header.split()[1:3])
    rows = [picture[y * width * 3:(y + 1) * width * 3] for y in range(height)]

    def run(pixels):
        """(start, length) of every run of the colour."""
        found = [i for i in range(0, len(pixels), 3) if pixels[i:i + 3] == colour]
        runs = []
        for i in found:
            if runs and i == runs[-1][1]:
                runs[-1][1] = i + 3
            else:
                runs.append([i, i + 3])
        return [(a // 3, (b - a) // 3) for a, b in runs]

    for y, row in enumerate(rows):
        for x, length in run(row):
            if not least <= length <= 20:
                continue
            column = b''.join(r[(x + length // 2) * 3:(x + length // 2) * 3 + 3] for r in rows)
            for top, tall in run(column):
                if top <= y < top + tall and least <= tall <= 20:
                    return x + length // 2, top + tall // 2
    return None


def drag(start, by, before_release=None):
    """With the real pointer, in steps as a hand makes them."""
    def run(*words):
        subprocess.run(['xdotool', *map(str, words)], check=True, timeout=20)

    run('mousemove', *start)
    run('mousedown', 1)
    for i in range(1, 11):
        run('mousemove', round(start[0] + by[0] * i / 10), round(start[1] + by[1] * i / 10))
    if before_release:
        before_release()
    run('mouseup', 1)


@step
def the_point_is_dragged_and_put_back(program):
    enter(program, 'Concurrency', '3')
    wait_verdict(program, r'^3 requests of 8,192 tokens fit')
    point = wait(lambda: find_disc(bytes((0x03, 0x38, 0x96))), 'the point on the screen')
    drag(point, (0, -50), lambda: wait_verdict(program, r'^(?!3 )[\d,]+ requests of 8,192 tokens'))
    after = verdict(program)
    program.act('win.undo')
    wait_verdict(program, r'^3 requests of 8,192 tokens fit')
    drag(point, (60, -30), lambda: (wait_verdict(program, r'^(?!3 )'), program.keys('Escape'),
                                    wait_verdict(program, r'^3 requests of 8,192 tokens fit')))
    wait_verdict(program, r'^3 requests of 8,192 tokens fit')
    # What was dragged before is what is repeated: the drag that was put back left no entry of its own.
    assert after != verdict(program)


@step
def the_load_line_moves_by_keys(program):
    line = program.get('image', 'Memory of one card')
    program.tab_to(line)
    program.keys('Return')
    wait(lambda: 'Held' in line.get_description(), 'the line to be held')
    program.keys('Down', 'Down', 'Return')
    entry = lever(program, 'text', 'Utilisation')
    wait(lambda: spaces(text_of(entry)).strip() in ('0.88', '88%'), 'the utilisation to follow')
    program.act('win.undo')
    wait(lambda: spaces(text_of(entry)).strip() in ('0.90', '0.9', '90%'), 'one entry of the history')
    enter(program, 'Concurrency', str(MOST))


@step
def a_pinned_plan_stands_beside_the_present_one(program):
    program.keys('ctrl+k')
    enter(program, 'Context', str(2 * CONTEXT))
    wait_verdict(program, r'16,384 tokens')
    blocks = CONTEXT // BLOCK
    wait(lambda: f'pinned {blocks} blocks, now +{blocks}' in everything(program), 'the pinned step in the sum')
    program.keys('ctrl+shift+k')
    window = wait(lambda: program.window('Compare'), 'the comparison')
    program.act('click', program.get('push button', 'Difference', window))
    # Twice the blocks for each request; the pool is the same.
    wait(lambda: {f'+{blocks}', '×2.00', f'{POOL / 2**30:.2f} GiB'} <= {spaces(text) for text in program.texts(window)},
         'the difference')
    program.keys('Escape')
    wait(lambda: len(program.windows()) == 1, 'the comparison to close')
    program.focus()
    program.act('win.undo')
    wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')


@step
def a_target_is_reached_by_one_lever(program):
    program.act('click', program.get('push button', 'Target'))
    wanted = program.get('text', 'How much is wanted')
    Atspi.EditableText.set_text_contents(wanted, str(MOST + 1))
    # The least of the narrower formats that is enough; half the bytes of an element would be, for twice as many.
    program.act('click', wait(lambda: next((node for node in program.nodes('push button')
                                            if spaces(node.get_name()).startswith('Apply KV dtype ')), None), 'a narrower cache'))
    wait_verdict(program, rf'^{MOST + 1} requests? of 8,192 tokens fit')
    program.act('win.undo')
    wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')


@step
def a_load_is_carried_by_replicas(program):
    Atspi.EditableText.set_text_contents(program.get('text', 'Requests at once'), str(5 * MOST))
    wait(lambda: any(f'5 replicas of 1 card, room for {MOST} requests each' in spaces(node.get_name())
                     for node in program.nodes('list item')), 'five replicas of this card')
    assert 'Fits, but not after the loss of one replica.' in everything(program)
    program.act('click', [node for node in program.nodes('push button') if node.get_name() == 'Sum'][0])


@step
def lengths_are_taken_from_the_presets(program):
    """The chat of the presets: log-normal, half at most 735 tokens and one of a hundred past 5,965."""
    program.act('click', program.get('push button', 'Lengths'))
    program.tab_to(program.get('push button', 'Choose'))
    program.keys('space')
    program.get('menu item', 'Chat: half at most 735, one of a hundred past 5,965')
    # The first is one length, which is set already.
    program.keys('Down', 'Return')
    wait(lambda: text_of(program.get('text', 'Lengths')).startswith('lognormal:'), 'the distribution in the entry')
    wait(lambda: {'735', '5,965'} <= set(re.findall(r'[\d,]+', everything(program))), 'its median and its 99th')
    program.focus()
    program.act('win.undo')
    wait(lambda: text_of(program.get('text', 'Lengths')) == '', 'one length again')
    wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')
    program.act('click', [node for node in program.nodes('push button') if node.get_name() == 'Sum'][0])


@step
def a_card_of_ones_own_is_added_and_planned_for(program):
    """Twice the memory in whole GiB: the pool is its part less the same weights and overhead."""
    program.act('win.add-card')
    window = wait(lambda: program.window('Add a Card'), 'the dialog')
    for name, text in (('Name', 'The lab'), ('What an allocation sees, as 24,210 MiB', '48 GiB'),
                       ('What the driver reports, as 24,564 MiB', '48 GiB')):
        Atspi.EditableText.set_text_contents(program.get('text', name, window), text)
    program.act('click', program.get('push button', 'Save', window))
    wait(lambda: program.find('push button', 'Card: The lab'), 'the card beside the model')
    blocks = ((48 << 30) * 9 // 10 - PARAMETERS * BYTES - OVERHEAD) // (PER_TOKEN * BLOCK)
    wait_verdict(program, rf'with room for {blocks // (CONTEXT // BLOCK) - MOST} more')
    own = json.loads((home / 'data' / 'ullage' / 'devices.json').read_text())['devices']
    assert [card['name'] for card in own] == ['The lab'], own
    program.focus()
    program.act('win.undo')
    wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')


@step
def saves_a_plan_that_the_command_line_reads_alike(program):
    known = set(program.windows())
    program.act('win.save')
    wait(lambda: set(program.windows()) - known, 'the file dialog')
    choose_file(program, (set(program.windows()) - known).pop(), plan)
    wait(lambda: plan.exists() and plan.stat().st_size, 'the plan to be written')
    program.focus()
    said = json.loads(subprocess.run([CLI, 'plan', '--model', str(plan), '--json'], check=True, capture_output=True,
                                     text=True).stdout)
    assert said['verdict'] == 'fits'
    assert said['pool_bytes'] == POOL, said['pool_bytes']
    assert said['blocks'] == BLOCKS, said['blocks']
    assert said['max_concurrency'] == MOST, said['max_concurrency']
    assert sum(term['bytes'] for term in said['terms']) == CARD


def player(program):
    """What plays lessons: the plan behind it has a verdict and a sum of its own."""
    return program.get('push button', 'All lessons and drills').get_parent().get_parent()


def lesson_verdict(program):
    card = program.get(None, 'Verdict', player(program))
    return spaces(' '.join(node.get_name() for node in program.nodes('label', root=card) if node.get_name()))


def wait_lesson(program, pattern):
    return wait(lambda: re.search(pattern, lesson_verdict(program)), f'a verdict like {pattern!r}, not {lesson_verdict(program)!r}')


def lesson_texts(program):
    return spaces('\n'.join(program.texts(player(program))))


def open_lesson(program, title):
    program.keys('alt+4')
    row = wait(lambda: next((node for node in program.nodes('list item') if title in spaces(node.get_name())), None), title)
    program.tab_to(row)
    program.keys('Return')


def answer(program, what, typed):
    """A number is typed, a choice gone to by its name; then it is committed. The plan behind asks questions of its own."""
    if typed:
        number = program.get('text', 'Your number', player(program))
        wait(lambda: number.get_state_set().contains(Atspi.StateType.FOCUSED), 'the focus in the entry')
        program.type(what)
    else:
        choice = wait(lambda: next((node for node in program.nodes(root=player(program)) if spaces(node.get_name()) == what
                                    and node.get_role_name() in ('check box', 'radio button')), None), what)
        program.tab_to(choice)
        program.keys('space')
        wait(lambda: choice.get_state_set().contains(Atspi.StateType.CHECKED), f'{what} to be chosen')
    program.keys('ctrl+Return')


@step
def a_lesson_locks_and_says_which_mistake_it_was(program):
    """The formula with query heads in the place of KV heads."""
    open_lesson(program, '1 · The one formula')
    wait_lesson(program, 'Predict first')
    shown = lesson_texts(program)
    assert f'{PER_TOKEN:,}' not in shown and 'query heads for KV heads' not in shown
    answer(program, str(PER_TOKEN * HEADS // KV_HEADS), True)
    wait_lesson(program, rf'You said {PER_TOKEN * HEADS // KV_HEADS:,}.*It is {PER_TOKEN:,}')
    wait(lambda: 'query heads' in lesson_verdict(program), 'the mistake by its name')
    assert f'{PER_TOKEN:,} B' in lesson_texts(program), 'the sum is not shown'


@step
def a_lesson_is_played_to_its_end_by_keys(program):
    """1 + 2 + … + 1,000; twice as long is four times that; one token a step; keys and values are kept."""
    program.act('click', program.get('push button', 'All lessons and drills'))
    open_lesson(program, '0 · Why a cache exists')
    wait(lambda: 'before question 1 of 4' in lesson_texts(program), 'its first step, which asks nothing')
    program.keys('ctrl+Return')
    wait(lambda: ' · question 1 of 4' in lesson_texts(program), 'its first question')
    total = str(1000 * 1001 // 2)
    for what in (total, 'Four times as much', '1', 'A key and a value of every token, in every layer'):
        wait_lesson(program, 'Predict first')
        answer(program, what, what == total)
        wait_lesson(program, '^(?!Predict first)')
        program.keys('ctrl+Return')
    wait(lambda: '4 questions answered, 4 right.' in lesson_texts(program), 'the end of the lesson')


@step
def a_room_counts_hands_and_sees_the_sum(program):
    program.keys('alt+1')
    wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')
    known = set(program.windows())
    program.keys('F5')
    room = wait(lambda: program.window('How many requests fit?'), 'the room')
    wait(lambda: set(program.windows()) - known, 'its window')
    program.focus('How many requests fit')
    for secret in answers():
        assert secret not in spaces('\n'.join(program.texts(room))), f'{secret!r} is on the wall'
    program.keys('2', '2', '3', 'ctrl+3')
    wait(lambda: any('2: 2 hands' == spaces(node.get_name()) for node in program.nodes('push button', root=room)), 'two hands')
    program.keys('space')
    wait(lambda: f'{PER_TOKEN:,} B' in spaces('\n'.join(program.texts(room))), 'the first step')
    program.keys('End')
    wait(lambda: f'{MOST} requests' in spaces('\n'.join(program.texts(room))), 'the answer')
    program.keys('r')
    wait(lambda: f'{PER_TOKEN:,} B' not in spaces('\n'.join(program.texts(room))), 'the question from its start')
    program.keys('Escape')
    wait(lambda: program.window('How many requests fit?') is None, 'the room to close')
    program.focus()


@step
def a_lesson_of_the_plan_is_written_and_played(program):
    program.act('win.make-lesson')
    editor = wait(lambda: program.window('lesson.json – Lesson'), 'the editor')
    wait(lambda: 'A lesson of 4 questions.' in program.texts(editor), 'the lesson to be read')
    program.focus('lesson.json')
    program.keys('ctrl+Home')
    program.type('x')
    wait(lambda: program.find('push button', 'Go to line 1, column 1', editor), 'the fault and its place')
    program.keys('BackSpace')
    wait(lambda: 'A lesson of 4 questions.' in program.texts(editor), 'the fault to go')
    known = set(program.windows())
    program.keys('ctrl+s')
    wait(lambda: set(program.windows()) - known, 'the file dialog')
    path = home / 'mine.json'
    choose_file(program, (set(program.windows()) - known).pop(), path)
    wait(lambda: path.exists() and path.stat().st_size, 'the lesson to be written')
    said = subprocess.run([CLI, 'lesson', 'show', str(path), '--reveal'], check=True, capture_output=True, text=True).stdout
    assert f'{PER_TOKEN:,} B' in spaces(said)
    program.focus('mine.json')
    program.act('window.close', editor)
    wait(lambda: len(program.windows()) == 1, 'the editor to close')
    program.focus()


@step
def quits_with_the_keyboard(program):
    program.keys('ctrl+q')
    assert program.process.wait(20) == 0


def reopens_the_saved_plan():
    assert plan.exists(), 'nothing was saved'
    with Program([ULLAGE, plan]) as program:
        wait_verdict(program, rf'^{MOST} requests? of 8,192 tokens')
        program.keys('ctrl+q')
        assert program.process.wait(20) == 0
    check_silence(program)


def check_silence(program):
    loud = [line for line in program.complaints.splitlines() if re.search('WARNING|CRITICAL|ERROR', line)]
    assert not loud, '; '.join(loud)


def attempt(number, title, function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        print(f'not ok {number} {title}\n# {type(error).__name__}: {error}'.replace('\n#', '\n# '), flush=True)
        return False
    print(f'ok {number} {title}', flush=True)
    return True


def main():
    config.write_text(json.dumps(CONFIG))
    os.environ['XDG_DATA_HOME'] = str(home / 'data')
    print(f'1..{len(STEPS) + 2}', flush=True)
    print(f'# pool {POOL:,} B, {BLOCKS:,} blocks, {MOST} requests of {CONTEXT:,} tokens')
    failed = False
    with Program([ULLAGE, config]) as program:
        for number, function in enumerate(STEPS, 1):
            title = function.__name__.replace('_', ' ')
            if failed:
                # Each step stands on the ones before it.
                print(f'not ok {number} {title}\n# not reached', flush=True)
            else:
                failed = not attempt(number, title, function, program)
    failed |= not attempt(len(STEPS) + 1, 'the program complained of nothing', check_silence, program)
    failed |= not attempt(len(STEPS) + 2, 'opens the saved plan again', reopens_the_saved_plan)
    shutil.rmtree(home)
    sys.exit(1 if failed else 0)


main()
