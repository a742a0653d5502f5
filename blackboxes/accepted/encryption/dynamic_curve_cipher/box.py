"""Columns of a grid whose width depends on the number of letters, read in a curve."""

import random

# The width of the grid is (number of letters mod DIVISOR) + NARROWEST.
DIVISOR = 3
NARROWEST = 3

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_LENGTH = 30  # longest plaintext of the domain


def blackbox(plaintext: str) -> str:
    letters = plaintext.replace(" ", "")
    # The letters that remain are counted, not the blanks.
    width = len(letters) % DIVISOR + NARROWEST
    # A single short row leaves the columns on the right without a letter.
    used = min(width, len(letters))
    parts = []
    upwards = True  # the first column read goes from the bottom to the top
    for column in range(used - 1, -1, -1):
        text = letters[column::width]
        parts.append(text[::-1] if upwards else text)
        upwards = not upwards
    return " ".join(parts)


def sample_inputs(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    samples = []
    for number in range(max(0, count)):
        # Every length once, so that all remainders and short rows occur.
        length = number + 1 if number < MAX_LENGTH else rng.randint(1, MAX_LENGTH)
        characters = [rng.choice(LETTERS) for _ in range(length)]
        # About every second sample gets some single blanks between letters.
        if rng.random() < 0.5:
            for place in range(1, length - 1):
                if characters[place - 1] != " " and rng.random() < 0.2:
                    characters[place] = " "
        samples.append("".join(characters))
    return samples
