"""Fenced blocks in a reply: found by the rules of CommonMark, and which of them is the Python source asked for.

A build's coder may mislabel, repeat or forget its blocks, so `extract_code` judges them by parsing (nothing is run).
A player is told that the last complete block that defines the function counts, so `program_of` takes that one.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import json
import re
import textwrap
import threading
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from boxwright.blackboxes.keyed import value_under
from boxwright.blackboxes.spoken import CALL, spoken
from boxwright.blackboxes.stated import last_line
from boxwright.blackboxes.taken_back import retracts

OPENING = re.compile(r"^( {0,3})(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$")
_IN_LIST = re.compile(r"([ \t]{4,}|\t)(`{3,}|~{3,})[^`]*\Z")
"""A fence that stands in a list: in CommonMark its place depends on the item's."""
MOST_ENDS = 20
"""How many closing fences to try as the end of a block that may quote some."""
LABELS = frozenset({"python", "py", "python3", "py3"})
LONGEST = 400_000
"""Longer texts are not parsed: Python may need a gigabyte for a few million characters."""
MOST_TRIES = 200
"""How many later ends of blocks are tried per reply."""

_BEGINS = re.compile(r"(?:async\s+def|class|def|from|import)\s|@\w|[A-Za-z_]\w*\s*(?::[^=]+)?=[^=]")
"""How a line of Python begins below prose."""
_NOUNS = "answer|approach|attempt|code|draft|guess|idea|implementation|one|outline|program|shot|solution|try|version"
_THINGS = rf"(?:{_NOUNS})s?\b"
_CALLED_OFF = re.compile(
    r"\b(?:bad|buggy|earlier|fail(?:ed|ing)|first|incorrect|initial|naive|old|original|previous|rejected|wrong)\W{1,3}"
    rf"(?:\w+\W{{1,2}}){{0,2}}?{_THINGS}|\b{_THINGS}[^:：]{{0,40}}\b(?:contradicted|fail(?:ed|s)?|rejected|wrong)\b|"
    r"错误的?(?:版本|程序|代码)|是错误的|不要使用|\bif\s(?:it|the\srule)\swere\b|\b(?:do\snot|don['’]t)\suse\b|\A\W*(?:before|previously)\b|\bshot\s\d{1,2}\swas\b|\btemplate\b|\bwas\srejected\b|\bis\s(?:incorrect|wrong)\b",
    re.IGNORECASE,
)
_COMMENTED_OFF = re.compile(
    rf"#\W*(?:an?\s|my\s|the\s)?(?:bad|buggy|earlier|first|incorrect|naive|old|previous|rejected|wrong)\s{_THINGS}",
    re.IGNORECASE,
)
_MENDED = re.compile(
    r"\b(?:better|complete|correct|corrected|final|fix|fixed|fixes|improved|instead|mended|new|now|replaces?|revised|updated)\b",
    re.IGNORECASE,
)
"""What a line above a block says of it: `A wrong version would be:`, but not `The old one, corrected:`."""
_WHICH_WAS = re.compile(
    r"\W*(?:which|but\s(?:it|that|this))\s(?:is|was)\s(?:incorrect|not\s(?:correct|right)|rejected|wrong)\b",
    re.IGNORECASE,
)
"""What a line below a block says of it: `which was wrong.`"""
_LEFT_OUT = re.compile(r"\s*(?:#\s*)?(?:\.{3}|…)[^\w'\"]*")
"""`# ...`, where lines of a program are left out."""
_LONGEST_LINE = 200
_LAST_SENTENCE = re.compile(r"(?:.*[.!?]\s)?(.*)", re.DOTALL)
_AROUND = re.compile(
    r"</?(?:answer|code|execute|pre|program|python)>|\[/?PYTHON\]|\\(?:begin|end)\{(?:lstlisting|minted|verbatim)\}(?:\{python\})?"
)
"""What stands around a program in place of fences."""
_MARKED = re.compile(r"^[*_# ]*(?:answer|program)[^\w`\n]*(?=`{3,}\w*$)", re.IGNORECASE | re.MULTILINE)
_HOLDERS = ("answer", "code", "program", "python", "solution", "source")
"""What models call a program in an object."""
_FENCED = re.compile(r"\A\s*```\w*[ \t]*\n|\n[ \t]*```\s*\Z")
_MAGIC = re.compile(r"\A(?:\s*%%?\w[^\n]*\n)+")
"""`%%writefile box.py`: a notebook's words above a program."""

_parsing = threading.Lock()


@dataclass(frozen=True)
class Fence:
    """One fenced block. Line numbers count from 0 in the text with its line ends normalised."""

    label: str
    """The first word after the opening fence, in lower case, without braces and dots."""
    body: str
    """The lines between the fences, each with its newline and without the indentation of the opening fence."""
    raw: str
    """The same lines with all their indentation."""
    opened: int
    """The line of the opening fence."""
    closed: int | None
    """The line of the closing fence; None where the text ends first."""


def normalise(text: str) -> str:
    """The text with `\\n` as its only line end and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def fences(text: str, settle: Callable[[Fence, list[Fence]], Fence] | None = None) -> list[Fence]:
    """All fenced blocks in order; a block that is never closed runs to the end of the text.

    A block may quote fences of its own kind: `settle` chooses between the block as CommonMark reads it and the
    wider ones that end at later closing fences; what it chooses swallows the fences inside.
    """
    lines = normalise(text).split("\n")
    found: list[Fence] = []
    at = 0
    while at < len(lines):
        if OPENING.match(lines[at]) is None:
            at += 1
            continue
        ends = closings(lines, at, MOST_ENDS if settle else 1)
        first, *wider = [block(lines, at, end) for end in ends] or [block(lines, at, None)]
        found.append(settle(first, wider) if settle else first)
        closed = found[-1].closed
        at = len(lines) if closed is None else closed + 1
    return found


def closings(lines: list[str], opened: int, most: int) -> list[int]:
    """The first lines that could close the block opened at line `opened`."""
    opening = OPENING.match(lines[opened])
    assert opening is not None, f"line {opened} opens no block"
    ends = (n for n in range(opened + 1, len(lines)) if closes(opening, lines[n]))
    return list(itertools.islice(ends, most))


def without_opening(text: str) -> str:
    """The text without its first line, if that opens a block."""
    first, _, rest = text.partition("\n")
    return rest if OPENING.match(first.strip()) else text


def block(lines: list[str], opened: int, closed: int | None) -> Fence:
    """The block between two lines of fences; its lines lose the indentation of the opening fence."""
    opening = OPENING.match(lines[opened])
    assert opening is not None, f"line {opened} opens no block"
    indent = len(opening[1])
    inside = lines[opened + 1 : len(lines) if closed is None else closed]
    bare = [line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in inside]
    words = opening[3].split()
    label = words[0].strip("{}.").lower() if words else ""
    body, raw = ("".join(line + "\n" for line in part) for part in (bare, inside))
    return Fence(label=label, body=body, raw=raw, opened=opened, closed=closed)


def closes(opening: re.Match[str], line: str) -> bool:
    """Whether a line closes a block: the same character, at least as often, and nothing else but spaces."""
    mark = opening[2]
    bare = line.strip(" \t")
    indent = len(line) - len(line.lstrip(" "))
    return indent <= 3 and len(bare) >= len(mark) and set(bare) == {mark[0]}


_OFFERED = re.compile(
    r"[\W_]*(?:(?:or|and)\W+)?(?:either|or|alternative(?:ly)?|(?:alternative|candidate|hypothesis|option|possibility)\s\w{1,5})"
    r"\b[^.]{0,80}",
    re.IGNORECASE,
)
"""What stands above one of several programs."""
_QUOTED = re.compile(r"(?:^[ \t]*>[^\n]*(?:\n|\Z))+", re.MULTILINE)


def program_of(reply: str, function: str) -> str | None:
    """Return the last complete block that defines a function, dedented; None where there is none.

    Blocks after it that define none, such as an example or its output, are no programs, nor is one that only repeats
    how the function begins, or that is called wrong, old or a template. What it uses and does not define is taken from
    the blocks before it. There is none if the reply ends in a block that defines it and is never closed. A reply
    without any block is one if it is Python that defines the function, below lines of prose or without. Thoughts are
    not read, and blanks that do not break are blanks.
    """
    reply = _unlisted(_MARKED.sub("", spoken(reply).replace("\N{NO-BREAK SPACE}", " ")))
    blocks = fences(reply, Settle())
    if blocks and blocks[-1].closed is None and (end := reply.rstrip()).endswith("```"):  # behind the last line
        reply = f"{end.removesuffix('```')}\n```"
        blocks = fences(reply, Settle())
    if blocks and blocks[-1].closed is None and _gives(textwrap.dedent(blocks[-1].raw), function):
        return None
    if not blocks:
        bare = _AROUND.sub("\n", normalise(reply)).strip()
        return _amid_prose(_tidy(_held(CALL.sub("", bare).strip())), function)
    lines = normalise(reply).split("\n")
    sources = [(each, _MAGIC.sub("", _held(textwrap.dedent(each.raw)))) for each in blocks if each.closed is not None]
    programs = [at for at, (_, source) in enumerate(sources) if _gives(source, function)]
    if not programs:
        return None
    if retracts(_line_below(lines, sources[programs[-1]][0])):
        return None
    if _are_offered(lines, [sources[at] for at in programs[-2:]]):
        return None
    meant = [at for at in programs if not _is_called_off(lines, *sources[at])] or programs
    whole = [at for at in meant if not _is_excerpt(sources[at][1])] or meant
    last = next((at for at in reversed(whole) if not _is_outline(sources[at][1], function)), whole[-1])
    return _with_what_it_uses(sources[last][1], [source for _, source in sources[:last]])


def _held(text: str) -> str:
    """Return the program that an object holds, if a text is one: `{"program": "def ..."}`; any other as it is."""
    held = value_under(text.strip(), _HOLDERS)
    try:
        program = json.loads(held or "")
    except ValueError:
        return text
    return _tidy(_FENCED.sub("", program)) if isinstance(program, str) else text


def _amid_prose(text: str, function: str) -> str | None:
    """Return a text without prose above and below, so that the rest is Python that defines a function; None if none is.

    What is left out below begins behind a blank line; then all is left out above that does not begin like Python. Few
    such texts are tried, since each is parsed.
    """
    lines = text.splitlines(keepends=True)
    begins = [at for at, line in enumerate(lines) if _BEGINS.match(line)][:MOST_ENDS]
    whole = [at for at in dict.fromkeys((0, *begins)) if at or lines[0].strip() not in LABELS]
    blank = (at for at in range(len(lines) - 1, 0, -1) if not lines[at].strip())
    tries = [(start, len(lines)) for start in whole]
    tries += [(start, end) for end in itertools.islice(blank, MOST_ENDS // 2) for start in begins[:1] if start < end]
    rests = ("".join(lines[start:end]) for start, end in tries)
    return next((rest for rest in rests if fault(rest) is None and _gives(rest, function)), None)


def _line_below(lines: Sequence[str], fence: Fence) -> str:
    """Return the first line below a block that is not blank; an empty text if there is none."""
    return next((line for line in lines[(fence.closed or len(lines)) + 1 :] if line.strip()), "")


def _is_excerpt(source: str) -> bool:
    """Whether a source only shows a part of a program: lines are left out of it, or it is no Python."""
    return fault(source) is not None or any(map(_LEFT_OUT.fullmatch, source.split("\n")))


def _is_called_off(lines: Sequence[str], fence: Fence, source: str) -> bool:
    """Whether the line above a block, or below it, or a comment in it says that it is wrong, old or a template."""
    above = last_line(lines[: fence.opened])
    begins = source.lstrip().partition("\n")[0]
    return (
        _says_called_off(above)
        or _WHICH_WAS.match(_line_below(lines, fence)) is not None
        or _COMMENTED_OFF.match(begins) is not None
    )


def _are_offered(lines: Sequence[str], both: Sequence[tuple[Fence, str]]) -> bool:
    """Whether two different programs are offered: `Either` one `or` the other, `Option A:` and `Option B:`."""
    if len(both) < 2 or both[0][1] == both[1][1]:
        return False
    above = [last_line(lines[: fence.opened]) for fence, _ in both]
    return all(len(line) <= _LONGEST_LINE and _OFFERED.fullmatch(line) for line in above)


def _says_called_off(line: str) -> bool:
    """Whether a line calls the program below off; a whole sentence speaks of what stands above it."""
    said = _LAST_SENTENCE.fullmatch(line.rstrip()) if len(line) <= _LONGEST_LINE else None
    if said is None or said[1].endswith((".", "!", "?")):
        return False
    return _CALLED_OFF.search(said[1]) is not None and _MENDED.search(said[1]) is None


def _with_what_it_uses(source: str, before: Sequence[str]) -> str:
    """Return a program with the blocks before it that give names which it uses and nothing in it gives."""
    for block_before in reversed(before):
        if fault(source) is None and fault(block_before) is None:
            given = set[str]().union(*map(_named, _at_top(_parse(block_before).body)))
            if given & _missing(source):
                source = f"{block_before.rstrip()}\n\n{source}"
    return source


def _missing(source: str) -> set[str]:
    """The names that a source uses, and that neither it nor Python gives."""
    nodes = list(ast.walk(_parse(source)))
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    given = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    given |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    given |= set[str]().union(*(_named(node) for node in nodes if isinstance(node, ast.stmt)))
    return used - given - set(dir(builtins))


def _named(node: ast.stmt) -> set[str]:
    """The names that a statement gives: those of `_bound`, of constants, and of all imports."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    return _bound(node)


def _gives(source: str, function: str) -> bool:
    """Whether a source defines a function at its top level; if it does not parse, whether a line begins to."""
    if fault(source) is not None:
        return bool(re.search(rf"^(?:async\s+)?def\s+{function}\s*\(", source, re.MULTILINE))
    return any(function in names for names in map(_bound, _at_top(_parse(source).body)))


def _unquoted(quote: str) -> str:
    """Return quoted lines (`> `) without their signs, if a block stands in them."""
    bare = re.sub(r"^[ \t]*> ?", "", quote, flags=re.MULTILINE)
    return bare if any(map(OPENING.match, bare.split("\n"))) else quote


def _unlisted(text: str) -> str:
    """Return a text in which blocks in a quote, or in a list and indented by more than three, stand at the margin."""
    text = _QUOTED.sub(lambda quote: _unquoted(quote[0]), text)
    lines = normalise(text).split("\n")
    within = {at for fence in fences(text) for at in range(fence.opened, (fence.closed or len(lines)) + 1)}
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        places.setdefault(line.rstrip(), []).append(at)
    for at, line in enumerate(lines):
        found = _IN_LIST.match(line)
        if found is None or at in within:
            continue
        closing = places.get(f"{found[1]}{found[2]}", [])
        after = bisect_right(closing, at)
        if after < len(closing):
            listed = range(at, closing[after] + 1)
            within.update(listed)
            lines[at : listed.stop] = [lines[inside].removeprefix(found[1]) for inside in listed]
    return "\n".join(lines)


def _is_outline(source: str, function: str) -> bool:
    """Whether a source only repeats how a function begins: there is nothing but its head, `...`, `pass` or a docstring.

    What is no Python is a head if no line of it says more.
    """
    if fault(source) is not None:
        idle = re.compile(rf"\s*(?:(?:async\s+)?def\s+{function}\b.*|#.*|\.{{3}}|pass)?")
        return all(map(idle.fullmatch, source.split("\n")))
    body = _parse(source).body
    written = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == function]
    others = [node for node in body if node not in written and not isinstance(node, ast.Import | ast.ImportFrom)]
    return bool(written) and all(map(_is_idle, [*others, *(inner for node in written for inner in node.body)]))


def _is_idle(statement: ast.stmt) -> bool:
    """Whether a statement does nothing: `pass`, `...`, a text, `raise NotImplementedError`."""
    raised = statement.exc if isinstance(statement, ast.Raise) else None
    named = raised.func if isinstance(raised, ast.Call) else raised
    if isinstance(named, ast.Name) and named.id == "NotImplementedError":
        return True
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _at_top(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that give a module its names: its own, and those inside `if` and `try`."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If | ast.Try | ast.TryStar):
            waiting += [*node.body, *node.orelse]
        if isinstance(node, ast.Try | ast.TryStar):
            waiting += [*(inner for handler in node.handlers for inner in handler.body), *node.finalbody]


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement gives a value which may be a function.

    None, a number or a text is none. Of an import only names that it chooses: a use imports the function.
    """
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname for alias in node.names if alias.asname}
    if not isinstance(node, ast.Assign | ast.AnnAssign) or isinstance(node.value, ast.Constant | None):
        return set()
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def fenced(program: str) -> str:
    """Write a program as a block that `program_of` reads back."""
    longest = max((len(run) for run in re.findall("`{3,}", program)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}python\n{program.removesuffix(chr(10))}\n{fence}"


class NoCode(ValueError):
    """A reply holds no Python source; the message tells the model what is wrong, in the same words everywhere."""


def extract_code(text: str) -> str:
    """The Python source in a reply, with `\\n` line ends and exactly one at its end.

    One block labelled python is the answer, even if it does not parse. Of several, the last that parses is,
    one that defines a function before one that only shows a use; else the longest unlabelled block that
    parses; without any block, the whole text if it is a module. Raises: NoCode.
    """
    blocks = fences(text, Settle())
    if not blocks:
        return _unfenced(text)
    labelled = [fence for fence in blocks if fence.label in LABELS]
    if len(labelled) == 1:
        return _only(labelled[0])
    parsing = [fence for fence in labelled if fence.body.strip() and fault(fence.body) is None]
    if parsing:
        return _tidy(next((f.body for f in reversed(parsing) if defines(f.body)), parsing[-1].body))
    unlabelled = [fence for fence in blocks if not fence.label]
    parsing = [fence for fence in unlabelled if fence.body.strip() and fault(fence.body) is None]
    if parsing:
        return _tidy(max(parsing, key=lambda fence: len(fence.body)).body)
    raise NoCode(_why_none(blocks, labelled or unlabelled))


class Settle:
    """Where a block ends: a module may quote fences in a string, so the first end with which it parses counts."""

    def __init__(self) -> None:
        self.tries = MOST_TRIES

    def __call__(self, fence: Fence, wider: list[Fence]) -> Fence:
        """Choose the block itself or one of the wider ones."""
        if fence.label not in LABELS or fault(fence.body) is None:
            return fence
        for choice in wider[: self.tries]:
            self.tries -= 1
            if fault(choice.body) is None:
                return choice
        return fence


def fault(source: str) -> str | None:
    """Why a text is not Python, in words that do not depend on the interpreter's version; None if it is."""
    if len(source) > LONGEST:
        return f"it is {len(source)} characters long, and at most {LONGEST} are read"
    try:
        _parse(source)
    except SyntaxError as error:
        lines = source.split("\n")
        number = min(max(error.lineno or 1, 1), len(lines))
        return f"line {number} does not parse: {lines[number - 1].strip()[:80]!r}"
    except (RecursionError, MemoryError):
        return "it is nested too deeply"
    except ValueError:
        return "it holds a character that no source may hold"
    return None


def defines(source: str) -> bool:
    """Whether a text that parses defines a function or a class at its top level."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return any(isinstance(node, kinds) for node in _parse(source).body)


def _parse(source: str) -> ast.Module:
    with _parsing, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def _tidy(source: str) -> str:
    return source.rstrip("\n") + "\n"


def _only(fence: Fence) -> str:
    if not fence.body.strip():
        raise NoCode("The block labelled python is empty.")
    wrong = fault(fence.body)
    if fence.closed is None and wrong is not None:
        raise NoCode(f"The block labelled python is never closed, and what it holds is not Python: {wrong}.")
    return _tidy(fence.body)


def _unfenced(text: str) -> str:
    source = normalise(text)
    if not source.strip():
        raise NoCode("The reply is empty.")
    wrong = fault(source)
    if wrong is not None:
        raise NoCode("The reply holds no block fenced as ```python, and as a whole it is not Python.")
    if all(isinstance(node, ast.Expr) for node in _parse(source).body):
        raise NoCode("The reply holds no block fenced as ```python, and as a whole it defines nothing.")
    return _tidy(source)


def _why_none(blocks: list[Fence], candidates: list[Fence]) -> str:
    if not candidates:
        labels = ", ".join(sorted({fence.label for fence in blocks}))
        return f"The reply holds no block fenced as ```python, only blocks labelled {labels}."
    last = candidates[-1]
    wrong = fault(last.body) or "it is empty"
    if len(candidates) == 1:
        return f"The reply's block is not labelled python, and it is not Python: {wrong}."
    return f"None of the {len(candidates)} blocks that could be Python is; the last one: {wrong}."
