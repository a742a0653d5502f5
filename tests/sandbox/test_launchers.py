"""One contract for every launcher: honest code works, broken code gets the same typed error, the next session works."""

from __future__ import annotations

import builtins
import math
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxwright.sandbox import Conditions, Launcher, Limits, Module, ModuleRaised, SandboxError, Session, open_launcher
from tests.sandbox.processes import processes_of

QUICK = Limits(load_seconds=10.0, call_seconds=10.0)
SHORT = Limits(load_seconds=10.0, call_seconds=0.3)
HONEST = "def double(x):\n    return x * 2\n"


def failure(session: Session, function: str, *args: Any) -> SandboxError:
    with pytest.raises(SandboxError) as caught:
        session.call(function, *args)
    return caught.value


def test_the_level_names_the_walls(launcher: Launcher) -> None:
    assert launcher.level.startswith(launcher.name + "+landlock")
    assert launcher.level.endswith("+seccomp")


def test_values_of_all_kinds_go_in_and_out(open_source: Any) -> None:
    session = open_source("def same(*values):\n    return list(values)\n")
    values = [
        None,
        True,
        1,
        2**80,
        -0.5,
        "é\n\0",
        b"\xff",
        (1, [2]),
        {1, "a"},
        frozenset({2}),
        {"k": {1: "v"}},
        math.pi,
    ]
    assert session.call("same", *values) == values
    assert [type(value) for value in session.call("same", *values)] == [type(value) for value in values]


def test_the_functions_are_those_of_the_module_and_the_shims_can_be_called_too(open_source: Any) -> None:
    source = """
from math import sqrt
import functools
class Thing: pass
LIMIT = 3
def run(x): return helper(x) + LIMIT
@functools.cache
def cached(x): return x
add = functools.partial(run)
def _private(): return 1
"""
    session = open_source(source, shim="def helper(x):\n    return x * 10\n\ndef overridden(): return 1\n")
    assert session.functions == {"Thing", "run", "cached", "add", "_private"}
    assert session.call("run", 1) == 13
    assert session.call("helper", 1) == 10


def test_a_module_may_replace_a_function_of_the_shim(open_source: Any) -> None:
    session = open_source("def helper(): return 2", shim="def helper(): return 1")
    assert session.functions == {"helper"}
    assert session.call("helper") == 2


def test_state_lives_as_long_as_its_session_and_no_longer(open_source: Any) -> None:
    source = "seen = []\ndef count():\n    seen.append(1)\n    return len(seen)\n"
    first, second = open_source(source), open_source(source)
    assert [first.call("count"), first.call("count"), second.call("count")] == [1, 2, 1]


def test_call_many_answers_each_row_in_order(open_source: Any) -> None:
    session = open_source("def invert(x): return 1 / x")
    replies = list(session.call_many("invert", [(2,), (0,), (4,), (object(),), (8,)]))
    assert [reply.value for reply in replies] == [0.5, None, 0.25, None, 0.125]
    assert [reply.error and reply.error.kind for reply in replies] == [None, "raised", None, "refused", None]
    assert [reply.value for reply in session.call_many("invert", ((i,) for i in range(1, 400)))] == [
        1 / i for i in range(1, 400)
    ]


def test_changed_arguments_are_noticed_when_asked(open_source: Any) -> None:
    source = """
def keep(values): return sorted(values)
def sort(values): values.sort()
def spoil(values): values.append(object())
"""
    session = open_source(source)

    def changed(function: str, check: bool = True) -> list[bool]:
        return [reply.changed_arguments for reply in session.call_many(function, [([2, 1],)], check_arguments=check)]

    assert changed("keep") == [False]
    assert changed("sort") == [True]
    assert changed("spoil") == [True]
    assert changed("sort", check=False) == [False]


def test_prints_and_prompts_lead_nowhere(open_source: Any) -> None:
    source = """
import os, sys
print("loading")
def talk():
    print("hello"); print("error", file=sys.stderr); sys.__stdout__.write("more"); sys.__stdout__.flush()
    os.write(1, b"raw"); os.write(2, b"raw")
    return "said"
def listen(): return input("?")
"""
    session = open_source(source)
    assert session.call("talk") == "said"
    assert isinstance(failure(session, "listen"), ModuleRaised)
    assert session.call("talk") == "said"


def test_only_the_standard_library_is_there(open_source: Any) -> None:
    source = "def find(name):\n    import importlib\n    importlib.import_module(name)\n"
    session = open_source(source)
    for name in ("pytest", "docker", "sandbox", "blackboxes", "harness"):
        error = failure(session, "find", name)
        assert isinstance(error, ModuleRaised)
        assert (error.exception, error.detail) == ("ModuleNotFoundError", f"No module named '{name}'")


@pytest.mark.parametrize(
    ("source", "exception", "detail", "line"),
    [
        ("x = 1\nraise ValueError('at load')", "ValueError", "at load", 2),
        ("def f(:\n", "SyntaxError", None, 1),
        ("import nothing_like_it", "ModuleNotFoundError", "No module named 'nothing_like_it'", 1),
        ("import sys\nsys.exit(3)", "SystemExit", "3", 2),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", "", 1),
        ("def f(): return f()\nf()", "RecursionError", "maximum recursion depth exceeded", 1),
    ],
)
def test_what_a_module_raises_at_load(
    launcher: Launcher, source: str, exception: str, detail: str | None, line: int | None
) -> None:
    with pytest.raises(ModuleRaised) as caught:
        launcher.open(Module(source), QUICK)
    error = caught.value
    assert (error.kind, error.phase, error.exception, error.line) == ("raised", "load", exception, line)
    assert detail is None or error.detail == detail


def test_what_a_module_raises_in_a_call_leaves_the_session_alive(open_source: Any) -> None:
    source = """
class Odd(Exception):
    def __str__(self): raise RuntimeError
def fail(how):
    if how == "exit": raise SystemExit(4)
    if how == "odd": raise Odd()
    if how == "address": raise TypeError(f"{object()!r}")
    return {}[how]
"""
    session = open_source(source)
    seen = [failure(session, "fail", how) for how in ("exit", "odd", "address", "key")]
    assert [str(error) for error in seen] == [
        "SystemExit: 4",
        "Odd: (its message cannot be read)",
        "TypeError: <object object>",
        "KeyError: 'key'",
    ]
    assert [error.line for error in seen if isinstance(error, ModuleRaised)] == [5, 6, 7, 8]
    assert session.alive


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(): return object()", "a value of type object"),
        ("def f(): return [float('nan')]", "the number nan"),
        ("def f():\n    x = []\n    x.append(x)\n    return x", "a value nested deeper than 100"),
        ("class S(str): pass\ndef f(): return S('x')", "a value of type S"),
        ("def f(): return 10 ** 5000", "an integer of more than 4300 digits"),
        ("def f(): return '\\ud800'", "a text with a lone surrogate"),
        ("def g(): return 1", "the module has no function f"),
        ("f = 3", "the module has no function f"),
    ],
)
def test_what_cannot_be_answered_is_refused(open_source: Any, source: str, words: str) -> None:
    session = open_source(source)
    error = failure(session, "f")
    assert (error.kind, error.message) == ("refused", words)
    assert session.alive


def test_a_request_too_large_is_refused(open_source: Any) -> None:
    session = open_source(HONEST)
    error = failure(session, "double", "x" * 70_000)
    assert (error.kind, error.message) == ("refused", "a request of more than 65536 bytes")
    assert session.call("double", 2) == 4


LOOPS = {
    "python": "def f():\n    while True: pass",
    "c": "def f(): return 9 ** 9 ** 8",
    "sleep": "import time\ndef f():\n    while True: time.sleep(60)",
    "lock": "import threading\ndef f():\n    lock = threading.Lock()\n    while lock.acquire(): pass",
    "regex": "import re\ndef f(): re.match('(a+)+$', 'a' * 60 + 'b')",
    "message": "class E(Exception):\n    def __str__(self):\n        while True: pass\ndef f(): raise E",
    "all caught": "def f():\n    while True:\n        try: f()\n        except BaseException: pass",
}


@pytest.mark.parametrize("source", LOOPS.values(), ids=LOOPS)
def test_a_call_that_never_ends_is_cut_by_the_hosts_clock(launcher: Launcher, open_source: Any, source: str) -> None:
    session = open_source(source, limits=SHORT)
    error = failure(session, "f")
    assert (error.kind, error.message, error.phase) == ("timeout", "the call took more than 0.3 s", "call")
    assert not session.alive
    assert failure(session, "f").message == "the session has ended: the call took more than 0.3 s"
    assert open_source(HONEST).call("double", 2) == 4


def test_a_load_that_never_ends_is_cut(launcher: Launcher) -> None:
    with pytest.raises(SandboxError) as caught:
        launcher.open(Module("while True: pass"), Limits(load_seconds=0.3))
    assert (caught.value.kind, caught.value.phase) == ("timeout", "load")
    assert caught.value.message == "the load took more than 0.3 s"


FORGE = """
import os
def f():
    for descriptor in range(3, 64):
        try: os.write(descriptor, b"{}\\n")
        except OSError: pass
"""
FLOOD = """
import os
def f():
    while True:
        for descriptor in range(3, 64):
            try: os.write(descriptor, b"x" * 60_000)
            except OSError: pass
"""
SEGFAULT = "import ctypes\ndef f(): ctypes.string_at(0)"
TOO_MUCH = "the module used more memory than it may"
DEATHS = {
    "exit": ("import os\ndef f(): os._exit(3)", "crashed", "the module ended its process (exit status 3)"),
    "segfault": (
        "import ctypes\ndef f(): ctypes.string_at(0)",
        "crashed",
        "the module's process was killed by SIGSEGV",
    ),
    "memory": ("def f():\n    x = []\n    while True: x.append(bytes(10**7))", "memory", TOO_MUCH),
    "memory at once": ("def f(): return len(bytes(3 << 30))", "memory", TOO_MUCH),
    "reply": ("def f(): return 'x' * 300_000", "protocol", "a reply of more than 262144 bytes"),
    "garbage": (FORGE, "protocol", "a reply that answers no open request"),
    "flood": (FLOOD, "protocol", "a reply of more than 262144 bytes"),
}


@pytest.mark.parametrize(("source", "kind", "words"), DEATHS.values(), ids=DEATHS)
def test_a_session_that_dies_says_how_and_the_next_one_works(
    open_source: Any, source: str, kind: str, words: str
) -> None:
    session = open_source(source)
    error = failure(session, "f")
    assert (error.kind, error.message) == (kind, words)
    assert not session.alive
    later = failure(session, "f")
    assert (later.kind, later.message) == (kind, f"the session has ended: {error.message}")
    assert open_source(HONEST).call("double", 2) == 4


def test_memory_used_up_to_the_last_byte_is_named(open_source: Any) -> None:
    source = "kept = None\ndef f():\n    global kept\n    while True: kept = (kept, kept)"
    error = failure(open_source(source, limits=replace(QUICK, memory_mb=64)), "f")
    assert (error.kind, error.message) == ("memory", TOO_MUCH)


def test_processor_time_is_bounded_and_named(open_source: Any) -> None:
    source = "def f():\n    while True: pass"
    error = failure(open_source(source, limits=replace(QUICK, cpu_seconds=1, call_seconds=60.0)), "f")
    assert (error.kind, error.message) == ("timeout", "the module used more than 1 s of processor time")


BY_HAND = """
import os, sys
def f():
    frame = sys._getframe()
    while "number" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["target"], b"[%d,1]\\n" % frame.f_locals["number"])
    return 2
def g():
    return 3
"""


def test_extra_output_ends_the_session(open_source: Any) -> None:
    """It may answer by hand: that is its claim as well. The second answer is one too many."""
    session = open_source(BY_HAND)
    assert session.call("f") == 1
    error = failure(session, "g")
    assert error.kind == "protocol"
    assert error.message in ("a reply that answers no open request", "output that no request asked for")


@pytest.mark.parametrize(
    ("source", "exception"),
    [
        ("def f(): open('/etc/hostname').read()", "OSError"),
        ("def f(): open('/tmp/boxwright-was-here', 'w')", "PermissionError"),
        ("import os\ndef f(): os.listdir('/')", "PermissionError"),
        ("import os\ndef f(): os.fork()", "PermissionError"),
        ("import os\ndef f(): os.execv('/bin/true', ['true'])", "PermissionError"),
        ("import os\ndef f(): os.kill(os.getppid(), 0)", "PermissionError"),
        ("import os\ndef f(): os.kill(-1, 9)", "PermissionError"),
        ("import os\ndef f(): os.chmod('/tmp', 0o777)", "PermissionError"),
        ("import socket\ndef f(): socket.socket()", "PermissionError"),
        ("import socket\ndef f(): socket.socket(socket.AF_UNIX)", "PermissionError"),
        ("import subprocess\ndef f(): subprocess.run(['true'])", "PermissionError"),
        ("import threading\ndef f(): threading.Thread(target=print).start()", "RuntimeError"),
        ("import os\ndef f(): open(f'/proc/{os.getppid()}/environ').read()", "OSError"),
        ("def f(): open('/proc/self/maps').read()", "OSError"),
    ],
)
def test_the_outside_is_out_of_reach(open_source: Any, source: str, exception: str) -> None:
    session = open_source(source)
    error = failure(session, "f")
    assert isinstance(error, ModuleRaised)
    assert issubclass(getattr(builtins, error.exception), getattr(builtins, exception))
    assert session.alive


CONDITIONS = """
import datetime, os, random, secrets, time, uuid
def look():
    return {
        "hash": hash("text"),
        "set": list({"alpha", "beta", "gamma", "delta", "epsilon"}),
        "random": [random.random(), random.Random().random(), random.SystemRandom().random()],
        "bytes": [os.urandom(4), secrets.token_hex(4), str(uuid.uuid4())],
    }
def clock():
    return [
        int(time.time()), time.time_ns() // 10**9, int(time.clock_gettime(time.CLOCK_REALTIME)),
        int(datetime.datetime.now().timestamp()), int(datetime.datetime.now(datetime.timezone.utc).timestamp()),
    ], [
        time.strftime("%Y-%m-%d"), datetime.date.today().isoformat(), datetime.datetime.today().isoformat()[:10],
        time.ctime()[-4:], time.asctime()[-4:], str(time.localtime().tm_year), str(time.gmtime().tm_year),
    ]
def surroundings():
    import locale, sys
    return dict(os.environ), sys.argv, time.tzname, sys.getfilesystemencoding(), sys.flags.utf8_mode
"""


def test_equal_conditions_give_equal_sessions(open_source: Any) -> None:
    conditions = Conditions(hash_seed=7, random_seed=8)
    first, second = (open_source(CONDITIONS, conditions=conditions).call("look") for _ in range(2))
    assert first == second


def test_other_conditions_show(open_source: Any) -> None:
    usual = open_source(CONDITIONS).call("look")
    other = open_source(CONDITIONS, conditions=Conditions(hash_seed=1)).call("look")
    assert usual["hash"] != other["hash"] and usual["random"] == other["random"] and usual["bytes"] == other["bytes"]
    other = open_source(CONDITIONS, conditions=Conditions(random_seed=1)).call("look")
    assert usual["hash"] == other["hash"]
    assert not set(usual["random"]) & set(other["random"]) and not set(usual["bytes"]) & set(other["bytes"])


def test_the_clock_starts_where_it_is_told(open_source: Any) -> None:
    start = 1_000_000_000.0  # 9 September 2001
    seconds, days = open_source(CONDITIONS, conditions=Conditions(clock=start)).call("clock")
    assert all(start <= second < start + 60 for second in seconds)
    assert days == ["2001-09-09"] * 3 + ["2001"] * 4


def test_the_surroundings_are_the_same_everywhere(open_source: Any) -> None:
    environment, arguments, zone, encoding, utf8 = open_source(CONDITIONS).call("surroundings")
    assert environment == {"LC_ALL": "C.UTF-8", "PYTHONTZPATH": "", "TZ": "UTC"}
    assert (arguments, zone, encoding, utf8) == ([""], ("UTC", "UTC"), "utf-8", 1)


def test_closing_the_launcher_ends_its_sessions() -> None:
    launcher = open_launcher("local")
    session = launcher.open(Module(HONEST), QUICK)
    launcher.close()
    launcher.close()
    assert not session.alive


BURNS = """
import os, sys
def f():
    frame = sys._getframe()
    while "number" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["target"], b"[%d,1]\\n" % frame.f_locals["number"])
    while True: pass
"""


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_a_session_that_computes_while_nobody_calls_it_is_stopped(launcher: Launcher, open_source: Any) -> None:
    """It answers by hand and goes on; sixty of these made an honest call twenty times slower."""
    before = processes_of(launcher)
    honest = open_source(HONEST)
    busy = [open_source(BURNS) for _ in range(5)]
    assert [session.call("f") for session in busy] == [1] * 5
    pids = processes_of(launcher) - before
    if launcher.name == "docker-strict":
        pids = {pid for pid in pids if parent(pid) in pids}  # the others are the containers' watchers
    assert len(pids) == 6
    deadline = time.monotonic() + 10
    while {state(pid) for pid in pids} != {"T"}:
        assert time.monotonic() < deadline, "a session that nobody calls goes on"
        time.sleep(0.05)
    assert honest.call("double", 2) == 4
    assert [reply.value for reply in honest.call_many("double", [(1,), (2,), (3,)])] == [2, 4, 6]
    for session in busy:
        session.close()
    honest.close()
    assert not pids & processes_of(launcher)


def test_a_session_is_not_stopped_while_its_replies_are_read_slowly(open_source: Any) -> None:
    session = open_source(HONEST)
    seen = []
    for reply in session.call_many("double", ((number,) for number in range(9))):
        seen.append(reply.value)
        time.sleep(0.12)
    assert seen == [2 * number for number in range(9)]
    time.sleep(0.4)
    assert session.call("double", 1) == 2
