"""Code expression: programs are run in a session of their own, compared on fresh inputs, and can do no harm."""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.records import SampleRecord
from boxwright.blackboxes.types import Baseline, Options, Plan
from boxwright.harness import programs
from boxwright.harness.chat.api import Reply
from boxwright.harness.chat.fences import fenced, program_of
from boxwright.harness.episode import play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.player import Observation
from boxwright.harness.programs import judge_program
from boxwright.harness.settings import SettingRefused, check_plan
from boxwright.sandbox import Launcher, Module, SandboxUnavailable, open_launcher, values
from tests.blackboxes.starters import CAESAR, STARTERS, starter
from tests.conftest import describe

Make = Callable[..., Box]
THERE = """
def there(name):
    try:
        __import__(name)
    except ModuleNotFoundError:
        return False
    return True
"""
WITH_FUNCTIONS = ("encryption", "circuit", "physics", "code")


class Programmer:
    """A player that explores anyhow and then submits fixed programs, one a shot; never presented as a model."""

    name = "programmer"

    def __init__(self, *programs: str) -> None:
        self._programs = list(programs)
        self.seen: list[str] = []

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        self.seen.append(observation.message)
        return Reply(text=self._programs.pop(0) if observation.kind == "program" else baseline.truth())


def plan(shots: int = 1, samples: int = 1000, turns: int = 3, options: Options | None = None) -> Plan:
    chosen = options or Options()
    return Plan(turns=turns, shots=shots, samples=samples, seed=11, answers="code", options=chosen)


def submitted(box: Box, *sources: str, samples: int = 1000) -> SampleRecord:
    own = box.family.read_options(box.family.built_with)  # the names that the box's own code has
    record = play(box, plan(shots=len(sources), samples=samples, options=own), Programmer(*map(fenced, sources)))
    (sample,) = record.samples
    return sample


@pytest.mark.parametrize("family", WITH_FUNCTIONS)
@pytest.mark.parametrize("kind", ["oracle", "constant", "echo", "random"])
def test_the_box_itself_is_right_and_what_learned_nothing_is_wrong(family: str, kind: str, make_box: Make) -> None:
    box = make_box(starter(family), STARTERS[family])
    record = play(box, plan(), BuiltinPlayer(kind, 1))
    (sample,) = record.samples
    assert len(record.turns) == 3
    if kind == "oracle":
        assert (sample.outcome, sample.value) == ("right", 1.0)
        assert sample.shots[0].detail["wrong"] == {}
    else:
        assert sample.outcome == "wrong"
        assert sample.value < 0.35
    text = record.conversations[0][0].content
    assert "fenced code block" in text
    assert "ANSWER:" not in text
    assert "$" not in text


RIGHT = {
    "encryption": "def blackbox(plaintext):\n    return ''.join(NEXT.get(c, c) for c in plaintext)\n"
    "A = 'abcdefghijklmnopqrstuvwxyz'\nNEXT = dict(zip(A + A.upper(), A[1:] + A[0] + A[1:].upper() + 'A'))\n",
    "circuit": "def blackbox(bits):\n    a, b, c = bits\n    d = a and b\n"
    "    return [d, d, int(not c), d and int(not c)]\n",
    "physics": "def blackbox(t):\n    return {'ball': [3.0004 * min(t, 10), max(0, 500 - 5 * t ** 2), 0.0]}\n",
    "code": "def blackbox(inputs, index, visit, variable):\n"
    "    items = inputs['items'] if index == 2 else inputs['items'][:visit]\n"
    "    s = inputs['n'] + sum(items)\n    return {'s': s, 'i': visit - 1, 'h': s * 0.5}[variable]\n",
}
"""Written anew, not the box's own code."""


@pytest.mark.parametrize("family", WITH_FUNCTIONS)
def test_a_right_program_that_is_not_the_boxs_own_is_right(family: str, make_box: Make) -> None:
    sample = submitted(make_box(starter(family), STARTERS[family]), RIGHT[family])
    assert (sample.outcome, sample.value) == ("right", 1.0), sample.shots[0].detail


def test_it_is_compared_on_a_thousand_different_unexplored_inputs(make_box: Make) -> None:
    box = make_box(starter("encryption"), CAESAR)
    record = play(box, plan(), Programmer(fenced(CAESAR)))
    assert record.samples[0].question == {"program": "blackbox(plaintext)", "inputs": 1000}
    assert record.samples[0].shots[0].detail["inputs_right"] == 1000
    chapter = next(iter(box.family.conversations(box, plan())))
    asked = [values.dumps(list(t.args)) for t in box.family.expression(box, plan(), chapter).trials()]
    assert len(set(asked)) == 1000


def test_players_are_told_what_a_program_may_import(make_box: Make, launcher: Launcher) -> None:
    record = play(make_box(starter("circuit"), STARTERS["circuit"]), plan(), Programmer(fenced(STARTERS["circuit"])))
    text = record.conversations[0][0].content
    (offered,) = re.findall(r"may import what computes: (.*?)\. Count on nothing else", text)
    (refused,) = re.findall(r"nothing else: (.*?), for example, cannot be imported", text)
    assert len(offered.split(", ")) > 50
    source = "def missing(names):\n    return [name for name in names if not there(name)]\n" + THERE
    with closing(launcher.open(Module(source), programs.LIMITS)) as session:
        assert session.call("missing", offered.split(", ") + refused.split(" and ")) == ["asyncio", "argparse"]


def test_what_was_explored_is_skipped_and_what_is_left_is_all_asked(make_box: Make) -> None:
    class Explorer(Programmer):
        def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
            number = len(self.seen)
            reply = super().reply_inside(observation, baseline)
            return reply if observation.kind == "program" else Reply(text=f"QUERY: {number:03b}")

    box = make_box(starter("circuit"), STARTERS["circuit"])
    record = play(box, plan(turns=5), Explorer(fenced(STARTERS["circuit"])))
    assert record.samples[0].question["inputs"] == 3
    assert sorted(record.skips) == sorted(t.query for t in record.turns), "each explored input once"
    record = play(box, plan(turns=8), Explorer(fenced(STARTERS["circuit"])))
    assert record.samples[0].shots[0].detail["explored"] == record.samples[0].question["inputs"] == 8


def test_no_output_and_no_echo_fills_the_inputs(make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {letters: lower, spaces: false, max_length: 8}\n"
    source = "def blackbox(plaintext):\n    return 'z' if plaintext[0] > 'c' else plaintext[::-1]\n"
    box = make_box(describe("encryption/mostly_z", front, "rule"), source)
    sample = submitted(box, "def blackbox(plaintext):\n    return 'z'\n", samples=200)
    assert sample.value == 0.5
    assert submitted(box, "def blackbox(plaintext):\n    return plaintext\n", samples=200).value == 0.0


def test_a_half_right_program_scores_its_share_and_gates_are_counted_for_all_inputs(make_box: Make) -> None:
    box = make_box(starter("circuit"), STARTERS["circuit"])
    crashes = STARTERS["circuit"].replace("    g1 =", "    if x3:\n        raise KeyError(x3)\n    g1 =")
    sample = submitted(box, crashes)
    detail = sample.shots[0].detail
    assert sample.outcome == "wrong"
    assert sample.value == detail["inputs_right"] / detail["inputs"]
    assert detail["gates"] == 4 * detail["inputs"]
    assert detail["gates_right"] == 4 * detail["inputs_right"]
    assert detail["wrong"] == {"raised KeyError in a call: 1": detail["inputs"] - detail["inputs_right"]}


def test_every_shot_is_a_whole_program_with_a_binary_signal_and_the_best_counts(make_box: Make) -> None:
    player = Programmer("I am not sure.", fenced("def blackbox(p):\n    return p\n"), fenced(CAESAR))
    record = play(make_box(starter("encryption"), CAESAR), plan(shots=3), player)
    (sample,) = record.samples
    assert [(s.right, s.value, s.refusals) for s in sample.shots] == [(False, 0.0, 1), (True, 1.0, 0)]
    assert "no complete code block" in player.seen[4]
    assert player.seen[5].startswith("Wrong.\n\nShot 2 of 3.")
    assert record.conversations[0][-1].content == "Right."


GUARDED = (
    "if 0:\n    pass\nelse:\n    try:\n        import g\n    except ImportError:\n        def f(x):\n            pass\n"
)
"""A program that defines its function inside `if` and `try`."""
QUOTING = 'def f():\n    """\n    ```\n    f()\n    ```\n    """\n'
"""A program whose docstring quotes a block: an indented fence is no end."""


@pytest.mark.parametrize(
    ("reply", "program"),
    [
        ("```python\nf = abs\n```", "f = abs\n"),
        ("First\n```\ndef f(\n```\nthen\n~~~py\r\nf = max\r\n~~~\nDone.", "f = max\n"),
        ("```python\nhalf", None),
        ("```python\nf = abs\n```\n```python\ndef f", "f = abs\n"),
        ("```python\nf = abs\n```\nOutput:\n```\n12\n```\nExample:\n```python\nprint(f)\n```", "f = abs\n"),
        ("```python\ndef g():\n    pass\n```", None),
        ("```python\ndef f(x):\n    return (\n```\n```\nthe end\n```", "def f(x):\n    return (\n"),
        ("1. Code:\n\n   ```python\n   def f(x):\n       return x\n   ```", "def f(x):\n    return x\n"),
        ("```python\n    from math import floor as f\n```", "from math import floor as f\n"),
        ("def f(x):\n    return x", "def f(x):\n    return x\n"),
        ("```\n\n```", None),
        ("``` ```", None),
        ("a = 1", None),
        ("", None),
        ("```\nf = abs\n```\nUsage:\n```python\nfrom solution import f\nprint(f)\n```", "f = abs\n"),
        ("<think>```python\nf = abs\n```</think>\n```python\nf = max\n```", "f = max\n"),
        ("<think>\n```python\nf = abs\n```\n</think>\nI cannot.", None),
        ("```python\nf = abs\n```\nA test:\n```python\ndef test():\n    def f(x):\n        return 0\n```", "f = abs\n"),
        ("```python\nf = abs\n```\n```python\nclass S:\n    def f(self, x):\n        return 0\n```", "f = abs\n"),
        ("```python\nf = abs\n```\n```python\nf = None\n```\n```python\nf: int\n```", "f = abs\n"),
        ("```python\nclass S:\n    def f(self, x):\n        return 0\n```", None),
        (f"```python\nf = abs\n```\n```python\n{GUARDED}```", GUARDED),
        (
            '```python\nf = abs\n```\nIn short:\n```python\nimport math\ndef f(x):\n    "As above."\n    ...\n```',
            "f = abs\n",
        ),
        ("```python\nf = abs\n```\nIts signature:\n```python\ndef f(x: int) -> int:\n```", "f = abs\n"),
        ("```python\nf = abs\n```\n```python\ndef f(x):\n    return 0\n```", "def f(x):\n    return 0\n"),
        ("```python\ndef f(x):\n    pass\n```", "def f(x):\n    pass\n"),
        ("```python\nf = abs\n```\nA wrong version would be:\n```python\nf = max\n```", "f = abs\n"),
        ("```python\nf = abs\n```\nMy first idea was:\n```python\nf = max\n```\nIt failed.", "f = abs\n"),
        ("```python\nf = abs\n```\n# Old version\n```python\nf = max\n```", "f = abs\n"),
        ("```python\nf = abs\n```\n```python\n# old version, wrong\nf = max\n```", "f = abs\n"),
        ("```python\nf = max\n```\nThis is wrong.\n```python\nf = abs\n```", "f = abs\n"),
        ("```python\nf = max\n```\nThe old one was wrong. Here it is:\n```python\nf = abs\n```", "f = abs\n"),
        ("```python\n%%writefile box.py\nf = abs\n```", "f = abs\n"),
        ("python\nf = abs", "f = abs\n"),
        (
            "```python\nf = max\n```\nShift before reversing the original:\n```python\n# before\nf = abs\n```",
            "# before\nf = abs\n",
        ),
        ("The program:\n\nf = abs\n\nIt returns what is asked.", "f = abs\n"),
        ("<code>\nf = abs\n</code>", "f = abs\n"),
        ("ANSWER: ```python\nf = abs\n```", "f = abs\n"),
        ("```python\nf = abs```", "f = abs\n"),
        (
            '```python\ndef f(x):\n    """Do.\n\n```\nf(1)\n```\n"""\n```',
            'def f(x):\n    """Do.\n\n```\nf(1)\n```\n"""\n',
        ),
        ("```python\nf = max\n```\nThe wrong line is fixed now:\n```python\nf = abs\n```", "f = abs\n"),
        ("My old attempt was:\n```python\nf = abs\n```", "f = abs\n"),
        ("```python\nf = abs\n```\n```python\ndef f(x):\n    raise NotImplementedError\n```", "f = abs\n"),
        (
            "```\nimport math\ndef h(x):\n    return math.floor(x)\n```\nThen:\n```\ndef f(x):\n    return h(x)\n```",
            "import math\ndef h(x):\n    return math.floor(x)\n\ndef f(x):\n    return h(x)\n",
        ),
        ("```python\nx = 2\n```\n```python\ndef f(x):\n    return x\n```", "def f(x):\n    return x\n"),
        ("Here is my program:\n\ndef f(x):\n    return x", "def f(x):\n    return x\n"),
        ("Here it is:\nimport math\nf = math.floor", "import math\nf = math.floor\n"),
        ("I would define f:\ndef f(x) returns x", None),
        ("   ```python title=x\n  f = abs\n   ```   ", "f = abs\n"),
        ("> Here it is:\n> ```python\n> f = abs\n> ```", "f = abs\n"),
        ("Option A:\n```python\nf = abs\n```\nOption B:\n```python\nf = max\n```", None),
        ("Either\n```python\nf = abs\n```\nor\n```python\nf = max\n```", None),
        ("Option A:\n```python\nf = abs\n```\nOption B:\n```python\nf = abs\n```", "f = abs\n"),
        ("```python\nf = abs\n```\nIgnore this program.", None),
        ("```python\nf = abs\n```\nI retract this program.", None),
        ('```python\ndef f():\n    """\n    ```\n    f()\n    ```\n    """\n```', QUOTING),
    ],
)
def test_the_last_block_that_defines_the_function_is_the_program(reply: str, program: str | None) -> None:
    assert program_of(reply, "f") == program


def test_what_is_fenced_is_read_back() -> None:
    for program in ("f = abs\n", "f = abs\n'''\n```\n'''\n", "f = abs\n# ````\n"):
        assert program_of(f"Here:\n{fenced(program)}\nThat is all.", "f") == program


HOSTILE = {
    "fork bomb": ("import os\ndef blackbox(p):\n    while True:\n        os.fork()\n", "raised"),
    "endless loop": ("def blackbox(p):\n    while True:\n        pass\n", "did not finish within the time limit"),
    "endless loop at load": (
        "def blackbox(p):\n    return p\nwhile True:\n    pass\n",
        "did not finish within the time limit",
    ),
    "reads files": ("def blackbox(p):\n    return open('/etc/passwd').read()\n", "raised"),
    "reads the processes": ("import os\ndef blackbox(p):\n    return str(os.listdir('/proc'))\n", "raised"),
    "giant output": ("def blackbox(p):\n    return 'x' * 100_000_000\n", ""),
    "giant memory": ("def blackbox(p):\n    return len(bytearray(10 ** 11))\n", ""),
    "prints": ("def blackbox(p):\n    print(p * 1000, flush=True)\n", "wrong type or shape: must return a string"),
    "another type": ("def blackbox(p):\n    return 1\n", "wrong type or shape: must return a string, not int"),
    "nan": ("def blackbox(p):\n    return float('nan')\n", "gave a value that cannot cross the boundary"),
    "an object": ("def blackbox(p):\n    return object()\n", "gave a value that cannot cross the boundary"),
    "exits": ("import os\ndef blackbox(p):\n    os._exit(0)\n", ""),
    "leaves": ("def blackbox(p):\n    raise SystemExit\n", ""),
    "no function but a name": ("blackbox = [3]\n", "defines no function blackbox"),
    "no python": ("def blackbox(p):\n    Sorry, I do not know.\n", "raised SyntaxError"),
    "deep nesting": ("def blackbox(p):\n    return p\nx = " + "(" * 5000 + ")" * 5000 + "\n", "raised"),
    "a NUL": ("def blackbox(p):\n    return p\nx = '\0'\n", "NUL"),
    "wrong arguments": ("def blackbox():\n    return 'x'\n", "raised TypeError"),
    "network": (
        "import socket\ndef blackbox(p):\n    return str(socket.create_connection(('127.0.0.1', 80)))\n",
        "raised",
    ),
}


@pytest.fixture(
    scope="module",
    params=["local", pytest.param("docker", marks=pytest.mark.engine)],
    ids=["local", "docker"],
)
def somewhere(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    try:
        opened = open_launcher(request.param)
    except SandboxUnavailable as unavailable:
        if request.param == "local" or os.environ.get("BOXWRIGHT_REQUIRE_ENGINE") == "1":
            raise
        pytest.skip(str(unavailable))
    yield opened
    opened.close()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_is_wrong_for_a_recorded_reason(
    name: str, somewhere: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "LIMITS", programs.LIMITS.__class__(load_seconds=1, call_seconds=0.5))
    source, reason = HOSTILE[name]
    with Box(starter("encryption"), get_family("encryption"), CAESAR, somewhere) as box:
        sample = submitted(box, source, samples=20)
        assert (sample.outcome, sample.value) == ("wrong", 0.0)
        wrong = sample.shots[0].detail["wrong"]
        assert sum(wrong.values()) == 20
        assert next(iter(wrong)).startswith(reason) or reason in next(iter(wrong)), wrong
        assert box.call("blackbox", "abc") == "bcd"


def test_slow_programs_are_stopped_and_the_rest_is_wrong(make_box: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PROGRAM_SECONDS", 0.5)
    source = CAESAR.replace("    out = []", "    sum(range(5_000_000))\n    out = []")
    began = time.monotonic()
    sample = submitted(make_box(starter("encryption"), CAESAR), source, samples=100)
    assert time.monotonic() - began < 5
    detail = sample.shots[0].detail
    assert 0 < detail["inputs_right"] < 20
    assert detail["wrong"] == {"not asked: 0.5 seconds were over": 100 - detail["inputs_right"]}


def test_a_program_that_dies_now_and_then_is_started_again_a_few_times(make_box: Make) -> None:
    source = CAESAR.replace(
        "    out = []", "    import os\n    if plaintext == MARK:\n        os._exit(1)\n    out = []"
    )
    box = make_box(starter("encryption"), CAESAR)
    chapter = next(iter(box.family.conversations(box, plan(samples=50))))
    asked = box.family.expression(box, plan(samples=50), chapter)
    trials = asked.trials()
    verdict = judge_program(box.launcher, f"MARK = {trials[7].args[0]!r}\n{source}", trials, asked)
    assert verdict.right == 49
    assert sum(verdict.wrong.values()) == 1
    verdict = judge_program(box.launcher, "import os\ndef blackbox(p):\n    os._exit(1)\n", trials, asked)
    assert verdict.right == 0
    assert verdict.wrong["not asked: it died 4 times"] == 46


SPY = """
import gc, os, sys

def has(text):
    at = text.find("%s")
    return at >= 0 and text.startswith("%s", at + 12)

def texts():
    gc.unfreeze()
    for thing in gc.get_objects():
        yield from (held for held in gc.get_referents(thing) if type(held) is str)
    frame = sys._getframe()
    while frame:
        yield repr(list(frame.f_locals))
        frame = frame.f_back
    yield repr([dict(os.environ), sys.argv, sys.path, list(sys.modules)])
    for path in ("/proc/self/maps", "/proc/self/mem", "/proc/self/environ", ".", "/tmp"):
        try:
            yield repr(os.listdir(path) if os.path.isdir(path) else open(path).read())
        except OSError:
            pass

def blackbox(plaintext):
    found = list(texts())
    return "seen" if any(map(has, found)) else "nothing among many" if len(found) > 1000 else "nothing"
"""


def test_the_programs_session_holds_nothing_of_the_box(somewhere: Launcher) -> None:
    """The box's code and its description carry a secret; the program searches all that it can reach for it."""
    secret = secrets.token_hex(12)
    halves = secret[:12], secret[12:]
    source = f"SECRET = {secret!r}\ndef blackbox(plaintext):\n    return SECRET[:6]\n"
    front = "difficulty: easy\ndomain: {letters: lower, spaces: false, max_length: 5}\n"
    with Box(describe("encryption/spied", front, secret), get_family("encryption"), source, somewhere) as box:
        chapter = next(iter(box.family.conversations(box, plan(samples=1))))
        asked = box.family.expression(box, plan(samples=1), chapter)
        trials = asked.trials()
        assert box.session().alive
        verdict = judge_program(somewhere, SPY % halves, trials, asked)
        assert verdict.first.get("got") == '"nothing among many"', (verdict.wrong, verdict.first)
        # the search would find it, were it there
        verdict = judge_program(somewhere, f"HIDDEN = {secret!r}\n" + SPY % halves, trials, asked)
        assert verdict.first.get("got") == '"seen"', (verdict.wrong, verdict.first)


@pytest.mark.parametrize("family", ["puzzle", "game", "freeform", "kumo"])
def test_families_without_functions_refuse_programs_before_anything_is_played(family: str) -> None:
    with pytest.raises(SettingRefused, match=f"the environment '{family}' does not support the setting 'code'"):
        check_plan(get_environment(family), plan())


def test_the_same_seed_gives_the_same_inputs(make_box: Make) -> None:
    for family in WITH_FUNCTIONS:
        box = make_box(starter(family), STARTERS[family])
        drawn = [
            box.family.expression(
                box, plan(samples=30), next(iter(box.family.conversations(box, plan(samples=30))))
            ).trials()
            for _ in range(2)
        ]
        assert drawn[0] == drawn[1]
