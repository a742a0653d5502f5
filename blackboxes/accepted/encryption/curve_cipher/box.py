"""Columns of a grid, read from right to left, alternately upwards and downwards."""

import random

# Letters in a full row of the grid.
WIDTH = 6

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_LENGTH = 30  # longest plaintext of the domain


def blackbox(plaintext: str) -> str:
    letters = plaintext.replace(" ", "")
    # A single short row leaves the columns on the right without a letter.
    used = min(WIDTH, len(letters))
    parts = []
    upwards = True  # the first column read goes from the bottom to the top
    for column in range(used - 1, -1, -1):
        text = letters[column::WIDTH]
        parts.append(text[::-1] if upwards else text)
        upwards = not upwards
    return " ".join(parts)


def sample_inputs(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    # Lengths around full rows first, then any length.
    lengths = [1, 2, WIDTH - 1, WIDTH, WIDTH + 1, 2 * WIDTH - 1, 2 * WIDTH,
               2 * WIDTH + 1, 3 * WIDTH, MAX_LENGTH]
    samples = []
    for number in range(max(0, count)):
        if number < len(lengths):
            length = min(lengths[number], MAX_LENGTH)
        else:
            length = rng.randint(1, MAX_LENGTH)
        characters = [rng.choice(LETTERS) for _ in range(length)]
        # Every second sample gets some single blanks between letters.
        if number % 2 == 1:
            for place in range(1, length - 1):
                if characters[place - 1] != " " and rng.random() < 0.2:
                    characters[place] = " "
        samples.append("".join(characters))
    return samples
