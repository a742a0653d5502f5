"""A zigzag (rail fence) over a number of rows, read row by row."""

import random

# The number of rows of the zigzag.
ROWS = 3

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_LENGTH = 40  # longest plaintext of the domain


def blackbox(plaintext: str) -> str:
    letters = plaintext.replace(" ", "")
    # Down to the bottom row and up again: ROWS - 1 steps each way, so the top
    # and the bottom row get one letter per period and the others two.
    period = 2 * (ROWS - 1)
    rows = [[] for _ in range(ROWS)]
    for position, letter in enumerate(letters):
        step = position % period
        row = step if step < ROWS else period - step
        rows[row].append(letter)
    return "".join("".join(row) for row in rows)


def sample_inputs(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    samples = []
    for number in range(max(0, count)):
        # Every length once, so that the zigzag ends in every row.
        length = number + 1 if number < MAX_LENGTH else rng.randint(1, MAX_LENGTH)
        characters = [rng.choice(LETTERS) for _ in range(length)]
        # About every second sample gets some single blanks between letters.
        if rng.random() < 0.5:
            for place in range(1, length - 1):
                if characters[place - 1] != " " and rng.random() < 0.2:
                    characters[place] = " "
        samples.append("".join(characters))
    return samples
