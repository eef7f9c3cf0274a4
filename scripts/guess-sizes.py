#!/usr/bin/python3
"""The allocatable sizes in data/devices/devices.json that nobody has reported: ranges, in MiB, from the cards where
somebody has. Prints what differs from the rule; --update writes it into the file.

What is KEPT is what a driver reports less what an allocation sees. Only a Linux driver that takes its part off what an
allocation sees, and not off what it reports, shows it: figures under 16 MiB are those of Windows and of older drivers.

- A card whose reported size is known: that size less the most and the least kept of the vendor's cards with the same
  memory. Where the driver that reported has taken its own part off already, the report itself is the upper end.
- A card of which the label alone is known: first the reported size, by the least and the largest share of the label (read
  as GiB) that was reported for such cards, of the same architecture where three of them are known; then as before.
- AMD's allocations see what the driver reports, or 0.29 GiB less with newer drivers.
- Memory of a whole computer: the least share that was allocatable on such boards, up to all of it. Apple's limit is two
  thirds of the memory at the sizes of 8, 16 and 32 GB and three quarters at 48, 64, 128 and 192; of other sizes it is
  between the two.
- A vendor of which no card is known both ways: 15/16 of the report, the most that inline error correction and system
  memory take of any card, up to all of it; from the label, 15/16 of it in 10^9 bytes up to all of it in 2^30.
"""
import json
import sys
from pathlib import Path

PATH = Path(__file__).resolve().parent.parent / 'data' / 'devices' / 'devices.json'
MIN_KEPT = 16
AMD_KEPT = 297  # 0.29 GiB
MIB_PER_GIB = 1024
GB_IN_MIB = 10**9 / 2**20
# A share that a setting of the firmware gives away, not one that a system keeps for itself.
BY_FIRMWARE = {'strix-halo'}
TAKEN_OFF = {'a30'}


def measured(card):
    return isinstance(card.get('allocatable_mib'), int)


def kin(cards, card):
    return [other for other in cards if (other['vendor'], other['memory']) == (card['vendor'], card['memory'])]


def kept(cards, card):
    if card['vendor'] == 'AMD':
        return 0, AMD_KEPT
    seen = [other['reported_mib'] - other['allocatable_mib'] for other in kin(cards, card)
            if measured(other) and 'reported_mib' in other]
    seen = [mib for mib in seen if mib >= MIN_KEPT]
    return (min(seen), max(seen)) if seen else None


def reported(cards, card):
    """The least and the most that a driver may report."""
    if 'reported_mib' in card:
        return card['reported_mib'], card['reported_mib']
    known = [other for other in kin(cards, card) if 'reported_mib' in other]
    alike = [other for other in known if other['arch'] == card['arch']]
    shares = [other['reported_mib'] / (other['label_gb'] * MIB_PER_GIB) for other in (alike if len(alike) >= 3 else known)]
    return min(shares) * card['label_gb'] * MIB_PER_GIB, max(shares) * card['label_gb'] * MIB_PER_GIB


def guess(cards, card, label):
    if card['vendor'] == 'Apple':
        return label * MIB_PER_GIB * 2 // 3, label * MIB_PER_GIB * 3 // 4
    if card['memory'] == 'unified':
        shares = [other['allocatable_mib'] / (other['label_gb'] * MIB_PER_GIB) for other in cards
                  if other['memory'] == 'unified' and measured(other) and other['id'] not in BY_FIRMWARE]
        return int(min(shares) * label * MIB_PER_GIB), label * MIB_PER_GIB
    taken = kept(cards, card)
    if taken is None:
        least, most = (card['reported_mib'],) * 2 if 'reported_mib' in card else (label * GB_IN_MIB, label * MIB_PER_GIB)
        return int(least * 15 / 16), most
    least, most = reported(cards, card)
    return int(least - taken[1]), int(most - (0 if card['id'] in TAKEN_OFF else taken[0]))


def main():
    text = PATH.read_text()
    cards = json.loads(text)['devices']
    wrong = 0
    for card in cards:
        for size in card.get('sizes', [card]):
            if measured(size):
                continue
            fresh = list(guess(cards, card, size['label_gb']))
            if size.get('allocatable_mib') != fresh:
                print(f'{card["id"]}: {size.get("allocatable_mib")}, by the rule {fresh}')
                size['allocatable_mib'] = fresh
                wrong += 1
    if '--update' in sys.argv[1:]:
        rows = ',\n    '.join(json.dumps(card) for card in cards)
        PATH.write_text(f'{{\n  "devices": [\n    {rows}\n  ]\n}}\n')
        return 0
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
