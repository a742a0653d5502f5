"""How each environment reads an answer from a whole reply, for the table of forms that holds for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from boxwright.blackboxes.below import unsure
from boxwright.blackboxes.families.circuit.family import BitDomain, BitRules, BitShape, CircuitFamily
from boxwright.blackboxes.families.encryption.family import EncryptionFamily, TextDomain, TextRules
from boxwright.blackboxes.families.form_atoms import NotInForm
from boxwright.blackboxes.families.freeform.comparators import Written, agrees, read_answer
from boxwright.blackboxes.families.freeform.rules import SessionDomain, SessionRules
from boxwright.blackboxes.families.game.conversation import chosen
from boxwright.blackboxes.families.literals import NoLiteral, same
from boxwright.blackboxes.families.physics.family import Bodies, PhysicsFamily, TimeDomain, TimeRules, Tolerance
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.reasoning.knights.language.words import ROLES
from boxwright.blackboxes.reasoning.knights.play.answers import read_answer as read_roles
from boxwright.blackboxes.reasoning.knowlogic.play.letters import read_letters
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.stated import written_as
from boxwright.blackboxes.types import Refusal
from tests.golden.readings import LETTER_OPTIONS, _form, _kumo, _variable
from tests.golden.readings import _code_query as code_query


@dataclass(frozen=True)
class Answers:
    """The answers of one environment, as players write them."""

    name: str
    environment: str
    marker: str
    read: Callable[[str], Any]
    """Reads a whole reply. Raises: InvalidReply."""
    truths: Mapping[str, Any]
    """What an answer is read as, by its plain text."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """Forms of this environment alone."""
    refused: tuple[str, ...] = ()
    """Texts that no answer can be."""
    another: str = ""
    """Another answer, where `truths` holds one only."""
    unmarked: bool = True
    """Whether an answer without a marked line is read."""
    alone: bool = False
    """Whether a reply that is the answer and nothing else is read: where answers are names that are told."""
    agree: Callable[[Any, Any], bool] = lambda truth, answer: bool(truth == answer)

    def in_play(self, reply: str) -> Any:
        """Read the first reply to a shot, asked again where it may mean another answer. Raises: InvalidReply."""
        if fault := unsure(reply, written_as(self.marker)):
            raise InvalidReply(fault)
        return self.read(reply)

    def right(self, truth: Any, reply: str) -> bool:
        """Whether a reply is read as an answer that agrees with the truth; False too where it is refused."""
        try:
            return self.agree(truth, self.read(reply))
        except InvalidReply:
            return False

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield two different answers as plain texts, each of the known ones first."""
        texts = [*self.truths, *filter(None, [self.another])]
        for text, truth in self.truths.items():
            yield text, next(other for other in texts if not self.right(truth, f"{self.marker}: {other}"))

    def same(self, text: str, truth: Any) -> bool:
        """Whether a plain text is that answer, whatever it looks like."""
        return self.right(truth, f"{self.marker}: {text}")


TEXT = TextRules(TextDomain())
ENCRYPTION = EncryptionFamily()
BITS, GATES, CIRCUIT = BitRules(BitDomain(inputs=4, gates=3)), BitShape(4, 3, 3), CircuitFamily()
TIMES, BODIES, PHYSICS = TimeRules(TimeDomain(max_t=10.0), Tolerance()), Bodies(("ball", "cube")), PhysicsFamily()


def _answer(reply: str, read: Callable[[str], Any]) -> Any:
    return read_reply(reply, "ANSWER", read, "say ANSWER: X", told="")


def _ciphertext(reply: str) -> Any:
    return _answer(reply, partial(ENCRYPTION.parse_output, TEXT, None))


def _gates(reply: str) -> Any:
    return _answer(reply, partial(CIRCUIT.parse_output, BITS, GATES))


def _positions(reply: str) -> Any:
    return _answer(reply, partial(PHYSICS.parse_output, TIMES, BODIES))


def _near(truth: Any, answer: Any) -> bool:
    return PHYSICS.compare(TIMES, truth, answer).right


def _in(kind: str) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            return _form(kind).read(text)
        except NotInForm as error:
            raise InvalidReply("not in the form") from error

    return parse


def _hidden(kind: str) -> Callable[[str], Any]:
    return lambda reply: _answer(reply, _in(kind))


def _compared(comparator: str, truth: Any, texts: tuple[str, ...] = (), question: str = "") -> Callable[[str], Any]:
    known = Written.in_texts(texts).of_question(question)
    return lambda reply: _answer(reply, lambda text: read_answer(comparator, truth, text, known))


def _asked(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda reply: read_reply(reply, "QUERY", parse, "say QUERY: X")


def _typed_text(text: str) -> str:
    if not SessionRules(SessionDomain(alphabet="ab ", max_length=4)).valid(text):
        raise InvalidReply("not typed")
    return text


def _code_question(text: str) -> Any:
    try:
        return code_query(text)
    except NoLiteral as error:
        raise InvalidReply("no literal") from error
    except InvalidReply as error:
        raise InvalidReply("no query") from error


_plaintext = _asked(partial(ENCRYPTION.parse_input, TEXT))
_inputs = _asked(partial(CIRCUIT.parse_input, BITS))
_time = _asked(partial(PHYSICS.parse_input, TIMES))
_code_query = _asked(_code_question)
_typed_reply = _asked(_typed_text)


def _move(reply: str) -> Any:
    action = chosen(reply, ("rock", "go left", "c3"), "not offered")
    if isinstance(action, Refusal):
        raise InvalidReply(action.reason)
    return action


def _prediction(reply: str, actions: bool = False, valid: int = 1) -> Any:
    conversation = _kumo(valid)
    move = conversation.read(reply, actions=actions)
    if isinstance(move, Refusal):
        raise InvalidReply(move.reason)
    return conversation.instance.actions[move.action] if move.action is not None else conversation.words(move.named)


def _prediction_or_action(reply: str) -> Any:
    return _prediction(reply, actions=True)


def _two_predictions(reply: str) -> Any:
    return _prediction(reply, valid=2)


def _roles(reply: str) -> Any:
    reading = read_roles(reply, ("Alice", "Bob"), ROLES["en"][0])
    if reading is None:
        raise InvalidReply("nobody has a role")
    return reading.roles


TWO = {"ball": [1.5, -2.0, 3.25], "cube": [0.0, 4.0, -5.125]}
ANSWERS = (
    Answers(
        "encryption",
        "encryption",
        "ANSWER",
        _ciphertext,
        {"KHOOR ZRUOG": "KHOOR ZRUOG", "qxt7": "qxt7", "8 5 12": "8 5 12"},
        also={
            '" ab "': " ab ",
            '{"answer": "KHOOR"}': "KHOOR",
            "{'answer': 'KHOOR'}": "KHOOR",
            '{"ciphertext": "KHOOR", "confidence": 0.9}': "KHOOR",
            "ciphertext: KHOOR": "KHOOR",
            "The ciphertext is KHOOR": "KHOOR",
            "8 5  12": "8 5  12",
            '"A or B"': "A or B",
        },
        refused=("KHÖÖR", "K-H-O", "KHOOR, KHOOS", "KHOOR or KHOOS", "字", "(KHOOR or KHOOS)"),
    ),
    Answers(
        "encryption: query",
        "encryption",
        "QUERY",
        _plaintext,
        {"Hello there": "Hello there", "aB": "aB"},
        also={'" ab "': " ab ", "plaintext: Hello": "Hello", "“Hello”": "Hello", "Hello!": "Hello"},
        refused=("a-b", "x" * 31, "Hello, there", "字"),
    ),
    Answers(
        "circuit: query",
        "circuit",
        "QUERY",
        _inputs,
        {"1 0 1 1": [1, 0, 1, 1], "0010": [0, 0, 1, 0]},
        also={"[1, 0, 1, 1]": [1, 0, 1, 1], '{"query": [1, 0, 1, 1]}': [1, 0, 1, 1]},
        refused=("1 0 1", "1 0 1 2", "1 0 1 1 or 1 1 1 1"),
    ),
    Answers(
        "circuit",
        "circuit",
        "ANSWER",
        _gates,
        {"1 0 1": [1, 0, 1], "011": [0, 1, 1]},
        also={
            "1, 0, 1": [1, 0, 1],
            "[1, 0, 1]": [1, 0, 1],
            '{"answer": [1, 0, 1]}': [1, 0, 1],
            "g1=1, g2=0, g3=1": [1, 0, 1],
            "Gate 1: 1, Gate 2: 0, Gate 3: 1": [1, 0, 1],
            "\n1. 1\n2. 0\n3. 1": [1, 0, 1],
            "\n- g1: 1\n- g2: 0\n- g3: 1": [1, 0, 1],
            "1|0|1": [1, 0, 1],
            "`1` `0` `1`": [1, 0, 1],
            "{'g1': 1, 'g2': 0, 'g3': 1}": [1, 0, 1],
            '{"1": 1, "2": 0, "3": 1}': [1, 0, 1],
            '{"gates": [1, 0, 1]}': [1, 0, 1],
            "gates: 1 0 1": [1, 0, 1],
        },
        refused=("1 0", "1 0 1 0", "1 0 2", "1 0 1 (0 1 1)", "1 0 1; (0 1 1)", "yes no yes", "g1=1, g3=0, g2=1"),
        another="0 1 1",
    ),
    Answers(
        "physics: query",
        "physics",
        "QUERY",
        _time,
        {"1.5": 1.5, "7": 7.0},
        also={"t = 2": 2.0, "2 s": 2.0, "2.": 2.0, '{"query": 2.5}': 2.5},
        refused=("11", "-1", "1.25", "soon", "1 or 2"),
    ),
    Answers(
        "physics",
        "physics",
        "ANSWER",
        _positions,
        {"ball: (1.5, -2, 3.25); cube: (0, 4, -5.125)": TWO},
        also={
            "\nball: (1.5, -2, 3.25)\ncube: (0, 4, -5.125)": TWO,
            "ball: (1.5, -2, 3.25)\ncube: (0, 4, -5.125)": TWO,
            "\n- **ball**: (1.5, -2, 3.25)\n- **cube**: (0, 4, -5.125)": TWO,
            "ball: (1.5 m, -2 m, 3.25 m); cube: (0 m, 4 m, -5.125 m)": TWO,
            "ball: (x=1.5, y=-2, z=3.25); cube: (x=0, y=4, z=-5.125)": TWO,
            "ball at (1.5, -2, 3.25) and cube at (0, 4, -5.125)": TWO,
            "ball -> (1.5, -2, 3.25) | cube -> (0, 4, -5.125)": TWO,
            '{"ball": {"x": 1.5, "y": -2, "z": 3.25}, "cube": {"x": 0, "y": 4, "z": -5.125}}': TWO,
            r"$\text{ball}: (1.5, -2, 3.25)$; $\text{cube}: (0, 4, -5.125)$": TWO,
            r"$ball: \left(1.5, -2, 3.25\right)$; $cube: \left(0, 4, -5.125\right)$": TWO,
            '{"answer": {"ball": [1.5, -2, 3.25], "cube": [0, 4, -5.125]}}': TWO,
            "**ball**: (1.5, -2, 3.25); **cube**: (0, 4, -5.125)": TWO,
            "\n| ball | 1.5 | -2 | 3.25 |\n| cube | 0 | 4 | -5.125 |": TWO,
            "\n| body | x (m) | y (m) | z (m) |\n|---|---|\n| ball | 1.5 | -2 | 3.25 |\n| cube | 0 | 4 | -5.125 |": TWO,
            '{"positions": {"ball": [1.5, -2, 3.25], "cube": [0, 4, -5.125]}}': TWO,
            "positions: ball: (1.5, -2, 3.25); cube: (0, 4, -5.125)": TWO,
            "ball: (1.5×10^0, -0.2 * 10^1, 32.5 x 10^-1); cube: (0, 4, -5.125)": TWO,
            r"ball: (1.5 \times 10^{0}, -2, 3.25); cube: (0, 4, -51.25 \cdot 10^{-1})": TWO,
            "ball: (1.5, -2, 3.25)\n\ncube: (0, 4, -5.125)": TWO,
            "\n\n**ball**: (1.5, -2, 3.25)\n\n**cube**: (0, 4, -5.125)": TWO,
        },
        refused=(
            "ball: z = 3.25, y = -2, x = 1.5; cube: x = 0, y = 4, z = -5.125",
            '{"ball": {"z": 3.25, "y": -2, "x": 1.5}, "cube": [0, 4, -5.125]}',
            "ball: (1.5, -2, 3.25)",
            "ball: (1, 2); cube: (1, 2)",
            "ball: (1 cm, 2 cm, 3 cm); cube: (0, 4, 5)",
        ),
        agree=_near,
        another="ball: (2.5, -2, 3.25); cube: (0, 4, -5.125)",
    ),
    Answers(
        "code: query",
        "code",
        "QUERY",
        _code_query,
        {"{'inputs': {'items': [1, 2]}, 'checkpoint': [1, 2]}": {"inputs": {"items": [1, 2]}, "checkpoint": [1, 2]}},
        refused=("{'inputs': {'items': [1, 2]}}", "[1, 2]", "{'inputs': {'items': [1, 2]}, 'checkpoint': [9, 2]}"),
        unmarked=False,
        another="{'inputs': {'items': [1, 3]}, 'checkpoint': [1, 2]}",
    ),
    Answers(
        "code: numbers and lists",
        "code",
        "ANSWER",
        _variable([1, [2]], 3),
        {"3": 3, "[1, 22, 3]": [1, 22, 3]},
        also={
            "3.": 3,
            '"3"': 3,
            "'3'": 3,
            '{"answer": 3}': 3,
            '{"final_answer": 3}': 3,
            "i = 3": 3,
            "`i` = 3": 3,
            "-3": -3,
            "\u22123": -3,
            '"[1, 22]"': [1, 22],
            "i == 3": 3,
            "i is 3": 3,
            "**`i`**: 3": 3,
            "`i` → `3`": 3,
            "**i** = `[1, 22]`": [1, 22],
            '"i = 3"': 3,
            '{"i": 3}': 3,
            '{"value": 3}': 3,
        },
        refused=(
            *(
                "{3}",
                "{1, 22, 3}",
                '["3"]',
                '"`3`"',
                "'abc'",
                "(3,)",
                "{'x': 3}",
                '{"i": "3"}',
                "- 3",
                "- 3.",
                "- 1,000",
            ),
            *("3 or 4", "1,000", "1,000,", "many", "3, maybe 4", "2,5", "2, 5", "(2, 5)", "[1, 2], [3]", "3 and 4"),
        ),
        agree=same,
    ),
    Answers(
        "code: tuples",
        "code",
        "ANSWER",
        _variable([(1, 2), 3], (2, 5)),
        {"(2, 5)": (2, 5), "3": 3},
        also={"2,5": (2, 5), "i = 2, 5": (2, 5), "i: (2, 5)": (2, 5)},
        refused=("1,000", "2 5", "(2, 5) or (2, 6)", "2;5", "2, 5."),
        agree=same,
    ),
    Answers(
        "code: texts and floats",
        "code",
        "ANSWER",
        _variable(["12", 2.5, True, ["a"]], "abc"),
        {"'abc'": "abc", "2.5": 2.5, "True": True},
        also={
            "'12'": "12",
            '"12"': "12",
            "“12”": "12",
            "“abc”": "abc",
            "‘abc’": "abc",
            "„abc“": "abc",
            "«abc»": "abc",
            "[“a”, “b”]": ["a", "b"],
            "'“a”'": "“a”",
            "\"a' 'b\"": "a' 'b",
            "3.0": 3.0,
            "true": True,
            '{"answer": "abc"}': "abc",
        },
        refused=("3.", "abc", "'abc' or 'abd'", "nan", "“abc", "“a” or “b”", "'a' 'b'", "['a' 'b']"),
        agree=same,
    ),
    Answers(
        "puzzle: word",
        "puzzle",
        "ANSWER",
        _hidden("word"),
        {"CAB": "CAB", "fee": "FEE"},
        also={
            "C A B": "CAB",
            "c-a-b": "CAB",
            "C, A, B": "CAB",
            '["C", "A", "B"]': "CAB",
            "word: CAB": "CAB",
            "The word is CAB": "CAB",
        },
        refused=("CABS", "CA", "C4B", "CAB or CUB", "C, A, B, S", "CAB, CUB", "CAB is a word"),
    ),
    Answers(
        "puzzle: list",
        "puzzle",
        "ANSWER",
        _hidden("sequence"),
        {"1, 2, 13": [1, 2, 13]},
        also={
            form: [1, 2, 13]
            for form in (
                "[1, 2, 13]",
                "\n1, 2, 13",
                "1 2 13",
                "1; 2; 13",
                "1, 2, and 13",
                "1 → 2 → 13",
                "`1` `2` `13`",
                "\n1\n2\n13",
                "\n- 1\n- 2\n- 13",
                "\n1. 1\n2. 2\n3. 13",
                "1,\n2,\n13",
                "1\n2\n13",
                "1\n\n2\n\n13",
                "[\n1,\n2,\n13\n]",
            )
        },
        refused=("1, 2, ...", "1, 2 …", "1\n2", "1, 2, 99", "1, two", "1,,2", "1, 2; (13)", "1, 2 (13)"),
        another="1, 2, 12",
    ),
    Answers(
        "puzzle: cell",
        "puzzle",
        "QUERY",
        _asked(_in("cell")),
        {"(3, 4)": [3, 4], "7, 9": [7, 9]},
        also={
            form: [3, 4]
            for form in (
                "row 3, column 4",
                "(row 3, col 4)",
                "r3c4",
                "(3; 4)",
                '{"row": 3, "column": 4}',
                "cell: (3, 4)",
            )
        },
        refused=("(8, 1)", "7, 9; (3, 4)", "7, 9 (3, 4)", "(3, 4, 5)", "C4", "(3, 4) or (3, 5)"),
    ),
    Answers(
        "puzzle: parts",
        "puzzle",
        "ANSWER",
        _hidden("record"),
        {"left: [1, 2]; right: 3": {"left": [1, 2], "right": 3}},
        also={
            form: {"left": [1, 2], "right": 3}
            for form in (
                "left = [1, 2], right = 3",
                "left: 1, 2 | right: 3",
                "**left**: [1, 2]; **right**: 3",
                '{"left": [1, 2], "right": 3}',
                "\nleft: [1, 2]\nright: 3",
                "\n- left: 1, 2\n- right: 3",
                "left → 1, 2; right → 3",
                '{"left": "1, 2", "right": "3"}',
            )
        },
        refused=(
            "left: 1",
            "left: 1, left: 2, right: 3",
            "up: 1; left: 1; right: 2",
            "left: 1; right: 99",
            "left: 1; right: 2; up: 3",
        ),
        another="left: [1, 3]; right: 3",
    ),
    Answers(
        "puzzle: grid",
        "puzzle",
        "ANSWER",
        _hidden("grid"),
        {"A.B/...": ["A.B", "..."], "BBB/AAA": ["BBB", "AAA"]},
        also={
            form: ["A.B", "..."]
            for form in (
                "\n```\nA.B\n...\n```",
                '["A.B", "..."]',
                "['A.B', '...']",
                '[["A", ".", "B"], [".", ".", "."]]',
                '\n[["A", ".", "B"],\n [".", ".", "."]]',
                '{"answer": ["A.B", "..."]}',
                '{"grid": ["A.B", "..."]}',
                "[A.B, ...]",
                "[A . B] [. . .]",
                "A.B, ...",
                "A.B; ...",
                "\nA,.,B\n.,.,.",
                "\n| A | . | B |\n| . | . | . |",
                "\n1. A.B\n2. ...",
                "\nRow 1: A.B\nRow 2: ...",
                "\n`A.B`\n`...`",
            )
        },
        refused=("A.B/..", "A.C/...", "A.B", '["A.B"]', '["A.B", "...", "..."]', "[A.B, ..]", "2. A.B\n1. ..."),
    ),
    Answers(
        "game",
        "game",
        "MOVE",
        _move,
        {"rock": "rock", "go left": "go left", "c3": "c3"},
        also={"Go  Left": "go left", '{"move": "rock"}': "rock"},
        refused=("rocks", "rock or go left", "goleft", "left"),
        alone=True,
    ),
    Answers(
        "freeform: query",
        "freeform",
        "QUERY",
        _typed_reply,
        {"ab": "ab", "bb a": "bb a"},
        refused=("abc", "AB", "ababa", "a or b"),
    ),
    Answers(
        "freeform: signs of its own",
        "freeform",
        "ANSWER",
        _compared("text", "ok A+1 ok A*", ("ok A+1", "ok !")),
        {"ok A+1 ok A*": "ok A+1 ok A*", "ok A!": "ok A!"},
        refused=("ok A.B", "ok (A+1", "ok A-1", "ok A+1 or ok A*"),
        agree=lambda truth, answer: agrees("text", truth, answer),
    ),
    Answers(
        "freeform: text",
        "freeform",
        "ANSWER",
        _compared("text", "new york"),
        {"New York": "new york"},
        also={'{"answer": "new york"}': "new york"},
        refused=("new york or boston",),
        agree=lambda truth, answer: agrees("text", truth, answer),
        another="Boston",
    ),
    Answers(
        "freeform: exact",
        "freeform",
        "ANSWER",
        _compared("exact", "01101"),
        {"01101": "01101"},
        also={"0 1 1 0 1": "01101", "0, 1, 1, 0, 1": "01101"},
        refused=("01101 or 01100", "0110l", "01101 units", "01101 01100", "O1101"),
        agree=lambda truth, answer: agrees("exact", truth, answer),
        another="01100",
    ),
    Answers(
        "freeform: number",
        "freeform",
        "ANSWER",
        _compared("number", 12.5, question="How many cells are full, and what do they cost in crowns?"),
        {"12.5": 12.5},
        also={
            "+12.50": 12.5,
            "1.25e1": 12.5,
            "1.25 × 10^1": 12.5,
            "\u221212.5": -12.5,
            "12.5 cells": 12.5,
            "**12.5 cells**.": 12.5,
            "12.5 Crowns": 12.5,
            "12.5 crown": 12.5,
            "≈ 12.5": 12.5,
        },
        refused=(
            *("plenty", "12.5 or 13", "nan", "1/2", "12,5", "12.5 dozen", "12.5 k", "12.5 rows", "12.5 cells, 3 rows"),
            *("12.5 of 20 cells", "12.5 cells and 3", "12.5 full", "12.5 13", "12.5 hundred cells"),
        ),
        agree=lambda truth, answer: agrees("number", truth, answer),
        another="13.5",
    ),
    Answers(
        "freeform: words in order",
        "freeform",
        "ANSWER",
        _compared("sequence", ["d", "fa", "acf"]),
        {"d, fa, acf": ["d", "fa", "acf"], "d fa acf": ["d", "fa", "acf"]},
        also={
            form: ["d", "fa", "acf"]
            for form in (
                "d -> fa -> acf",
                "d → fa → acf",
                "d > fa > acf",
                "d, fa and acf",
                "d, fa, and acf",
                "1. d 2. fa 3. acf".replace(" 2", ", 2").replace(" 3", ", 3"),
                "\n1. d\n2. fa\n3. acf",
                "\nd\nfa\nacf",
                "\n- d\n- fa\n- acf",
                "[d, fa, acf]",
                '["d", "fa", "acf"]',
                "`d` `fa` `acf`",
                "**d**, **fa**, **acf**",
                "d — fa — acf",
                r"$d \to fa \to acf$",
                "path: d, fa, acf",
            )
        },
        refused=(
            *("d = fa = acf", "d: fa: acf", "d, fa or acf", "first d, never fa, then acf", "d, fa, acf / d, fa, ac"),
            *(
                "d fa acf | d, fa, acf",
                "d, fa, acf -> d, fa, ac",
                "d fa acf; d, fa, acf",
                "d, fa, no, acf",
                "1 | d fa acf",
            ),
            *("d, fa, acf, I think", "so d, fa, acf", "d, fa, acf units", "3. d, fa, acf", "```\n```"),
        ),
        agree=lambda truth, answer: agrees("sequence", truth, answer),
        another="d, acf, fa",
    ),
    Answers(
        "freeform: numbers in order",
        "freeform",
        "ANSWER",
        _compared("sequence", [4, 41, 2]),
        {"4, 41, 2": [4, 41, 2], "4 41 2": [4, 41, 2]},
        also={"4 -> 41 -> 2": [4, 41, 2], "\n1. 4\n2. 41\n3. 2": [4, 41, 2], "4, 41 and 2": [4, 41, 2]},
        refused=("four, 41, 2", "a=4, b=41, c=2"),
        agree=lambda truth, answer: agrees("sequence", truth, answer),
        another="4, 2, 41",
    ),
    Answers(
        "kumo: prediction",
        "kumo",
        "PREDICT",
        _prediction,
        {"Zinc": ["Zinc"], "iron-ore": ["iron-ore"], "Copper(II) Oxide": ["Copper(II) Oxide"]},
        also={'{"prediction": "Zinc"}': ["Zinc"]},
        refused=("Zincs", "Zinc or iron-ore", "Zinc | iron-ore", "Flame Test"),
        alone=True,
    ),
    Answers(
        "kumo: action",
        "kumo",
        "ACTION",
        _prediction_or_action,
        {"Flame Test": "Flame Test", "pH-Test": "pH-Test"},
        refused=("Flame", "Zinc", "1"),
        unmarked=False,
        alone=True,
    ),
    Answers(
        "kumo: two truths",
        "kumo",
        "PREDICT",
        _two_predictions,
        {"Zinc | iron-ore": ["Zinc", "iron-ore"]},
        also={"Zinc, iron-ore": ["Zinc", "iron-ore"], "Zinc and iron-ore": ["Zinc", "iron-ore"]},
        refused=("Zinc", "Zinc | Zinc", "Zinc | iron-ore | Copper(II) Oxide"),
        another="Zinc | Copper(II) Oxide",
    ),
    Answers(
        "knights",
        "knights",
        "ANSWER",
        _roles,
        {"Alice is a knight and Bob is a knave": [True, False]},
        also={
            "Alice: knight, Bob: knave": [True, False],
            "Knights: Alice. Knaves: Bob.": [True, False],
            "No doubt: Alice is a knight and Bob is a knave": [True, False],
            "Alice is a knight and Bob is a knave, without any doubt": [True, False],
            "I am not sure: Alice is a knight and Bob is a knave": [None, None],
            "I cannot tell, Alice is a knight and Bob is a knave": [None, None],
            "It is not certain, Alice is a knight, Bob is a knave": [None, None],
        },
        refused=("I cannot tell", "Alice and Bob"),
        unmarked=False,
        another="Alice is a knave and Bob is a knight",
    ),
    Answers(
        "knowlogic",
        "knowlogic",
        "ANSWER",
        lambda reply: read_letters(reply, LETTER_OPTIONS, "missing", "refused"),
        {"AC": "AC", "B": "B"},
        also={
            "A, C": "AC",
            "A and C": "AC",
            "C, A": "AC",
            "A. Alice, C. Clara": "AC",
            "A (Alice) and C (Clara)": "AC",
            "Alice, Clara": "AC",
            "B - Ben": "B",
            "A / C": "AC",
            "A+C": "AC",
            "AC (A and C)": "AC",
            "AC (not B)": "AC",
            "[A][C]": "AC",
            "AC is correct": "AC",
        },
        refused=(
            *("E", "A or C", "not A", "bad", "A (Ben)", "A. Alice, C. Ben", "AC / B", "A, C / B", "AC / BC", "AC - B"),
            *("AC — B", "AC (B)", "AC, B", "AC. B", "A-C", "A..C", "A to C", "A?", "all but B"),
        ),
    ),
)
"""Every environment is here; a new one adds its own."""
