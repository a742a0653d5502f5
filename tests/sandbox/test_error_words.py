"""How exceptions are worded: nothing about the machine, no control characters, bounded, and never a new error."""

from __future__ import annotations

import pytest

from boxwright.sandbox.runner.errors import MAX_MESSAGE, canonical_text, describe


def raised_by(source: str) -> BaseException:
    try:
        exec(compile(source, "module", "exec"), {"__name__": "module"})
    except BaseException as error:  # noqa: BLE001 -- whatever it is, it is what the test asks about
        return error
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<function f at 0x7f3a2b1c> is odd", "<function f> is odd"),
        ("cannot import name 'x' from 'math' (/opt/py/lib/python3.11/math.so)", "cannot import name 'x' from 'math'"),
        ("cannot import name 'x' from 'math' (unknown location)", "cannot import name 'x' from 'math'"),
        ("no file /home/me/.pyenv/lib/python3.12/json/x.py", "no file <python>/json/x.py"),
        ("\x1b[2J\x07red\u202e", "?[2J?red?"),
        ("lone \ud800", "lone ?"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("ratio 3/4 of a/b", "ratio 3/4 of a/b"),
    ],
)
def test_text_is_made_canonical(text: str, words: str) -> None:
    assert canonical_text(text) == words


def test_long_text_is_cut() -> None:
    assert canonical_text("x" * 10_000) == "x" * (MAX_MESSAGE - 1) + "…"


@pytest.mark.parametrize(
    ("source", "kind", "message", "line"),
    [
        ("x = 1\nraise ValueError('no', 1)", "ValueError", "('no', 1)", 2),
        ("def f():\n    return {}['a']\n\nf()", "KeyError", "'a'", 2),
        ("import json\n\njson.loads('{')", "JSONDecodeError", None, 3),
        ("1.0 // 0", "ZeroDivisionError", "division by zero", 1),
        ("x = 1\nif x\n    y = 2", "SyntaxError", "expected ':'", 2),
        ("raise SystemExit(3)", "SystemExit", "3", 1),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", "", 1),
        (
            "class Mean(Exception):\n    def __str__(self): raise SystemExit\nraise Mean",
            "Mean",
            "(its message cannot be read)",
            3,
        ),
        (
            "class Mean(Exception):\n    def __str__(self): return self.x\nraise Mean",
            "Mean",
            "(its message cannot be read)",
            3,
        ),
        (
            "class M(type):\n    __name__ = property(id)\nclass E(Exception, metaclass=M): pass\nraise E('x')",
            "E",
            "x",
            4,
        ),
    ],
)
def test_an_exception_is_described_by_type_message_and_last_line(
    source: str, kind: str, message: str | None, line: int
) -> None:
    said = describe(raised_by(source))
    assert (said["type"], said["line"]) == (kind, line)
    assert message is None or said["message"] == message


def test_a_message_is_plain_text_even_if_its_class_is_not() -> None:
    source = """
class Sly(str):
    def __getitem__(self, key): raise SystemExit
class E(Exception):
    def __str__(self): return Sly("hello")
raise E
"""
    assert type(describe(raised_by(source))["message"]) is str
    assert describe(raised_by(source))["message"] == "hello"
