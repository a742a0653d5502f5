"""Wordings of a rule that say something else: what share of them passes as checked, or as verified.

Run it with `python -m benchmarks.kumo_wordings DOMAIN ... [--count 2]`. `REVERSED` and the tables after it are what an
independent reviewer wrote from the words of rules: reversed, negated, conditioned, overreaching, inverted. Each stands
in a right book in place of one rule. Then every word of the readers' vocabularies is put at every place of a rule, and
what still passes is listed, so that a person can say whether it is still the rule.
`{a}` is an action, `{o}` one of its outcomes, and `{t}` a truth that this rules out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from benchmarks.kumo_books import FORMS, given_games, label_in_prose
from boxwright.blackboxes.reasoning.kumo.books.plain_words import (
    DENIALS,
    KINDS,
    LABEL_WORDS,
    RULE_WORDS,
    TABLE_HEAD_WORDS,
)
from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
from boxwright.blackboxes.reasoning.kumo.books.vocabulary import CHINESE_WORDS, ENGLISH_WORDS
from boxwright.blackboxes.reasoning.kumo.books.wide import read_widely
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

REVERSED = (
    # The exclusion is excluded.
    "If it comes back as {o}, then the exclusion of {t} is impossible.",
    "If it comes back as {o}, then exclusion of {t} is incompatible.",
    "If it comes back as {o}, then the exclusion of {t} must be removed.",
    "If it comes back as {o}, then {t} must be removed from the listed exclusions.",
    "If it comes back as {o}, then {t} comes off the exclusion list.",
    "If it comes back as {o}, then {t} is no longer excluded.",
    "If it comes back as {o}, then {t} is impossible to exclude.",
    "If it comes back as {o}, then {t} is inconsistent with removal.",
    "If it comes back as {o}, then dismiss the exclusion of {t}.",
    "If it comes back as {o}, then discard the rule-outs of {t}.",
    # The truth rules out.
    "If it comes back as {o}, then {t} excludes it.",
    "If it comes back as {o}, then {t} does exclude.",
    "If it comes back as {o}, then {t} rules out.",
    "If it comes back as {o}, then {t} excludes candidates.",
    "If it comes back as {o}, then the candidates are excluded by {t}.",
    "If it comes back as {o}, then exclude the candidates off {t}.",
    "If it comes back as {o}, then candidates off {t} are excluded.",
    "If it comes back as {o}, then {t} must do the excluding.",
    "If it comes back as {o}, then truth {t} discards options.",
    "If it comes back as {o}, then {t} is a consideration and excludes candidates.",
    # The rule is the condition.
    "If {t} is excluded, it comes back as {o}.",
    "{t} excluded: it comes back as {o}.",
    "{t} must be excluded, therefore it comes back as {o}.",
    "{t} must be excluded before it comes back as {o}.",
    "{t} must be excluded for {o} to come back.",
    "Must {t} be excluded if it comes back as {o}",
    # Another outcome.
    "When back from {o}, {t} must be excluded.",
    "When off {o}, {t} must be excluded.",
    "Off {o}, {t} must be excluded.",
    "If the level is off {o}, {t} is excluded.",
    "If it does come off {o}, {t} is excluded.",
    "If no level of {o} is found, {t} is excluded.",
    "{o} not found: {t} is excluded.",
    "If {o} is impossible, {t} is excluded.",
    "If it comes back as {o} or off, then {t} must be excluded.",
    "If it comes back as {o} - 5, then {t} must be excluded.",
    "If it comes back as –{o}, then {t} must be excluded.",
    "If it comes back as /{o}/, then {t} must be excluded.",
    "If it comes back as {o}¹, then {t} must be excluded.",
    # More conditions.
    "If it comes back as {o} in the following test, {t} must be excluded.",
    "If it comes back as {o}, then {t} will be excluded by the following test.",
    "If it comes back as {o}, then {t} must be excluded in the following case.",
    "If it comes back as {o}, then {t} must be excluded, if listed.",
    "If it comes back as {o}, then {t} must be excluded if they are possible.",
    "If it comes back as {o} and levels can be found, then {t} must be excluded.",
    "If it comes back as {o} and it is a chemical, then {t} must be excluded.",
    "If it comes back as {o} in chemical conditions, then {t} must be excluded.",
    "If it comes back as {o}, because it does not fit, then {t} must be excluded.",
    # More than the rule.
    "If it comes back as {o}, then {t} and following candidates are excluded.",
    "If it comes back as {o}, then {t} and other candidates are excluded.",
    "If it comes back as {o}, then all candidates but {t} are excluded.",
    "If it comes back as {o}, then the truth is {t}, excluded.",
    "If it comes back as {o}, then {t} is excluded and the truth.",
    "If it comes back as {o}, then {t} is excluded and will be back.",
    "If it comes back as {o}, then {t} is excluded and will come back.",
    "If it comes back as {o}, then {t} must be excluded, then listed.",
    # Taken back behind it.
    "If it comes back as {o}, then {t} must be excluded, or not.",
    "If it comes back as {o}, then {t} must be excluded: impossible.",
    "If it comes back as {o}, then {t} must be excluded. Not.",
    "If it comes back as {o}, then {t} must be excluded... not!",
    "If it comes back as {o}, then {t} must be excluded. Removed.",
    "If it comes back as {o}, then {t} must be excluded. Struck out.",
    "If it comes back as {o}, then {t} must be excluded. (Crossed out.)",
    "If it comes back as {o}, then {t} must be excluded. Impossible!",
)
"""In place of a sentence of a book in prose."""

EDITS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "bullets": tuple(
        ("Rules out ", wrong)
        for wrong in (
            "Ruled out by ",
            "Excluded by ",
            "Excluded from ",
            "Discards by ",
            "Excludes exclusion of ",
            "Exclusion removed: ",
            "Remove exclusions: ",
            "Off the excluded list: ",
        )
    )
    + tuple(
        ("result:** Rules out", wrong)
        for wrong in (
            "off result:** Rules out",
            "result, off:** Rules out",
            "result:** Off, rules out",
            "impossible:** Rules out",
            "result:** In the following test, rules out",
        )
    ),
    "by_truth": tuple(
        ("Excluded when", wrong)
        for wrong in (
            "Rules out candidates when",
            "Excludes candidates when",
            "Excludes what",
            "Exclusion off when",
            "Exclusions removed when",
            "Off the exclusion list when",
            "Excluded if listed when",
            "Excluded by the test following when",
        )
    ),
    "inconsistent": (
        ("A result of", "A result off"),
        ("A result of", "No result of"),
        ("A result of", "Excluding a result of"),
        ("is inconsistent with", "is ruled out by"),
        ("is inconsistent with", "is excluded with"),
        ("is inconsistent with", "is off and excludes"),
        ("is inconsistent with", "is impossible, excluding"),
    ),
    "tables": tuple(
        ("| Outcome | Ruled out |", wrong)
        for wrong in (
            "| Outcome | Not ruled out |",
            "| Ruled out | Outcome |",
            "| Excluded | Candidates |",
            "| Truth | Excluded outcomes |",
            "| Excluded outcome | Truths |",
            "| Outcome | Part ruled out |",
            "| Outcome | Diagnosis, ruled out |",
        )
    ),
}
"""A right piece of a form, and what is put in its place."""

STRICT = (
    "If {a} shows {o}, it rules out excluding {t}.",
    "If {a} shows {o}, it rules out ruling out {t}.",
    "If {a} shows {o}, it eliminates excluding {t}.",
    "If {a} shows {o}, excluding {t} is ruled out.",
    "If {a} shows {o}, excluding {t} is excluded.",
    "If {a} shows {o}, ruled out is ruling {t} out.",
    "If {a} shows {o}, it rules out {t} being excluded.",
    "If {a} shows {o}, this excludes the excluded {t}.",
    "If {a} shows {o}, {t} is ruled out to be excluded.",
    "If {a} shows {o} then the outcome rules out {t} to be excluded.",
    "If {a} shows {o}, this rules out {t} out.",
    "If {a} shows {o}, {t} excludes it.",
    "If {a} shows {o}, {t} excludes this.",
    "If {a} shows {o}, the result is excluded by {t}.",
    "If {a} shows {o}, the result excluded is by {t}.",
    "{a} shows {o} and {t} rules it out.",
    "{o} in {a} is ruled out by {t}.",
    "{a} with {o} is eliminated by {t}.",
    "{t} rules out {o} in {a}.",
    "{t} excludes {a} with {o}.",
    "{t} is excluded, then {a} shows {o}.",
    "{t} excluded: {a} shows {o}.",
)
"""In place of a sentence for the strict reader."""
STRICT_CHINESE = (
    "若{a}显示{o}，则排除排除{t}。",
    "若{a}显示{o}，则排除将{t}排除。",
    "若{a}显示{o}，则排除{t}的排除。",
    "若{a}显示{o}，则{t}排除。",
    "若{a}显示{o}，则{t}把结果排除。",
    "若{a}显示{o}，则{t}被排除的结果排除。",
    "若{a}显示{o}，则排除的真相由{t}排除。",
    "{t}排除{a}的{o}。",
    "{t}被排除，则{a}显示{o}。",
)

RULES: Mapping[str, str] = {
    "bullets": "- **{o} result:** Rules out {t}.",
    "tables": "| {o} | {t} |",
    "by_truth": "- Excluded when {a} shows {o}.",
    "prose": "If it comes back as {o}, then {t} must be excluded, because that finding does not fit.",
    "inconsistent": "A result of {o} in the {a} is inconsistent with {t}.",
}
"""A rule that excludes one truth, as each form has it."""
_HARMLESS = """
a an the both it that this which also clearly directly effectively hence thereby therefore then thus as at between by
for from given in is of on to with within and finding getting measuring noting observing obtaining recording seeing
action check exam examination measurement procedure scan test
figure finding level measurement number observation outcome range reading result score value
figures findings levels measurements numbers observations outcomes ranges readings results scores values
"""
HARMLESS = KINDS | frozenset(_HARMLESS.split())
"""Words that leave a rule what it is where they pass: articles, what names are called, where a thing is seen, hence."""
_HARMLESS_CHINESE = """
由 落在 时 则 那么 就 便 故 因此 所以 即 均 都 也 并 将 把 的 这 此 该 这个 这一 在 从 介于 之间 之内 范围
区间 内 当 若 如果 假如 如 结果 数值 读数 测量值 数字 值 行动 得到 得出 显示 显示为 出现 看到 见到 观察到
测得 给出 为 是 可以排除 能够排除 可排除
"""
HARMLESS_CHINESE = frozenset(_HARMLESS_CHINESE.split())
WIDE_WORDS = tuple(sorted(RULE_WORDS | LABEL_WORDS | TABLE_HEAD_WORDS | DENIALS))
STRICT_RULE = "If {a} shows {o}, this rules out {t}."
STRICT_RULE_CHINESE = "若{a}显示{o}，则排除{t}。"


def rules(game: Instance) -> Iterator[dict[str, str]]:
    """Yield what each rule names that rules out one truth by an outcome in words."""
    for action in game.actions:
        for state in (game.outcomes or {})[action].states:
            if isinstance(state.value, str) and len(state.rules_out) == 1:
                yield {"a": action, "o": label_in_prose(state), "t": state.rules_out[0]}


def strict_book(game: Instance, chinese: bool = False, said: str = "", names: Mapping[str, str] | None = None) -> str:
    """Return a right book of rules alone, with other words in place of the rule that has these names."""
    lines = []
    for action in game.actions:
        for state in (game.outcomes or {})[action].states:
            shown = label_in_prose(state)
            quoted = f"「{shown}」" if chinese else f'"{shown}"'
            if not isinstance(state.value, str):
                quoted = shown.replace(" to ", "到" if chinese else " and ")
            listed = ("和" if chinese else " and ").join(f"「{t}」" for t in state.rules_out)
            said_here = said if names and (names["a"], names["o"]) == (action, shown) else ""
            rule = said_here or (STRICT_RULE_CHINESE if chinese else STRICT_RULE)
            if state.rules_out:
                lines.append(rule.format(a=f"「{action}」", o=quoted, t=listed))
    return "\n\n".join(lines)


def with_words(rule: str, words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each of these words, and a rule with it, at each place between the rule's words."""
    parts = rule.split(" ")
    for word in words:
        for at in range(len(parts) + 1):
            yield word, " ".join([*parts[:at], word, *parts[at:]])


def with_pieces(rule: str, pieces: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each of these pieces, and a Chinese rule with it, at each place outside the rule's names."""
    places = [at for at in range(len(rule) + 1) if rule[:at].count("{") == rule[:at].count("}")]
    for piece in pieces:
        yield from ((piece, rule[:at] + piece + rule[at:]) for at in places)


def passing_in(form: str, game: Instance, names: Mapping[str, str], said: Iterable[str]) -> list[str]:
    """Return the wordings that pass as checked in place of a rule of a book in this form; none if it is not right."""
    right, rule = FORMS[form](game), RULES[form].format(**names)
    if not read_widely(game, right).checked:
        return []
    assert rule in right, rule
    texts = ((each, right.replace(rule, each.format(**names), 1)) for each in said)
    return [each for each, text in texts if text != right and read_widely(game, text).checked]


def passing_edits(form: str, game: Instance) -> list[tuple[str, str]]:
    """Return the edits of a form of which a book passes as checked."""
    right = FORMS[form](game)
    if not read_widely(game, right).checked:
        return []
    made = [(edit, right.replace(*edit, 1)) for edit in EDITS[form]]
    assert all(text != right for _, text in made)
    return [edit for edit, text in made if read_widely(game, text).checked]


def passing_strictly(game: Instance, chinese: bool, names: Mapping[str, str], said: Iterable[str]) -> list[str]:
    """Return the wordings in which the strict reader finds nothing wrong; none if it refuses the right book."""
    if check_book(game, strict_book(game, chinese)):
        return []
    return [each for each in said if not check_book(game, strict_book(game, chinese, each, names))]


def one_more_word(game: Instance, names: Mapping[str, str]) -> Mapping[str, tuple[int, list[str], list[str]]]:
    """Return for each form of a rule how many it gives with one more word, and which pass: harmless ones and others."""
    found = {}
    for form, rule in RULES.items():
        made = list(with_words(rule, WIDE_WORDS))
        passed = set(passing_in(form, game, names, [said for _, said in made]))
        found[form] = _sorted_out(made, passed, HARMLESS)
    for name, chinese, made in (
        ("strict", False, list(with_words(STRICT_RULE, sorted(ENGLISH_WORDS | DENIALS)))),
        ("strict, Chinese", True, list(with_pieces(STRICT_RULE_CHINESE, CHINESE_WORDS))),
    ):
        passed = set(passing_strictly(game, chinese, names, [said for _, said in made]))
        found[name] = _sorted_out(made, passed, HARMLESS_CHINESE if chinese else HARMLESS)
    return found


def _sorted_out(
    made: list[tuple[str, str]], passed: set[str], harmless: frozenset[str]
) -> tuple[int, list[str], list[str]]:
    plain = [said for word, said in made if said in passed and word in harmless]
    return len(made), plain, [said for word, said in made if said in passed and word not in harmless]


def main() -> None:
    """Print how many wordings pass, and which."""
    games = [(game, names) for game in given_games(__doc__) for names in list(rules(game))[:1]]
    passed: dict[str, set[str]] = {"reversed": set(), "edits": set(), "strict": set(), "strict, Chinese": set()}
    for game, names in games:
        passed["reversed"].update(passing_in("prose", game, names, REVERSED))
        passed["edits"].update(str(edit) for form in EDITS for edit in passing_edits(form, game))
        passed["strict"].update(passing_strictly(game, False, names, STRICT))
        passed["strict, Chinese"].update(passing_strictly(game, True, names, STRICT_CHINESE))
    number = sum(map(len, EDITS.values()))
    for name, of in zip(passed, (len(REVERSED), number, len(STRICT), len(STRICT_CHINESE)), strict=True):
        print(f"{name}: {len(passed[name])} of {of} pass somewhere in {len(games)} games")
        print("".join(f"  {each}\n" for each in sorted(passed[name])), end="")
    for name, (of, plain, others) in one_more_word(*games[0]).items():
        print(f"one more word, {name}: {len(others)} of {of} pass, and {len(plain)} with a harmless word")
        print("".join(f"  {each}\n" for each in others), end="")


if __name__ == "__main__":
    main()
