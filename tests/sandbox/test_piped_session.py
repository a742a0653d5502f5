"""A session whose other side is hostile: every violation is noticed, named and final."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.sandbox import Limits, Module, ModuleRaised, SandboxError, SandboxUnavailable, wire
from boxwright.sandbox.channel import ChannelClosed, Death
from boxwright.sandbox.session import PipedSession
from boxwright.sandbox.values import atoms_text, dumps, text

LIMITS = Limits(reply_bytes=1000, request_bytes=500)
FELL = Death("crashed", "it fell over")
Answer = Callable[[dict[str, Any]], bytes]


class FakeChannel:
    """Answers each request by a function; counts how often it was ended."""

    def __init__(self, answer: Answer, death: Death | SandboxUnavailable = FELL) -> None:
        self.answer = answer
        self.death = death
        self.waiting = b""
        self.requests: list[dict[str, Any]] = []
        self.ended = 0

    def send(self, data: bytes, deadline: float) -> None:
        if self.waiting == b"EOF":
            raise ChannelClosed
        request = json.loads(data)
        if isinstance(request, list):
            request = dict(zip(("id", "function", "check", "rows"), request, strict=True))
        self.requests.append(request)
        self.waiting += self.answer(request)

    def receive(self, deadline: float) -> bytes:
        if self.waiting == b"":
            raise TimeoutError
        if self.waiting == b"EOF":
            raise ChannelClosed
        data, self.waiting = self.waiting, b""
        if data.endswith(b"EOF"):
            data, self.waiting = data[:-3], b"EOF"
        return data

    def rest(self) -> None:
        pass

    def cause_of_death(self) -> Death:
        if isinstance(self.death, SandboxUnavailable):
            raise self.death
        return self.death

    def end(self) -> None:
        self.ended += 1


def line(**reply: Any) -> bytes:
    return json.dumps(reply).encode() + b"\n"


def honest(request: dict[str, Any]) -> bytes:
    """Answer with the row's first argument."""
    if "op" in request:
        return line(id=request["id"], value=["f"])
    return b"".join(line(id=request["id"] + place, value=row[0]) for place, row in enumerate(request["rows"]))


def opened(answer: Answer, **settings: Any) -> tuple[PipedSession, FakeChannel]:
    """Return a session that has loaded, whose calls are then answered by `answer`."""
    channel = FakeChannel(honest, **settings)
    session = PipedSession(channel, LIMITS, lambda session: None)
    session.load(Module("code"))
    channel.answer = answer
    return session, channel


def error(**changes: Any) -> dict[str, Any]:
    return {"kind": "raised", "type": "E", "message": "m", "line": 3, **changes}


def test_honest_calls() -> None:
    session, channel = opened(honest)
    assert session.functions == {"f"}
    assert session.call("f", (1, 2)) == (1, 2)
    assert [reply.unwrap() for reply in session.call_many("f", [(1,), (2,), (3,)])] == [1, 2, 3]
    session.close()
    session.close()
    assert channel.ended == 1 and not session.alive
    with pytest.raises(SandboxError, match=r"^the session is closed$"):
        session.call("f", 1)


def test_rows_go_out_in_growing_batches() -> None:
    session, channel = opened(honest)
    assert [reply.unwrap() for reply in session.call_many("f", ((i,) for i in range(20)))] == list(range(20))
    assert [len(request["rows"]) for request in channel.requests[1:]] == [1, 2, 4, 8, 5]


def test_a_batch_keeps_to_the_size_of_a_request_and_a_refused_row_keeps_its_place() -> None:
    session, channel = opened(honest)
    rows: list[tuple[Any, ...]] = [("a",), ("b" * 300,), ("c" * 300,), ("d" * 600,), (object(),), ("e",)]
    replies = list(session.call_many("f", rows))
    assert [reply.value and reply.value[0] for reply in replies] == ["a", "b", "c", None, None, "e"]
    assert [str(reply.error) for reply in replies[3:5]] == [
        "a request of more than 500 bytes",
        "the arguments hold a value of type object",
    ]
    assert [len(request["rows"]) for request in channel.requests[1:]] == [1, 1, 1, 1]
    assert session.alive


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b"garbage\n", "a line that is not JSON"),
        (b"\xff\xfe\n", "a line that is not JSON"),
        (b"[" * 900 + b"\n", "a line that is not JSON"),
        (b"[]\n", "a line that is not an object"),
        (b"{}\n", "a reply that answers no open request"),
        (line(id=1, value=1), "a reply that answers no open request"),
        (line(id=True, value=1), "a reply that answers no open request"),
        (b"x" * 6000, "a reply of more than 1000 bytes"),
        (b"x" * 6000 + b"\n", "a reply of more than 1000 bytes"),
    ],
)
def test_garbage_ends_the_session(reply: bytes, words: str) -> None:
    session, channel = opened(lambda request: reply)
    with pytest.raises(SandboxError, match=words) as caught:
        session.call("f", 1)
    assert caught.value.kind == "protocol"
    assert channel.ended == 1 and not session.alive


@pytest.mark.parametrize(
    "reply",
    [
        {},
        {"value": 1, "error": error()},
        {"value": 1, "extra": 2},
        {"value": 1, "changed": 1},
        {"value": {"$what": []}},
        {"value": {"$set": [[]]}},
        {"error": "no"},
        {"error": error(kind="timeout")},
        {"error": error(kind=[])},
        {"error": error(type=1)},
        {"error": error(message=None)},
        {"error": error(line="3")},
        {"error": error(line=True)},
        {"error": error(line=-1)},
        {"error": {**error(), "more": 1}},
    ],
)
def test_a_reply_of_another_form_ends_the_session(reply: dict[str, Any]) -> None:
    session, channel = opened(lambda request: line(id=request["id"], **reply))
    with pytest.raises(SandboxError) as caught:
        session.call("f", 1)
    assert caught.value.kind == "protocol"
    assert channel.ended == 1


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), st.lists, max_leaves=5))
def test_no_reply_gets_past_the_reader(value: Any) -> None:
    for reply in ({"id": 7, "value": value}, {"id": 7, "error": value}, value):
        try:
            read = wire.read_reply(json.dumps(reply).encode(), 7)
        except wire.Violation:
            continue
        assert read.error is None


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=4)
parts = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner))


@given(st.lists(parts, min_size=1, max_size=5), st.booleans())
def test_many_replies_at_once_are_read_as_one_by_one(found: list[Any], escaped: bool) -> None:
    written = [json.dumps([7 + place, value], ensure_ascii=escaped) for place, value in enumerate(found)]
    data = ("\n".join(written) + "\n").encode("utf-8", "surrogatepass")
    read = wire.read_usual(data, 7, len(found))
    if read is not None:
        alone = [wire.read_reply(line, 7 + place).value for place, line in enumerate(data.splitlines())]
        assert dumps(read) == dumps(alone)
    for place, line in enumerate(data.splitlines(keepends=True)):
        usual, value = wire.read_one(line, 7 + place)
        if usual:
            assert dumps(value) == dumps(wire.read_reply(line[:-1], 7 + place).value)


@pytest.mark.parametrize(
    "reply",
    [
        b"[7,1e999]\n",
        b"[7,NaN]\n",
        b'[7,"\\ud800"]\n',
        b"[7.0,1]\n",
        b"[true,1]\n",
        b"[7,1,1]\n",
        b"[7]\n",
        b"7\n",
        b"\n",
    ],
)
def test_what_is_not_quite_a_value_is_never_read_the_quick_way(reply: bytes) -> None:
    assert wire.read_usual(reply, 7, 1) is None
    assert wire.read_one(reply, 7) == (False, None)
    with pytest.raises(wire.Violation):
        wire.read_reply(reply[:-1], 7)


@pytest.mark.parametrize(
    "lines", [b"[7,[1\n2]]\n", b"[7,1],[8,2]\n[9,3]\n", b'[7,"a\nb"]\n', b"[7,1]\n\n", b"[8,1]\n[7,1]\n"]
)
def test_lines_that_are_only_good_together_are_not_read(lines: bytes) -> None:
    assert wire.read_usual(lines, 7, 2) is None


@given(st.lists(st.lists(plain | st.binary(max_size=2) | st.tuples(plain), max_size=3), max_size=4))
def test_rows_written_at_once_are_those_written_one_by_one(rows: list[list[Any]]) -> None:
    written = atoms_text(rows)
    if written is not None:
        assert written == f"[{','.join('[' + ','.join(map(text, row)) + ']' for row in rows)}]"
    if all(type(value) is int for row in rows for value in row):
        assert written is not None


def test_what_a_module_raised_is_cleaned_again_on_the_host() -> None:
    mean = error(type="E\x1b[2J", message="\u202e" + "x" * 600, line=None)
    session, _ = opened(lambda request: line(id=request["id"], error=mean))
    with pytest.raises(ModuleRaised) as caught:
        session.call("f", 1)
    assert caught.value.exception == "E?[2J"
    assert caught.value.detail == "?" + "x" * 498 + "…"
    assert session.alive


@pytest.mark.parametrize("extra", [line(id=5, value=1), b"x", b"\n"])
def test_output_that_nobody_asked_for_ends_the_session(extra: bytes) -> None:
    session, channel = opened(lambda request: honest(request) + extra)
    assert session.call("f", 1) == 1
    with pytest.raises(SandboxError, match="output that no request asked for") as caught:
        session.call("f", 2)
    assert caught.value.kind == "protocol"
    assert len(channel.requests) == 2 and channel.ended == 1


def test_silence_is_a_timeout_and_later_calls_say_so() -> None:
    session, channel = opened(lambda request: b"")
    with pytest.raises(SandboxError, match=r"^the call took more than 2 s$") as caught:
        session.call("f", 1)
    assert caught.value.kind == "timeout"
    with pytest.raises(SandboxError, match=r"^the session has ended: the call took more than 2 s$") as caught:
        session.call("f", 1)
    assert caught.value.kind == "timeout"
    assert channel.ended == 1


def test_a_death_between_calls_is_noticed_by_the_next_request() -> None:
    session, channel = opened(lambda request: honest(request) + b"EOF")
    assert session.call("f", 1) == 1
    with pytest.raises(SandboxError, match=r"^it fell over$") as caught:
        session.call("f", 1)
    assert caught.value.kind == "crashed"
    assert len(channel.requests) == 2


def test_rows_after_the_death_get_its_error() -> None:
    def dies_at_3(request: dict[str, Any]) -> bytes:
        replies = honest(request).splitlines(keepends=True)
        values = [row[0] for row in request["rows"]]
        return b"".join(replies[: values.index(3)]) + b"EOF" if 3 in values else b"".join(replies)

    session, channel = opened(dies_at_3)
    replies = list(session.call_many("f", [(i,) for i in range(6)]))
    assert [reply.value for reply in replies] == [0, 1, 2, None, None, None]
    assert [str(reply.error) for reply in replies[3:]] == [
        "it fell over",
        *repeat("the session has ended: it fell over", 2),
    ]
    assert {reply.error.kind for reply in replies if reply.error} == {"crashed"}
    assert len(channel.requests) == 4


def test_an_engine_that_stopped_is_not_the_modules_fault() -> None:
    session, channel = opened(lambda request: b"EOF", death=SandboxUnavailable("the engine is gone"))
    with pytest.raises(SandboxUnavailable, match="the engine is gone"):
        session.call("f", 1)
    assert channel.ended == 1 and not session.alive


def test_an_interrupt_ends_the_session_because_its_reply_is_still_on_the_way() -> None:
    def interrupt(request: dict[str, Any]) -> bytes:
        raise KeyboardInterrupt

    session, channel = opened(interrupt)
    with pytest.raises(KeyboardInterrupt):
        session.call("f", 1)
    assert channel.ended == 1 and not session.alive


@pytest.mark.parametrize(
    ("kind", "lives"), [("raised", True), ("refused", True), ("memory", False), ("protocol", False)]
)
def test_which_errors_a_session_survives(kind: str, lives: bool) -> None:
    session, channel = opened(lambda request: line(id=request["id"], error=error(kind=kind)))
    with pytest.raises(SandboxError) as caught:
        session.call("f", 1)
    assert caught.value.kind == kind
    assert session.alive is lives and channel.ended == (not lives)


def test_replies_that_nobody_read_are_dropped_before_the_next_call() -> None:
    session, _ = opened(honest)
    replies = session.call_many("f", [(i,) for i in range(10)])
    assert [next(replies).value for _ in range(2)] == [0, 1]
    assert session.call("f", "next") == "next"
    with pytest.raises(RuntimeError, match="before all replies"):
        next(replies)
    assert session.call("f", "again") == "again"


def test_rows_are_taken_only_when_needed() -> None:
    taken = []

    def rows() -> Iterator[tuple[int]]:
        for i in range(100):
            taken.append(i)
            yield (i,)

    session, _ = opened(honest)
    replies = session.call_many("f", rows())
    assert taken == []
    next(replies)
    assert taken == [0]


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (Module("x" * (wire.MAX_SOURCE_BYTES + 1)), "the module's text has more than 1048576 bytes"),
        (Module("'\0'"), "the module's text has a NUL character"),
        (Module("'\ud800'"), "the module's text has a lone surrogate"),
    ],
)
def test_a_module_that_cannot_be_sent(module: Module, words: str) -> None:
    session = PipedSession(FakeChannel(honest), LIMITS, lambda session: None)
    with pytest.raises(SandboxError, match=words) as caught:
        session.load(module)
    assert (caught.value.kind, caught.value.phase) == ("refused", "load")


@pytest.mark.parametrize("names", ["f", [1], {"f": 1}, None])
def test_a_list_of_functions_that_is_none(names: Any) -> None:
    session = PipedSession(
        FakeChannel(lambda request: line(id=request["id"], value=names)), LIMITS, lambda session: None
    )
    with pytest.raises(SandboxError, match="the list of functions is not one"):
        session.load(Module("x"))


@pytest.mark.parametrize(
    "hello", [b"Traceback\n", b"{}\n", b'{"hello": {}}\n', b'{"hello": {"landlock": 7, "seccomp": 1}}\n', b"EOF", b""]
)
def test_an_interpreter_that_does_not_start(hello: bytes) -> None:
    channel = FakeChannel(lambda request: hello)
    session = PipedSession(channel, LIMITS, lambda session: None)
    with pytest.raises(SandboxUnavailable, match="did not start"):
        session.start(b"{}")


def test_a_runner_that_cannot_lock_itself_says_why() -> None:
    channel = FakeChannel(lambda request: line(problem="[Errno 1] capset"))
    with pytest.raises(SandboxUnavailable, match=r"did not start: \[Errno 1\] capset"):
        PipedSession(channel, LIMITS, lambda session: None).start(b"{}")


LISTS = b"[" + b",".join([b"[]"] * 20) + b"]"
TEXTS = json.dumps(["a,b,[c],{d}", '\\",[,', "e" * 30] * 20).encode()


def weighed(limits: Limits, value: bytes) -> PipedSession:
    """Return a session that answers every call with that text, and whose replies all count."""
    channel = FakeChannel(honest)
    session = PipedSession(channel, limits, lambda session: None)
    session.load(Module("code"))
    channel.answer = lambda request: b"".join(
        b"[%d,%s]\n" % (request["id"] + place, value) for place in range(len(request["rows"]))
    )
    return session


@pytest.mark.parametrize("many", [False, True])
def test_a_reply_of_too_many_values_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch, many: bool) -> None:
    """Eighty-five thousand empty lists are 170 KB of text and eleven megabytes in memory."""
    monkeypatch.setattr(wire, "WEIGHED_BYTES", 10)
    monkeypatch.setattr(wire, "read_one", lambda piece, number: pytest.fail("it was read"))
    session = weighed(Limits(reply_values=30), LISTS)
    with pytest.raises(SandboxError) as caught:
        next(session.call_many("f", [(1,)])).unwrap() if many else session.call("f", 1)
    assert (caught.value.kind, caught.value.message) == ("protocol", "a reply of more than 30 values")
    assert not session.alive


def test_signs_in_texts_are_no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "WEIGHED_BYTES", 10)
    assert weighed(Limits(reply_values=70), TEXTS).call("f", 1) == json.loads(TEXTS)
    with pytest.raises(SandboxError, match="more than 60 values"):
        weighed(Limits(reply_values=60), TEXTS).call("f", 1)


def test_the_replies_of_a_session_together_are_bounded() -> None:
    """A caller that keeps them all would otherwise be filled up reply by reply."""
    value = b"[" + b",".join([b"[]"] * 5_000) + b"]"
    session = weighed(Limits(host_mb=1), value)
    replies = list(session.call_many("f", repeat((1,), 5)))
    assert [reply.error is None for reply in replies] == [True, False, False, False, False]
    assert str(replies[1].error) == "replies that together take more than 1 MB of memory"
    assert session.host_bytes > 1 << 20


def test_small_replies_do_not_count_however_many_there_are() -> None:
    session = weighed(Limits(host_mb=1), b"[1,2,3]")
    assert sum(reply.error is None for reply in session.call_many("f", repeat((1,), 50_000))) == 50_000
    assert session.host_bytes == 0


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_the_weight_is_never_less_than_the_number_of_values(value: Any) -> None:
    def count(part: Any) -> int:
        inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        return 1 + sum(map(count, inner))

    line = f"[1,{text(value)}]".encode()
    with pytest.raises(wire.Violation):
        wire.weigh(line, count(value) // 2)
    assert wire.weigh(line, 3 * count(value) + 2) >= wire.ITEM_BYTES * (count(value) // 2)
