import random

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS = "qwertyuiop" + "asdfghjkl" + "zxcvbnm"
VOWELS = "aeiouAEIOU"


def blackbox(plaintext: str) -> str:
    result = []
    distance = 1  # of the next letter
    word = 0  # number of the present word
    in_word = False
    for letter in plaintext:
        if letter == " ":
            result.append(" ")
            in_word = False
            continue
        if not in_word:
            word += 1
            in_word = True
        ring = CAPITALS if letter in CAPITALS else KEYS
        # Later in words with an odd number, earlier in the others.
        step = distance if word % 2 == 1 else -distance
        result.append(ring[(ring.index(letter) + step) % 26])
        # Only now, for a vowel is not counted from itself.
        distance = 1 if letter in VOWELS else distance + 1
    return "".join(result)


def sample_inputs(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    samples = ["Y", "         ", " E b Ae ", "bcdfghjkl", "BCDFGHJKL", "zZ aA mM"]
    while len(samples) < count:
        length = rng.randint(1, 9)
        blanks = rng.choice([0, 0.2, 0.4])
        vowels = rng.choice([0, 0.2, 0.5])
        text = ""
        for _ in range(length):
            if rng.random() < blanks:
                text += " "
                continue
            letter = rng.choice("aeiou") if rng.random() < vowels else rng.choice(letters)
            text += letter.upper() if rng.random() < 0.4 else letter
        samples.append(text)
    return samples[:count]
