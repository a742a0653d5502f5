"""The Python source in replies as models write them."""

from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.harness.chat import NoCode, extract_code
from boxwright.harness.chat.fences import LONGEST, MOST_TRIES, Settle, fault, fences

F = "def f(x):\n    return x\n"
G = "def g(x):\n    return 2 * x\n"


FOUND = {
    "prose around it": (f"Here:\n```python\n{F}```\nThat is all.", F),
    "other labels for Python": (f"```py\n{F}```", F),
    "capitals and braces": (f"``` {{.Python}} title=box.py\n{F}```", F),
    "tildes": (f"~~~python\n{F}~~~", F),
    "indented by a list": (f"1. Here:\n   ```python\n   {F.replace('    ', '       ')}   ```", F),
    "windows line ends": (f"```python\r\n{F}```".replace("\n", "\r\n").replace("\r\r", "\r"), F),
    "a byte order mark": (f"\ufeff```python\n{F}```", F),
    "empty lines at the end": (f"```python\n{F}\n\n```", F),
    "never closed, but whole": (f"```python\n{F}", F),
    "one that does not parse is still the answer": ("```python\ndef f(:\n```", "def f(:\n"),
    "the label decides, not the length": (f"```text\n{G}{G}```\n```python\n{F}```", F),
    "of several the last": (f"```python\n{F}```\nNo, better:\n```python\n{G}```", G),
    "of several the last that parses": (f"```python\n{F}```\n```python\n{G}```\n```python\n...(\n```", G),
    "a use of it is not it": (f"```python\n{F}```\nFor example:\n```python\nf(3)\n```", F),
    "without functions the last": ("```python\na = 1\n```\n```python\nb = 2\n```", "b = 2\n"),
    "no label": (f"```\n{F}```", F),
    "no label: the longest": (f"```\n{G}{F}```\n```\n{F}```\n```\nnot so:\n```", G + F),
    "labelled ones are broken": (f"```python\n(\n```\n```python\n)\n```\n```\n{F}```", F),
    "no fence at all": (F, F),
    "no fence and windows line ends": (F.replace("\n", "\r\n"), F),
    "a longer fence quotes a shorter": (f'````python\ns = """\n```\n"""\n{F}````', f's = """\n```\n"""\n{F}'),
    "a fence in a string": (
        f'```python\ns = """\n```\nA = 1\n```\n"""\n{F}```',
        f's = """\n```\nA = 1\n```\n"""\n{F}',
    ),
    "a block in a string": (
        f'```python\ndef f(x):\n    """Like\n```python\n{G}```\n"""\n```',
        f'def f(x):\n    """Like\n```python\n{G}```\n"""\n',
    ),
}


@pytest.mark.parametrize("kind", FOUND)
def test_source_is_found(kind: str) -> None:
    reply, source = FOUND[kind]
    assert extract_code(reply) == source


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "The reply is empty"),
        (" \n", "The reply is empty"),
        ("I cannot do that.", "no block fenced as ```python, and as a whole it is not Python"),
        ("Sorry", "no block fenced as ```python, and as a whole it defines nothing"),
        ("```javascript\nlet a\n```\n```json\n{}\n```", "only blocks labelled javascript, json"),
        ("```python\n\n```", "The block labelled python is empty"),
        ("```python\ndef f(:", r"never closed, and what it holds is not Python: line 1 does not parse: 'def f\(:'"),
        ("```\nlet a = {\n```", "not labelled python, and it is not Python: line 1 does not parse: 'let a = {'"),
        ("```python\n(\n```\n```python\na\n  b\n```", "None of the 2 blocks .* line 2 does not parse: 'b'"),
        ("```python\n(\n```\n```python\n```", "None of the 2 blocks .* the last one: it is empty"),
        ("```\n" + "-" * 100_000 + "1\n```", "it is nested too deeply"),
        ("```\n\x00\n```", "it holds a character|does not parse"),
        ("```\nx = '\ud800'\n```", "it holds a character that no source may hold"),
        ("```\n" + "x = 1\n" * (LONGEST // 6 + 1) + "```", f"at most {LONGEST} are read"),
    ],
)
def test_a_reply_without_source_says_why(reply: str, reason: str) -> None:
    with pytest.raises(NoCode, match=reason):
        extract_code(reply)


def test_source_over_which_python_only_warns_is_source() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fault("s = '\\d'\n") is None


@pytest.mark.parametrize(
    ("text", "bodies"),
    [
        ("````md\n```\n````", ["```\n"]),
        ("```md\n    ```\n   ```", ["    ```\n"]),
        ("```md\n~~~\n``` no\n```` \n", ["~~~\n``` no\n"]),
        ("    ```md\na\n", []),
        ("``` a`b\n``\n", []),
        ("  ```md\n a\n   b\n  ```", ["a\n b\n"]),
        ("```md\na\n```\n```md\nb", ["a\n", "b\n"]),
    ],
)
def test_blocks_are_read_as_commonmark_has_it(text: str, bodies: list[str]) -> None:
    assert [fence.body for fence in fences(text)] == bodies


def test_many_broken_blocks_take_bounded_work() -> None:
    settle = Settle()
    blocks = fences("```python\nx(\n```\n" * 20 * MOST_TRIES, settle)
    assert len(blocks) == 20 * MOST_TRIES
    assert settle.tries == 0


names = st.sampled_from(["a", "b", "value"])
quoted = st.lists(
    st.one_of(
        st.sampled_from(
            ["```", "````", "``` python", "```python", "~~~", "  ```", "    ```", "```\t", "x = 1", "def f(x):"]
        ),
        st.text(st.characters(exclude_characters="'\"\\\r\x00", exclude_categories=["Cs"]), max_size=8),
    ),
    max_size=8,
).map("\n".join)
statements = st.one_of(
    st.builds("{} = {!r}".format, names, st.text(max_size=20)),
    st.builds("{} = '''{}'''".format, names, quoted),
    st.builds('def {}(x):\n    """{}"""\n    return x'.format, names, quoted),
    st.builds("# {}".format, names),
    st.just(""),
)


def parses(source: str) -> bool:
    try:
        ast.parse(source)
    except ValueError:
        return False
    except SyntaxError:
        return False
    return True


sources = (
    st.lists(statements, min_size=1, max_size=5).map(lambda lines: "\n".join([*lines, "end = 0"]) + "\n").filter(parses)
)


@given(sources, st.text("abc \n", max_size=20), st.sampled_from("`~"))
def test_any_module_survives_a_fence_that_is_long_enough(source: str, prose: str, sign: str) -> None:
    mark = sign * 9
    assert extract_code(f"{prose}\n{mark}python\n{source}{mark}\n{prose}") == source


@given(sources)
def test_any_module_survives_a_fence_that_it_quotes_itself(source: str) -> None:
    assert extract_code(f"Here:\n```python\n{source}```\nDone.") == source


@given(sources)
def test_line_ends_do_not_matter(source: str) -> None:
    reply = f"Here:\n`````````python\n{source}`````````\n"
    assert extract_code(reply.replace("\n", "\r\n")) == extract_code(reply)


@given(st.one_of(st.text(), st.lists(st.one_of(quoted, statements)).map("\n".join)))
def test_whatever_a_model_says_there_is_source_or_a_reason(reply: str) -> None:
    try:
        source = extract_code(reply)
    except NoCode as error:
        assert str(error).endswith(".")
        assert "\n" not in str(error)
    else:
        assert source.endswith("\n")
        assert not source.endswith("\n\n")
        assert "\r" not in source
        assert source.strip()


@given(st.lists(st.one_of(quoted, statements)).map("\n".join))
def test_blocks_lie_in_order_and_apart(text: str) -> None:
    end = -1
    for fence in fences(text):
        assert fence.opened > end
        end = len(text.split("\n")) if fence.closed is None else fence.closed
        assert end > fence.opened
