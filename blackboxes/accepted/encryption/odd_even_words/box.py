import random

KEYS = "qwertyuiop" + "asdfghjkl" + "zxcvbnm"


def _same_case(new, old):
    return new.upper() if old.isupper() else new


def _later(letter):
    """Three places later in the ring."""
    place = KEYS.index(letter.lower())
    return _same_case(KEYS[(place + 3) % 26], letter)


def _mirrored(letter):
    """As far from the end as the letter is from the beginning."""
    place = KEYS.index(letter.lower())
    return _same_case(KEYS[25 - place], letter)


def _replace_word(word):
    if len(word) % 2 == 1:
        return "".join([_later(letter) for letter in reversed(word)])
    half = len(word) // 2
    return "".join([_mirrored(letter) for letter in word[half:] + word[:half]])


def blackbox(plaintext: str) -> str:
    # Splitting at each single blank keeps all blanks; the parts between two
    # neighbouring blanks are empty and stay so.
    return " ".join([_replace_word(word) if word else "" for word in plaintext.split(" ")])


def sample_inputs(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    samples = [" ", "      ", "q", "M", "bN", "qwerty", " Ab ", "m  Pl"]
    while len(samples) < count:
        length = rng.randint(1, 6)
        blanks = rng.choice([0, 0.2, 0.4])
        text = ""
        for _ in range(length):
            if rng.random() < blanks:
                text += " "
            else:
                letter = rng.choice(letters)
                text += letter.upper() if rng.random() < 0.4 else letter
        samples.append(text)
    return samples[:count]
