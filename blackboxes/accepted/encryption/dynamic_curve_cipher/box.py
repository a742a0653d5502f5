def blackbox(plaintext: str) -> str:
    letters = plaintext.replace(" ", "")
    n = len(letters)
    if n == 0:
        return ""
    k = n % 3 + 3
    # With fewer letters than k, only the first n columns hold a letter.
    used = min(k, n)
    columns = []
    for order, column in enumerate(range(used - 1, -1, -1)):
        text = letters[column::k]
        # Counted in the order of reading: the first, third, fifth ...
        # column is read from the bottom to the top.
        if order % 2 == 0:
            text = text[::-1]
        columns.append(text)
    return " ".join(columns)


def sample_inputs(seed: int, count: int) -> list[str]:
    fixed = [
        "Hello World",
        "abcdefg",
        "ab",
        "a",
        "abc",
        "abcd",
        "abcde",
        "abcdef",
        "a b c d e f g h",
        "The quick brown fox jumps over",
        "abcdefghijklmnopqrstuvwxyzABCD",
        "  Leading and trailing  ",
        "",
    ]
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    samples = fixed[:max(count, 0)]
    # A small linear congruential sequence: the same list for the same seed.
    state = (seed * 2654435761 + 12345) % 2**32
    while len(samples) < count:
        state = (state * 1664525 + 1013904223) % 2**32
        length = 1 + (state >> 16) % 30
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
