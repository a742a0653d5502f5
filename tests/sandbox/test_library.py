"""What a module may import, as it really is: the other tests here give their modules more."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from boxwright.sandbox import Launcher, Module, SandboxError, SandboxUnavailable, library, open_launcher
from tests.sandbox.conftest import DUG_OUT, LAUNCHERS, QUICK, without_engine

USE = """
import math
from collections import Counter
def use():
    import collections.abc, dataclasses, datetime, decimal, enum, fractions, functools, hashlib, heapq, itertools, json
    import random, re, statistics, string, textwrap, time, typing, unicodedata, uuid, zlib
    @dataclasses.dataclass(order=True)
    class Point:
        x: "int"
        y: typing.Any = None
    Colour = enum.Enum("Colour", "RED")
    values = [Point(3).x, hashlib.sha256(b"").hexdigest()[:8], str(decimal.Decimal("0.1") * 3), Colour.RED.name]
    values += [str(fractions.Fraction(1, 3)), statistics.median([1, 2]), re.sub("a", "b", "a"), math.isqrt(17)]
    values += [json.loads("[1]"), datetime.datetime.strptime("2001-09-09", "%Y-%m-%d").year, Counter("aa")["a"]]
    values += ["ä".encode("latin-1"), "x".encode("utf-16-le"), random.Random(1).randrange(10) < 10]
    return values
def fail():
    import linecache, traceback, warnings
    warnings.warn("said")
    try: 1 / 0
    except ZeroDivisionError: return "ZeroDivisionError" in traceback.format_exc()
"""
NEWER = {"annotationlib", "string.templatelib", "_colorize", "_pydatetime", "_pylong"}
"""What some supported Pythons do not have."""
ASK = "def ask(name): __import__(name)"


@pytest.fixture(scope="module", params=LAUNCHERS)
def launcher(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    """A launcher as everybody has it."""
    given, library.LIBRARY = library.LIBRARY, tuple(name for name in library.LIBRARY if name not in DUG_OUT)
    try:
        opened = open_launcher(request.param)
    except SandboxUnavailable as missing:
        library.LIBRARY = given
        without_engine(str(missing))
    yield opened
    opened.close()
    library.LIBRARY = given


def refusal(launcher: Launcher, name: str) -> str:
    session = launcher.open(Module(ASK), QUICK)
    with pytest.raises(SandboxError) as caught:
        session.call("ask", name)
    session.close()
    return str(caught.value)


def test_what_computes_can_be_imported_early_and_late(launcher: Launcher) -> None:
    session = launcher.open(Module(USE), QUICK)
    expected = [3, "e3b0c442", "0.3", "RED", "1/3", 1.5, "b", 4, [1], 2001, 2, b"\xe4", b"x\x00", True]
    assert session.call("use") == expected
    assert session.call("fail") is True
    session.close()


def test_every_name_of_the_list_can_be_imported_where_this_python_has_it(launcher: Launcher) -> None:
    source = """
def missing(names):
    lacking = []
    for name in names:
        try: __import__(name)
        except ModuleNotFoundError: lacking.append(name)
    return lacking
"""
    session = launcher.open(Module(source), QUICK)
    assert set(session.call("missing", list(library.LIBRARY))) <= NEWER
    session.close()


def test_nothing_else_can_be_imported_and_the_refusal_says_why(launcher: Launcher) -> None:
    why = "is not available in the sandbox: no files, network, processes, native code or clocks of the machine"
    for name in ("ctypes", "sqlite3", "socket", "subprocess", "signal", "multiprocessing", "asyncio", "_datetime"):
        assert refusal(launcher, name).startswith("ModuleNotFoundError: ")
    assert refusal(launcher, "sqlite3") == f"ModuleNotFoundError: sqlite3 {why}"
    assert refusal(launcher, "numpy") == "ModuleNotFoundError: No module named 'numpy'"
    assert refusal(launcher, "boxwright") == "ModuleNotFoundError: No module named 'boxwright'"


def test_the_list_names_each_module_once_and_none_that_reaches_outside() -> None:
    names = [name for name in library.LIBRARY if name not in DUG_OUT]
    assert len(set(names)) == len(names)
    assert {name.partition(".")[0] for name in names} - NEWER <= sys.stdlib_module_names
    outside = {"ctypes", "sqlite3", "socket", "select", "signal", "mmap", "resource", "fcntl", "subprocess", "asyncio"}
    assert not outside & set(names)


def test_a_module_sees_no_name_but_its_own(launcher: Launcher) -> None:
    """Nothing in its names or arguments tells whether it is a candidate, or accepted, or whose it is."""
    source = "import sys\ndef f(): return [__name__, globals().get('__file__'), sys.argv, sys.orig_argv, sys.path]"
    session = launcher.open(Module(source), QUICK)
    assert session.call("f") == ["module", None, [""], [""], []]
    session.close()
