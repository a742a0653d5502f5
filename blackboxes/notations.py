"""Answers in another notation than the one asked for: LaTeX, tables, labels, `the output is X`, `19 coins`.

Players read how an answer is to be written. What is written otherwise is put into plainer forms here, one change after
the other, and whoever knows what an answer can be tries them where nothing that was written is one. Whatever leaves
out words does so for words of a closed list alone: `19 coins` is 19, `19 thousands` and `at most 19` are not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from boxwright.blackboxes.wrappings import forms

LONGEST = 400
"""Characters; a longer answer is read as it is written, or not at all."""
_MOST, _MOST_CHANGED, _MOST_CHARACTERS = 40, 10, 8_000
"""Forms of one text that are tried, of how many the changes are, and how long all are together."""
_FEWEST = 2
"""Items that make a list."""

_APART = re.compile(r"(?:\A|[=:→|(]|\b(?:is|are|be|pay|get)|>)[\s$*`]*[-–−\u2212][\s$*`]+[^\s-].*\Z|\$-\$")
"""A sign apart from its number on one line, which a bullet may be."""
_ARGUMENT = re.compile(
    r"\\(?:text(?:bf|tt|it|rm|sf|normal)?|math(?:rm|bf|tt|it|sf)|operatorname|emph|boldsymbol|boxed|fbox)\s?\{([^{}]*)\}"
)
_TOUCHING = re.compile(r"[\w}]\\(?:text|math)\w*\s?\{|\\(?:text|math)\w*\s?\{[^{}]*\}\w")
_MATRIX = re.compile(r"\\begin\{([bpB]?matrix|array)\}(?:\{[lcr|]*\})?(.*?)\\end\{\1\}", re.DOTALL)
_SIZED = re.compile(r"\\(?:left|right|[bB]igg?[lrm]?)(?![a-z])\s?")
_LITERAL = re.compile(r"\\num\{([^{}]*)\}|\\SI\{([^{}]*)\}\{\\?m(?:etre|eter)?\}")
_BRACED = re.compile(r"(?<=\d)\{([,.])\}(?=\d)")
_AROUND = re.compile(r"\A\s*\\[\[(]|\s*\\[\])]\s*\Z")
_SIGNS = {
    **{"langle": "(", "rangle": ")", "lparen": "(", "rparen": ")", "lbrack": "[", "rbrack": "]"},
    **{"lbrace": "{", "rbrace": "}", "{": "{", "}": "}", "#": "#", "_": "_"},
    **dict.fromkeys(("quad", "qquad", ",", ";", ":", "!", " ", "enspace", "thinspace"), " "),
    "therefore": " ",
}
_TIMES = re.compile(r"(?<=\d)\s*\\(?:times|cdot)\s*(?=\d)")
_OVER = re.compile(r"(?<=\d)\s*\\div\s*(?=\d)")
_COMMAND = re.compile(r"\\([A-Za-z]+|.)")
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3001: ",", 0x2212: "-", 0x3000: " "}
_ESCAPED = re.compile(r"\\([*_#|<>`~+-])")

_ROW = re.compile(r"[^\S\n]*\|(.+)\|[^\S\n]*")
_RULE = re.compile(r"[\s:|-]*-[\s:|-]*")
_INDEX = re.compile(r"(?:#|bolt|entry|gate|i|index|item|lamp|no\.?|position|wire|word)?", re.IGNORECASE)
_VALUE = re.compile(
    r"(?:(?:lower|upper)\send|answer|bit|digit|distance|letter|nut|out(?:put)?|prediction|result|state|v\w?\d?(?:\[\w+\])?|value|word)?",
    re.IGNORECASE,
)
"""What stands over the numbers of a table, and over the values of an answer."""
_NUMBERED = re.compile(r"(?:(?<=[\s,;])|\A)\(?(\d{1,2})(?:\)\s*|\.\s+)(?=\S)")
_BULLET = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)])\s+")
_LABELLED = re.compile(
    r"(?P<label>[^:：=]{1,40}?)\s?[:：=](?!>)\s?(?P<value>[^:：=→⟶>]+)|(?P<before>[^:：=→⟶>-]{1,40}?)\s?(?:[→⟶]|->|=>)\s?(?P<after>[^:：=→⟶>]+)"
)
_COUNTING = re.compile(
    r"(?:(?:(?:bolt|entry|g|gate|index|item|lamp|position|row|w|wire|word)s?|v\w?\d?)?[\s_#(\[]{0,2}|(?:ans(?:wer)?|arr|bolt|g|lps|out(?:put)?s?|result|v\w?\d?|w)\[)(\d+)(?:\s?[–-]\s?\w?(\d+))?[)\]]?",
    re.IGNORECASE,
)
"""`Bolt 1`, `v2[0]`, `Gates 1–10`, `g1–g6`."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_ORDINAL = re.compile(
    r"(?:the\s)?(\w+)(?:\s(?:bit|bolt|distance|entry|gate|item|letter|number|output|row|value|wire|word))?",
    re.IGNORECASE,
)
_STEP = re.compile(r"(?:\w\()?(\w)\s?(?:→|->|,|–)\s?(\w)\)?")
"""`a→r`, `d(a, r)`."""
_PREDICATE = re.compile(r"(?:the\s)?([\w# ]+?)\s(?:is|=)\s(?:the\s)?([a-z]+)(?:\s(?:coin|one))?", re.IGNORECASE)
_PARTS = re.compile(r"\s*(?:[,;]\s*(?:and\s)?|\sand\s)\s*")

_RESULT = (
    r"(?:(?:best|correct|encoded|encrypted|expected|final|hidden|only|predicted|resulting|right|secret|single|valid)\s){0,3}"
    r"(?:amount\sto\spay|customers\sserved|number\sof\sways|(?:action|amount|answer|choice|ciphertext|cell|code|date|diagnosis|disease|distance|equation|genre|machine|move|"
    r"option|order|output|prediction|reply|response|result|row|sequence|square|total|truth|value|word)s?|replies)"
)
_SUBJECT = re.compile(
    rf"(?:(?:(?:so|thus|hence|therefore),?\s)?(?:the|my)\s{_RESULT}\s(?:is|are|equals?|(?:should|will|must)\sbe)|there\s(?:is|are)(?=(?:\sexactly)?\s[*`]*\d)|"
    r"(?:i|we)\s(?:get|obtain|conclude|predict|choose|play|pick|name)|you\s(?:have\sto\s)?pay)(?:\sexactly|:|\sthat)?\s(?P<said>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_IS_RESULT = re.compile(
    rf"(?:(?:the\s)?{_RESULT}\s*(?:={{1,2}}|:)|\((?:row|r),\s?(?:column|col|c)\)\s*=|<[\w ]+>\s*(?:=|:|->))"
    r"\s*(?P<said>[^=→⟶⇒↦:<>]+)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"[*`]*(?P<said>[+-]?(?:0|[1-9]\d*)(?:\.\d+)?)[*`]*(?:\s(?:(?:different|distinct|parse|derivation)\s){0,2}(?:ways|trees?|derivations?|coins?|points?|units?|euros?|dollars?)"
    r"(?:\sto\sderive\s(?:it|this|the)(?:\ssentence)?)?|(?:\sin\stotal|\saltogether)|\s?[种个枚円])(?:\sin\stotal)?[.!]?",
    re.IGNORECASE,
)
_THINGS = re.compile(r"(?:the\s)?(?:customers?|distances|letters|outputs?|square|words?)\s(?=[#\d(\[])", re.IGNORECASE)
_AND = re.compile(r",?\s(?:and(?:\sfinally)?|und|et|y)\s(?=[#\w]+\.?\Z)")
_COUNT_SIGN = re.compile(r"(?:(?<=,\s)|\A)#(?=\d)")
_CALL = re.compile(
    r"(?:print|answer|final_answer|submit|play|move|choose|name|str)\(([^()]*)\)|(?:list|np\.array|array)\((\[[^()]*\])\)|int\(([+-]?\d+)\)"
)
_MARKS = re.compile(r"(?<=[:=])[\s*]*(?:<([\w. ]+)>|\*\*([^*]+)\*\*|`([^`]+)`)")
_UP_TO_19 = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: n for n, word in enumerate(_UP_TO_19)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_SPELLED = re.compile(
    rf"(?=\w)(?P<minus>(?:minus|negative)\s)?(?:(?P<hundreds>{'|'.join(_UP_TO_19[1:10])})\shundred(?:\s(?:and\s)?(?=\w)|\Z))?"
    rf"(?:(?P<tens>{'|'.join(_TENS)})(?:[\s-](?=\w)|\Z))?(?P<rest>{'|'.join(_UP_TO_19)})?"
)


def plainer(text: str) -> Iterator[str]:
    """Yield a text in plainer notations; none of them where it is long."""
    if len(text) > LONGEST or _APART.search(text):
        return
    waiting, seen, left = [text], {text}, _MOST_CHARACTERS
    while waiting:
        for changed in _changed(waiting.pop(0)):
            if len(seen) >= _MOST or left <= 0:
                return
            if changed in seen:
                continue
            seen.add(changed)
            left -= len(changed)
            if len(seen) <= _MOST_CHANGED:
                waiting.append(changed)
            yield changed


def _changed(text: str) -> Iterator[str]:
    """Yield what each change makes of each form of a text, but nothing that is blank."""
    changed = (change(form) for form in forms(text) for change in _CHANGES)
    yield from (each.strip() for each in changed if each and each.strip())


def _latex(text: str) -> str | None:
    """`\\text{A}\\quad\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}`; None if anything in it is not known."""
    if "\\" not in text and "$" not in text:
        return None
    plain = _MATRIX.sub(lambda found: _rows(found[2]), _AROUND.sub("", text).replace("$", " "))
    plain = _SIZED.sub("", _LITERAL.sub(lambda found: found[1] or found[2] or "", plain))
    if _TOUCHING.search(plain):
        return None
    plain = _OVER.sub("/", _TIMES.sub("*", plain))
    before = ""
    while before != plain:
        before, plain = plain, _ARGUMENT.sub(r"\1", plain)
    plain = _BRACED.sub(r"\1", re.sub(r"(?<=\w)~(?=\w)", " ", plain))
    if any(found[1] not in _SIGNS for found in _COMMAND.finditer(plain)):
        return None
    return _COMMAND.sub(lambda found: _SIGNS[found[1]], plain)


def _rows(matrix: str) -> str:
    """Return a row or a column of a matrix as a list; what no list is comes out as no answer."""
    rows = [[cell.strip() for cell in row.split("&")] for row in matrix.split("\\\\") if row.strip()]
    single = all(not re.search(r"\s", cell) for row in rows for cell in row)
    if single and (len(rows) == 1 or all(len(row) == 1 for row in rows)):
        return f"({', '.join(cell for row in rows for cell in row)})"
    return "\\matrix"


def _wide(text: str) -> str:
    """`１，２`."""
    return text.translate(_WIDE)


def _escaped(text: str) -> str:
    """`3\\*4`."""
    return _ESCAPED.sub(r"\1", text)


def _strings(text: str) -> str | None:
    """`["a", "b"]`, `` `a` `b` ``, `a / b / c`, `a | b | c`."""
    if text[:1] in ("[", "(") and ("'" in text or '"' in text):
        try:
            values = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
        return _list(values) if all(isinstance(value, str) for value in values) else None
    if re.fullmatch(r"(?:`[^`\n]+`[\s,]+)+`[^`\n]+`", text):
        return _list(re.findall(r"`([^`]+)`", text))
    for sign in (r"\s/\s", r"\s?\|\s?", r"\s[–—]\s"):
        parts = re.split(sign, text.strip("| "))
        if len(parts) > _FEWEST and "\n" not in text:
            return _list([part.strip(" *`") for part in parts])
    return None


def _list(items: Sequence[str]) -> str | None:
    """Return items with commas between them; None if one holds a comma, or says nothing."""
    items = [item.strip() for item in items]
    return ", ".join(items) if len(items) >= _FEWEST and all(items) and not any("," in item for item in items) else None


def _numbered(text: str) -> str | None:
    """`1) A 2) B`, `(1) A; (2) B`."""
    marks = list(_NUMBERED.finditer(text))
    if len(marks) < _FEWEST or [int(mark[1]) for mark in marks] != list(range(1, len(marks) + 1)) or marks[0].start():
        return None
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return _list([text[mark.end() : end].strip(" ,;*`\n") for mark, end in zip(marks, ends, strict=True)])


def _labelled(text: str) -> str | None:
    """`w1=4, w2=1`, `Bolt 1: nut 7` and `Bolt 2: nut 6` on lines, `First word: A`, `a→r: 6, r→k: 3`."""
    parts = re.split(r"[;\n]|,(?![^(\[]*[)\]])", text.strip("{}[]() \n"))
    found = [_LABELLED.fullmatch(_BULLET.sub("", part).strip(" *`")) for part in parts if part.strip()]
    told = [(each["label"] or each["before"], each["value"] or each["after"]) for each in found if each]
    if len(told) < max(_FEWEST, len(found)):
        return None
    labels, values = ([each.strip(" *`\"'") for each in column] for column in zip(*told, strict=True))
    if not _in_order(labels):
        return None
    if any(not _fits(label, value) for label, value in zip(labels, values, strict=True)):
        return None
    if all(value.casefold().startswith("nut ") for value in values):
        values = [value[4:] for value in values]
    return _list(values) or " ".join(values)


def _fits(label: str, value: str) -> bool:
    """Whether a label of several, `g1–g6`, has as many bits, and one of one not more than one."""
    counting, bits = _COUNTING.fullmatch(label), re.fullmatch(r"[01\s]+", value)
    if not counting or (not counting[2] and not bits):
        return True
    wanted = int(counting[2] or counting[1]) - int(counting[1]) + 1
    found = len(re.sub(r"\s", "", value)) if bits else len(re.split(r"[\s,]+", value))
    return found == wanted or (wanted == 1 and "row" in label.casefold())


def _in_order(labels: Sequence[str]) -> bool:
    """Whether labels count what they label, from 0 or 1 on, or are steps each of which begins where the last ended."""
    ordinals = [_ORDINAL.fullmatch(label) for label in labels]
    if all(each and each[1].casefold() == known for each, known in zip(ordinals, _ORDINALS, strict=False)):
        return len(labels) <= len(_ORDINALS)
    steps = [_STEP.fullmatch(label) for label in labels]
    if all(steps):
        return all(one and other and one[2] == other[1] for one, other in pairwise(steps))
    counting = [_COUNTING.fullmatch(label) for label in labels]
    numbers = [(int(each[1]), int(each[2] or each[1])) for each in counting if each]
    alike = len({re.sub(r"\d+", "", label) for label in labels}) == 1
    follows = all(one[1] + 1 == other[0] for one, other in pairwise(numbers))
    return len(numbers) == len(labels) and alike and numbers[0][0] in (0, 1) and follows


def _table(text: str) -> str | None:
    """A table of two rows, or of two columns: the numbers of what it lists, and the values."""
    lines = [line for line in text.split("\n") if line.strip() and not _RULE.fullmatch(line)]
    rows = [[cell.strip(" *`") for cell in found[1].split("|")] for line in lines if (found := _ROW.fullmatch(line))]
    if not _FEWEST <= len(rows) == len(lines) or len({len(row) for row in rows}) > 1:
        return None
    head, row = ([each[0] for each in rows], [each[-1] for each in rows]) if len(rows[0]) == _FEWEST else rows[:2]
    named = not head[0].isdigit()
    if named and not (_INDEX.fullmatch(head[0]) and _VALUE.fullmatch(row[0])):
        return None
    if (len(rows) != _FEWEST and len(rows[0]) != _FEWEST) or not all(each.isdigit() for each in head[named:]):
        return None
    return _list(row[named:]) if _in_order(head[named:]) else None


def _counted(text: str) -> str | None:
    """`19 parse trees`, `98 coins in total`."""
    found = _COUNTED.fullmatch(text)
    return found["said"] if found else None


def _subject(text: str) -> str | None:
    """`The customers served are X`."""
    found = _SUBJECT.fullmatch(text)
    return found["said"].removesuffix(".") if found else None


def _result(text: str) -> str | None:
    """`total = 2`, `truth: X`, `<value>: X`."""
    found = _IS_RESULT.fullmatch(text)
    return found["said"] if found else None


def _things(text: str) -> str:
    """`customers #29, #30 and finally #32`."""
    return _COUNT_SIGN.sub("", _AND.sub(", ", _THINGS.sub("", text, count=1), count=1))


def _call(text: str) -> str | None:
    """`list([1, 2])`, `play("A")`."""
    found = _CALL.fullmatch(text)
    return found[1] or found[2] or found[3] if found else None


def _predicated(text: str) -> str | None:
    """`Coin 12 is the heavy one and coin 101 is the light one`: the parts by their names."""
    found = [_PREDICATE.fullmatch(part) for part in _PARTS.split(text.rstrip("."))]
    return (
        "; ".join(f"{each[2]}: {each[1]}" for each in found if each) if len(found) >= _FEWEST and all(found) else None
    )


def _marks(text: str) -> str:
    """`light: <101>`, `` - heavy: `12` ``."""
    return _MARKS.sub(lambda found: f" {found[1] or found[2] or found[3]}", text)


def _spelled(text: str) -> str | None:
    """`minus ninety-eight`, `six (6)`."""
    words, _, again = text.strip().casefold().partition(" (")
    found = _SPELLED.fullmatch(words.strip(" ."))
    if not found:
        return None
    hundreds, tens, rest = (_VALUES.get(found[name] or "", 0) for name in ("hundreds", "tens", "rest"))
    value = f"{'-' if found['minus'] else ''}{100 * hundreds + tens + rest}"
    return value if again.rstrip(").") in ("", value) else None


_CHANGES: tuple[Callable[[str], str | None], ...] = (
    *(_latex, _wide, _escaped, _strings, _numbered, _table, _labelled, _counted, _subject, _result),
    *(_things, _call, _predicated, _marks, _spelled),
)
