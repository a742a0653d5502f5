"""Sessions never see the truth, and what they must not depend on is fixed, or caught by the determinism gate."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import play
from boxwright.harness.gates import run_gates
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Conditions, Launcher, Limits, Module, SandboxError, open_launcher
from boxwright.sandbox.session import PipedSession
from tests.conftest import CAESAR


@pytest.fixture(scope="module")
def local() -> Iterator[Launcher]:
    opened = open_launcher("local")
    yield opened
    opened.close()


SEARCH = """
import gc, os, sys
def f():
    sys.set_int_max_str_digits(0)
    found = [repr(thing) for thing in gc.get_objects() if type(thing) in (dict, list, tuple, str)]
    frame = sys._getframe()
    while frame:
        found += [repr(frame.f_locals), repr(frame.f_globals)]
        frame = frame.f_back
    found += [repr(dict(os.environ)), repr(sys.argv), repr(sys.orig_argv), repr(sys.modules)]
    text = " ".join(found)
    marker = "".join(["mark", "er-4711"])
    return [text[max(0, at - 60):at + 60] for at in [text.find(marker)] if at >= 0]
"""


def test_a_new_session_holds_nothing_of_earlier_sessions_nor_of_the_caller(open_source: Any) -> None:
    """Sessions of one worker have a common ancestor: what passes through one may not show in the next."""
    earlier = open_source("def f(x): return x", shim="SHIM = 'marker-4711'")
    assert earlier.call("f", "marker-4711") == "marker-4711"
    os.environ["BOXWRIGHT_MARKER"] = "marker-4711"
    try:
        assert open_source(SEARCH).call("f") == []
    finally:
        del os.environ["BOXWRIGHT_MARKER"]


FLAGS = """
import fcntl, os
def f():
    told = []
    for number in range(16):
        for command, value in ((fcntl.F_GETFL, 0), (fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)):
            try: told.append(fcntl.fcntl(number, command, value))
            except PermissionError: pass
    return told
"""


def test_a_session_leaves_no_mark_on_open_files_for_the_next(open_source: Any) -> None:
    """Flags belong to an open file, not to a process: sessions that shared one could count each other."""
    assert open_source(FLAGS).call("f") == []


class Recorder:
    """A launcher that remembers what was sent into the sessions of another."""

    def __init__(self, launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
        self.name, self.level, self.close = launcher.name, launcher.level, launcher.close
        self._launcher = launcher
        self.sent: list[str] = []
        self.modules: list[Module] = []
        real = PipedSession._send

        def send(session: PipedSession, line: str, *rest: Any) -> None:
            self.sent.append(line)
            real(session, line, *rest)

        monkeypatch.setattr(PipedSession, "_send", send)

    def open(self, module: Module, limits: Limits = Limits(), conditions: Conditions = Conditions()) -> Any:  # noqa: B008
        self.modules.append(module)
        return self._launcher.open(module, limits, conditions)


def test_what_goes_into_a_boxs_session_is_code_and_arguments_alone(
    make_box: Any, caesar_text: Description, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder(launcher, monkeypatch)
    box: Box = make_box(caesar_text, CAESAR)
    box.launcher = recorder
    play(box, Plan(turns=3, shots=1, samples=3, seed=1), BuiltinPlayer("oracle", 1))
    assert recorder.sent, "the episode used the sandbox"
    everything = "\n".join(recorder.sent)
    rule = caesar_text.text.split("---")[2]
    assert caesar_text.canary not in everything
    for sentence in filter(None, (part.strip() for part in rule.replace("\n", ".").split("."))):
        assert sentence not in everything
    assert {module.source for module in recorder.modules} == {CAESAR}
    assert {module.shim for module in recorder.modules} == {box.family.shim}


UNSTABLE = {
    "clock": "import time\ndef noise(): return int(time.time())",
    "date": "import datetime\ndef noise(): return datetime.date.today().toordinal()",
    "coarse clock": "import time\ndef noise(): return int(time.clock_gettime(5)) // 86_400",
    "uptime": "import time\ndef noise(): return int(time.monotonic()) // 86_400",
    "random": "import random\ndef noise(): return random.randrange(10**6)",
    "unseeded": "import random\ndef noise(): return random.Random().randrange(10**6)",
    "system": "import random\ndef noise(): return random.SystemRandom().randrange(10**6)",
    "urandom": "import os\ndef noise(): return int.from_bytes(os.urandom(4), 'big')",
    "uuid": "import uuid\ndef noise(): return uuid.uuid4().int",
    "secrets": "import secrets\ndef noise(): return secrets.randbelow(10**6)",
    "hash": "def noise(): return abs(hash('x'))",
    "set order": "def noise(): return ''.join({'alpha', 'beta', 'gamma', 'delta'}).find('gamma')",
    "address": "def noise(): return id(noise) >> 4",
    "call count": "seen = []\ndef noise():\n    seen.append(1)\n    return len(seen)",
}


DAY = 86_400
COARSE = {
    "time": "time.time()",
    "localtime": "time.mktime(time.localtime())",
    "strftime": "time.mktime(time.strptime(time.strftime('%Y %m %d'), '%Y %m %d'))",
    **{f"clock {number}": f"time.clock_gettime({number})" for number in (0, 1, 4, 5, 6, 7, 8, 9, 11)},
    "monotonic": "time.monotonic()",
    "perf_counter": "time.perf_counter_ns() / 10**9",
    "a fresh time": "(sys.modules.pop('time'), importlib.import_module('time'))[1].time()",
    "a reloaded time": "importlib.reload(time).time()",
    "process_time": "time.process_time() + time.time()",
    "datetime": "importlib.import_module('datetime').datetime.now().timestamp()",
    "date": "(importlib.import_module('datetime').date.today().toordinal() - 719_163) * 86_400",
    "uuid1": "importlib.import_module('uuid').uuid1().time / 10**7",
    "os.times": "os.times().elapsed",
    "logging": "importlib.import_module('logging').makeLogRecord({}).created",
}


@pytest.mark.parametrize("way", COARSE.values(), ids=COARSE)
def test_the_days_of_every_clock_follow_the_session(way: str, local: Launcher) -> None:
    """A clock that both sessions of the determinism gate read alike would pass it, if it is only coarse enough."""
    source = f"import importlib, os, sys, time\ndef f(): return int({way}) // {DAY}"
    seen = []
    for clock in (946_684_800.0, 1_403_876_543.5):
        session = local.open(Module(source), conditions=Conditions(clock=clock))
        (reply,) = session.call_many("f", [()])
        seen.append(reply.value if reply.error is None else reply.error.message)
        session.close()
    if isinstance(seen[0], str):
        assert "not available in the sandbox" in seen[0]
        return
    assert seen[0] in (946_684_800 // DAY, 946_684_800 // 1000 // DAY) or "uuid" in way
    assert seen[0] != seen[1]


DUG = {
    "the library's clock": "libc.clock_gettime(0, room), room.raw",
    "the kernel's clock": "libc.syscall(228, 0, room), room.raw",
    "the kernel's randomness": "libc.syscall(318, room, 8, 0), room.raw",
    "the library's randomness": "libc.getentropy(room, 8), room.raw",
    "a generator of its own": "__import__('_random').Random().random()",
    "a generator past the seed": "random.Random.__mro__[1]().random()",
    "SQLite's randomness": "__import__('sqlite3').connect(':memory:').execute('select random()').fetchone()",
    "native datetime": "sys.modules.pop('_datetime', 0) or __import__('_datetime').datetime.now().timestamp()",
    "the date of a file": "os.stat('/').st_mtime",
    "the date of a pipe": "os.fstat(3).st_mtime",
    "free memory": "libc.syscall(99, room), room.raw",
    "its own number": "os.getpid(), os.getppid()",
    "its user": "os.getuid(), os.getgid()",
    "its processor": "libc.sched_getcpu()",
    "its usage": "resource.getrusage(0)",
    "its limits": "resource.getrlimit(resource.RLIMIT_AS)",
}


@pytest.mark.parametrize("way", DUG.values(), ids=DUG)
def test_what_digs_deeper_learns_the_same_in_every_session(way: str, open_source: Any) -> None:
    """Even with native code: nothing of the machine's time or chance reaches a session, so nothing can depend on it."""
    source = (
        "import ctypes, os, random, resource, sys\n"
        "libc, room = ctypes.CDLL(None), ctypes.create_string_buffer(256)\n"
        f"def f():\n    try: return repr(({way}))\n    except (OSError, ImportError) as error: return repr(error)"
    )
    seen = set()
    for _ in range(2):
        session = open_source(source)
        seen |= {session.call("f"), open_source(source).call("f")}
        if "random()" in way or ".Random" in way:
            continue  # a generator goes on from call to call
        seen.add(session.call("f"))
    assert len(seen) == 1, seen


@pytest.mark.parametrize("source", UNSTABLE.values(), ids=UNSTABLE)
def test_no_box_that_leans_on_chance_or_time_passes_the_gates(
    source: str, make_box: Any, caesar_text: Description
) -> None:
    code = source + "\n" + CAESAR.replace('"".join(out)', '"".join(out) + str(noise())')
    found = {result.gate for result in run_gates(make_box(caesar_text, code)) if result.findings}
    assert found & {"deterministic", "repeatable"}


def test_what_is_fixed_is_equal_in_every_session_of_every_worker(open_source: Any, launcher: Launcher) -> None:
    source = "import os, random, sys, time\ndef f(): return random.random(), hash('x'), os.urandom(3), int(time.time())"
    first, second = open_source(source), open_source(source)
    assert first.call("f") == second.call("f")
    for session in (first, second):
        session.close()
    again = open_source(source).call("f")
    assert again == open_source(source, conditions=Conditions(hash_seed=0)).call("f")
    assert again[3] == 946_684_800


def test_many_threads_share_one_launcher(launcher: Launcher) -> None:
    """Building and evaluation open sessions from many threads at once; deaths in between disturb nobody."""
    module = Module("import os\ndef f(x): return x\ndef die(): os._exit(3)")
    count = 12 if launcher.name == "docker-strict" else 120

    def use(number: int) -> bool:
        session = launcher.open(module, Limits(load_seconds=30, call_seconds=30))
        try:
            assert [session.call("f", place) for place in range(5)] == list(range(5))
            if number % 3 == 0:
                with pytest.raises(SandboxError) as caught:
                    session.call("die")
                assert caught.value.kind == "crashed"
        finally:
            session.close()
        return True

    with ThreadPoolExecutor(6) as threads:
        assert all(threads.map(use, range(count)))


@pytest.mark.parametrize("rows", [5, 50, 5_000])
def test_the_row_that_kills_is_named_however_many_are_on_the_way(open_source: Any, rows: int) -> None:
    source = "import os\ndef f(x, last):\n    if x == last: os._exit(3)\n    return x"
    replies = list(open_source(source).call_many("f", ((row, rows - 3) for row in range(rows))))
    assert [reply.value for reply in replies[:-3]] == list(range(rows - 3))
    assert [reply.error is None for reply in replies[-4:]] == [True, False, False, False]


def test_a_slow_row_is_not_blamed_on_the_rows_before(open_source: Any) -> None:
    source = "def f(x):\n    while x == 700: pass\n    return x"
    limits = Limits(call_seconds=0.5)
    replies = list(open_source(source, limits=limits).call_many("f", ((row,) for row in range(1000))))
    assert [reply.value for reply in replies[:700]] == list(range(700))
    assert replies[700].error is not None and replies[700].error.kind == "timeout"
