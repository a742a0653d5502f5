import random

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS = "qwertyuiop" + "asdfghjkl" + "zxcvbnm"
VOWELS = "aeiouAEIOU"


def blackbox(plaintext: str) -> str:
    fast, slow = 1, 0
    result = []
    for letter in plaintext:
        if letter == " ":
            # A blank turns nothing.
            result.append(" ")
            continue
        ring = CAPITALS if letter in CAPITALS else KEYS
        result.append(ring[(ring.index(letter) + 3 * fast + slow) % 26])
        # The letter of the plaintext decides how far fast turns.
        fast += 2 if letter in VOWELS else 1
        if fast >= 7:
            fast -= 7
            slow += 5
    return "".join(result)


def sample_inputs(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    samples = ["m", "Z", "        ", " b  A c ", "BCDFGHJK", "bcdAEzzZ", "aeioubbb"]
    while len(samples) < count:
        # Mostly long, so that fast often passes 7.
        length = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8])
        blanks = rng.choice([0, 0, 0.2])
        vowels = rng.choice([0, 0.3, 0.7])
        text = ""
        for _ in range(length):
            if rng.random() < blanks:
                text += " "
                continue
            letter = rng.choice("aeiou") if rng.random() < vowels else rng.choice(letters)
            text += letter.upper() if rng.random() < 0.4 else letter
        samples.append(text)
    return samples[:count]
