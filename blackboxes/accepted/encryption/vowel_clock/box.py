VOWELS = "aeiou"


def _shift(letter: str, amount: int) -> str:
    base = ord("A") if letter.isupper() else ord("a")
    return chr(base + (ord(letter) - base + amount) % 26)


def blackbox(plaintext: str) -> str:
    result = []
    distance = 1    # the distance of the next letter; blanks do not change it
    word = 0        # the number of the current word, counted from 1
    in_word = False
    for char in plaintext:
        if char == " ":
            result.append(char)
            in_word = False
            continue
        if not in_word:
            # Only a letter after a blank (or the start) begins a word.
            word += 1
            in_word = True
        if word % 2 == 1:
            result.append(_shift(char, distance))
        else:
            result.append(_shift(char, -distance))
        # A vowel of the plaintext has its own distance from before; the
        # counting starts anew only with the letter after it.
        if char.lower() in VOWELS:
            distance = 1
        else:
            distance += 1
    return "".join(result)


def sample_inputs(seed: int, count: int) -> list[str]:
    samples = [
        "a",
        "z",
        "Z",
        "b a",
        "aeiou AEIOU",
        "Hello World",
        "rhythm and blues",
        "  two  blanks  around  ",
        "y Y y",
        "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
        "bcdfghjklmnpqrstvwxyz bcdfghjklmnpqrst a",
        "e f g h i j k l m n o p q r s t u v w x",
        "Queue of Strengths",
    ]
    # Then mixed texts, from a fixed sequence of numbers started by the seed.
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZaeiouE       "
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
        if text.strip() and text not in samples:
            samples.append(text)
    return samples[:count]
