#!/usr/bin/python3
"""A value that is refused is refused by the name of its option. Argument: the program.

Some values are found wrong by the parser, some only once model, card, engine and load are put together. To who typed one that is the
same: the exit code is 2, and the sentence begins with the option. 1 is for what a file has in it, and for what is asked of a model
that does not say enough.
"""
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

CLI = Path(sys.argv[1]).resolve()
SERVED = ['--model', 'llama-3.1-8b', '--device', 'rtx-4090', '--engine', 'vllm']
WHOLE = ['--context', '4096', '--concurrency', '4']
COMMANDS = {
    'plan': [*SERVED, *WHOLE],
    'reach': [*SERVED, *WHOLE, '--want-requests', '40'],
    'fleet': ['--model', 'llama-3.1-8b', '--engine', 'vllm', '--context', '4096', '--target-concurrency', '8'],
    'ramp': [*SERVED, '--max-model-len', '16384', '--levels', '1,2', '--requests', '10'],
}
VALUES = ['', 'x', '0', '1', '2', '-1', '0.5', 'nan', '4294967296', '0,0,0', 'poisson:0', 'trace']
# What they are of lies in a file, so that a wrong one is a file that cannot be read.
FILES = {'model', 'trace', 'fit', 'beside', 'engine-args'}
# Of a model by hand, or one without weights, nobody knows what a step takes: nothing is wrong with the value.
UNKNOWN = 'time hangs on it'
# Settings that have no option of their own, and which other figures they must agree with.
SETTINGS = ['tp', 'dcp', 'pp', 'dp', 'block_size', 'max_model_len', 'max_num_seqs', 'max_batched_tokens', 'kv_heads', 'watermark_ppm']


def run(command, *args):
    return subprocess.run([CLI, command, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100)


def options(command):
    """Those that take a value, of the command's own help; those of a scenario are looked at once."""
    said = run(command, '--help').stdout
    of_scenario = said.index('\nModel:') if command in ('reach', 'fleet') else len(said)
    return [name for name, _ in re.findall(r'^  (?:-\w, )?--([a-z-]+) (\S+)  ', said[:of_scenario], re.MULTILINE)
            if name not in FILES]


def without(args, option):
    if option not in args:
        return args
    at = args.index(option)
    return args[:at] + args[at + 2:]


def faults(command, args, option, word):
    made = run(command, *args)
    if made.returncode not in (0, 2, 3) and UNKNOWN not in made.stderr:
        yield f'{command} {word}: exit {made.returncode}: {made.stderr.strip()}'
    elif made.returncode == 2 and f'--{option}' not in made.stderr:
        yield f'{command} {word}: {made.stderr.strip()}'


def check_options():
    """Every option of plan, reach, fleet and ramp that takes a value."""
    n = 0
    for command, args in COMMANDS.items():
        for option in options(command):
            for value in VALUES:
                n += 1
                yield from faults(command, [*without(args, f'--{option}'), f'--{option}={value}'], option, f'--{option}={value}')
    print(f'# {n} values')
    if n < 500:
        yield f'only {n} values were tried: the help reads otherwise'


def check_settings():
    """Settings by --set."""
    for command in ('plan', 'ramp'):
        for name in SETTINGS:
            for value in ('0', '1', '3', '-1', '4294967296'):
                yield from faults(command, [*without(COMMANDS[command], '--max-model-len'), f'--set={name}={value}'], 'set',
                                  f'--set {name}={value}')


tap.run_all(globals())
