#!/usr/bin/python3
"""`ullage-cli replay` beside a second scheduler, written from the engine's rules alone: plain lists, no counters kept from
step to step. Random loads of both generations; every row and every total must be the same. Arguments: the program, and how
many loads of each generation."""
import json
import random
import subprocess
import sys
import tempfile
from collections import deque
from pathlib import Path

CLI = sys.argv[1]
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 60
BLOCK = 16
MOST_STEPS = 6000


class Pool:
    def __init__(self, blocks, prepend):
        self.queue = list(range(1, blocks))
        self.references = [0] * blocks
        self.hash = [None] * blocks
        self.kept = {}
        self.prepend = prepend

    def take(self, n):
        taken, self.queue = self.queue[:n], self.queue[n:]
        for block in taken:
            if self.hash[block] is not None:
                copies = self.kept[self.hash[block]]
                copies.remove(block)
                if not copies:
                    del self.kept[self.hash[block]]
                self.hash[block] = None
            self.references[block] = 1
        return taken

    def publish(self, block, content):
        self.hash[block] = content
        self.kept.setdefault(content, []).append(block)

    def touch(self, block):
        if self.references[block] == 0:
            self.queue.remove(block)
        self.references[block] += 1

    def release(self, blocks):
        freed = []
        for block in reversed(blocks):
            self.references[block] -= 1
            if self.references[block] == 0:
                freed.append(block)
        first = [block for block in freed if self.prepend and self.hash[block] is None]
        self.queue = first + self.queue + [block for block in freed if block not in first]


class Request:
    def __init__(self, index, prompt, output, ids):
        self.index, self.prompt, self.output, self.ids = index, prompt, output, ids
        self.known, self.computed, self.blocks, self.published = prompt, 0, [], 0

    def content(self, block):
        return self.ids[block] if block < len(self.ids) else (self.index, block)


class Scheduler:
    def __init__(self, settings):
        (blocks, self.max_seqs, self.max_batched, self.max_len, self.caching, self.gate, prepend, self.no_chunks,
         self.threshold) = settings[:9]
        self.pool = Pool(blocks, prepend)
        self.waiting, self.running = deque(), []
        self.hits = self.preemptions = 0

    def allocate(self, request, n, need):
        request.blocks += self.pool.take(need)
        while self.caching and request.published < min(request.computed + n, request.known) // BLOCK:
            self.pool.publish(request.blocks[request.published], request.content(request.published))
            request.published += 1

    def bounded(self, n):
        return min(n, self.threshold) if self.threshold else n

    def make_room(self, request, need):
        while need > len(self.pool.queue):
            victim = self.running.pop()
            self.pool.release(victim.blocks)
            victim.blocks, victim.computed, victim.published = [], 0, 0
            self.waiting.appendleft(victim)
            self.preemptions += 1
            if victim is request:
                return False
        return True

    def schedule_running(self, scheduled):
        budget, at = self.max_batched, 0
        while at < len(self.running) and budget > 0:
            request = self.running[at]
            n = min(self.bounded(request.known - request.computed), budget, self.max_len - 1 - request.computed)
            at += 1
            if n <= 0:
                continue
            need = max(0, -(-(request.computed + n) // BLOCK) - len(request.blocks))
            if not self.make_room(request, need):
                break
            self.allocate(request, n, need)
            scheduled.append((request, n))
            budget -= n
        return budget

    def look_up(self, request):
        hits = []
        while self.caching and len(hits) < (request.known - 1) // BLOCK:
            copies = self.pool.kept.get(request.content(len(hits)))
            if not copies:
                break
            hits.append(copies[0])
        return hits

    def schedule_waiting(self, scheduled, budget):
        passed = deque()
        while self.waiting and budget > 0 and len(self.running) < self.max_seqs:
            request = self.waiting[0]
            hits = self.look_up(request)
            n = self.bounded(request.known - BLOCK * len(hits))
            if self.no_chunks and n > budget:
                if self.gate:
                    break
                passed.appendleft(self.waiting.popleft())
                continue
            n = min(n, budget)
            room = len(self.pool.queue) - sum(self.pool.references[block] == 0 for block in hits)
            need = -(-n // BLOCK)
            if need > room or (self.gate and -(-request.known // BLOCK) - len(hits) > room):
                break
            self.waiting.popleft()
            for block in hits:
                self.pool.touch(block)
            request.blocks, request.computed, request.published = hits, BLOCK * len(hits), len(hits)
            self.hits += request.computed
            self.allocate(request, n, need)
            self.running.append(request)
            scheduled.append((request, n))
            budget -= n
        self.waiting.extendleft(reversed(passed))

    def step(self):
        """The row, and how many requests are done; None where nothing will ever move."""
        scheduled, before = [], self.preemptions
        budget = self.schedule_running(scheduled)
        if self.preemptions == before:
            self.schedule_waiting(scheduled, budget)
            if not scheduled:
                return None
        row, done = [len(self.running), len(self.waiting), len(self.pool.queue)], 0
        for request, n in scheduled:
            request.computed += n
            if request.computed < request.known:
                continue
            request.known += 1
            if request.known - request.prompt >= request.output or request.known >= self.max_len:
                self.pool.release(request.blocks)
                self.running.remove(request)
                done += 1
        return row + [len(self.pool.queue), sum(n for _, n in scheduled), sum(h is not None for h in self.pool.hash)], done


def replay(settings, base, token, requests):
    scheduler, mode, clients = Scheduler(settings), settings[9], settings[10]
    rows, step, time, at, flying, tokens, peak = [], 0, 0, 0, 0, 0, 0
    while True:
        while at < len(requests) and (flying < clients if mode == 2 else requests[at][0] <= (step, time)[mode]):
            scheduler.waiting.append(Request(at, *requests[at][1:]))
            at, flying = at + 1, flying + 1
        if flying == 0 and at == len(requests):
            return rows, {'steps': len(rows), 't_us': time, 'scheduled_tokens': tokens, 'peak_running': peak, 'stuck': False,
                          'preemptions': scheduler.preemptions, 'hit_tokens': scheduler.hits}
        if flying == 0:
            step, time = (step + 1, time) if mode == 0 else (step, max(time, requests[at][0]))
            continue
        result = scheduler.step()
        if result is None or len(rows) == MOST_STEPS:
            return None
        rows.append(result[0])
        flying, step, time = flying - result[1], step + 1, time + base + token * result[0][4]
        tokens, peak = tokens + result[0][4], max(peak, result[0][0])


def draw(rng, classic):
    blocks, caching, no_chunks = rng.choice([3, 5, 8, 12, 20, 33, 64, 128]), rng.randint(0, 1), rng.random() < .5
    batched, length, mode = rng.choice([16, 17, 32, 48, 100, 256, 2048]), rng.choice([40, 100, 300, 4096]), rng.randint(0, 2)
    room, ids, requests, arrival, families = (blocks - 1) * BLOCK, {}, [], 0, rng.randint(1, 4)
    for index in range(rng.randint(1, 30)):
        if mode < 2 and rng.random() < .6:
            arrival += rng.choice([0, 0, 1, 3, 10]) * (1 if mode == 0 else rng.choice([1, 700, 9000]))
        most = min(length - 1, room - 1)
        prompt = rng.choice([BLOCK * rng.randint(1, max(1, most // BLOCK)), rng.randint(1, most)])
        prompt = min(prompt, most, batched if no_chunks and rng.random() < .97 else most)
        output = min(rng.choice([1, 1, 2, rng.randint(1, 80)]), max(1, room - prompt + 1))
        if min(prompt + output, length) - 1 > room:
            output = 1
        n, family = (prompt + output) // BLOCK, rng.randint(1, families)
        shared = rng.randint(0, n) if rng.random() < .8 else 0
        keys = [(-family if k < shared else index, k) for k in range(n)]
        requests.append((arrival, prompt, output, [ids.setdefault(key, len(ids)) for key in keys]))
    settings = (blocks, rng.choice([1, 2, 3, 8, 64]), batched, length, caching, int(not classic), int(not classic),
                int(no_chunks), rng.choice([0, 0, 0, 8, 16, 50]), mode, rng.randint(1, 8) if mode == 2 else 0, len(ids))
    return settings, rng.choice([1000, 7000]), rng.choice([0, 10, 33]), requests


def write(path, settings, base, token, requests, rows):
    lines = [settings, (base, token, len(requests))]
    lines += [(arrival, prompt, output, len(ids), *ids) for arrival, prompt, output, ids in requests]
    lines += [(len(rows),), *rows]
    path.write_text(''.join(' '.join(map(str, line)) + '\n' for line in lines))


def main():
    print('1..2')
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'load.txt'
        for classic in (0, 1):
            n, preemptions, hits, seed, faults = 0, 0, 0, 0, []
            while n < CASES:
                seed += 1
                load = draw(random.Random(seed * 2 + classic), classic)
                expected = replay(*load)
                if expected is None:
                    continue
                n, preemptions, hits = n + 1, preemptions + expected[1]['preemptions'], hits + expected[1]['hit_tokens']
                write(path, *load, expected[0])
                plain = subprocess.run([CLI, 'replay', '--check', path], capture_output=True, text=True)
                found = json.loads(subprocess.run([CLI, 'replay', '--json', path], capture_output=True, text=True).stdout)
                if (plain.returncode != 0 or found['steps'] != expected[0] or found['summary'] != expected[1] or
                        plain.stdout != ''.join(' '.join(map(str, row)) + '\n' for row in expected[0])):
                    faults.append(f'seed {seed}: {plain.stderr.strip()}')
            print(f'{"not ok" if faults else "ok"} {classic + 1} - {("main", "classic")[classic]}: {n} loads, '
                  f'{preemptions} preemptions, {hits} tokens found in the cache')
            for fault in faults:
                print('#', fault)
    return 0


sys.exit(main())
