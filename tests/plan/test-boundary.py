#!/usr/bin/python3
"""A pool of k whole requests, one byte less and one byte more, against a second derivation in big integers.

Argument: the program boundary-cases. The cases are random but the same in every run.
"""
import random
import subprocess
import sys

CASES = 10_000
SEED = 20_24
PPM = 10**6
INT64 = 2**63 - 1
MOST_CONTEXT = 2**40
# id in UllDtype's order: elements and bytes of a block, as each format is defined.
FORMATS = {0: (1, 4), 1: (1, 2), 2: (1, 2), 3: (1, 1), 5: (2, 1), 6: (16, 9), 7: (32, 34), 11: (32, 18)}
IDEAL, PAGED = 0, 1


def ceil(a, b):
    return -(-a // b)


def derive(memory, utilization, headroom, overhead, weights, layers, query_heads, kv_heads, dim, dtype, engine, block,
           context, concurrency):
    """The plan from the formulas of the documentation; None where a number leaves 63 bits."""
    elements, size = FORMATS[dtype]
    per_token = layers * kv_heads * 2 * ceil(dim, elements) * size
    given = memory * utilization // PPM
    held = min(ceil(memory * headroom, PPM), given)
    pool = max(given - held - weights - overhead, 0)
    page = per_token * block
    if engine == IDEAL:
        request, capacity, tokens = per_token * context, pool, pool // per_token
        longest = pool // concurrency // per_token
    else:
        request, capacity = ceil(context, block) * page, pool // page * page
        tokens = pool // page * block
        longest = capacity // concurrency // page * block
    if max(page, request, request * concurrency) > INT64:
        return None
    most = capacity // request
    fits = concurrency <= most
    return [pool, per_token, request, tokens, pool // page, most, min(longest, MOST_CONTEXT),
            capacity - request * concurrency, int(fits), memory]


def draw(rng):
    """A case whose pool is k whole requests and -1, 0 or 1 byte, by choosing the overhead."""
    layers, kv_heads = rng.randint(1, 128), 2 ** rng.randint(0, 6)
    query_heads = kv_heads * rng.randint(1, 16)
    dim, dtype = rng.choice((64, 80, 96, 128, 192, 256, 1)), rng.choice(list(FORMATS))
    engine, block = rng.choice((IDEAL, PAGED)), rng.choice((1, 8, 16, 32, 64, 17))
    context = rng.choice((1, 15, 16, 17, 120, 4096, 7900, rng.randint(1, 2**20)))
    elements, size = FORMATS[dtype]
    per_token = layers * kv_heads * 2 * ceil(dim, elements) * size
    request = per_token * (context if engine == IDEAL else ceil(context, block) * block)
    k = rng.choice((0, 1, 2, rng.randint(1, 1000)))
    target = max(k * request + rng.choice((-1, 0, 1)), 0)
    concurrency = max(k + rng.choice((-1, 0, 1)), 1)
    weights = rng.choice((0, rng.randint(0, 2**40)))
    utilization = rng.choice((PPM, 900_000, rng.randint(500_000, PPM)))
    headroom = rng.choice((0, 150_000, rng.randint(0, 400_000)))
    memory = ceil((target + weights + rng.randint(0, 2**32)) * PPM, utilization - headroom) + 2
    if memory > 2**60:
        return None
    line = memory * utilization // PPM - ceil(memory * headroom, PPM)
    return [memory, utilization, headroom, line - weights - target, weights, layers, query_heads, kv_heads, dim, dtype,
            engine, block, context, concurrency]


def draw_past_end(rng):
    """A case whose demand is around 2^63."""
    layers, kv_heads, dim, context = rng.randint(1, 128), 2 ** rng.randint(0, 6), 2 ** rng.randint(5, 9), 2 ** rng.randint(20, 40)
    per_request = layers * kv_heads * dim * 4 * context
    concurrency = min(max(2**63 // per_request + rng.choice((-1, 0, 1)), 1), 2**32)
    return [2**40, PPM, 0, 0, 0, layers, kv_heads, kv_heads, dim, 2, rng.choice((IDEAL, PAGED)), 16, context, concurrency]


def answers(cases):
    text = ''.join(' '.join(map(str, case)) + '\n' for case in cases)
    made = subprocess.run([sys.argv[1]], input=text, capture_output=True, text=True, check=True)
    return [None if line == 'error 1' else [int(word) for word in line.split()]
            for line in made.stdout.splitlines()]


def compare(number, name, cases):
    faults = [(case, derive(*case), got) for case, got in zip(cases, answers(cases), strict=True) if got != derive(*case)]
    print(f"{'not ok' if faults else 'ok'} {number} {name}")
    for case, wanted, got in faults[:5]:
        print(f'# {case}: wanted {wanted}, got {got}')
    return not faults


def main():
    rng = random.Random(SEED)
    cases = []
    while len(cases) < CASES:
        case = draw(rng)
        if case:
            cases.append(case)
    past = [draw_past_end(rng) for _ in range(2000)]
    overflows = sum(derive(*case) is None for case in past)
    print('1..2')
    print(f'# {len(cases)} cases about a boundary; {overflows} of {len(past)} about the end of 63 bits overflow')
    good = compare(1, 'a byte decides, and equality fits', cases)
    good = compare(2, 'a product past 63 bits is an error, one below it an answer', past) and good
    if not 0 < overflows < len(past):
        sys.exit('the cases do not straddle the end')
    sys.exit(0 if good else 1)


main()
