"""Small words: numbers, lists, capitals, and surface forms with their number filled in."""

from __future__ import annotations

from collections.abc import Sequence

_EN = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_EN_TH = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ZH = "零一两三四五六七八九十"
_ZH_TH = "零一二三四五六七八九十"


def number(k: int, language: str) -> str:
    """Return a number as a word before what is counted; in figures above ten."""
    if language == "en":
        return _EN[k] if k < len(_EN) else str(k)
    return _ZH[k] if k < len(_ZH) else str(k)


def ordinal(k: int, language: str) -> str:
    """Return an ordinal number up to ten, e.g. `second`, `第二`."""
    if language == "en":
        return _EN_TH[k] if k < len(_EN_TH) else f"{k}th"
    return f"第{_ZH_TH[k] if k < len(_ZH_TH) else k}"


def with_number(form: str, k: int | None, language: str) -> str:
    """Fill in a relation's number: {k}, {kth} and {s}, the plural of what follows the number."""
    if k is None:
        return form
    return (
        form.replace("{kth}", ordinal(k, language))
        .replace("{k}", number(k, language))
        .replace("{s}", "" if k == 1 else "s")
    )


def listed(names: Sequence[str], language: str) -> str:
    """Join names: `A, B and C`, `甲、乙、丙`."""
    if language == "zh":
        return "、".join(names)
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def unlisted(text: str, language: str) -> list[str]:
    """Split what `listed` joined."""
    if language == "zh":
        return text.split("、")
    head, _, last = text.rpartition(" and ")
    return [*head.split(", "), last] if head else [last]


def sentence(text: str, language: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return text[:1].upper() + text[1:] if language == "en" else text
