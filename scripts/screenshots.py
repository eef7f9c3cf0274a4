#!/usr/bin/python3
"""Takes pictures of the real program, each on a display of its own.

  scripts/screenshots.py BUILD                 data/screenshots/plan-light.png, the README's picture
  scripts/screenshots.py BUILD --all FOLDER    every look into FOLDER, to be compared with the mock-ups by eye

Needs what `scripts/packages.sh test pictures` installs.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tests' / 'e2e'))

BUDGET = ['--engine', 'paged', '--utilization', '0.90', '--overhead', '1.8GB']
SCENARIO = [*BUDGET, '--context', '4096', '--concurrency', '6']
OVERFLOW = [*BUDGET, '--context', '8192', '--concurrency', '6']
SERVED = ['--engine', 'vllm', '--utilization', '0.90', '--max-model-len', '32768']
# Weights of a mixture that several cards divide, an estimate with a range.
SHARED = ['--model', 'deepseek-v3', '--device', 'h200-sxm', '--engine', 'vllm', '--tp', '8', '--set', 'pp=2']
RAMP = '<Alt>2' # is run before its picture is taken
WIDE, NARROW = (1280, 800), (360, 640)
WIDE_ENOUGH = 600 # for load, throughput and blocks at once

# name: size, environment, dots per inch, scenario, action of the window
LOOKS = {
    'light': (WIDE, {}, 96, SCENARIO, None),
    'dark': (WIDE, {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96, SCENARIO, None),
    'contrast': (WIDE, {'ADW_DEBUG_HIGH_CONTRAST': '1'}, 96, SCENARIO, None),
    'contrast-dark': (WIDE, {'ADW_DEBUG_HIGH_CONTRAST': '1', 'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96, SCENARIO, None),
    'narrow': (NARROW, {}, 96, SCENARIO, None),
    'narrow-200': (NARROW, {}, 192, SCENARIO, None),
    'narrow-dark': (NARROW, {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96, SCENARIO, None),
    'middle': ((800, 800), {}, 96, SCENARIO, None),
    'text-200': (WIDE, {}, 192, SCENARIO, None),
    'rtl': (WIDE, {'LANGUAGE': 'ar', 'LANG': 'C.UTF-8'}, 96, SCENARIO, None),
    'predict': (WIDE, {}, 96, SCENARIO, 'win.predict'),
    'predict-dark': (WIDE, {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96, SCENARIO, 'win.predict'),
    'overflow': (WIDE, {}, 96, OVERFLOW, None),
    'overflow-dark': (WIDE, {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96, OVERFLOW, None),
    'empty': (WIDE, {}, 96, None, None),
    'ramp': (WIDE, {}, 96, SERVED, RAMP),
    'ramp-dark': (WIDE, {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96, SERVED, RAMP),
    'ramp-contrast': (WIDE, {'ADW_DEBUG_HIGH_CONTRAST': '1'}, 96, SERVED, RAMP),
    'ramp-narrow': (NARROW, {}, 96, SERVED, RAMP),
    'ramp-narrow-200': (NARROW, {}, 192, SERVED, RAMP),
    'ramp-middle': ((800, 800), {}, 96, SERVED, RAMP),
    'ramp-low': ((800, 600), {}, 96, SERVED, RAMP),
    'ramp-large': ((1920, 1080), {}, 96, SERVED, RAMP),
    'ramp-contrast-dark': (WIDE, {'ADW_DEBUG_HIGH_CONTRAST': '1', 'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96, SERVED, RAMP),
    'ramp-text-200': (WIDE, {}, 192, SERVED, RAMP),
    'ramp-rtl': (WIDE, {'LANGUAGE': 'ar', 'LANG': 'C.UTF-8'}, 96, SERVED, RAMP),
}


def run_ramp(program):
    from accessible import wait
    program.keys('alt+2')
    wait(lambda: any(text.startswith('Operate at') for text in program.texts()), 'the ramp', 60)
    # In a narrow window the blocks are a page of their own.
    wait(lambda: any(' running, ' in text or text == 'Blocks' for text in program.texts()), 'its playback', 60)


def turn(program, title):
    """Load, throughput and blocks are pages where they have no room beside one another. Whether they are, the bus of GTK 4.8 does
    not say: it has what is on the pages out of sight too."""
    if int(os.environ['ULLAGE_SCREEN'].split('x')[0]) < WIDE_ENOUGH:
        program.tab_to(program.get('push button', title))
        program.keys('space')


def lines(program):
    """Every line that may stand beside a ramp, from the menu."""
    from accessible import wait
    run_ramp(program)
    for row in range(3):
        program.tab_to(list(program.nodes('push button', 'Lines beside it'))[-1])
        program.keys('Return', *['Down'] * row, 'Return')
    wait(lambda: any('static batches: at most' in text for text in program.texts()), 'the lines', 60)


def press(*keys):
    """Keys in turn; a number is typed."""
    def drive(program):
        for key in keys:
            program.type(key) if key.isdigit() and len(key) > 1 else program.keys(key)
    return drive


def learn(title, *keys):
    """What a row of the lessons' page opens, and keys in it."""
    def drive(program):
        from accessible import wait
        program.keys('alt+4')
        row = wait(lambda: next((node for node in program.nodes('list item') if title in node.get_name()), None), title)
        program.tab_to(row)
        program.keys('Return')
        press(*keys)(program)
    return drive


def says(program, text):
    return any(text in node.get_name() for node in program.nodes('label'))


def cliff(*last):
    """The lesson of the ramp: its shape, peak and operating point are said, each run before the next is asked."""
    def drive(program):
        from accessible import wait
        learn('12 · ')(program)
        for answer in (('Tab', 'space'), ('9',), ('14',)):
            press(*answer, 'ctrl+Return')(program)
            wait(lambda: says(program, 'You said'), 'a grade', 60)
            if answer != ('14',):
                program.keys('ctrl+Return')
                wait(lambda: says(program, 'Predict first'), 'the next question', 60)
        press(*last)(program)
    return drive


def room(title, *keys):
    def drive(program):
        if title:
            learn(title)(program)
        program.keys('F5')
        program.focus('How many requests fit' if not title else None)
        subprocess.run(['xdotool', 'mousemove', '180', '180'], check=True)
        press(*keys)(program)
    return drive


def editor(*keys):
    def drive(program):
        program.act('win.make-lesson')
        program.focus('lesson.json')
        press(*keys)(program)
    return drive


def surge(program):
    from accessible import wait
    run_ramp(program)
    program.tab_to(program.get('push button', 'Surge'))
    program.keys('space')
    wait(lambda: any('at the operating point, at most' in text for text in program.texts()), 'the burst', 60)


def fit(program):
    """A run of 40 requests that stands beside no server: their steps are 22 ms and a little."""
    from accessible import wait
    rows = ['arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s']
    for i in range(40):
        arrival, prompt, output = 2.5 * i, 80 + 97 * i % 700, 30 + 53 * i % 160
        first = arrival + 0.03 + prompt * 1.3e-4 + 0.01 * (i % 4)
        rows.append(f'{arrival},{prompt},{output},{first:.3f},{first + output * (0.0215 + 0.0004 * (i % 3)):.3f}')
    path = Path(os.environ['HOME']) / 'run.csv'
    path.write_text('\n'.join(rows))
    run_ramp(program)
    turn(program, 'Load')
    program.tab_to(program.get('push button', 'Step time'))
    program.keys('space')
    program.tab_to(program.get('push button', 'Fit to a Run…'))
    program.keys('space')
    program.focus('Fit to a Run')
    program.keys('ctrl+l')
    program.type(str(path))
    program.keys('Return')
    page = wait(lambda: program.find('push button', 'Fit'), 'the fit', 60)
    program.focus()
    turn(program, 'Throughput')
    program.tab_to(page)
    program.keys('space')
    wait(lambda: any('Fitted to run.csv' in text for text in program.texts()), 'what it leaves', 60)


def recorded(program):
    """Two minutes of a server that was watched from half a minute before its load on."""
    from accessible import wait
    rows = ['time,use,hit_rate,preemptions,running,waiting']
    for i in range(75):
        at = max(i - 15, 0)
        rows.append(f'{2 * i},{min(at / 24, 0.9 + 0.04 * (i % 3)):.3f},{0.8 - 0.3 * min(at / 30, 1):.3f},{40 + at // 4},{min(at, 21)},{at % 5 if at > 20 else 0}')
    path = Path(os.environ['HOME']) / 'server.csv'
    path.write_text('\n'.join(rows))
    run_ramp(program)
    program.act('win.open-series')
    program.focus('Compare with a Recorded Series')
    program.keys('ctrl+l')
    program.type(str(path))
    program.keys('Return')
    wait(lambda: any('server.csv over what was simulated' in text for text in program.texts()), 'what was recorded', 60)


def weights(program):
    """The cursor on a part of the weights, its words beside it."""
    from accessible import wait
    program.tab_to(wait(lambda: next((node for node in program.nodes('image') if node.get_name().startswith('Memory of')), None),
                        'the stack'))
    press('Home', 'Right', 'Right', 'Right', 'Right', 'Right')(program)


COMMAND = ('vllm serve meta-llama/Llama-3.1-8B-Instruct --max-model-len 32k -tp 2 --kv-cache-dtype fp8 --enforce-eager '
           '--gpu-memory-utilization 1.2 --speculative-config {}')


def launch_in(program):
    """A command with what is counted, refused and left."""
    from accessible import wait
    program.act('win.paste-command')
    program.focus('Paste a Launch Command')
    program.type(COMMAND)
    wait(lambda: says(program, 'Refused by the engine'), 'what is refused')


# Of the lesson about the formula: 131,072 bytes a token; 524,288 with query heads for KV heads.
STATES = {
    'learn': press('alt+4'),
    'learn-locked': learn('1 · '),
    'learn-wrong': learn('1 · ', '524288', 'ctrl+Return'),
    'learn-right': learn('1 · ', '131072', 'ctrl+Return'),
    'learn-file': learn('2 · '),
    'cliff-locked': learn('12 · '),
    'cliff-shown': cliff(),
    'drill': learn('Level 2'),
    'sheet': learn('New sheet'),
    'record': learn('Record'),
    'glossary': press('F1'),
    'editor': editor(),
    'editor-fault': editor('ctrl+Home', 'x'),
    'room-locked': room('', '1', '1', '1', '3'),
    'room-step': room('', 'space', 'space', 'space', 'space', 'm'),
    'room-whole': room('', 'End'),
    'launch-in': launch_in,
}
VARIANTS = {
    'light': (WIDE, {}, 96),
    'dark': (WIDE, {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}, 96),
    'contrast': (WIDE, {'ADW_DEBUG_HIGH_CONTRAST': '1'}, 96),
    'narrow': (NARROW, {}, 96),
    'text-200': (WIDE, {}, 192),
    'narrow-200': (NARROW, {}, 192),
    'rtl': (WIDE, {'LANGUAGE': 'ar', 'LANG': 'C.UTF-8'}, 96),
}
RAMPS = {
    'ramp-lines': lines,
    'ramp-surge': surge,
    'ramp-fit': fit,
    'ramp-recorded': recorded,
    'launch-out': lambda program: program.act('win.copy-command'),
}
PROJECTORS = {'': (1024, 768), '-720': (1280, 720), '-1080': (1920, 1080)}

for _state, _drive in STATES.items():
    for _variant, (_size, _environment, _dpi) in VARIANTS.items():
        _size = (1024, 768) if _state.startswith('room') and _variant != 'narrow' else _size
        LOOKS[f'{_state}-{_variant}'] = (_size, _environment, _dpi, SCENARIO, _drive)
for _state, _drive in RAMPS.items():
    for _variant, (_size, _environment, _dpi) in VARIANTS.items():
        LOOKS[f'{_state}-{_variant}'] = (_size, _environment, _dpi, SERVED, _drive)
for _variant, (_size, _environment, _dpi) in VARIANTS.items():
    LOOKS[f'weights-{_variant}'] = (_size, _environment, _dpi, SHARED, weights)
for _name, _size in PROJECTORS.items():
    LOOKS[f'present{_name}'] = (_size, {}, 96, SCENARIO, STATES['room-step'])


def grab(path):
    subprocess.run(['/usr/bin/import', '-window', 'root', '-strip', path], check=True)
    return path.read_bytes()


def grab_settled(path):
    """Until two pictures in a row are the same: the program has nothing more to draw."""
    before = None
    for _ in range(40):
        picture = grab(path)
        if picture == before:
            return
        before = picture
        time.sleep(0.2)


def inside(build, look, path):
    """Runs on the display that outside() made."""
    from accessible import Program
    size, _, dpi, scenario, action = LOOKS[look]
    with tempfile.TemporaryDirectory() as home:
        arguments = []
        if scenario:
            document = Path(home) / 'plan.ullage'
            model = [] if '--model' in scenario else ['--model', 'llama-3.1-8b', '--device', 'rtx-4090']
            subprocess.run([build / 'src/cli/ullage-cli', 'convert', *model, *scenario, '-o', document], check=True,
                           stdout=subprocess.DEVNULL)
            arguments = [str(document)]
        if dpi != 96:
            subprocess.run(['xrdb', '-merge'], input=f'Xft.dpi: {dpi}\n', text=True, check=True)
        # Nothing is looked at with the pointer.
        subprocess.run(['xdotool', 'mousemove', '1', str(size[1] - 1)], check=True)
        with Program([build / 'src/app/ullage', *arguments]) as program:
            if action == RAMP:
                run_ramp(program)
            elif callable(action):
                action(program)
            elif action:
                program.act(action)
            grab_settled(path)


def outside(build, look, path):
    size, environment, *_ = LOOKS[look]
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        config = home / 'config'
        shutil.copytree(ROOT / 'tests' / 'data' / 'xdg-config', config)
        (config / 'glib-2.0' / 'settings').mkdir(parents=True)
        (config / 'glib-2.0' / 'settings' / 'keyfile').write_text(
            f'[org/ullage/Ullage]\nwindow-width={size[0]}\nwindow-height={size[1]}\n')
        # GTK turns round only for a language that the program has a catalogue of; an empty one will do.
        if 'LANGUAGE' in environment:
            catalogue = home / 'locale' / environment['LANGUAGE'] / 'LC_MESSAGES'
            catalogue.mkdir(parents=True)
            subprocess.run(['msgfmt', '-o', catalogue / 'ullage.mo', '-'], text=True, check=True,
                           input=f'msgid ""\nmsgstr "Language: {environment["LANGUAGE"]}\\n'
                                 'Content-Type: text/plain; charset=UTF-8\\n"\n')
            environment = {**environment, 'ULLAGE_LOCALEDIR': str(home / 'locale')}
        subprocess.run([ROOT / 'scripts' / 'desk.sh', '/usr/bin/python3', __file__, build, '--inside', look, path],
                       check=True, env={'PATH': '/usr/bin:/bin', 'HOME': name, 'XDG_RUNTIME_DIR': name,
                                        'XDG_CONFIG_HOME': str(config), 'XDG_CACHE_HOME': str(home / 'cache'),
                                        'LC_ALL': '', 'LANG': 'C.UTF-8',
                                        'ULLAGE_SCREEN': f'{size[0]}x{size[1]}x24',
                                        'GSETTINGS_BACKEND': 'keyfile', 'GSETTINGS_SCHEMA_DIR': str(build / 'data'),
                                        'GSK_RENDERER': 'cairo', 'GDK_DEBUG': 'gl-disable', 'GTK_USE_PORTAL': '0',
                                        'GIO_USE_VFS': 'local', **environment})


def main():
    build = Path(sys.argv[1]).resolve()
    if sys.argv[2:3] == ['--inside']:
        inside(build, sys.argv[3], Path(sys.argv[4]))
    elif sys.argv[2:3] == ['--all']:
        folder = Path(sys.argv[3]).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for look in sys.argv[4:] or LOOKS:
            outside(build, look, folder / f'{look}.png')
            print(folder / f'{look}.png')
    else:
        outside(build, 'light', ROOT / 'data' / 'screenshots' / 'plan-light.png')


if len(sys.argv) < 2:
    sys.exit(__doc__)
main()
