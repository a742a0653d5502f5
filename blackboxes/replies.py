"""How a player's reply is read, the same in every environment: free thought, then one answer that it states.

Players are asked for a marked last line, `ANSWER: X`. A benchmark measures models, not formats, so every form in which
a sensible model states one clear answer is read: marked in other ways, unmarked but unmistakable (`\\boxed{X}`), and
wrapped (quotes, emphasis, a full stop, an aside). An environment says what an answer can be: its `read` gets the text
as written first and then without one wrapping after the other, and the first that can be an answer counts. What cannot
be one is refused with the reason, and so are two different answers. Nothing is guessed from a part of a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any, TypeVar

from boxwright.blackboxes.beside import (
    PROSE,
    concluded,
    is_calculation,
    is_prose,
    meaningless,
    other_answers,
    several,
)
from boxwright.blackboxes.clear import NO_ANSWERS, REMARKS, two_answers
from boxwright.blackboxes.courtesy import without_courtesies
from boxwright.blackboxes.faults import Ambiguous, InvalidReply
from boxwright.blackboxes.keyed import value_under
from boxwright.blackboxes.notations import plainer
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.stated import (
    AFTER,
    DENIED_BEFORE,
    LEAD,
    LONGEST_SENTENCES,
    RESULT,
    is_example,
    is_idle,
    is_remark,
    kinds_and_values,
    last_line,
    last_marked,
    unmarked,
    without_thoughts,
    written_as,
)
from boxwright.blackboxes.taken_back import denies
from boxwright.blackboxes.words import common_words
from boxwright.blackboxes.wrappings import forms_with_asides

_Read = TypeVar("_Read")
_MOST_BESIDE = 40
"""Lines below an answer that are read."""
_MOST_CHOICES = 4
_LIKE = 4
"""Where nearly any text is an answer, a row of an explanation is another one if its length differs by less than one
part in so many."""
_BUT_FOR = 2
_OR_LINE = re.compile(r"\n[\s*_(]*or\b", re.IGNORECASE)
_SINGLE = re.compile(r"""(?:[-*•]\s+|\d{1,3}[.)]\s+)?[`*"']*[\w.+\u2212-]{1,40}[`*"']*[,;]?""")
"""A line with one item of a list."""
_FEWEST_IN_LIST = 3
"""So many single items, one below the other, are a list; two may be an answer and another one."""
_APART = re.compile(r"-\s+([0-9]{0,30}\.?[0-9]{1,30}).*")
"""A number behind a bullet, or behind its sign."""
_CODED = re.compile(r".[A-Z0-9]")
"""A text that is hardly a word: what an explanation says to come out need not be as long as the answer then."""
_JUDGED = frozenset(("above", "false", "incorrect", "mistaken", "true", "wrong", "yes"))
"""Words of a line about an answer."""
_SAID_OF_ANSWERS = _JUDGED | {
    "again",
    "correct",
    "final",
    "it",
    "likely",
    "no",
    "not",
    "ok",
    "okay",
    "possible",
    "right",
    "so",
}
"""Words that may be an answer, but say in most lines how one is."""
_SO = r"(?:(?:so|thus|hence|therefore|(?:that|this|which)\smeans(?:\sthat)?),?\s)?"
_CALLED = (
    re.compile(
        rf"{LEAD}(?:ans|final|(?:(?:my|the|our)\s)?(?:(?:final|best)\s)?(?:choice|guess|prediction)|i\spredict|predicted|(?:(?:my|the|our)\s)?(?:predicted|hidden)\s(?:date|equation|number|outputs?|row|value|word)){AFTER}(?:\s?[:：=]|\sis:?){AFTER}\s*(?P<said>\S.*)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{LEAD}{_SO}(?:the|my|our)\s(?:final\s)?(?:result|solution|output|ciphertext|code|count|number|price|total|value|(?:hidden|secret)\s\w{{3,12}})\s"
        rf"(?:is|(?:must|should|will|would)\sbe):?\s(?P<said>[\"“'`*]+(?!(?:{'|'.join(sorted(NO_ANSWERS))})\b).*|"
        r"[\[({+\u2212-]?\d[\d\s.,;\])}]*|\[[^\[\]]*\]\.?)",
        re.IGNORECASE,
    ),
    re.compile(r"\s*<(final|output|response|result|solution)>(?P<said>[^<>]+)</\1>\s*", re.IGNORECASE),
    re.compile(
        rf"{LEAD}(?:so,?\s)?i(?:['’]d|['’]ll|\swill|\swould)?\s(?:answer|go\swith|choose|pick|play|predict|select)(?:\swith)?:?\s(?!(?:any|differently|it|otherwise|that|the|this)\b)(?P<said>\S.*)",
        re.IGNORECASE,
    ),
)
"""`My guess: X`, `The output is "X".`, `The result is 12.`: a last line where nothing else states an answer."""
_OBJECT_NAMES = ("output", "prediction", "response", "result")
_LOOSELY = ("ANSWER", "MOVE")
"""Markers of what a reply may state without any: a query must be marked, or be in a form that nothing else has."""
_OUTCOME = re.compile(
    rf"{LEAD}{_SO}(?:(?:the|my|our)\s(?:(?:expected|final|predicted|resulting)\s)?(?:results?|solution|outputs?|ciphertext|encrypted\stext|response|amount\sto\spay|(?:hidden|secret)\s\w{{3,12}}|(?:only\s)?\w{{3,12}}\sleft|value(?:s)?\sof\s\S{{1,20}})(?:\s(?:at|for|of)\s[^:：=]{{1,60}}?)?\s"
    r"(?:is|are|(?:must|should|will|would)\sbe)|(?:it|the\s(?:black-)?box)\s(?:outputs|returns)):?\s(?P<said>\S.*)",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\A[^\d:：]{1,40}[:：]\s")
"""`Remaining: A or B`."""
_SO_THAT = re.compile(r",\s(?:and\s)?(?:hence|so|therefore|thus)\s(?=the\s)")
"""`76 was too small, so the hidden number is 77.`"""
_HEADS = re.compile(r"[:：][*_\s]*\Z|\A#+\s|\A\*\*[^*]+\*\*\Z")
"""The end or the form of a line that heads the next one."""
_FEWEST_HEADED = 2
_SHORT = re.compile(rf"{LEAD}A{AFTER}\s?[:：]{AFTER}\s*(?P<said>(?![^\W\d_]\W*\Z)\S.*)")
"""`A: X`; a letter alone is what a letter named A becomes."""
_OTHER_LABEL = re.compile(rf"{LEAD}(?![QqAa]\b)(?:[^\W\d_]|\d{{1,3}}){AFTER}\s?[:：=]")
"""`B: 3`: what is said of B."""
_ARTICLE = re.compile(r"(?:\A|[.!?:*#>-]\s{1,3}|\n\s{0,8})A(?=\s(?!(?:and|are|at|gets|has|is|or|to)\b)[a-z])")
_NAME_A = re.compile(r"(?<![\w'’])A(?![\w'’]|-Z|\sto\sZ)")
"""The letter A as a name."""
_ENDING = re.compile(r"(?:able|al|ant|ed|ent|er|est|ful|ible|ic|ing|ish|ive|less|ly|ous)\Z")
"""How words end that say how an output is, and state none: `scrambled`."""
_IS_IT = re.compile(
    rf"{LEAD}(?P<said>\S.*)\s(?:are|is)\s(?:my|the)\s(?:correct\s|final\s)?(?:answer|move|output|result)[.!*_]*",
    re.IGNORECASE,
)
"""`X is the answer.`"""
_HEADED = re.compile(r"\|[\s*_`]*(?P<marker>\w+)[\s*_`]*\|\n(?:\|[\s:|-]+\|\n)?\|(?P<said>[^|\n]+)\|\Z")
"""A table of one column, with the marker as its head."""
_NAMED = re.compile(
    rf"{LEAD}(?:(?:hence|so|therefore|thus),?\s)?(?:(?:after|at|on)\s[^,:=]{{1,40}},?\s)?(?:[^:=]{{0,80}}\bthe\s(?:position|value)\s(?:is|of)\s)?"
    r"(?P<name>[`*$]*[A-Za-z]\w{0,20}[`*$]*)(?:\s(?:after|at|on)\s[^:=]{1,60}?)?(?P<value>\s?(?:=|→|->|:|is(?:\s(?:approximately\s)?at)?)\s?(?:approximately\s)?\S.*?)(?:\sat\sthat\s(?:point|visit))?[.]?",
    re.IGNORECASE,
)
"""`At that visit, v3 is X.`, `So ball1 is at X.`: who reads answers knows the names."""
_LAST_BLOCK = re.compile(r"\n(?:`{3,}|~{3,})\w*\n((?:(?!`{3}|~{3})[^\n]*\n)+)(?:`{3,}|~{3,})\s*\Z")
_LONGEST_BLOCK = 4_000
"""A block that ends a reply, and characters of its end in which it stands."""
_LOOSE = re.compile(
    rf"{LEAD}(?:(?:so|thus|hence|therefore)(?:,|:)?|(?:(?:so|thus|hence|therefore),?\s)?(?:(?:it|that|this)(?:\sis|['’]s|\sgives)|i['’]d\ssay|i\ssay):?)"
    r"\s(?P<said>\S.*)",
    re.IGNORECASE,
)
"""`So, X.`, `This gives X.`: a last line of a reply that states no answer elsewhere."""


def read_reply(reply: str, marker: str, read: Callable[[str], _Read], missing: str, told: str | None = None) -> _Read:
    """Return what `read` makes of the one answer that a reply states.

    `read` is given texts without their marker and returns the value, or raises InvalidReply with the reason why a text
    is none. `missing` is the reason for a reply that states nothing. `told` is what players read of the box: if it
    names nothing A, a last line `A: X` states an answer. Raises: InvalidReply with the reason for players.
    """
    reply = reply.replace("\u00a0", " ")
    said = last_marked(reply, written_as(marker))
    if said is not None:
        return read_written(said.texts, read, said.further)
    reply = "\n".join(without_courtesies(without_thoughts(reply).splitlines()))
    found: list[_Read] = []
    fault = InvalidReply(missing)
    stated = tuple(dict.fromkeys(chain.from_iterable(unmarked(reply, word) for word in _unmarked_as(marker))))
    for text in stated or _called(reply, marker):
        try:
            found.append(read_written((text,), read))
        except Ambiguous:
            raise
        except InvalidReply as error:
            fault = error
    if not found:
        return _loosely(reply, marker, read, fault, told)
    if any(_differ(value, found[0]) for value in found):
        raise two_answers()
    return found[0]


def _unmarked_as(marker: str) -> tuple[str, ...]:
    """Return the words under which an answer may stand without its marker: a move also as `{"action": X}`."""
    return (marker, "ANSWER", "ACTION") if marker == "MOVE" else (marker,)


def _loosely(reply: str, marker: str, read: Callable[[str], _Read], fault: InvalidReply, told: str | None) -> _Read:
    """Return what a reply says that is an answer alone, or whose last line says what comes out.

    Where nearly any text is an answer it must be in quotes, or an object's, or hold no word of explanations and be no
    word alone. Raises: the fault.
    """
    lines = [line.strip() for line in without_thoughts(reply).splitlines() if not is_idle(line)]
    if not lines or marker not in _LOOSELY:
        raise fault
    outcome = _outcome(lines, told) or _outcome_below(lines)
    texts = [outcome] if outcome else []
    texts += [said["said"].strip()] if (said := _LOOSE.fullmatch(lines[-1]) or _IS_IT.fullmatch(lines[-1])) else []
    table = _HEADED.search("\n".join(lines[-_MOST_CHOICES:]))
    texts += [table["said"].strip()] if table and table["marker"].upper() == marker else []
    whole = " ".join(lines)
    under = value_under(whole, _OBJECT_NAMES)
    texts += [under] if under else [value for _, value in islice(kinds_and_values(reply, (marker.lower(),)), 1)]
    texts += lines if len(lines) == 1 and not under else []
    texts += [whole] if whole[0] + whole[-1] == "{}" and not under else []
    if marker == "MOVE" and _stands_alone(lines):
        with suppress(InvalidReply):
            return first_read(lines[-1:], read)
    for text in _at_the_end(reply, lines):
        with suppress(InvalidReply):
            value = first_read((text,), read)
            if not isinstance(value, str) and _is_one_of_few(text, read, value):
                return value
    for text in texts:
        with suppress(InvalidReply):
            value = first_read((text,), read)
            if not _is_plain(text, "" if isinstance(value, str) else value):
                continue
            named = text == outcome and _is_no_word(value if isinstance(value, str) else text.strip(" .!"))
            if named or _is_told_apart(text, read, value):
                return value
    raise fault


def _is_told_apart(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether a text can be no word of an explanation: few texts are answers, or it is in quotes, or hardly a word."""
    return _is_one_of_few(text, read, value) or text[0] in "\"'“`" or _CODED.search(text) is not None


def _at_the_end(reply: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield what a last line says of something that has a name, unless the one before does so too; and a last block."""
    said = None if is_example(lines, len(lines) - 1) else _NAMED.fullmatch(lines[-1])
    if said and not (len(lines) > 1 and _NAMED.fullmatch(lines[-2])):
        yield f"{said['name']}{said['value']}"
    if block := _LAST_BLOCK.search(without_thoughts(reply)[-_LONGEST_BLOCK:]):
        yield block[1].strip()


def _stands_alone(lines: Sequence[str]) -> bool:
    """Whether nothing says that a last line is none: `It is not:` above it, signs around, or a name before it."""
    if is_example(lines, len(lines) - 1):
        return False
    return not re.search(r"[\\<~:：]", lines[-1]) and not DENIED_BEFORE.search(f"{' '.join(lines[:-1])} ")


def _outcome(lines: Sequence[str], told: str | None) -> str | None:
    """Return what the last line says to come out: `The output is X.`, and `A: X` where A can be no name."""
    for part in (lines[-1], _SO_THAT.split(lines[-1])[-1]):
        if said := _OUTCOME.fullmatch(part):
            return said["said"].strip()
    said = _SHORT.fullmatch(lines[-1])
    if said is None or told is None or any(map(_OTHER_LABEL.match, lines[:-1])):
        return None
    named = any(_NAME_A.search(_ARTICLE.sub("", text)) for text in (told, "\n".join(lines[:-1])))
    return None if named else said["said"].strip()


def _outcome_below(lines: Sequence[str]) -> str | None:
    """Return the last line where the one above it says that it comes out: `The output is:`, `### Ciphertext`."""
    if len(lines) < _FEWEST_HEADED or not _HEADS.search(lines[-2]):
        return None
    headed = f"{lines[-2].strip(' #*_').rstrip(':：')}: {lines[-1]}"
    said = _OUTCOME.fullmatch(headed) or RESULT.fullmatch(headed)
    return said["said"].strip() if said else None


def _is_no_word(text: str) -> bool:
    """Whether a text is one token that is no word which might say how an output is."""
    token = text.casefold()
    return not re.search(r"\s", token) and token not in common_words() and not _ENDING.search(token)


def _called(reply: str, marker: str) -> list[str]:
    """Return what a last line calls a guess, or the output, where that is an answer."""
    last = last_line(without_thoughts(reply).splitlines())
    found = [said["said"].strip() for form in _CALLED if (said := form.fullmatch(last))]
    return found if marker in _LOOSELY else []


def first_read(texts: Sequence[str], read: Callable[[str], _Read], further: Sequence[str] = ()) -> _Read:
    """Return what `read` makes of the first text, or form of it, that it can read.

    Where the lines that follow an answer make another one with it, it is not told which is meant; but three and more
    items, each on a line of its own, are one list. `further` are the texts with lines behind a blank one: read where
    the texts are no answer. Raises: InvalidReply.
    """
    if any(_OR_LINE.search(text) for text in texts):
        raise two_answers()
    faults: list[InvalidReply] = []
    for text in texts:
        try:
            value = _first_form(text, read)
        except Ambiguous:
            raise
        except InvalidReply as error:
            faults.append(error)
            continue
        longer = [whole for whole in (*texts, *further) if whole.startswith(f"{text}\n")]
        others = [whole for whole in longer if _reads_otherwise(whole, read, value)]
        if others and _is_one_per_line(others[-1]):
            return _first_form(others[-1], read)
        below = [line for whole in longer if whole in texts for line in whole[len(text) + 1 :].split("\n")]
        if others or any_other(below, read, value):
            raise two_answers()
        return value
    if further:
        with suppress(InvalidReply):
            return first_read(further, read)
    raise faults[0]  # about the marked line


def read_written(texts: Sequence[str], read: Callable[[str], _Read], further: Sequence[str] = ()) -> _Read:
    """Return what `first_read` does, else the answer that the texts are in another notation. Raises: InvalidReply."""
    try:
        return first_read(texts, read, further)
    except Ambiguous:
        raise
    except InvalidReply as fault:
        return _in_other_notation(max(texts, key=len), read, fault)


def _in_other_notation(text: str, read: Callable[[str], _Read], fault: InvalidReply) -> _Read:
    """Return the one answer that the plainer notations of a text are. Raises: the fault."""
    found: list[_Read] = []
    for form in plainer(text):
        try:
            value = _first_form(form, read)
        except Ambiguous:
            raise fault from None
        except InvalidReply:
            continue
        if _is_told_apart(form, read, value) or not isinstance(value, str):
            found.append(value)
    if not found or any(_differ(value, found[0]) for value in found):
        raise fault
    return found[0]


def _is_one_per_line(text: str) -> bool:
    """Whether a text is three items or more, each on a line of its own, and no remark among them."""
    lines = text.split("\n")
    return len(lines) >= _FEWEST_IN_LIST and all(_SINGLE.fullmatch(line) and not is_remark(line) for line in lines)


def _concludes_otherwise(
    lines: Iterable[Iterable[tuple[str, ...]]], read: Callable[[str], _Read], value: _Read
) -> bool:
    """Whether the last answer that lines below an answer state, each in one of several forms, is another one.

    Where nearly any text is one, it must be about as long, or hardly a word.
    """
    differ = False
    for said in chain.from_iterable(lines):
        found = {text: _differs(text, read, value) for text in said}
        others = [text for text in said if found[text] and _is_meant(text, read, value)]
        if False in found.values():
            differ = False
        elif others:
            differ = any(_is_one_of_few(text, read, value) or _is_about_as_long(text, value) for text in others)
    return differ


def _is_meant(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether a text that reads as an answer is no word of an explanation; a whole name may be made of such words."""
    if _is_plain(text, value):
        return True
    words = set(re.findall(r"[^\W\d_]+", text.casefold()))
    means_it = words.isdisjoint(_SAID_OF_ANSWERS) or not words <= (PROSE | _SAID_OF_ANSWERS)
    return means_it and _is_one_of_few(text, read, value)


def _is_one_of_few(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether not nearly any text is an answer: this one in another order, which means nothing, is none."""
    return not re.search(r"[^\W\d_]", text) or not _reads_otherwise(meaningless(text), read, value)


def _is_one_of_several(line: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether a line names another answer beside this one: `Two candidates: A and B`, `A or B`."""
    choice = _LABELLED.sub("", line.strip(" .!*_")).split(" or ") if len(line) <= LONGEST_SENTENCES else []
    told = [_differs(each.strip(), read, value) for each in choice[:_MOST_CHOICES]]
    return {True, False}.issubset(told) or any(_is_other(each, read, value) for each in several(line))


def _is_plain(text: str, value: Any) -> bool:
    """Whether a text holds no word of explanations but the answer's own."""
    words, own = (re.findall(r"[^\W\d_]+", each.casefold()) for each in (text, str(value)))
    return (PROSE | REMARKS | _JUDGED).isdisjoint(set(words).difference(own))


def _is_as_long(text: str, value: Any, but_for: int = 0) -> bool:
    lengths = [sum(map(str.isalnum, each)) for each in (text, str(value))]
    return abs(lengths[0] - lengths[1]) <= max(but_for, lengths[1] / _LIKE)


def _is_about_as_long(text: str, value: Any) -> bool:
    """Whether a text is about as long as an answer, a short one but for two characters, or is hardly a word."""
    return _is_as_long(text, value, _BUT_FOR) or _CODED.search(text) is not None


def any_other(besides: Iterable[str], read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether something said beside an answer states another one, and not the same again.

    Words of explanations do only where few texts can be answers, which is seen on a text that means nothing.
    """
    calculates = not is_calculation(str(value))
    for beside in islice(besides, _MOST_BESIDE):
        whole, sentences = other_answers(beside, calculates=calculates)
        if sentences and any(_differs(text, read, value) is False for text in whole):
            continue
        if any(_is_other(texts, read, value) for texts in sentences or (whole,)):
            return True
    return False


def _is_other(texts: Sequence[str], read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether words, with and without those around them, are another answer, in no form the same, and no remark."""
    differs = {text: _differs(text, read, value) for text in texts}
    stating = [] if False in differs.values() else [text for text in texts if differs[text]]
    if any(not is_prose(text, str(value)) for text in stating):
        return True
    return bool(stating) and not _reads_otherwise(meaningless(texts[-1]), read, value)


def _reads_otherwise(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    return _differs(text, read, value) is True


def _differs(text: str, read: Callable[[str], _Read], value: _Read) -> bool | None:
    """Whether a text is read as another answer; None if it is none."""
    try:
        return _differ(_form_and_asides(text, read)[0], value)
    except InvalidReply:
        return None


def _differ(one: Any, other: Any) -> bool:
    return type(one) is not type(other) or one != other


def _first_form(text: str, read: Callable[[str], _Read]) -> _Read:
    """Return what `read` makes of the first form of a text that it can read. Raises: InvalidReply."""
    value, asides = _form_and_asides(text, read)
    several_named = any(_is_one_of_several(aside, read, value) for aside in asides)
    if several_named or any_other(asides, read, value) or _concludes_otherwise(map(concluded, asides), read, value):
        raise two_answers()
    if any(map(denies, asides)):
        raise Ambiguous(load_prompt("players/engine").render("denied"))
    return value


def _form_and_asides(text: str, read: Callable[[str], _Read]) -> tuple[_Read, tuple[str, ...]]:
    """Return what `read` makes of the first form that it can read, and what was said beside. Raises: InvalidReply."""
    fault, with_bullet = InvalidReply(""), False
    for form, asides in forms_with_asides(text):
        if not with_bullet and (apart := _APART.fullmatch(form)):
            with_bullet = True
            _check_sign(form, apart[1], read)
        try:
            return read(form), asides
        except Ambiguous:
            raise
        except InvalidReply as error:
            fault = error  # as near to the core as it can be read
    raise fault


def _check_sign(form: str, number: str, read: Callable[[str], Any]) -> None:
    """Refuse `- 3` where 3, behind a bullet, and -3 can be answers; a text that can hold it is taken as written.

    Raises: Ambiguous.
    """
    bare = form[1:].lstrip()
    with suppress(InvalidReply):
        if read(form) == form:
            return
    try:
        value, _ = _form_and_asides(bare, read)
    except InvalidReply:
        return
    if _reads_otherwise(f"-{bare}", read, value):
        raise Ambiguous(load_prompt("players/engine").render("sign", number=number))
