"""Answers in other notations: what is read of them, and what leaves out words that matter and is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from boxwright.blackboxes.families.forms import IntForm, RecordForm, SequenceForm
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.notations import LONGEST, plainer
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.taken_back import denies
from tests.golden.readings import _letters as letters

NUMBER = IntForm(type="int", min=-999, max=999)
NUMBERS = SequenceForm(type="sequence", of=NUMBER, min_length=3, max_length=3)
HEAVY_LIGHT = RecordForm(type="record", fields={"heavy": NUMBER, "light": NUMBER}, distinct=True)


def parsed(form: Any) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            return form.read(text)
        except ValueError as error:
            raise InvalidReply(str(error)) from error

    return lambda line: read_reply(f"Worked out.\n\nANSWER: {line}", "ANSWER", parse, "missing")


def word(text: str) -> str:
    """Nearly any text is an answer, as in encryption."""
    if not re.fullmatch(r"[A-Za-z0-9 ]+", text):
        raise InvalidReply("no ciphertext")
    return text


def ciphertext(line: str) -> str:
    return read_reply(f"Worked out.\n\nANSWER: {line}", "ANSWER", word, "missing")


READERS: dict[str, Callable[[str], Any]] = {
    "number": parsed(NUMBER),
    "numbers": parsed(NUMBERS),
    "record": parsed(HEAVY_LIGHT),
    "ciphertext": ciphertext,
    "letters": lambda line: letters(f"ANSWER: {line}"),
}
READ: tuple[tuple[str, Any, str], ...] = (
    (
        "number",
        19,
        r"""
nineteen
nineteen (19)
Nineteen.
$19\ \text{coins}$
`19` coins in total
19 parse trees
**19** different derivation trees
19 ways to derive this sentence
There are exactly **19**.
The amount to pay is 19
You pay **19** in total
19种
１９
total: 19
<value>: 19
<number> = 19
int(19)
""",
    ),
    (
        "number",
        -98,
        r"""
minus ninety-eight
""",
    ),
    (
        "number",
        107,
        r"""
one hundred and seven
""",
    ),
    (
        "number",
        -19,
        r"""
−19
""",
    ),
    (
        "numbers",
        [4, 1, 3],
        r"""
`4` `1` `3`
4 / 1 / 3
| 4 | 1 | 3 |
#4, #1 and finally #3
customers 4, 1 and 3
1) 4 2) 1 3) 3
(1) 4; (2) 1; (3) 3
w1=4, w2=1, w3=3
1→4, 2→1, 3→3
{1: 4, 2: 1, 3: 3}
v[0] = 4, v[1] = 1, v[2] = 3
first: 4, second: 1, third: 3
a→r: 4, r→k: 1, k→c: 3
$\langle 4, 1, 3 \rangle$
\begin{pmatrix} 4 \\ 1 \\ 3 \end{pmatrix}
$(4,\,1,\,3)$
\lbrack 4,\quad 1,\quad 3 \rbrack
""",
    ),
    (
        "record",
        {"heavy": 12, "light": 10},
        r"""
Coin 12 is the heavy one and coin 10 is the light one.
coin #12 is heavy, coin #10 is light
light: <10>; heavy: <12>
heavy: `12`; light: **10**
""",
    ),
    (
        "ciphertext",
        "KgjB ejXk",
        r"""
the ciphertext is "KgjB ejXk"
<ciphertext>: KgjB ejXk
""",
    ),
    (
        "letters",
        "D",
        r"""
The only correct option is D.
$\{D\}$
<letters>: D
Ｄ
""",
    ),
)
READ_ON_LINES: tuple[tuple[str, Any, str], ...] = (
    ("numbers", [4, 1, 3], "\n| wire | 1 | 2 | 3 |\n|---|---|---|---|\n| out | 4 | 1 | 3 |"),
    ("numbers", [4, 1, 3], "\n| bolt | nut |\n|:-:|:-:|\n| 1 | 4 |\n| 2 | 1 |\n| 3 | 3 |"),
    ("numbers", [4, 1, 3], "\nBolt 1: nut 4\nBolt 2: nut 1\nBolt 3: nut 3"),
    ("numbers", [4, 1, 3], "\n- Gates 1–1: 4\n- Gates 2–2: 1\n- Gates 3–3: 3"),
)
REFUSED: tuple[tuple[str, str], ...] = (
    (
        "number",
        r"""
$-$19
- 19 coins
the total is $-$19
total = - 19
- nineteen
- int(19)
19 $\times$
\div 19
19\%
there are nineteen others
19 thousands
19 squared
19 万
19 per item
19 is excluded
19 divided by two
19 k
19 each
ruled out: 19
lower bound: 19
confidence: 19
x != 19
x >= 19
-x = 19
7 → 19
7 = 19
the lower bound is 19
the number of steps is 19
I doubt it is 19
the input is 19
at visit 9 it is 19
avoid **19**
I rule out `19`
One day after **19**
**18** **19**
`18` `19`
half of **19**
sqrt(19)
len(19)
neg(19)
int(19.7)
$\overline{19}$
\hat{19}
\SI{19}{\percent}
\approx 19
19 ± 5
19 hundred
nineteen thousand
six or seven
six (7)
1\text{9}
\text{1}\text{9}
""",
    ),
    (
        "numbers",
        r"""
w1=4, w2=1, w3=- 3
1.4, 2.1, 3.3
first input: 4, second input: 1, third input: 3
not first: 4, second: 1, third: 3
input[0]=4, input[1]=1, input[2]=3
nut[1]=4, nut[2]=1, nut[3]=3
g1–g2: 4, g3–g9: 1, g10–g11: 3
w2=4, w1=1, w3=3
w1=4, w3=1, w5=3
x1=4, x2=1, x3=3
d=4, c=1, b=3
nut 1: bolt 4, nut 2: bolt 1
a→r: 4, k→c: 1, r→k: 3
1) 4 3) 1 2) 3
reversed([4, 1, 3])
sorted([4, 1, 3])
first: 4, third: 1, second: 3
unserved customers: 4, 1, 3
the initial list is 4, 1, 3
-1=4, -2=1, -3=3
bolt 2: 4, bolt 3: 1, bolt 4: 3
\begin{pmatrix} 1 & 11 \\ 29 & 30 & 31 \end{pmatrix}
""",
    ),
    (
        "record",
        r"""
coin 12 is not heavy, coin 10 is light
""",
    ),
    (
        "ciphertext",
        r"""
KgjB *[confidence: high]*
I excluded `KgjB`
reversed **KgjB**
key → KgjB
<s>KgjB</s>
""",
    ),
    (
        "letters",
        r"""
I rule out **D**
eliminated → D
The distractor is D
complement(D)
""",
    ),
)
REFUSED_ON_LINES: tuple[tuple[str, str], ...] = (
    ("numbers", "\n| 3 | 2 | 1 |\n|---|---|---|\n| 4 | 1 | 3 |"),
    ("numbers", "\n| nut | bolt |\n|---|---|\n| 1 | 4 |\n| 2 | 1 |\n| 3 | 3 |"),
    ("numbers", "\n| i | input |\n|---|---|\n| 1 | 4 |\n| 2 | 1 |\n| 3 | 3 |"),
)


def lines(block: str) -> list[str]:
    return block.strip().split("\n")


@pytest.mark.parametrize(("reader", "value", "text"), [(r, v, t) for r, v, block in READ for t in lines(block)])
def test_an_answer_in_another_notation_is_read(reader: str, value: Any, text: str) -> None:
    assert READERS[reader](text) == value


@pytest.mark.parametrize(("reader", "value", "text"), READ_ON_LINES)
def test_tables_and_labelled_lines_are_read(reader: str, value: Any, text: str) -> None:
    assert READERS[reader](text) == value


@pytest.mark.parametrize(
    ("reader", "text"), [*((r, t) for r, block in REFUSED for t in lines(block)), *REFUSED_ON_LINES]
)
def test_words_that_may_change_an_answer_are_never_left_out(reader: str, text: str) -> None:
    with pytest.raises(InvalidReply):
        READERS[reader](text)


def test_a_long_text_and_what_is_written_plainly_have_no_other_notation() -> None:
    assert list(plainer("1) a 2) b " * LONGEST)) == []
    assert set(plainer("[4, 1, 3]")) <= {"[4, 1, 3]", "4, 1, 3"}


@pytest.mark.parametrize(
    "aside", ["all others are ruled out", "the rest have been excluded", "Lupus, flu and cold are ruled out"]
)
def test_others_that_are_ruled_out_do_not_take_an_answer_back(aside: str) -> None:
    assert not denies(aside)


@pytest.mark.parametrize(
    "aside",
    [
        "these are wrong",
        "both candidates are ruled out",
        "this and the rest are impossible",
        "it is ruled out",
        "partial",
        "to be reversed",
        "mod 26 still to be applied",
        "before the final step",
        "then swap the last two",
        "draft, incomplete",
        "up to sign",
    ],
)
def test_an_answer_that_is_ruled_out_itself_is_none(aside: str) -> None:
    assert denies(aside)
