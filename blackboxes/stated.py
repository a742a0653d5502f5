"""Where a reply states its answer: on its last marked line, or unmarked in a form that nothing else has.

What is found here are texts. Whether one of them is an answer, and whether anything said beside or below it is another
one, is decided in `replies.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from boxwright.blackboxes.beside import is_prose
from boxwright.blackboxes.keyed import kind_and_value, value_under
from boxwright.blackboxes.spoken import spoken
from boxwright.blackboxes.wrappings import COMMANDS, lines_forms, without_emphasis

MAX_REPLY = 100_000
"""Maximum characters: a longer reply is refused unread."""
_TAG = r"</?(?:b|i|em|strong|u|p|br|code|span|div|mark|h[1-6]|li)\s?/?>"
LEAD = rf"((?:[\s>#*_`~|+•→⇒➡➜=\ufe0f\u200b\ufeff-]|{_TAG})*+(?:\(?(?:\d{{1,3}}|[a-z])[.)]\s)?(?:[\s*_`~]|{_TAG})*+)"
"""Bullets, numbers, headings, quotes and emphasis before a marker."""
_BEFORE = (
    r"(?:(?:因此|所以|故|综上所述|综上)[，,]?\s?)?(?:我的)?(?:(?:最终|最終|正确)的?な?)?"
    r"(?:(?:test|question|turn|sample|shot)\s#?\d{1,4}[\s:,-]{1,3})?(?:(?:so|thus|hence|therefore|okay|ok|now|finally)\b,?\s)?"
    r"(?:(?:after|based\son)\s[^,.:;]{1,60},\s)?(?:(?:i|i['’]d|i\swould)\s(?:believe|conclude|guess|predict|say|think)\s(?:that\s)?)?"
    r"(?:(?:(?:here|this|that)(?:\sis|['’]s)|(?:this|that|which|it)\sgives(?:\s(?:me|us))?)\s)?(?:(?:my|the|our|your)\s)?"
    r"(?:(?:final|best|correct(?:ed)?|revised|updated|amended|new|actual|adjusted|better|calculated|computed|definitive|fixed|improved|predicted|proper|"
    r"resulting|true|ultimate|verified)[\s_-]){0,2}"
)
_OF = (
    r"(?:\s?#?\d{1,4}(?:\sof\s\d{1,4})?(?=\s?[:：])|\s\[(?:final|corrected|revised|updated)\]|"
    r"\s?[(\[](?!(?:alt|another|backup|e\.?g|example|fallback|format|if|incorrect|maybe|naive|never|not|old|option|or|other|possib|previous|second\s(?:choice|guess|option)|wrong|x\b))"
    r"[a-z][^()\[\]:：]{0,40}[)\]]|"
    r"\s(?:to|for)\s(?:(?:this|the)\s)?(?:(?:current|given|last|new|next|unseen)\s)?"
    r"(?:case|input|question|sample|test|turn)(?:\s(?:case|input|question|sample))?(?:\s#?\d{1,4})?|\s(?:corrected|revised|updated|v\.?\s?\d{1,2}))?"
)
"""Which one it is: `ANSWER (corrected): X`, `ANSWER v2: X`, `Answer to question 3: X`, `Answer 3: X`."""
_SO = "therefore|thus|hence|then|indeed|now|instead|clearly|definitely|in\\sfact|really|simply"
AFTER = rf"((?:[*_`]|{_TAG})*+)"
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
_OPENED = re.compile(r"(?:`{3,}|~{3,})\w*")
"""A block that begins behind the marker."""
_BELOW = re.compile(r"[\s*_`(:]*(?:(?:(?:as|see|shown|given|is)\s)*below|[↓⬇⤵▼👇🔽]+)[\s*_`):.\ufe0f]*", re.IGNORECASE)
"""`see below`, `↓`: the answer is on the next lines."""
_LONGEST_BOXED = 10_000
LONGEST_SENTENCES = 2_000
"""Characters of a line in which a sentence is looked for."""
_SENTENCE_END = re.compile(
    r"[.!?;:][*_]{0,3}\s+|\bconfidence\s?[:：=]\s?\d{1,3}(?:\.\d+)?\s?%?[*_]{0,3}\s+(?=[*_`(]*[A-Z]{4,}\b)|(?:\s[→⇒—–]|\bget|\bgives?)\s(?=[*_`(]*[A-Z]{4,}\b)|,\s(?:(?:and\s)?(?:so|giving|hence|therefore|thus|which\sgives|yielding)\s)?(?=[*_`(]*[A-Z]{4,})|"
    r"\A(?:so,?\s)?(?:i['’]m|i\sam|i['’]ll|i\swill)\s(?:going|go)\swith\s|\A(?:i\s(?:will\s)?)?submit(?:ting)?:?\s",
    re.IGNORECASE,
)
_MOST_FURTHER, _LONGEST_FURTHER = 24, 4_000
"""Lines, and their characters, beyond the first blank line below a marker that may be more of its answer."""
_CLOSING = re.compile(
    r"\W*(?:and\s|so\s)?(?:that|this|it|which|these|those|here|hence|thus|therefore)(?:['’]s)?\b[^:：=\d]{0,40}"
    r"\b(?:answer|query|move|guess|action|predict(?:ion)?)s?[\s.!*_]*\Z",
    re.IGNORECASE,
)
"""`This is my final answer.`"""
_DENIES = re.compile(
    r"\b(?:cannot|chang\w+|doubt|fails?|first|guess|hardly|never|no|not|only|wrong)\b|n['’]t\b", re.IGNORECASE
)
_POINTS = r"(?:(?:as|see|same\sas|given|shown|stated|is|the)\s)"
_ABOVE = re.compile(rf"\W*(?:{_POINTS}+before|{_POINTS}*above)\W*", re.IGNORECASE)
"""`see above`, `as before`, `above`."""
GOES_ON = re.compile(r"(?:[,;[({→]|->)\Z")
"""What is written on below."""
_ASSIGNED = re.compile(r"=[^\s=<>]")
"""`=X`, of which X is read where no answer begins so."""
_ITEM = re.compile(r"[-*•]\s")
"""What an item of a list begins with."""
DENIED_BEFORE = re.compile(
    r"(?:\b(?:(?:is|was|be)\s(?:not|never)|(?:is|was)n['’]t|can(?:not|['’]t)\sbe)(?:\sequal\sto)?\s?:?\s+|~~)[$*_\s]*\Z",
    re.IGNORECASE,
)
"""What before a box or a tag denies it: `it is not`, `it cannot be`, `~~`."""
_LONGEST_NOT = 24
_SAMPLE = r"(?:\be\.\s?g\.|\bz\.\s?b\.|\bfor\s(?:example|instance)|\bsuch\sas)"
_FOR_EXAMPLE = re.compile(rf"(?:{_SAMPLE}|\b(?:example|format|instance|like|template))[,:]?\s*\Z", re.IGNORECASE)
"""What follows shows a form, and states nothing."""
_EXAMPLE_ALONE = re.compile(rf"(?:.*{_SAMPLE}|\W*(?:an?\s)?example)[\s,:*_`]*", re.IGNORECASE)
"""A line that says so of the next one."""
_BEFORE_EXAMPLE = re.compile(rf"{_SAMPLE}[,:]?[\s$*_`]*\Z", re.IGNORECASE)
"""What says so right before a box, a tag or an object."""
_WRONG = re.compile(
    r"[$*_\s]*(?:(?:is|was)\s(?:wrong|incorrect|not\s(?:correct|right))|\((?:wrong|incorrect|never)\))", re.IGNORECASE
)
"""What does so behind it: `is wrong`, `(never)`."""
_OR_BEHIND = re.compile(r"[$*_\s,;(]*(?:/|or|alternatively|possibly|perhaps|maybe)[\s:,]+([^\n]{1,400})", re.IGNORECASE)
_RULE = re.compile(
    r"\s*(?:\[/\w{1,12}\]|[-=*]{2,}\s?(?i:end|eof|fin)\s?[-=*]{2,}|-{3,}|={3,}|_{3,}|\|?[\s:|-]*-{3,}[\s:|-]*)\s*"
)
"""A line under a heading, or under the head of a table."""
_LONGEST_RULE = 400
_OBJECT_END = re.compile(r"[`.,;)\]\s*]*+(?:(?:or|and)\s+)?(?:\{|\Z)")
"""What may follow an object that states an answer: nothing more on its line, or another object."""
RESULT = re.compile(
    rf"(?:{LEAD}(?:(?:so|thus|hence|therefore),?\s)?(?:(?:my|the|our)\s)?(?:(?:final|predicted)\s)?(?:results?|solution|outputs?|ciphertext|encrypted\stext|encoded\stext|gates|positions|response|total|(?:最终|所以|因此)?的?(?:密文|结果|输出(?:结果)?)是?)"
    rf"{AFTER}\s?[:：=]{AFTER}|\s*####\s)\s*(?P<said>\S.*)",
    re.IGNORECASE,
)
"""`Result: X`, `**Solution:** X`, `#### X`: the last line of a reply whose answer is marked nowhere."""
_GIVEN = re.compile(r"[\s`]*(?:final_)?answer\((?:answer\s?=)?\s?(?P<said>[\"'\[({+\d-].*)\)[\s`;]*")
"""`final_answer("X")`: how agents give an answer."""
IN_OTHER_WORDS: Mapping[str, tuple[str, ...]] = {
    "PREDICT": ("PREDICTION", "ANSWER", "预测", "答案", "PREDICCIÓN", "PRÉDICTION", "VORHERSAGE", "ПРОГНОЗ", "예측"),
    "MOVE": (
        "ACTION",
        "ANSWER",
        "CHOICE",
        "出招",
        "选择",
        "行动",
        "答案",
        "回答",
        "COUP",
        "ZUG",
        "JUGADA",
        "ХОД",
        "手",
    ),
    "ANSWER": (
        "ANWSER",
        "ANSER",
        "AWNSER",
        "答案",
        "回答",
        "答え",
        "ANTWORT",
        "RÉPONSE",
        "RESPUESTA",
        "RESPOSTA",
        "RISPOSTA",
        "ОТВЕТ",
        "답",
        "정답",
        "ENDGÜLTIGE ANTWORT",
        "RÉPONSE FINALE",
        "RESPUESTA FINAL",
        "RESPOSTA FINAL",
        "RISPOSTA FINALE",
        "ИТОГОВЫЙ ОТВЕТ",
        "최종 답변",
        "최종 답",
        "答",
        "CEVAP",
        "उत्तर",
        "الإجابة",
    ),
}
"""Other words for a marker, as models write that answer in another language."""


def written_as(marker: str) -> tuple[str, ...]:
    """Return a marker, and the other words that models write for it."""
    return (marker, *IN_OTHER_WORDS.get(marker, ()))


class Statement(NamedTuple):
    """What stands behind a marker."""

    marker: str
    texts: tuple[str, ...]
    """The line, and the lines that follow it directly: the likelier reading first."""
    below: tuple[str, ...] = ()
    """All lines below."""
    further: tuple[str, ...] = ()
    """The line and more and more of the paragraphs below, up to a remark."""


def stated_unmarked(reply: str, marker: str) -> tuple[str, list[str]] | None:
    """Return the last unmarked statement of a reply, and the lines below the one where it ends; None without one."""
    text = without_thoughts(reply)
    end, said = max(_stated(text, marker), default=(0, ""))
    return (said, text[end:].splitlines()[1:]) if said else None


def is_remark(line: str) -> bool:
    """Whether a line is words of an explanation, without a number."""
    return is_prose(line, "") and not re.search(r"\d", line)


def final_line(reply: str, marker: str) -> str | None:
    """Return the text of the answer that a reply states, for readers of a plain text; None if it states none."""
    said = last_marked(reply, (marker,))
    texts = said.texts[:1] if said else tuple(dict.fromkeys(map(_bare, unmarked(reply, marker))))
    return _bare(texts[0].split("\n")[0]) or None if len(texts) == 1 else None


def last_marked(reply: str, markers: Sequence[str]) -> Statement | None:
    """Return what the last marked line states; None without one, or if nothing stands behind it.

    Thoughts (`<think>`) are not read, nor is anything after the first `MAX_REPLY` characters.
    """
    lines = without_thoughts(reply).splitlines()
    last = next(_marked(lines, markers), None)
    if last is None:
        return None
    at, marker, found = last
    said = _statement(marker, found, lines[at + 1 :])
    return said and said._replace(below=tuple(lines[at + 1 :]))


def marked_above(reply: str, said: Statement) -> tuple[str, list[str], list[str]]:
    """Return the text above the last marked line, and what it states behind the same marker, and in other forms."""
    lines = without_thoughts(reply).splitlines()
    above = lines[: len(lines) - len(said.below) - 1]
    marked = [found["text"] or "" for _, _, found in _marked(above, [said.marker])]
    text = "\n".join(above)
    closing = _closing_braces(text)
    word = said.marker.lower()
    found = (*_boxed(text, closing), *_tagged(text, word), *_objects(text, word, closing))
    return text, marked, [each for _, each in found]


def closes(line: str) -> bool:
    """Whether a line only speaks of an answer above: `This is my final answer.`"""
    return _CLOSING.match(line) is not None and not _DENIES.search(line)


def rest_from_mark(reply: str, markers: Sequence[str]) -> str | None:
    """Return all that follows the last marker with text behind it, to the reply's end; None without one."""
    lines = without_thoughts(reply).splitlines()
    for at, _, found in _marked(lines, markers):
        rest = "\n".join([found["text"] or "", *lines[at + 1 :]])
        if re.search(r"\w", rest):
            return rest
    return None


def _marked(lines: Sequence[str], markers: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yield the marked lines from the last one on: number, marker, and its parts.

    The last one may also be marked behind a whole sentence.
    """
    yield from _behind_sentences(lines, markers)
    for at in range(len(lines) - 1, -1, -1):
        for marker in markers:
            found = _parts(lines, at, marker) if marker in lines[at].upper() else None
            if found and not _points_back(found) and not is_example(lines, at):
                yield at, marker, found


def is_example(lines: Sequence[str], at: int) -> bool:
    """Whether the line above says that this one is an example."""
    above = next((lines[before] for before in range(at - 1, -1, -1) if not is_idle(lines[before])), "")
    return len(above) <= LONGEST_SENTENCES and _EXAMPLE_ALONE.fullmatch(above) is not None


def _points_back(found: re.Match[str]) -> bool:
    """Whether a marked line only speaks of an answer above: `This is my final answer.`, `Final answer: see above.`"""
    return bool(_CLOSING.match(found.string) or _ABOVE.fullmatch(found["text"] or ""))


def _behind_sentences(lines: Sequence[str], markers: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yield what the last line states behind a whole sentence, unless it is marked from its start on."""
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), None)
    if last is None or len(lines[last]) > LONGEST_SENTENCES:
        return
    if any(marker in lines[last].upper() and _parts(lines, last, marker) for marker in markers):
        return
    for start in reversed(_sentences(lines[last])):
        for marker in markers:
            found = _pattern(marker).fullmatch(lines[last], start)
            if found and found["text"] and not _points_back(found):
                yield last, marker, found


def _sentences(line: str) -> list[int]:
    """Return where the sentences behind the first one begin, in a line that is not too long."""
    ends = [end.end() for end in _SENTENCE_END.finditer(line)] if len(line) <= LONGEST_SENTENCES else []
    return [end for end in ends if not _FOR_EXAMPLE.search(line, max(0, end - _LONGEST_NOT), end)]


def _parts(lines: Sequence[str], at: int, marker: str) -> re.Match[str] | None:
    """Return the parts of a marked line: as written, as a row of a table, or without what encloses it."""
    line = lines[at]
    row = _row(marker).fullmatch(line)
    if row:
        return None if at + 1 < len(lines) and _is_rule(lines[at + 1]) else row
    found = _pattern(marker).fullmatch(line)
    if found:
        return found
    plain = _in_command(marker).sub(r"\1 ", line)
    bracketed = _in_brackets(marker).fullmatch(line)
    if bracketed:
        plain = f"{bracketed[2]}: {bracketed['text']}"
    return next((found for form in lines_forms(plain) if (found := _pattern(marker).fullmatch(form))), None)


def lines_of(reply: str) -> list[str]:
    """Return the lines of a reply outside of thoughts, without blank ones, fences and examples."""
    lines = [line.strip() for line in without_thoughts(reply).splitlines() if line.strip() and not _FENCE.match(line)]
    return [line for at, line in enumerate(lines) if not is_example(lines, at)]


def listed(line: str) -> str:
    """Return a line without the marks of a list before it: a number, a letter, a bullet, a quote, emphasis."""
    found = re.match(LEAD, line)
    return line[found.end() :] if found else line


def without_thoughts(reply: str) -> str:
    """Return the part of a reply that is read."""
    return spoken(reply[:MAX_REPLY])


def unmarked(reply: str, marker: str) -> Iterator[str]:
    """Yield what a reply without a marked line states all the same, in forms that nothing else has.

    They are `\\boxed{X}`, `<answer>X</answer>`, `{"answer": X}`, the sentence `The answer is X.`, each alone, and as
    the last line in capitals `ANSWER X`, and for an answer `Result: X` and `#### X`.
    """
    yield from (said for _, said in _stated(without_thoughts(reply), marker))


def _stated(text: str, marker: str) -> Iterator[tuple[int, str]]:
    """Yield what a text states without a marked line, each with where it ends."""
    word, closing = marker.lower(), _closing_braces(text)
    yield from _boxed(text, closing)
    yield from _tagged(text, word)
    yield from _objects(text, word, closing)
    sentence, lines, stated_to = _sentence(word), text.splitlines(), len(text)
    last, ends = last_line(lines), accumulate(map(len, text.splitlines(keepends=True)), initial=-1)
    for end, line in zip(islice(ends, 1, None), lines, strict=True):
        if "boxed" in line or word not in line.casefold():
            continue
        starts = [0, *(_sentences(line) if line == last else ())]
        said = next((said for start in starts if (said := sentence.fullmatch(line, start))), None)
        if said:
            stated_to = end
            yield end, said["said"].strip()
        elif line == last and (plain := _without_sign(marker).fullmatch(line)):
            stated = _statement(marker, plain, ())
            yield from ((end, each) for each in (stated.texts if stated else ()))
    whole = _unfenced(text)
    if "boxed" not in whole and (said := sentence.fullmatch(whole)):
        yield stated_to, said["said"].strip()
    if word == "answer" and (result := RESULT.fullmatch(last) or _GIVEN.fullmatch(last)):
        yield len(text), result["said"].strip()


def last_line(lines: Sequence[str]) -> str:
    """Return the last line that is not blank; an empty text if all are."""
    return next((line for line in reversed(lines) if line.strip()), "")


def _boxed(text: str, closing: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield what stands in `\\boxed{}`."""
    for found in re.finditer(r"\\boxed\s?\{", text):
        end = closing.get(found.end() - 1, 0)
        inner = text[found.end() : end].strip()
        if inner and end - found.end() < _LONGEST_BOXED and not _is_denied(text, found.start(), end + 1):
            yield end, inner
            yield from _or_behind(text, end + 1)


def _tagged(text: str, word: str) -> Iterator[tuple[int, str]]:
    """Yield what stands in `<answer>X</answer>`, or behind a last `<answer>` that was never closed."""
    tag = rf"(?:final_)?{word}"
    end = 0
    for found in re.finditer(
        rf"<({tag})(?:\s[^<>\n]{{1,60}})?>((?:(?!</?{tag}\b).)*+)</\1>", text, re.IGNORECASE | re.DOTALL
    ):
        end = found.end()
        if not _is_denied(text, found.start(), end):
            yield end, found[2].strip()
            yield from _or_behind(text, end)
    if not end and (open_ := re.search(rf"<{tag}>\s*+([^<>\n]++)\s*\Z", text, re.IGNORECASE)):
        yield len(text), open_[1].strip()


def _or_behind(text: str, end: int) -> Iterator[tuple[int, str]]:
    """Yield what follows on its line as an alternative: `Y` of `<answer>X</answer> or Y`."""
    if other := _OR_BEHIND.match(text, end):
        yield other.end(), other[1].strip(" $*_")


def _is_denied(text: str, start: int, end: int) -> bool:
    """Whether what stands there is said to be none, or an example: `not <answer>X</answer>`, `\\boxed{X} is wrong`."""
    from_ = max(0, start - _LONGEST_NOT)
    before = DENIED_BEFORE.search(text, from_, start) or _BEFORE_EXAMPLE.search(text, from_, start)
    return before is not None or _WRONG.match(text, end) is not None


def _objects(text: str, word: str, closing: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield what the objects that end a line, and lie in no other one, hold under a word."""
    if re.search(rf"{word}[\"']?\s*+:", text, re.IGNORECASE):
        for end, each in _ending_objects(text, closing):
            value = value_under(each, (word,))
            if value is not None:
                yield end, value


def kinds_and_values(reply: str, kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield kind and value of each object such as `{"type": "ACTION", "name": X}` that ends a line."""
    text = without_thoughts(reply)
    for _, each in _ending_objects(text, _closing_braces(text)):
        found = kind_and_value(each, kinds)
        if found is not None:
            yield found


def _ending_objects(text: str, closing: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield the objects that end a line, and lie in no other one, each with where it ends."""
    inside = 0
    for start, end in sorted(closing.items()):
        if start < inside or re.search(r"\\\w+\s?\Z", text[max(0, start - 16) : start]):
            continue
        inside = end
        if _BEFORE_EXAMPLE.search(text, max(0, start - _LONGEST_NOT), start):
            continue
        behind = text[end + 1 :].split("\n", 1)[0] if "\n" in text[end + 1 : end + 40] else text[end + 1 : end + 40]
        if _OBJECT_END.match(behind):
            yield end, text[start : end + 1]


@cache
def _pattern(marker: str) -> re.Pattern[str]:
    """A sign that stands right before a text may be its own: `ANSWER:=X`, `ANSWER is =X`."""
    says = rf"\s?(?:is\s?(?:(?:{_SO})\s?)?)?"
    equals = r":=(?!\S)|==(?!\S)|(?<!is\s)=|=(?!\S)"
    sign = rf"{says}(?:[是为]\s?[:：]?|{equals}|[:：]{{1,2}}|[→➜⇒⟶⟹]|->|=>|[–—]\s|--?\s){AFTER}(?P<text>.*)"
    return re.compile(rf"{LEAD}{_BEFORE}{re.escape(marker)}{_OF}{AFTER}(?:{sign}|\s*)", re.IGNORECASE)


@cache
def _row(marker: str) -> re.Pattern[str]:
    """`| ANSWER | X |`: the row of a table."""
    name = rf"{_BEFORE}{re.escape(marker)}{AFTER}\s?[:：]?"
    return re.compile(rf"(\s*+\|\s*+[*_`]*+){name}{AFTER}\s*+\|(?P<text>.*?)\|?\s*", re.IGNORECASE)


@cache
def _in_command(marker: str) -> re.Pattern[str]:
    """`\\textbf{ANSWER:}`: the marker alone in a command."""
    return re.compile(rf"{COMMANDS}\{{\s*({_BEFORE}{re.escape(marker)}\s?[:：]?)\s*\}}", re.IGNORECASE)


@cache
def _in_brackets(marker: str) -> re.Pattern[str]:
    """`[ANSWER]: X`, `[ANSWER] X [/ANSWER]`."""
    name = rf"{_BEFORE}{re.escape(marker)}"
    return re.compile(
        rf"{LEAD}[\[【「]({name})[\]】」][*_`]*+\s?[:：]?\s?(?P<text>.*?)(?:\s?\[/{name}\])?\s*", re.IGNORECASE
    )


@cache
def _sentence(word: str) -> re.Pattern[str]:
    says = (
        r"(?:(?:here\s)?is|becomes|changes\sto|turns\sout\sto\sbe|(?:has|needs|ought)\sto\sbe|"
        r"(?:must|should|will|would)(?:\s(?:therefore|then|thus))?\sbe)"
    )
    return re.compile(
        rf"{LEAD}{_BEFORE}{word}{_OF}{AFTER}\s?{says}(?:,?\s(?:{_SO}),?)?{AFTER}\s(?!(?:hardly|never|not|unlikely)\b)(?P<said>.*)",
        re.IGNORECASE,
    )


@cache
def _without_sign(marker: str) -> re.Pattern[str]:
    """`ANSWER X`, `FINAL ANSWER X`."""
    name = rf"(?:(?:FINAL|CORRECTED|REVISED|UPDATED|NEW)[\s_])?{re.escape(marker)}"
    return re.compile(rf"{LEAD}{name}{AFTER}\s+()(?!(?i:for|in|is|not|of|or|to)\b)(?P<text>\S.*)")


def _statement(marker: str, found: re.Match[str], following: Sequence[str]) -> Statement | None:
    before, inside, behind, text = found[1], found[2], found[3] or "", found["text"] or ""
    opened = before[len(before.rstrip("*_`")) :]
    if opened and opened[::-1] in (inside, behind):
        opened = ""
    elif behind and not behind.strip("*_`"):  # opened after the colon: it belongs to the text
        text = behind + text
    text = text.strip()
    if _OPENED.fullmatch(text) or _BELOW.fullmatch(text):
        text = ""
    if "|" in before:
        text = text.removeprefix("|").strip()
    if opened:
        text = _closed(text, opened[::-1])
    block, rest = _block(following, skip=not text)
    if text:
        whole = "\n".join([text, *block])
        goes_on = GOES_ON.search(text) or (block and _ITEM.match(text) and _ITEM.match(block[0]))
        texts = [whole, text] if goes_on else [text, whole]
        texts += [text[1:]] if _ASSIGNED.match(text) else []
    else:
        texts = ["\n".join(block), block[0]] if block else []
    further = _further(max(texts, key=len), rest) if texts else ()
    return Statement(marker, tuple(dict.fromkeys(texts)), further=tuple(further)) if texts else None


def _further(whole: str, rest: Sequence[str]) -> Iterator[str]:
    """Yield a text with one paragraph of the rest after the other, up to a remark."""
    lines = [line.strip() for line in rest[:_MOST_FURTHER]]
    most = len(whole) + _LONGEST_FURTHER
    for line, after in pairwise([*lines, ""]):
        if is_idle(line):
            continue
        whole = f"{whole}\n{line}"
        if is_remark(line) or len(whole) > most:
            return
        if is_idle(after):
            yield whole


def _closed(text: str, mark: str) -> str:
    """Return a text without the emphasis that was opened before its marker: at its end, or before marks alone."""
    end = len(text)
    while end and not (text[end - 1].isalnum() or text[end - 1] in "()[]{}"):
        end -= 1
    at = text.find(mark, end)
    return text if at < 0 else f"{text[:at]}{text[at + len(mark) :]}".rstrip()


def _block(lines: Sequence[str], skip: bool) -> tuple[list[str], Sequence[str]]:
    """Return the lines up to the first blank one or fence, and the rest.

    Leading ones and rules are skipped if nothing precedes.
    """
    block: list[str] = []
    for at, line in enumerate(lines):
        idle = is_idle(line) and not (block and _is_rule(line))
        if idle and (block or not skip):
            return block, lines[at:]
        if not idle:
            block.append(line.strip())
    return block, ()


def is_idle(line: str) -> bool:
    """Whether a line is blank, a fence or a rule."""
    return not line.strip() or bool(_FENCE.match(line)) or _is_rule(line)


def _is_rule(line: str) -> bool:
    return len(line) <= _LONGEST_RULE and _RULE.fullmatch(line) is not None


def _bare(text: str) -> str:
    return without_emphasis(text.strip())


def _closing_braces(text: str) -> dict[int, int]:
    """Return where each opened brace is closed, by where it is opened; of those that are closed."""
    opened, closing = list[int](), dict[int, int]()
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            closing[opened.pop()] = brace.start()
    return closing


def _unfenced(text: str) -> str:
    """Return a reply that is one block only without its fences, on one line."""
    lines = [line for line in text.strip().splitlines() if not _FENCE.match(line)]
    return " ".join(line.strip() for line in lines)
