def blackbox(plaintext: str) -> str:
    letters = plaintext.replace(" ", "")
    # Counted from 0: top row 0, 4, 8 ...; middle row 1, 3, 5 ...;
    # bottom row 2, 6, 10 ...
    return letters[0::4] + letters[1::2] + letters[2::4]


def sample_inputs(seed: int, count: int) -> list[str]:
    fixed = [
        "HELLO WORLD",
        "abcdefgh",
        "Go",
        "We are discovered",
        "a",
        "abc",
        "abcd",
        "abcde",
        "aBcDeFg",
        "a b c d e f g h i",
        "  Leading and trailing  ",
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN",
        "",
    ]
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    samples = fixed[:max(count, 0)]
    # A small linear congruential sequence: the same list for the same seed.
    state = (seed * 2654435761 + 12345) % 2**32
    while len(samples) < count:
        state = (state * 1664525 + 1013904223) % 2**32
        length = 1 + (state >> 16) % 40
        chars = []
        for position in range(length):
            state = (state * 1664525 + 1013904223) % 2**32
            value = state >> 16
            # A blank now and then, never as the first character.
            if position > 0 and value % 6 == 0:
                chars.append(" ")
            else:
                chars.append(alphabet[(value // 6) % len(alphabet)])
        samples.append("".join(chars))
    return samples
