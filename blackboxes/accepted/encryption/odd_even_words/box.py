def _base(letter: str) -> int:
    return ord("A") if letter.isupper() else ord("a")


def _shift_three(letter: str) -> str:
    base = _base(letter)
    return chr(base + (ord(letter) - base + 3) % 26)


def _mirror(letter: str) -> str:
    base = _base(letter)
    return chr(base + 25 - (ord(letter) - base))


def _replace_word(word: str) -> str:
    # Each letter takes its own case along to its new place.
    if len(word) % 2 == 1:
        return "".join(_shift_three(letter) for letter in reversed(word))
    half = len(word) // 2
    return "".join(_mirror(letter) for letter in word[half:] + word[:half])


def blackbox(plaintext: str) -> str:
    # split(" ") gives empty parts between neighbouring blanks and at the
    # ends; they stay empty, so all blanks stay where they are.
    return " ".join(_replace_word(word) for word in plaintext.split(" "))


def sample_inputs(seed: int, count: int) -> list[str]:
    samples = [
        "a",
        "Z",
        "az",
        "Ab",
        "aBc",
        "ABcd",
        "xyz XYZ",
        "   ",
        " a ",
        "To be or not to be",
        "  two  blanks  around  ",
        "Abcdefghijklmnopqrstuvwxyz",
        "aBcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN",
        "aBcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM",
    ]
    # Then mixed texts, from a fixed sequence of numbers started by the seed.
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ          "
    number = (seed * 7919 + 12345) % 2147483648
    for _ in range(1000):
        if len(samples) >= count:
            break
        number = (number * 1103515245 + 12345) % 2147483648
        length = (number >> 16) % 40 + 1
        text = ""
        for _ in range(length):
            number = (number * 1103515245 + 12345) % 2147483648
            text += alphabet[(number >> 16) % len(alphabet)]
        if text not in samples:
            samples.append(text)
    return samples[:count]
