"""Travels into the sandbox ahead of each module of the `puzzle` family, as text: the words for word puzzles."""

BOXWRIGHT_WORDS = ""


def common_words(length: int) -> "list[str]":
    """Return the common English words of a length (4 to 12), in capitals, sorted; the same list on every machine."""
    return [word.upper() for word in BOXWRIGHT_WORDS.split() if len(word) == length]
