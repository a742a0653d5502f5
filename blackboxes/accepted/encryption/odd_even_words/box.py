import re


def _like(model, letter):
    return letter.upper() if model.isupper() else letter.lower()


def _word(match):
    word = match.group(0)
    if len(word) % 2:
        return "".join(_like(c, chr((ord(c.lower()) - 97 + 3) % 26 + 97)) for c in reversed(word))
    half = len(word) // 2
    return "".join(_like(c, chr(219 - ord(c.lower()))) for c in word[half:] + word[:half])


def blackbox(plaintext: str) -> str:
    return re.sub(r"[A-Za-z]+", _word, plaintext)
