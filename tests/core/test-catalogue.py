#!/usr/bin/python3
"""Holds the catalogue of cards to itself, to the rule of its guesses, and to a table of public figures.

The table is shared/corpus/gpus.tsv beside the sources; without it the catalogue's own checks remain.
"""
import csv
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tree'))
import tap

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = ROOT.parent / 'shared' / 'corpus' / 'gpus.tsv'
CARDS = json.loads((ROOT / 'data' / 'devices' / 'devices.json').read_text())['devices']
TEXTS = {'id', 'name', 'vendor', 'arch', 'memory', 'note'}
SIZES = {'label_gb', 'reported_mib', 'allocatable_mib'}
FIGURES = {'bandwidth_gb_s': 'mem_bw_GBps', 'bf16_tflops': 'bf16_dense_TFLOPS', 'fp8_tflops': 'fp8_dense_TFLOPS',
           'link_gb_s': 'link_GBps_bidir'}
# Saved files and scripts name these.
STABLE = {'rtx-3060', 'rtx-3090', 'rtx-4060-ti-16', 'rtx-4090', 'rtx-5090', 'rtx-pro-6000', 't4', 'a10g', 'l40s',
          'a100-80-sxm', 'h100-sxm', 'h200-sxm', 'b200-sxm', 'mi300x'}


def rows():
    """Yields the id of each card and its sizes."""
    for card in CARDS:
        for size in card.get('sizes', [card]):
            yield card['id'] + (f'-{size["label_gb"]}' if 'sizes' in card else ''), card, size


def check_members():
    """Every card has an id of its own, a name, and no member that nobody reads."""
    ids = [identity for identity, *_ in rows()]
    print(f'# {len(CARDS)} cards, {len(ids)} with their sizes')
    yield from (f'{one} is there twice' for one in sorted(set(ids)) if ids.count(one) > 1)
    yield from (f'{one} is no id' for one in ids if not re.fullmatch(r'[a-z0-9]+([.-][a-z0-9]+)*', one) or one == 'custom')
    yield from (f'{one} has gone' for one in sorted(STABLE - set(ids)))
    for identity, card, size in rows():
        unknown = set(card) - TEXTS - SIZES - set(FIGURES) - {'dies', 'sizes'} | set(size) - SIZES if size is not card else \
            set(card) - TEXTS - SIZES - set(FIGURES) - {'dies'}
        yield from (f'{identity}: {member} is read by nobody' for member in sorted(unknown))
        yield from (f'{identity}: no {text}' for text in ('name', 'vendor', 'arch', 'memory') if not card.get(text))


def check_sizes():
    """What is allocatable is at most what is reported, and both are plausible for the label."""
    for identity, card, size in rows():
        low, high = size['allocatable_mib'] if isinstance(size['allocatable_mib'], list) else [size['allocatable_mib']] * 2
        label = size['label_gb'] * 1024
        reported = size.get('reported_mib', high)
        if not 0 < low <= high <= reported <= label:
            yield f'{identity}: {low}, {high}, {reported}, label {label}'
        # Error correction takes 1/16 of some, and some labels count 10^9 bytes: 0.931 of a GiB.
        if 'reported_mib' in size and reported < 0.93 * label:
            yield f'{identity}: {reported} MiB reported of {label}'
        # Whole computers give two thirds, or half where the firmware divides their memory.
        if low < (0.48 if card['memory'] == 'unified' else 0.87) * label:
            yield f'{identity}: {low} MiB allocatable of {label}'


def check_guesses():
    """Every range follows from its rule."""
    made = subprocess.run([sys.executable, ROOT / 'scripts' / 'guess-sizes.py'], capture_output=True, text=True)
    if made.returncode != 0:
        yield from (made.stdout + made.stderr).splitlines()
    guesses = sum(isinstance(size['allocatable_mib'], list) for _, _, size in rows())
    print(f'# {guesses} guesses')


def number(text):
    return float(text) if text else None


def check_table():
    """The catalogue is the table of public figures, card by card."""
    if not TABLE.exists():
        print('# 0 of the table: it does not lie beside the sources')
        return
    with TABLE.open(newline='') as file:
        table = list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))
    by_name = {card['name']: card for card in CARDS}
    yield from (f'{name} is not in the table' for name in sorted(set(by_name) - {row['name'] for row in table}))
    for row in table:
        card = by_name.get(row['name'])
        if card is None:
            yield f'{row["name"]} is not in the catalogue'
            continue
        sizes = card.get('sizes', [card])
        if [str(size['label_gb']) for size in sizes] != row['mem_marketing_GB'].split('/'):
            yield f'{row["name"]}: label {row["mem_marketing_GB"]}'
        wanted = {'vendor': row['vendor'], 'arch': row['arch'], 'reported_mib': number(row['mem_driver_MiB'])}
        wanted |= {member: number(row[column]) for member, column in FIGURES.items()}
        yield from (f'{row["name"]}: {member} is {card.get(member)}, not {value}' for member, value in wanted.items()
                    if card.get(member) != value)
        seen = number(row['mem_cuda_total_MiB'])
        # Apple's sizes are in the table's notes: a share of the memory at each of the sizes that were seen.
        if (seen is not None or row['vendor'] != 'Apple') and \
                (card['allocatable_mib'] != seen if seen is not None else not isinstance(card['allocatable_mib'], list)):
            yield f'{row["name"]}: allocatable_mib is {card["allocatable_mib"]}, not {seen}'
    print(f'# {len(table)} cards of the table')


def check_apple():
    """Metal's limit is 2/3 of the memory at 8, 16 and 32 GB and 3/4 at 48, 64, 128 and 192, where it was seen."""
    shares = dict.fromkeys((8, 16, 32), (2, 3)) | dict.fromkeys((48, 64, 128, 192), (3, 4))
    for identity, card, size in rows():
        if card['vendor'] != 'Apple':
            continue
        share = shares.get(size['label_gb'])
        if share is None and not isinstance(size['allocatable_mib'], list) or \
                share and size['allocatable_mib'] != size['label_gb'] * 1024 * share[0] // share[1]:
            yield f'{identity}: {size["allocatable_mib"]}'


tap.run_all(globals())
