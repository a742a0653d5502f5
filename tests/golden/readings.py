"""How replies are read: written forms of queries, answers and programs, each with what is read from it.

The scripted player's replies hold few of these forms, so they are listed here. Reading them needs no sandbox.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from boxwright.blackboxes.clear import quoted
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.families.circuit.family import BitDomain, BitRules, BitShape, CircuitFamily
from boxwright.blackboxes.families.code.conversation import CodeConversation, CodeSample
from boxwright.blackboxes.families.code.names import Names
from boxwright.blackboxes.families.code.questions import Question
from boxwright.blackboxes.families.code.rules import CodeRules, CodeShape, Questions, query_fault
from boxwright.blackboxes.families.encryption.family import EncryptionFamily, TextDomain, TextRules
from boxwright.blackboxes.families.form_atoms import NotInForm
from boxwright.blackboxes.families.forms import Form, RecordForm
from boxwright.blackboxes.families.freeform.comparators import agrees
from boxwright.blackboxes.families.freeform.comparators import read_answer as read_compared
from boxwright.blackboxes.families.freeform.rules import SessionDomain, SessionRules
from boxwright.blackboxes.families.game.conversation import chosen
from boxwright.blackboxes.families.literals import NoLiteral, read_literal
from boxwright.blackboxes.families.physics.family import Bodies, PhysicsFamily, TimeDomain, TimeRules, Tolerance
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.knights.language.words import ROLES
from boxwright.blackboxes.reasoning.knights.play.answers import read_answer as read_roles
from boxwright.blackboxes.reasoning.knowlogic.play.letters import read_letters
from boxwright.blackboxes.reasoning.kumo.domain.model import Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.replies import first_read
from boxwright.blackboxes.revisions import EPISODE, REPLIES
from boxwright.blackboxes.stated import final_line
from boxwright.blackboxes.types import Plan, Refusal
from boxwright.harness.chat.fences import program_of
from boxwright.harness.programs import REVISION as PROGRAMS
from boxwright.harness.settings import says_stop
from tests.blackboxes.reasoning.knights.forms import RIGHT_FORMS, UNREADABLE_FORMS, WRONG_FORMS

REFUSED = "refused"
"""What is kept of a form that is not read; of any other, what is read as Python writes it."""
SHARED: Mapping[str, tuple[int, str]] = {
    "replies": (REPLIES, "REPLIES in blackboxes/revisions.py"),
    "episode": (EPISODE, "EPISODE in blackboxes/revisions.py"),
    "programs": (PROGRAMS, "REVISION in harness/programs.py"),
}
"""Revisions that belong to no environment, and where they are raised."""


@dataclass(frozen=True)
class Reader:
    """Something that reads, and forms for it to read."""

    name: str
    """How it is called in the table."""
    owner: str
    """One of SHARED, or the environment whose reading it is."""
    read: Callable[[str], Any]
    """Raises: InvalidReply, NoLiteral, NotInForm."""
    forms: tuple[str, ...]

    @property
    def revisions(self) -> dict[str, int]:
        """The revisions that cover how it reads."""
        if self.owner in SHARED:
            return {self.owner: SHARED[self.owner][0]}
        return get_environment(self.owner).revisions.model_dump(include={"environment", "replies"})

    def kept(self) -> dict[str, Any]:
        """Return what the table holds of it today: its revisions, and what it reads by form."""
        return {"revisions": self.revisions, "readings": {form: self._reading(form) for form in self.forms}}

    def _reading(self, form: str) -> str:
        try:
            return repr(self.read(form))
        except (InvalidReply, NoLiteral, NotInForm):
            return REFUSED


def _query(reply: str) -> str | None:
    return final_line(reply, "QUERY")


FINAL_LINES = (
    "QUERY: abc",
    "Thinking about it ...\nquery: abc",
    "Query : abc",
    "QUERY：abc",
    "QUERY: first\nNo, rather:\nQUERY: second",
    "QUERY: first\nQUERY:",
    "QUERY: abc\nThat is my choice.",
    "QUERY:\nabc",
    "QUERY:\n\n  abc\nand more",
    "QUERY:\n```\nabc\n```",
    "```\nQUERY: abc\n```",
    "**QUERY:** abc",
    "**QUERY: abc**",
    "**QUERY**: abc",
    "__QUERY: abc__",
    "*QUERY: abc*",
    "`QUERY: abc`",
    "**`QUERY: abc`**",
    "## QUERY: abc",
    "> QUERY: `abc`",
    "- QUERY: abc",
    "QUERY: *abc*",
    "QUERY: **abc**",
    "QUERY:**abc**",
    "`QUERY:` **`abc`**",
    "**QUERY**: `*abc*`",
    "* QUERY: abc*",
    "QUERY: _abc_",
    "QUERY: *a* and *b*",
    "QUERY: ` abc `",
    "QUERY: a: b",
    'QUERY: "abc"',
    "The QUERY: abc",
    "1. QUERY: abc",
    "QUERY abc",
    "QUERY:",
    "QUERY: ``",
    "ANSWER: abc",
    "",
    '"QUERY: abc"',
    "✅ **QUERY: abc** ✅",
    r"\textbf{QUERY:} abc",
    r"\boxed{\text{QUERY: } abc}",
    "| QUERY | abc |",
    "| QUERY | why |\n|---|---|\n| abc | so |",
    "Query\n-----\nabc",
    "Query (turn 3): abc",
    "Query — abc",
    "QUERY: abc<|im_end|>",
    "QUERY: abc<|eot_id|>user\n\nQUERY: made up",
    "<thinking>QUERY: no</thinking>\nQUERY: abc",
    "<reasoning>QUERY: no</reasoning>",
    "<|channel|>analysis<|message|>QUERY: no<|end|><|start|>assistant<|channel|>final<|message|>QUERY: abc",
    "It is clear. QUERY: abc",
    "I will not send QUERY: abc",
    '{"why": "so", "query": "abc"}',
    "{'why': 'so', 'query': 'abc'}",
    '{"query": "abc", "other": {"query": "abd"}}',
    "<query>abc",
    "The query is not abc",
    "QUERY 3: abc",
    "Query #3: abc",
    "Test 3: QUERY: abc",
    "QUERY: ```\nabc\n```",
    "QUERY: abc [/INST] and more",
    "QUERY: abc,\nabd",
    "QUERY:\n- abc",
    "I think. **QUERY** abc",
    "It follows.\n**QUERY abc**",
    "Query abc",
    "QUERY abc\nand more",
    "QUERY is abc",
    "QUERY to abc",
    "The query should be abc.",
    "I believe the query is abc",
    "I think that my query is: abc",
    "I do not think the query is abc",
    "Here's my query: abc",
    "Based on the pattern, my query is abc.",
    "The query to test 3 is abc.",
    "QUERY: abd\n\nRevised query: abc",
    "QUERY (corrected): abc",
    "QUERY v2: abc",
    "FINAL QUERY abc",
    "My query is therefore: abc",
    "QUERY (confidence 90%): abc",
    "QUERY:=abc",
    "For example:\nQUERY: abc",
    "This gives my query: abc",
)
QUOTED = (
    "abc",
    '"abc"',
    '" abc "',
    '"a\\"b"',
    '"a\\u0062"',
    '"a\\nb"',
    '"a"b"',
    '"\\x"',
    '"',
    '""',
    "'abc'",
    '"abc',
    '"5"',
)
STOPS = (
    "STOP",
    "stop",
    "**Stop**",
    "Enough.\n\n> `stop`\n```\n",
    "STOP\r\n",
    "STOP.",
    "STOP\nQUERY: a",
    "I STOP",
    "QUERY: STOP",
    "",
)
FENCED = (
    "```python\nf = abs\n```",
    "```python\nf = abs\n```\nBetter:\n```python\ndef f(x):\n    return x\n```\nDone.",
    "```python\nf = abs\n```\n```python\ndef f(x):",
    "```python\nf = abs\n```\n```\n\n```",
    "```python\nf = abs\n```\nExample:\n```python\nprint(f(1))\n```\nOutput:\n```\n1\n```",
    "```python\ndef f(x):\n    return (\n```\n```\nnot f\n```",
    "1. The program:\n   ```python\n   def f(x):\n       return x\n   ```",
    "- It:\n\n```python\n    def f(x):\n        return x\n```",
    "~~~py\r\nf = abs\r\n~~~",
    "````\n```\nf = abs\n```\n````",
    "   ```python title=x\n  f = abs\n   ```   ",
    "def f(x):\n    return x",
    "```python\ndef g(x):\n    return x\n```",
    "```python\na = 1\n```",
    '```\ndef f():\n    """\n    ```\n    """\n```',
    "```python\nhalf",
    "```\n\n```",
    "```python\nf = abs\n```\nUsage:\n```python\nfrom solution import f\n```",
    "<think>```python\nf = 1\n```</think>\n```python\nf = abs\n```",
    "`a = 1`",
    "a = 1",
    "```python\nf = abs\n```\nA test:\n```python\ndef test():\n    def f(x):\n        return 0\n```",
    "```python\nf = abs\n```\n```python\nclass S:\n    def f(self, x):\n        return 0\n```",
    "```python\nf = abs\n```\n```python\nf = None\n```",
    "```python\ntry:\n    from fast import g\nexcept ImportError:\n    def f(x):\n        return x\n```",
)


def _bits(text: str) -> Any:
    rules, shape = BitRules(BitDomain(inputs=4, gates=3)), BitShape(4, 3, 3)
    return first_read([text], lambda form: CircuitFamily().parse_output(rules, shape, form))


def _plaintext(text: str) -> Any:
    rules = TextRules(TextDomain(letters="lower", max_length=5))
    return first_read([text], lambda form: EncryptionFamily().parse_input(rules, form))


def _ciphertext(text: str) -> Any:
    return first_read([text], lambda form: EncryptionFamily().parse_output(TextRules(TextDomain()), None, form))


BITS = (
    "1 0 1",
    "000",
    "101",
    "1,0,1",
    "1, 0; 1",
    "[1, 0, 1]",
    "(1 0 1)",
    "[[1], [0], [1]]",
    "0b101",
    "1 0",
    "1 0 1 0",
    "1 0 2",
    "{'g1': 1, 'g2': 0, 'g3': 1}",
    "gates: 1 0 1",
    "true false true",
    "\u0661 0 1",
    "{1, 0, 1}",
    "",
)
PLAINTEXTS = ("abc", "ab c", '"abc"', '" abc"', "Abc", "ab7", "'abc'", "abcdef", '""')
CIPHERTEXTS = (
    "idk",
    "None",
    "(none)",
    "pass",
    "about abc",
    "abc QED",
    '"abc" (quoted)',
    "|abc|",
    "is abc",
    '"is abc"',
    "abc!",
    "abc [by rule 2]",
    "abc -> abd",
    "<ciphertext>",
    "<your ciphertext here>",
    "it is abc",
    "abc because it fits",
    "abc is my final answer",
    "abc (abd is also possible)",
    "abc ##",
    "abc",
    '"abc"',
    '" abc "',
    '"a"b"',
    "'abc'",
    "ABC 7!",
    "abc is the result",
    "abc is correct.",
    "the text is abc",
    "so abc",
    "abc it is",
    "abc. This follows from the rule.",
    "abc. This is wrong, it is abd",
    "abc; confidence: 90 %",
    "abc (abd)",
    "abc — abd",
    "abc — no, abd",
    "abc (not abd)",
    "abc (shift by three)",
    "abc (shifted)",
    "abc\nabd",
    "abc ❌",
    "- abc",
    "• abc",
    "- 3 5",
    "abc. Explanation: each letter was moved",
    "abc. Reason: abd",
    "abc by shift 3",
    "abc using Caesar shift",
    "it reads abc",
    "string abc",
    "abc 11 characters",
    "I do not know",
    "I don't know",
    "unknown",
    "not sure",
    '"string abc"',
    '"unknown"',
    "string",
)
RULES = TimeRules(TimeDomain(max_t=10.0), Tolerance())


def _time(text: str) -> Any:
    return first_read([text], lambda form: PhysicsFamily().parse_input(RULES, form))


def _one_body(text: str) -> Any:
    return first_read([text], lambda form: PhysicsFamily().parse_output(RULES, Bodies(("ball",)), form))


def _two_bodies(text: str) -> Any:
    return first_read([text], lambda form: PhysicsFamily().parse_output(RULES, Bodies(("a", "b")), form))


TIMES = (
    "1.5",
    "t = 2",
    "T=2 s",
    "3s",
    ".5",
    "5.",
    "+4.50",
    '"1.5"',
    "-0",
    "1.25",
    "11",
    "-1",
    "1e0",
    "1,5",
    "\u0661",
    "2 m",
    "- 2",
    "",
)
POSITIONS = (
    "(1, 2, 3)",
    "1, 2, 3",
    "1 2 3",
    "[1, 2, 3]",
    "ball: (1, 2, 3)",
    "Ball = 1 2 3",
    '{"ball": [1, 2, 3]}',
    "\u22121, 2, -0",
    "+1, .5, 6e1",
    "-1.5, 2., 1E-3",
    "cube: (1, 2, 3)",
    "(1, 2)",
    "(1, 2, 3, 4)",
    "1; 2; 3",
    "(1, 2, 3) m",
    "(nan, 2, 3)",
    "(1e999, 2, 3)",
    "(1/2, 2, 3)",
    "",
)
TWO_POSITIONS = (
    "a: (1, 2, 3); b: (-4.5, .5, 6e1)",
    "b: (-4.5, 0.5, 60), a: (1, 2, 3)",
    "A: 1, 2, 3; B: \u22124.5, 0.5, 60",
    "{'a': (1, 2, 3), 'b': (-4.5, 0.5, 60)}",
    "a = [1 2 3]; b = [-4.5 0.5 60]",
    "(1, 2, 3); (-4.5, 0.5, 60)",
    "a: (1, 2, 3)",
    "a: (1, 2, 3); a: (1, 2, 3)",
    "a: (1, 2, 3) b: (1, 2, 3)",
    "a: (1, 2, 3)b: (1, 2, 3)",
    "| body | x | y | z |\n|---|---|---|---|\n| a | 1 | 2 | 3 |\n| b | 4 | 5 | 6 |",
    "a: z = 1, y = 2, x = 3; b: (4, 5, 6)",
    '{"positions": {"a": [1, 2, 3], "b": [4, 5, 6]}}',
)
LITERALS = (
    "5",
    "-5",
    "1_000",
    "0x10",
    "5.0",
    ".5",
    "1e3",
    "True",
    "true",
    "null",
    "None",
    "nan",
    "inf",
    "'ab'",
    '"ab"',
    "'a\\tb'",
    '"\\/"',
    "ab",
    "[1, 2]",
    "(1, 2)",
    "(1,)",
    "(1)",
    "{1, 2}",
    "set()",
    "{'a': 1}",
    '{"a": true}',
    "{}",
    "[1, [2, (3,)]]",
    "1 + 1",
    "1+2j",
    "[1, 2",
    "f(1)",
    "",
)


@cache
def _form(kind: str) -> Form:
    int_form = {"type": "int", "min": -3, "max": 20}
    coin = {"type": "int", "min": 1, "max": 9}
    pan = {"type": "sequence", "of": coin, "max_length": 4, "distinct": True, "ordered": False, "ranges": True}
    described: Mapping[str, dict[str, Any]] = {
        "int": int_form,
        "bool": {"type": "bool"},
        "choice": {"type": "choice", "options": ["Bandit A", "Bandit B", "c"]},
        "word": {"type": "word", "length": 3},
        "text": {"type": "text", "alphabet": "0123456789+-= ", "max_length": 5},
        "cell": {"type": "cell", "rows": 7, "columns": 9},
        "sequence": {"type": "sequence", "of": int_form, "min_length": 0, "max_length": 3},
        "set": {"type": "sequence", "of": int_form, "max_length": 3, "distinct": True, "ordered": False},
        "cells": {"type": "sequence", "of": {"type": "cell", "rows": 2, "columns": 2}, "max_length": 3},
        "record": {
            "type": "record",
            "fields": {"left": {"type": "sequence", "of": int_form, "max_length": 2}, "right": int_form},
        },
        "grid": {"type": "grid", "rows": 2, "columns": 3, "alphabet": ".AB"},
        "equation": {"type": "equation", "length": 8},
        "pans": {"type": "record", "fields": {"left": pan, "right": pan}, "distinct": True},
    }
    form: Form = TypeAdapter(Form).validate_python(described[kind])
    return form


def _in_form(text: str) -> Any:
    """Read `form: text`."""
    kind, _, rest = text.partition(": ")

    def read(form: str) -> Any:
        try:
            return _form(kind).read(form)
        except NotInForm as error:
            raise InvalidReply from error

    return first_read([rest], read)


FORMS = (
    *(f"int: {text}" for text in ("5", " +5 ", "-3", "- 3", "007", "21", "1.0", "\u22123", "\u0661", "")),
    *(f"bool: {text}" for text in ("True", "false", "YES", "no", "1")),
    *(f"choice: {text}" for text in ("Bandit A", "bandit   a", "C", "'c'", "Bandit")),
    *(f"word: {text}" for text in ("abc", "ABC", "'abc'", '"abc"', "ab", "abcd", "a\u017fc")),
    *(f"text: {text}" for text in ("1+2=3", ' "1 + 2" ', "'1+2'", "1+2=30", "1*2", "")),
    *(f"cell: {text}" for text in ("(3, 4)", "3 4", "[3,4]", "3,4", "(0, 1)", "(8, 1)", "C4")),
    *(
        f"sequence: {text}"
        for text in ("[1, 2]", "(1, 2)", "{1, 2}", "1, 2", "1 2", "1; 2", "[]", "", "1,,2", "<1, 2>", "1, 2, 3, 4")
    ),
    *(f"set: {text}" for text in ("{3, 1}", "3, 1", "(3, 1)", "1, 1")),
    *(f"cells: {text}" for text in ("[(2, 1), (1, 2)]", "(2, 1), (1, 2)", "(1, 2)", "[(1, 2)]", "{(1, 2)}", "2, 1")),
    *(
        f"record: {text}"
        for text in ("left: [1, 2]; right: 3", "Right: 3; LEFT: 1, 2", "left: 1", "left: 1; right: 2; up: 3")
    ),
    *(
        f"grid: {text}"
        for text in (
            "A.B/...",
            "A.B\n...",
            "`A . B / . . .`",
            "'A.B/...'",
            "A.B/..",
            "A.C/...",
            "A.B...",
            '["A.B", "..."]',
            '[["A",".","B"],[".",".","."]]',
        )
    ),
    *(
        f"equation: {text}"
        for text in (
            "2+3*4=14",
            "12/8*6=9",
            "12 / 8 * 6 = 9",
            "6+6=012",
            "12/0+9=9",
            "2+10=013",
            "20+30=50",
            "02+30=32",
        )
    ),
    *(
        f"pans: {text}"
        for text in (
            "left: 1-3; right: 5, 4",
            "right: [4-5]; left: 3, 1-2",
            "left: 1-3; right: 3-5",
            "left: 3-1; right: 4",
        )
    ),
)


def _code_query(text: str) -> Any:
    rules = CodeRules(RecordForm(type="record", fields={"items": _form("sequence")}), Questions())
    query = read_literal(text)
    if query_fault(rules, CodeShape(2), query):
        raise InvalidReply
    return query


CODE_QUERIES = (
    '{"inputs": {"items": [1, 2]}, "checkpoint": [1, 2]}',
    "{'inputs': {'items': [1, 2]}, 'checkpoint': (1, 2)}",
    '{"checkpoint": [1, 2], "inputs": {"items": []}}',
    '{"inputs": {"items": (1, 2)}, "checkpoint": [1, 2]}',
    '{"inputs": {"items": [1, 2]}, "checkpoint": [3, 1]}',
    '{"inputs": {"items": [1, 2]}, "checkpoint": [1, true]}',
    '{"inputs": {"items": [1, 2]}}',
    '{"items": [1, 2], "checkpoint": [1, 2]}',
    '{"inputs": {"items": [1, 2]}, "checkpoint": [1, 2]',
)


def _variable(usual: list[Any], truth: Any) -> Callable[[str], Any]:
    """Read the value of a variable `i` of a box whose variables usually hold these values."""
    conversation = object.__new__(CodeConversation)
    conversation.__dict__.update(prompt=load_prompt("players/code"), usual=usual, names=Names({}, {"i": "i"}))
    conversation.introduction = ""
    sample = CodeSample(conversation, 1, Question({}, (1, 1), "i", truth))
    return lambda reply: conversation.read(reply, "ANSWER", sample._parse)


CODE_ANSWERS = (
    "ANSWER: 3\n\nRevised ANSWER: 5",
    "ANSWER: 3\nRevised answer: 5",
    "ANSWER: 3\n\nFinal Result: 5",
    "ANSWER: 3\n\nThus the answer becomes 5.",
    "ANSWER: 3\n\nThat was wrong. It is 5.",
    "ANSWER: 3\n\nThat was right. It is 3.",
    "ANSWER: 3\n\nHold on, I checked it: it is 3.",
    "ANSWER: None",
    "ANSWER: null",
    "ANSWER: |3|",
    "ANSWER: |-3|",
    "ANSWER: ==3==",
    "ANSWER: 3, 90%",
    "答案：3",
    "ANSWER: 3",
    "ANSWER: -3",
    "ANSWER: - 3",
    "ANSWER: - 3.",
    "ANSWER:\n- 3",
    "ANSWER: * 3",
    "ANSWER: • 3",
    "ANSWER: - [1, 22, 3]",
    "ANSWER: i = - 3",
    "ANSWER: 3. Explanation: the loop ran three times",
    "ANSWER: 3. Reason: 4",
    "ANSWER 3",
    'ANSWER: "3"',
    "ANSWER: {3}",
    "ANSWER: {1, 22, 3}",
    'ANSWER: ["3"]',
    'ANSWER: "`3`"',
    "ANSWER: (3,)",
    "ANSWER: 'abc'",
    "ANSWER: {'x': 3}",
    'ANSWER: {"i": 3}',
    'ANSWER: {"i": "3"}',
    "The answer should be 3.",
    "I believe the answer is 3.",
    "I think the answer is not 3.",
)


def _typed(text: str) -> Any:
    if not SessionRules(SessionDomain(alphabet="ab ", max_length=4)).valid(text):
        raise InvalidReply
    return text


TYPED = ("ab", "a b", '"ab"', "AB", "abc", "ababa", "")
TRUTHS: Mapping[str, Any] = {
    "own signs": "a.b!",
    "exact": "Ab",
    "text": "New  York",
    "number": 0.5,
    "sequence": ["a", 1],
    "set": ["a", "b"],
}
"""Of a freeform question, by comparator."""


def _compared(text: str) -> Any:
    """Read `comparator: answer`: whether it is right."""
    kind, _, answer = text.partition(": ")
    name, truth = "exact" if kind == "own signs" else kind, TRUTHS[kind]
    return agrees(name, truth, first_read([answer], lambda form: read_compared(name, truth, form)))


COMPARED = (
    *(f"exact: {text}" for text in ("Ab is the result", "Ab is correct", "so Ab", "Ab units", "Ab 7")),
    *(
        f"text: {text}"
        for text in (
            "New York is the result",
            "My guess is New York",
            "clearly New York",
            "unknown",
            "it reads New York",
        )
    ),
    *(f"sequence: {text}" for text in ("N/A", "none", "a, 1 if even", "anything but a, 1")),
    *(f"sequence: {text}" for text in ("- a, 1", "unknown", "a, 1, I think", "a, 1 / a, 2", "a, 1, ...")),
    *(f"exact: {text}" for text in ("Ab", " Ab ", '"Ab"', "'Ab'", "ab", "\"Ab'", '""Ab""')),
    *(
        f"exact: {text}"
        for text in ("Ab!", "Ab ;", "Ab [verified]", "Ab → final", "Ab → Ac", "is Ab", "Ab.Ac", "✅ Ab")
    ),
    *(f"text: {text}" for text in ("new york", "New   York", '"New York"', "NewYork")),
    *(f"own signs: {text}" for text in ("a.b!", "a.b", "a.b.", "a.b! (final)", "**a.b!**", "a!b", "a-b", "!a")),
    *(f"sequence: {text}" for text in ("a, 1 → final", "a, 1, because of b", "a; 1 | why", "✅ a, 1", "a 1.")),
    *(
        f"number: {text}"
        for text in (
            "- 0.5",
            "* 0.5",
            "unknown",
            "0.5 (0.6)",
            "0.5 — 0.6",
            "0.5\n0.6",
            "0.5 (was 0.6)",
            "0.5",
            ".5",
            "5e-1",
            "'0.5'",
            "1/2",
            "0,5",
            "50%",
            "nan",
        )
    ),
    *(f"sequence: {text}" for text in ("a, 1", "[A, 1]", "(a 1)", "'a'; '1'", "1, a", "a1", "a, 1, 1")),
    *(f"set: {text}" for text in ("{b, a}", "b a", "a, b, a", "a", "a and b")),
)


def _move(reply: str) -> Any:
    action = chosen(reply, ("rock", "go left"), "not offered")
    if isinstance(action, Refusal):
        raise InvalidReply(action.reason)
    return action


MOVES = (
    "MOVE: rock",
    "move: ROCK",
    'MOVE: "rock"',
    "MOVE: 'Go   Left'",
    "**MOVE: rock**",
    "MOVE: rock\nMOVE: go left",
    "MOVE:\nrock",
    "MOVE: rocks",
    "MOVE: rock or go left",
    "MOVE: goleft",
    "MOVE: rock (go left)",
    "MOVE: rock — go left",
    "MOVE: rock\ngo left",
    "MOVE: rock (it beats scissors)",
    "MOVE: rock\n\n\\boxed{go left}",
    '{"move": "rock", "move": "go left"}',
    "rock",
)


@cache
def _kumo(valid: int) -> KumoConversation:
    truths, actions = ["Copper(II) Oxide", "Zinc", "iron-ore"], ["Flame Test", "pH-Test"]
    states = [OutcomeState(value=value, rules_out=[truth]) for value, truth in (("green", "Zinc"), ("red", "iron-ore"))]
    instance = Instance(
        truths=truths,
        actions=actions,
        observations={"Flame Test": "green", "pH-Test": "red"},
        valid_truth=truths[0],
        outcomes={action: Outcomes(type="str", states=states) for action in actions},
    )
    plan = Plan(turns=2, shots=1, samples=1, seed=0)
    return KumoConversation(load_prompt("players/kumo"), plan, PlaySettings(valid=valid), instance, 1, "")


def _kumo_move(reply: str, valid: int = 1) -> Any:
    conversation = _kumo(valid)
    move = conversation.read(reply, actions=True)
    if isinstance(move, Refusal):
        raise InvalidReply
    return conversation.instance.actions[move.action] if move.action is not None else conversation.words(move.named)


KUMO_MOVES = (
    "ACTION: Flame Test",
    "action: flame test",
    "**ACTION: FlameTest.**",
    'ACTION: "flame-test"',
    "ACTION: \u201cFlame Test\u201d",
    "ACTION：ph test",
    "**ACTION**：`pH-Test`",
    "ACTION: \\boxed{Flame Test}",
    "ACTION: $\\boxed{\\text{Flame Test}}$.",
    "ACTION:\nFlame Test",
    "PREDICT: zinc",
    "PREDICT: Copper (II) oxide",
    "PREDICT: iron ore",
    "PREDICT: zinc\nACTION: Flame Test",
    "ACTION: Flame Test\nPREDICT: zinc\nI need no further action.",
    "<think>\nPREDICT: zinc\n</think>\nACTION: Flame Test",
    "PREDICT: zinc\n</think>\nI had better wait.",
    "<think>\nACTION: Flame Test",
    "PREDICT: zinc (iron-ore)",
    "PREDICT: zinc (not iron-ore)",
    "PREDICT: zinc\n\nCorrection: iron-ore",
    "ACTION: Flame Test\npH-Test",
    "ACTION: Flame Test\n\nThe action is pH-Test.",
    "ACTION: Flame",
    "ACTION: Zinc",
    "ACTION: 1",
    "PREDICT: Zinc | iron-ore",
    "\\boxed{Zinc}",
    "I would predict Zinc.",
    "PREDICTION: zinc",
    "Final answer: Zinc",
    "ANSWER: pH-Test",
    "<answer>Zinc</answer>",
    "<answer>ACTION: Flame Test</answer>",
    "<action>Flame Test</action>\n<predict>Zinc</predict>",
    '{"action": "pH-Test"}',
    '{"prediction": "Zinc", "why": "it was left"}',
    "I choose ACTION: Flame Test",
    "I will not take ACTION: Flame Test",
    "ACTION: Flame Test or ACTION: pH-Test",
    "ACTION: Flame Test<|im_end|>",
    "PREDICT: Zinc</s><|eot_id|>\n",
    "ACTION: 2. pH-Test",
    "PREDICT:\n1. Zinc",
    "PREDICT: Copper Oxide",
    "PREDICT: Copper",
    "PREDICT: Iron-ore (not sure)",
    "1. Zinc",
    "1) ph-test",
    "- **Flame Test**",
    "zinc",
    "Zinc?",
    "Zinc (ruled out)",
    "~~Zinc~~",
    "not Zinc",
    "1. Zinc\n2. iron-ore",
    "1. Zinc\n2. pH-Test",
    "1. Zinc\nbecause it is left",
)


def _kumo_pair(reply: str) -> Any:
    return _kumo_move(reply, valid=2)


KUMO_PAIRS = (
    "PREDICT: Zinc | iron-ore",
    "PREDICT: iron ore|ZINC",
    "PREDICT: \\boxed{Zinc | iron-ore}",
    "PREDICT: Zinc, iron-ore",
    "PREDICT: Zinc | Zinc",
    "PREDICT:\n1. Zinc\n2. iron-ore",
    "<answer>Zinc, iron-ore</answer>",
    "PREDICT: Zinc",
    "1. Zinc\n2. iron-ore",
    "1. Zinc\n2. zinc",
    "- Zinc",
)

ISLANDERS = ("Jack", "Mary", "Bob")


def _islanders(reply: str) -> Any:
    reading = read_roles(reply, ISLANDERS, ROLES["en"][0])
    if reading is None or reading.missing:
        raise InvalidReply
    return reading.roles


ROLES_SAID = tuple(form for forms in (RIGHT_FORMS, WRONG_FORMS, UNREADABLE_FORMS) for form in forms)

LETTER_OPTIONS = {"A": "Alice", "B": "Ben", "C": "Clara", "D": "None of the above"}


def _letters(reply: str) -> str:
    return read_letters(reply, LETTER_OPTIONS, "missing", "refused")


LETTERS = (
    "ANSWER: AC",
    "ANSWER: A, C",
    "**Answer: A and C**",
    "ANSWER: C, A",
    "答案：AC",
    "答案: 选项A、C。",
    "正确答案：AC",
    "因此，最终答案是 A、C。",
    "答案为AC",
    "ANSWER: A. Alice, C. Clara",
    "ANSWER: A (Alice) and C (Clara)",
    "ANSWER: A (Ben)",
    "ANSWER: \\boxed{AC}",
    "ANSWER: B. Ben",
    "ANSWER: None of the above",
    "ANSWER: A\nANSWER: B",
    "ANSWER: ac",
    "ANSWER: bad",
    "ANSWER: A or C",
    "ANSWER: AC / B",
    "ANSWER: A / C",
    "ANSWER: A-C",
    "ANSWER: AC (B)",
    "ANSWER: AC is correct",
    "ANSWER: A\nC",
    "ANSWER: not A",
    "ANSWER: E",
    "ANSWER: Alice and Ben",
    "ANSWER:\nA. Alice\nC. Clara",
    "The options are clear.\n\n\\boxed{A, C}",
    "The answer is A.",
    "ANSWER: A\n\nNo, it is C.",
    "ANSWER:",
)

READERS = (
    Reader("knights: roles", "knights", _islanders, ROLES_SAID),
    Reader("final_line", "replies", _query, FINAL_LINES),
    Reader("quoted", "replies", quoted, QUOTED),
    Reader("says_stop", "episode", says_stop, STOPS),
    Reader("program_of", "programs", lambda reply: program_of(reply, "f"), FENCED),
    Reader("circuit: bits", "circuit", _bits, BITS),
    Reader("code: literal", "code", read_literal, LITERALS),
    Reader("code: query", "code", _code_query, CODE_QUERIES),
    Reader("code: answer", "code", _variable([1, [2]], 3), CODE_ANSWERS),
    Reader("code: answer beside texts", "code", _variable(["12", 2.5], "abc"), CODE_ANSWERS),
    Reader("encryption: query", "encryption", _plaintext, PLAINTEXTS),
    Reader("encryption: answer", "encryption", _ciphertext, CIPHERTEXTS),
    Reader("freeform: query", "freeform", _typed, TYPED),
    Reader("freeform: answer", "freeform", _compared, COMPARED),
    Reader("game: move", "game", _move, MOVES),
    Reader("knowlogic: letters", "knowlogic", _letters, LETTERS),
    Reader("kumo: move", "kumo", _kumo_move, KUMO_MOVES),
    Reader("kumo: two truths", "kumo", _kumo_pair, KUMO_PAIRS),
    Reader("physics: time", "physics", _time, TIMES),
    Reader("physics: one body", "physics", _one_body, POSITIONS),
    Reader("physics: two bodies", "physics", _two_bodies, TWO_POSITIONS),
    Reader("puzzle: form", "puzzle", _in_form, FORMS),
)
