import random

VOWELS = "aeiou"
# The keyboard's order without the vowels.
CONSONANTS = "qwrtyp" + "sdfghjkl" + "zxcvbnm"


def _exchanged(word):
    """The letters of a word after its consonants have changed places in pairs."""
    letters = list(word)
    places = [i for i, letter in enumerate(letters) if letter not in VOWELS]
    # With an odd number the last consonant has no partner and stays.
    for i in range(0, len(places) - 1, 2):
        first, second = places[i], places[i + 1]
        letters[first], letters[second] = letters[second], letters[first]
    return letters


def _neighbour(letter, step):
    ring = VOWELS if letter in VOWELS else CONSONANTS
    return ring[(ring.index(letter) + step) % len(ring)]


def blackbox(plaintext: str) -> str:
    result = []
    number = 0
    # Splitting at each single blank keeps all blanks; an empty part is no word.
    for part in plaintext.split(" "):
        if part == "":
            result.append("")
            continue
        number += 1
        step = 1 if number % 2 == 1 else -1
        result.append("".join([_neighbour(letter, step) for letter in _exchanged(part)]))
    return " ".join(result)


def sample_inputs(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    samples = ["       ", "m", " u", "a q", "qaeioum", "a b c d", "  ab cd"]
    while len(samples) < count:
        length = rng.randint(1, 7)
        blanks = rng.choice([0, 0.2, 0.4])
        text = ""
        for _ in range(length):
            if rng.random() < blanks:
                text += " "
            elif rng.random() < 0.3:
                text += rng.choice(VOWELS)
            else:
                text += rng.choice(letters)
        samples.append(text)
    return samples[:count]
