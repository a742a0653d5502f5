"""What models wrap an answer in without meaning it: `**X**`, `"X".`, `\\boxed{X}`, `X (an aside)`, `{"answer": X}`.

`forms` gives a text as written, then without its outer wrapping, and so on. Who knows what an answer can be takes the
first form that can be one, so nothing that belongs to an answer is lost.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from boxwright.blackboxes.courtesy import is_courtesy
from boxwright.blackboxes.keyed import value_under

COUNTED = re.compile(
    r"\A(?:the\s)?(?:bandit|box|card|coin|door|house|lamp|level|machine|number|option|position|seat|socket|switch)\s#?(?=[0-9]|[A-Z]\Z)|\A#(?=[0-9])",
    re.IGNORECASE,
)
"""`coin 78`, `door C`: what is counted."""
MOST_LAYERS = 12
MOST_CHARACTERS = 20_000
"""A longer text is taken as written."""
NAMES = (
    *("answer", "query", "move", "action", "predict", "prediction"),
    *("ciphertext", "plaintext", "output", "result", "value"),
)
"""What models call what they answer."""
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
CROSSES = "❌❎✖✗✘🚫⛔👎"
"""Pictures that say that what stands beside them is wrong."""
_QUOTES = ('""', "''", "“”", "„“", "””", "‘’", "‚‘", "’’", "«»", "»«", "‹›", "›‹", "「」", "『』", "``")
_BRACKETS = ("()", "[]", "{}", "（）", "【】", "||")
_MATHS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"))
_EMPHASIS = ("**", "__", "==", "*", "_")
COMMANDS = r"\\(?:boxed|fbox|underline|text(?:bf|tt|it|rm|sf|normal)?|math(?:rm|bf|tt|it|sf)|operatorname|emph)\s?"
_COMMAND = re.compile(rf"{COMMANDS}\{{(.*)\}}", re.DOTALL)
STRUCK_OUT = re.compile(r"~~|</?(?:del|s|strike)>", re.IGNORECASE)
"""How an answer is struck out, which is none then."""
_TAGGED = re.compile(rf"(?!{STRUCK_OUT.pattern})<(\w{{1,20}})>(.*)</\1>", re.DOTALL | re.IGNORECASE)
_WHOSE = r"(?:(?:the|my|our)\s)?(?:(?:final|correct|best|next|resulting|encoded|encrypted|hidden|secret)[\s_])?"
_SAYS = r"(?:\s?[:：=]\s?|\s(?:is|(?:will|would|must|should)\sbe)\s?[:：]?\s?)(?=\S)"
KINDS = (
    "bits|cell|code|coordinates|gates|grid|guess|list|number|order|path|positions|row|secret|sequence|state|text|word"
)
_KIND = re.compile(
    rf"{_WHOSE}(?P<name>{KINDS}){_SAYS}(?P<said>(?!(?!\{{|[*_`\"']*[a-z]\w*[*_`\"']*\s?[:=]).*[;,\n]\s*[*_`\"']*[a-z]\w*[*_`\"']*\s?[:=]).*)",
    re.IGNORECASE | re.DOTALL,
)
"""`word: X`, `the path is X`; not the first part of `cell: (1, 2); turned: 3`."""
_PLACE = re.compile(
    rf"\s*(?:insert\s)?(?:(?:the|my|your)\s)?(?:final\s)?(?:{'|'.join(NAMES)})(?:\shere)?\s*", re.IGNORECASE
)
_LABEL = re.compile(
    rf"{_WHOSE}(?P<name>{'|'.join(NAMES)}|final){_SAYS}(?P<said>.*)",
    re.IGNORECASE | re.DOTALL,
)
_VERDICT = (
    rf"(?:(?:the\s)?(?:final(?:\s(?:{'|'.join(NAMES)}))?|verified|checked|confirmed|done|correct)|"
    r"(?:my\s)?best\sguess)[.!]?"
)
_VERDICTS = re.compile(
    rf"\s?(?:→|⇒|->|=>|—|–|,)\s{_VERDICT}\Z|\s[-=/|]\s{_VERDICT}\Z|\s[*_]*[(\[{{*_]{_VERDICT}[)\]}}*_][*_]*\Z|"
    r",\sas\s(?:computed|calculated|derived|explained|found|shown|stated)(?:\s(?:above|before))?\.?\Z|"
    r",\s(?:100|[0-9]{1,2}(?:\.[0-9])?)\s?%(?:\s(?:certain|confiden(?:ce|t)|sure))?\.?\Z|"
    r"[.,;]\s(?:i\s)?hope\s(?:it|that|this)(?:\sis|['’]s)\s(?:correct|right)[.!]?\Z|"
    rf"\s[✓✔☑✅]\ufe0f?\s{_VERDICT}\Z|\s[\[(](?:end|eof|fin)[\])]\Z|"
    r"[,;.—–-]\si(?:['’]m|\sam)\s(?:(?:absolutely|almost|fairly|highly|now|pretty|quite|very|[0-9]{1,3}\s?%)\s)?(?:certain|confident|sure)"
    r"(?:\s(?:about|in|of)\s(?:it|this|that))?[.!]?\Z|,?\swith\s(?:full|good|great|high)\s(?:certainty|confidence)\.?\Z",
    re.IGNORECASE,
)
"""`→ final`, `[verified]`, `, as shown above`, `, 90%`."""
_CLAIM = re.compile(
    rf"(.*\S)(?<!\bwhich)(?<!\bthis)(?<!\bthat)(?<!\bit)\s(?:is|are)\s(?:(?:my|our|the)\s(?:(?:final|correct|right)\s)?(?P<name>{'|'.join(NAMES)}|choice|solution)|"
    r"(?:correct|right))[.!]?|(.*\S),?\sit\sis[.!]?",
    re.IGNORECASE | re.DOTALL,
)
"""`X is my final answer`, `X is the result`, `X is correct`."""
CALCULATED = re.compile(
    r"(?=[^=]{0,200}\d\s?[-+*/×·÷^%\u2212]\s?\(?\d)[\d\s.()+*/×·÷^%\u2212-]{3,200}=\s?([-+\u2212]?\d+(?:\.\d+)?)"
)
"""`3 × 4 = 12`."""
_ASIDES = (" — ", " – ", " -- ", " # ", " // ", " ← ", " <- ", " <-- ", "  —", " <!-- ")
_SIGNS_OF_ASIDE = re.compile(
    r"\A(?:\((.*)\)[.!]?|（(.*)）|\[(.*)\]|(?:--|//|<!--|<--?|[—–#←.,;|/-])\s*(.*?)(?:\s*-->)?)\Z", re.DOTALL
)
"""What stands around an aside: `(why)`, `— why`, `. Why`."""
_REASON = re.compile(
    r"(.*\S)[,;]\s(?:as|because|since|which|per|according|after|applying|by|based\son|"
    r"calculated|computed|consistent\swith|deduced|derived|found|given|not|obtained|rather\sthan|using)\s.*|"
    r"(.*\S)\s\[(?:based\son|by|see|as|from|per|confidence)\b[^][]*\]|(.*[^\s,;])\s(?:because|since)\s.*",
    re.DOTALL,
)
"""`X, because ...`, `X [by the rule]`, `X because ...`."""
_LAST_SENTENCE = re.compile(r"(.*\S)[.!][ ]+([A-Z][^.!?\n]+[.!]?)", re.DOTALL)
_THAT_IS_IT = re.compile(r"That(?:['’]s|\sis)\s(?:it|all|my\s(?:final\s)?(?:answer|guess|move|query))\b[^.!?\n]*[.!]?")
_REMARK = re.compile(
    r"(.*[^\s.])(?:(?:[.;,]|\s[|/—–-])\s+\(?(?:(?:[Mm]y\s)?[Cc]onfidence\b|(?:[Ee]xplanation|[Rr]eason(?:ing)?)\s?[:：])[^\n]*|"
    r"\.\s+(?:This|That|These|It|They|Here|I|We|Hope|Done|Verified|By|As|Since|Because)\b.*)",
    re.DOTALL,
)
"""`X. This follows from the rule.`, `X; confidence: 90 %`, `X. Explanation: ...`."""
_DOUBTS = re.compile(
    r"\b(?:not?|never|wrong|mistake\w*|wait|actually|instead|rather|correct\w*|answer|unsure|uncertain|guess|but|however|else|"
    r"other|if)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words behind an answer that may take it back."""
_SUM = re.compile(r"\s*\d[\d.]*(?:\s?[-+*/×·\u2212]\s?\d[\d.]*)+(?:\s?=\s?\d[\d.]*)?\s*\)[.\s]*")
"""`141 + 112 + 120)`, behind a number."""
_SIZED = re.compile(r"\\(?:left|right)(?=\\?[\[\](){}|])")
_SPACED = re.compile(r"\\(?:[ ,;:!]|q?quad\b)\s*")
_LINE_END = re.compile(
    r"(?:<br\s?/?>|</\w{1,6}>|\s[:;]-?\)|\s\[[✓✔☑]\]|\s(?:#{1,6}|={3,}|-{3,}|\*{3,})|\\{1,2}|\s\||&nbsp;|"
    r"\\n|\\(?:quad|qquad|blacksquare|square|checkmark|qed))\Z",
    re.IGNORECASE,
)
_IS = re.compile(
    r"(?:(?:so|i\s(?:believe|say|think)|i['’]d\ssay)(?:\sthat)?,?\s+)?"
    r"(?:(?:(?:it|this|that)\s)?(?:is|(?:must|should|will|would)\sbe)|(?:it|this|that)['’]s)[:：]?\s+(?=\S)(.*)|"
    r"(?:i\s(?:believe|say|think)|i['’]d\ssay)(?:\sthat)?[:：,]?\s+(?=\S)(.*)",
    re.IGNORECASE | re.DOTALL,
)
_NO_VALUE = re.compile(
    r"(?:a|ambiguous|an|complicated|correct|difficult|either|hard|impossible|no|not|random|right|so|that|too|tricky|"
    r"unclear|undecidable|undefined|unknown|very|wrong)\b",
    re.IGNORECASE,
)
"""What is said of an answer, and is none: `it is hard to say`."""
_OTHERWISE = re.compile(
    r"\b(?:or|alternatively|perhaps|maybe|possibly|unless|might|could|another|also possible)\b|或|可能", re.IGNORECASE
)
"""An aside that says that something else may be the answer is none."""


def forms(text: str) -> Iterator[str]:
    """Yield a text as written, then without one wrapping after the other."""
    yield from (form for form, _ in forms_with_asides(text))


def forms_with_asides(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the forms of a text, each with the asides that were taken off so far: `why` of `X (why)`."""
    text = text.strip(" \t\r\n\u00a0" + _INVISIBLE)
    if len(text) > MOST_CHARACTERS:
        yield text, ()
        return
    yield from _layers(text, _PEELS)


def named(text: str) -> str | None:
    """Return the word by which a text says what it states, as `result` in `X is the result` and `result: X`.

    It is empty for `X is correct`, `it is X` and `X, verified`; None for a text that says nothing of the kind.
    """
    found = _LABEL.fullmatch(text) or _CLAIM.fullmatch(text) or _KIND.fullmatch(text)
    if found:
        return (found["name"] or "").casefold()
    said = _IS.fullmatch(text)
    leads = said and not _NO_VALUE.match(said[1] or said[2])
    return "" if leads or _VERDICTS.search(text) or _REASON.fullmatch(text) else None


def lines_forms(line: str) -> Iterator[str]:
    """Yield a line without one of the wrappings after the other that enclose all of it, as `"ANSWER: X"` is."""
    if len(line) <= MOST_CHARACTERS:
        yield from (form for form, _ in _layers(line.strip(), _ENCLOSING))


def without_emphasis(text: str) -> str:
    """Return a text without the emphasis, and inside that the code marks, that enclose it."""
    for mark in ("`", "**", "*"):
        within = text[len(mark) : -len(mark)]
        if within and mark[0] not in within and text == f"{mark}{within}{mark}":
            return within if mark == "`" else without_emphasis(within)
    return text


_Peel = Callable[[str], str | None]
"""Returns a text without one wrapping; None if it has none of the kind."""


def _layers(text: str, peels: Sequence[_Peel]) -> Iterator[tuple[str, tuple[str, ...]]]:
    seen: set[str] = set()
    asides: tuple[str, ...] = ()
    whole = text
    while text not in seen and len(seen) < MOST_LAYERS:
        yield text, asides
        seen.add(text)
        within, peel = _unwrapped(text, peels)
        if peel in _BESIDE and text.startswith(within):
            around = whole if whole.startswith(text) else text  # a stop that was taken off may belong to the aside
            asides += (_SIGNS_OF_ASIDE.sub(r"\1\2\3\4", around[len(within) :].strip()),)
        text = within


def _unwrapped(text: str, peels: Sequence[_Peel]) -> tuple[str, _Peel | None]:
    """Return a text without its outermost wrapping, and what took it off; itself and None if it has none."""
    bare = text.strip()
    if bare != text:
        return bare, None
    for peel in peels:
        within = peel(text)
        if within is not None:
            return within, peel
    return text, None


def _sized(text: str) -> str | None:
    """`\\left[1,\\ 2\\right]`."""
    bare = _SPACED.sub(" ", _SIZED.sub("", text))
    return bare if bare != text else None


def _label(text: str) -> str | None:
    """`answer: X`."""
    found = _LABEL.fullmatch(text)
    return found["said"].strip() if found else None


def _claim(text: str) -> str | None:
    """`X is my final answer`."""
    found = _CLAIM.fullmatch(text)
    return found[1] or found[3] if found else None


def _remark(text: str) -> str | None:
    """`X. This follows from the rule.`, `X. Let me know if you want details.`"""
    last = _LAST_SENTENCE.fullmatch(text)
    if last and (is_courtesy(last[2]) or _THAT_IS_IT.fullmatch(last[2])):
        return last[1]
    found = _REMARK.fullmatch(text)
    tail = text[len(found[1]) :] if found else ""
    return found[1] if found and not _OTHERWISE.search(tail) and not _DOUBTS.search(tail) else None


def _kind(text: str) -> str | None:
    """`word: X`."""
    found = _KIND.fullmatch(text)
    return found["said"].strip() if found else None


def _verdict(text: str) -> str | None:
    """`X → final`."""
    bare = _VERDICTS.sub("", text)
    return bare if bare and bare != text else None


def _line_end(text: str) -> str | None:
    """`X<br>`, `X</b>`, the end of a table's row."""
    found = _LINE_END.search(text[-14:])
    opened = found and found[0].startswith("</") and _TAGGED.fullmatch(text)
    return text[: -len(found[0])].rstrip() if found and not opened else None


def _marks(text: str) -> str | None:
    """`X ✓`, `👉 X`."""
    start, end = 0, len(text)
    while end > start and _is_mark(text[end - 1]):
        end -= 1
    while start < end and _is_mark(text[start]):
        start += 1
    bare = text[start:end].strip()
    pictured = {unicodedata.category(c) for c in text[:start] + text[end:]} & {"So", "Sm"}
    return bare if bare and pictured else None


def _is_mark(character: str) -> bool:
    """Whether a character is a picture, an end of proof, or a part of one; no letter, digit, sign of ASCII or °."""
    if character in CROSSES:
        return False
    skin_tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return (
        skin_tone
        or character in f"{_INVISIBLE}\ufe0f ∎"
        or (unicodedata.category(character) == "So" and character != "°")
    )


def _json_text(text: str) -> str | None:
    """`"X"` with escapes."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) and value.isprintable() else None


def _enclosed(text: str, opening: str, closing: str) -> str | None:
    inner = text[len(opening) : -len(closing)]
    if not inner or not (text.startswith(opening) and text.endswith(closing)) or len(text) < len(opening + closing):
        return None
    return None if opening in inner or closing in inner else inner


def _quotes(text: str) -> str | None:
    """`X` in quotes or code marks of any kind."""
    if text in ('""', "''", "“”"):
        return ""
    return next((inner for q in _QUOTES if (inner := _enclosed(text, q[0], q[1])) is not None), None)


def _code(text: str) -> str | None:
    """`X` between several code marks."""
    for mark in ("```", "``"):
        inner = _enclosed(text, mark, mark)
        if inner:
            return inner
    return None


def _emphasis(text: str) -> str | None:
    """`**X**`."""
    pairs = ((mark, mark) for mark in _EMPHASIS)
    return next((inner.strip() for pair in pairs if (inner := _enclosed(text, *pair))), None)


def _maths(text: str) -> str | None:
    """`$X$`, `\\(X\\)`."""
    return next((inner.strip() for pair in _MATHS if (inner := _enclosed(text, *pair)) is not None), None)


def _command(text: str) -> str | None:
    """`\\boxed{X}`, `\\text{X}`."""
    found = _COMMAND.fullmatch(text)
    if not found:
        return None
    depth = 0
    for character in found[1]:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return None
    return found[1].strip() or None


def _tags(text: str) -> str | None:
    """`<answer>X</answer>`, `<X>`; `<answer>` or `<your answer here>` alone is the place for an answer."""
    found = _TAGGED.fullmatch(text)
    if found:
        return found[2].strip()
    inner = _enclosed(text, "<<", ">>") or _enclosed(text, "<", ">")
    return None if inner and _PLACE.fullmatch(inner) else inner


def _keyed(text: str) -> str | None:
    """`{"answer": X}`, and `{"grid": X}` alone."""
    value = value_under(text, NAMES)
    alone = value is None and re.match(rf"""\{{\s*["']?({KINDS})["']?\s*:""", text, re.IGNORECASE)
    return value_under(text, (alone[1],)) if alone else value


def _stop(text: str) -> str | None:
    """`X.`, `X!`, `X;`."""
    bare = text[:-1].rstrip()
    if not bare or re.search(r"[\s,;](?:…|\.{2,3})\Z", text[-5:]):  # `1, 2, ...` goes on
        return None
    return bare if text[-1] in ".…。．;；,，!！" else None


def _opening(text: str, bracket: str) -> int:
    """Return where the bracket is opened that closes a text; where the last one is, if it cannot be told."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == text[-1]) - (text[at] == bracket)
        if not depth:
            return at
    return text.rfind(bracket)


def _aside(text: str) -> str | None:
    """`X (why)`, `X — why`; not `X (or Y)`, nor `1 2 (3 4)` or `X; (Y)`, which may be more of the answer."""
    if text.endswith((")", "）")):
        wide = text[-1] == "）"
        at = _opening(text, "（" if wide else "(")
        head, aside = text[:at], text[at + 1 :]
        apart = wide or head[-1:].isspace()
        said = (re.search(r"[^\W\d_]|%", aside) or _SUM.fullmatch(aside)) and not _OTHERWISE.search(aside)
        if apart and said and not head.rstrip().endswith((",", ";", "|", "/")):
            return head.rstrip() or None
    emphatic = re.search(r"\s[*_]{1,3}(\([^()]*\))[*_]{1,3}\Z", text[-200:])
    if emphatic:
        return f"{text[: -len(emphatic[0])]} {emphatic[1]}"
    reason = _REASON.fullmatch(text)
    if reason and not _OTHERWISE.search(text):
        return reason[1] or reason[2] or reason[3]
    for sign in _ASIDES:
        head, found, aside = text.partition(sign)
        if found and head.strip() and not _OTHERWISE.search(aside):
            return head.rstrip()
    return None


def _brackets(text: str) -> str | None:
    """`[X]`, `|X|`; but `|-3|` is 3."""
    inner = next((inner for b in _BRACKETS if (inner := _enclosed(text, b[0], b[1])) is not None), None)
    signed = inner is not None and text.startswith("|") and inner.lstrip().startswith(("-", "\u2212"))
    return None if inner is None or signed or _PLACE.fullmatch(inner) else inner.strip()


def _quote_line(text: str) -> str | None:
    """`> X`, `-> X`, `= X`, `- X`."""
    found = re.match(r"(?:[-=]{0,2}>|[→⇒➜=≈•*-])\s+(?=\S)", text)
    return text[found.end() :] if found else None


def _unpaired(text: str) -> str | None:
    """`**X`, `X`` with a mark whose other half was left out."""
    for mark in ("**", "`", "$", '"'):
        if text.count(mark) == 1 and text != mark and (text.startswith(mark) or text.endswith(mark)):
            return text.removeprefix(mark).removesuffix(mark).strip()
    return None


def _is(text: str) -> str | None:
    """`is X`, `it's X` or `I think X`, behind a marker."""
    found = _IS.fullmatch(text)
    return found[1] or found[2] if found else None


def _calculated(text: str) -> str | None:
    """`3 × 4 = 12`."""
    found = CALCULATED.fullmatch(text)
    return found[1] if found else None


def _heading(text: str) -> str | None:
    """`### X`, `> X`, before what else encloses a line."""
    found = re.match(r"(?:#{1,6}|>|[-*•])\s+(?=\S)", text)
    return text[found.end() :] if found else None


def _over_lines(text: str) -> str | None:
    """A list over several lines, with a last comma or without."""
    if "\n" not in text or (text[:1], text[-1:]) not in (("[", "]"), ("(", ")"), ("{", "}")):
        return None
    return re.sub(r",?\s*\n\s*([\])}])", r"\1", re.sub(r"([\[({])\s*\n\s*", r"\1", text)).replace("\n", " ")


_PEELS: tuple[_Peel, ...] = (
    _over_lines,
    _sized,
    _label,
    _claim,
    _kind,
    _verdict,
    _line_end,
    _marks,
    _json_text,
    _keyed,
    _code,
    _quotes,
    _command,
    _maths,
    _emphasis,
    _tags,
    _quote_line,
    _unpaired,
    _is,
    _stop,
    _remark,
    _aside,
    _brackets,
    _calculated,
)
_BESIDE = (_remark, _aside)
"""What takes off something that is said beside an answer, which may be another one."""
_ENCLOSING = (_heading, _line_end, _marks, _quotes, _command, _maths, _emphasis, _tags, _stop, _brackets)
"""What may enclose a whole line; no aside, which could be all that the line states."""
