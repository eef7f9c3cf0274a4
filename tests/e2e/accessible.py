"""Drives the built program from outside through the accessibility bus, and through the keyboard where that bus has no
way in GTK 4.8. Needs a display and a session bus of its own (scripts/desk.sh).

Nothing here waits for a fixed time: wait() polls a condition until it holds or the time is over.
"""
import subprocess
import time
import warnings

warnings.simplefilter('ignore')
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib


class TimedOut(AssertionError):
    pass


def wait(condition, what, timeout=20):
    end = time.monotonic() + timeout
    seen = None
    while time.monotonic() < end:
        try:
            seen = condition()
            if seen:
                return seen
        except GLib.Error:
            pass  # the widget went away while it was read
        time.sleep(0.02)
    raise TimedOut(f'timed out waiting for {what}; last seen: {seen!r}')


def walk(node):
    yield node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield from walk(child)


def text_of(node):
    """What a text widget holds; GTK 4.8 gives nothing for an end of -1."""
    return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))


class Program:
    def __init__(self, argv, env=None):
        self.argv = [str(word) for word in argv]
        self.env = env

    def __enter__(self):
        self.process = subprocess.Popen(self.argv, env=self.env, stderr=subprocess.PIPE, text=True)
        Atspi.init()
        try:
            self.application = wait(self._find_application, 'the program on the accessibility bus')
            self.frame = wait(lambda: self.find('frame'), 'the window')
            self.focus()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.complaints = self.process.communicate()[1]

    def _find_application(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == self.process.pid:
                return child
        if self.process.poll() is not None:
            raise AssertionError(f'the program ended with {self.process.returncode}: {self.process.stderr.read()}')
        return None

    def window(self, title):
        """One of the program's windows, whatever role GTK gives it."""
        children = (self.application.get_child_at_index(index) for index in range(self.application.get_child_count()))
        return next((child for child in children if child is not None and child.get_name() == title), None)

    def search(self, *what):
        """Windows that xdotool finds. One that closes while it looks is an X error that ends it: then it looks again."""
        for _ in range(20):
            found = subprocess.run(['xdotool', 'search', '--onlyvisible', *what], capture_output=True, text=True, timeout=20)
            if 'X Error' not in found.stderr:
                return found.stdout.split()
            time.sleep(0.1)
        raise AssertionError(f'xdotool search: {found.stderr}')

    def windows(self):
        return self.search('--pid', str(self.process.pid))

    def focus(self, title=None):
        """Gives the keyboard to the program's window, or to the one whose title has the text."""
        what = ('--name', title) if title else ('--pid', str(self.process.pid))
        window = wait(lambda: self.search(*what), 'a window')[-1]
        subprocess.run(['xdotool', 'windowfocus', '--sync', window], check=True, timeout=20)

    def nodes(self, role=None, name=None, root=None):
        for node in walk(root or self.application):
            if role in (None, node.get_role_name()) and name in (None, node.get_name()):
                yield node

    def find(self, role=None, name=None, root=None):
        return next(self.nodes(role, name, root), None)

    def get(self, role, name=None, root=None):
        return wait(lambda: self.find(role, name, root), f'{role} "{name}"')

    def act(self, action, node=None):
        """Runs an action of the window ("win.undo"), or of the widget ("click")."""
        node = node or self.frame
        for index in range(node.get_n_actions()):
            if Atspi.Action.get_action_name(node, index) == action:
                return Atspi.Action.do_action(node, index)
        raise AssertionError(f'no action {action} on {node.get_role_name()} "{node.get_name()}"')

    def keys(self, *names):
        subprocess.run(['xdotool', 'key', '--delay', '30', *names], check=True, timeout=30)

    def type(self, text):
        subprocess.run(['xdotool', 'type', '--delay', '5', text], check=True, timeout=60)

    def tab_to(self, node):
        """GTK 4.8 refuses the bus's way to move the focus, so it is moved as a person moves it. Tab goes round, so a
        slow machine that answers after the next key is only a longer way."""
        for _ in range(200):
            end = time.monotonic() + 0.15
            while time.monotonic() < end:
                if node.get_state_set().contains(Atspi.StateType.FOCUSED):
                    return
                time.sleep(0.01)
            self.keys('Tab')
        raise TimedOut(f'Tab never comes to {node.get_role_name()} "{node.get_name()}"')

    def texts(self, root=None):
        """Everything that a screen reader could say, in order."""
        return [part for node in walk(root or self.frame) for part in (node.get_name(), node.get_description()) if part]
