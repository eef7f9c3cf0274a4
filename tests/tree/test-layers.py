#!/usr/bin/python3
"""Holds the architecture: who may include whom, who may draw, who may know of GTK, a clock or a main loop."""
import re

from tap import ROOT, name, run, tracked

# A layer includes itself and these.
ALLOWED = {
    'core': set(),
    'config': {'core'},
    'engine': {'core'},
    'plan': {'core', 'engine'},
    'sim': {'core', 'engine', 'plan'},
    'import': {'core', 'engine', 'plan'},
    'learn': {'core', 'config', 'engine', 'plan', 'sim'},
    'chart': {'core', 'engine', 'plan', 'sim', 'learn'},
    'cli': {'core', 'config', 'engine', 'plan', 'sim', 'import', 'learn', 'chart'},
    'app': {'core', 'config', 'engine', 'plan', 'sim', 'import', 'learn', 'chart'},
}
TOOLKIT = re.compile(r'^(gtk|gdk|gsk|adwaita|adw)\b')
# Creating and ending a surface is the export's business, and handing one over the widget's; these make marks.
DRAWING = re.compile(r'\b(cairo_(move_to|line_to|rel_\w+|curve_to|rectangle|arc\w*|close_path|new_path|new_sub_path|fill\w*'
                     r'|stroke\w*|paint\w*|mask\w*|clip\w*|set_source\w*|set_line_\w+|set_dash|set_operator|show_\w+'
                     r'|push_group\w*|pop_group\w*)|pango_cairo_(show_\w+|layout_path))\s*\(')
# The painter, and the part of it that sets text.
PAINTER = ('ull-painter', 'ull-text.')
OUTSIDE_WORLD = re.compile(r'\b(g_main_\w+|g_timeout_add\w*|g_idle_add\w*|g_get_monotonic_time|g_get_real_time'
                           r'|g_date_time_new_now\w*|g_getenv|getenv|g_print\w*|printf|time)\s*\(')
MUTABLE = re.compile(r'^static\s+(?!const\b|inline\b|G_|void\b)[\w\s\*]+?\*?\s*\w+(\[[^\]]*\])*\s*(=|;)')

SOURCES = tracked('src/*/*.c', 'src/*/*.h', 'src/*/*/*.c', 'src/*/*/*.h')


def layer_of(path):
    """The folder below src; an engine's own folder is within the layer."""
    return path.relative_to(ROOT).parts[1]


HOME = {path.name: layer_of(path) for path in SOURCES}


def code(path):
    """Lines without comments and strings, so that prose cannot offend."""
    text = path.read_text(encoding='utf-8')
    blank = lambda found: re.sub(r'[^\n]', ' ', found[0])
    text = re.sub(r'"(\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', blank, text, flags=re.DOTALL)
    return enumerate(text.splitlines(), 1)


def includes(path):
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        found = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)
        if found:
            yield number, found[1]


def check_layers():
    """A layer includes only what stands before it."""
    for path in SOURCES:
        layer = layer_of(path)
        if layer not in ALLOWED:
            yield f'{name(path)}: no layer of that name'
            continue
        for number, header in includes(path):
            home = HOME.get(header.rsplit('/', 1)[-1])
            if home and home != layer and home not in ALLOWED[layer]:
                yield f'{name(path)}:{number}: {layer} includes {header} of {home}'


def check_toolkit():
    """Only the application knows GTK and libadwaita."""
    for path in SOURCES:
        for number, header in includes(path):
            if TOOLKIT.match(header) and path.parent.name != 'app':
                yield f'{name(path)}:{number}: includes {header}'


def check_drawing():
    """Only the painter draws with cairo."""
    for path in SOURCES:
        if path.name.startswith(PAINTER):
            continue
        for number, line in code(path):
            if DRAWING.search(line):
                yield f'{name(path)}:{number}: {line.strip()}'


def check_purity():
    """Below the programs there is no clock, main loop, environment or standard output."""
    for path in SOURCES:
        if path.parent.name in ('cli', 'app'):
            continue
        for number, line in code(path):
            if OUTSIDE_WORLD.search(line):
                yield f'{name(path)}:{number}: {line.strip()}'


def check_state():
    """Below the programs no file keeps changeable state."""
    for path in SOURCES:
        if path.parent.name in ('cli', 'app'):
            continue
        for number, line in code(path):
            if MUTABLE.match(line):
                yield f'{name(path)}:{number}: {line.strip()}'


def check_cycles():
    """No include cycles among the headers."""
    headers = {path.name: [header for _, header in includes(path) if header in HOME]
               for path in SOURCES if path.suffix == '.h'}
    done = set()

    def visit(header, trail):
        if header in trail:
            yield ' -> '.join(trail[trail.index(header):] + [header])
        elif header not in done:
            for inner in headers.get(header, []):
                yield from visit(inner, trail + [header])
            done.add(header)

    for header in headers:
        yield from visit(header, [])


run(check_layers, check_toolkit, check_drawing, check_purity, check_state, check_cycles)
