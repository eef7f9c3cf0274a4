#!/usr/bin/python3
"""Figures have one form whatever the desktop's locale is: a point before decimals, commas between thousands, as in files and on the
command line. Seen in a German desktop, where a number with decimals would else have a comma.

  test-numbers.py ULLAGE ULLAGE_CLI
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from accessible import Program, wait

LOCALE = 'de_DE.UTF-8'


def run(ullage, cli, home):
    subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', home / LOCALE], check=True)
    document = home / 'plan.ullage'
    subprocess.run([cli, 'convert', '--model', 'llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm', '--utilization', '0.9', '-o',
                    document], check=True, stdout=subprocess.DEVNULL)
    # Whether the locale is a locale: Python's own formatting follows it.
    env = {**os.environ, 'LOCPATH': str(home), 'LC_ALL': LOCALE}
    said = subprocess.run([sys.executable, '-c', 'import locale; locale.setlocale(locale.LC_ALL, ""); print(locale.format_string("%.1f", 1.5))'],
                          env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    assert said == '1,5\n', said
    with Program([ullage, document], env=env) as program:
        texts = wait(lambda: [text for text in program.texts() if 'GiB' in text], 'the plan')
        program.keys('alt+2')
        wait(lambda: any(' running, ' in text for text in program.texts()), 'the playback', 60)
        texts += program.texts()
    figures = [figure for text in texts for figure in re.findall(r'\d[\d.,]*', text)]
    assert any(re.fullmatch(r'\d+\.\d+', figure.rstrip('.,')) for figure in figures), figures
    for figure in figures:
        plain = figure.rstrip('.,')
        assert re.fullmatch(r'\d{1,3}(,\d{3})+(\.\d+)?|\d+(\.\d+)*', plain), (figure, [text for text in texts if figure in text])
    return len(figures)


def main():
    ullage, cli = map(Path, sys.argv[1:3])
    print('1..1')
    with tempfile.TemporaryDirectory() as home:
        print(f'ok 1 - {run(ullage, cli, Path(home))} figures in a German desktop')


main()
