SQUARE = ("SECUR", "ITYAB", "DFGHK", "LMNOP", "QVWXZ")

POSITION = {
    letter: (row, column)
    for row, line in enumerate(SQUARE)
    for column, letter in enumerate(line)
}


def _square_letter(char: str) -> str:
    """The letter of the square for a plaintext letter or filler."""
    letter = char.upper()
    return "I" if letter == "J" else letter


def _filler(before: str) -> str:
    """A filler X in the case of the letter before it."""
    return "X" if before.isupper() else "x"


def _split_into_pairs(letters: str) -> list[tuple[str, str]]:
    pairs = []
    i = 0
    while i < len(letters):
        first = letters[i]
        if i + 1 == len(letters):
            # The last letter has no partner.
            pairs.append((first, _filler(first)))
            i += 1
        elif _square_letter(first) == _square_letter(letters[i + 1]):
            # Same letter of the square (I and J are the same one):
            # the second one begins the next pair.
            pairs.append((first, _filler(first)))
            i += 1
        else:
            pairs.append((first, letters[i + 1]))
            i += 2
    return pairs


def _with_case_of(letter: str, model: str) -> str:
    return letter if model.isupper() else letter.lower()


def _encipher_pair(first: str, second: str) -> str:
    row1, col1 = POSITION[_square_letter(first)]
    row2, col2 = POSITION[_square_letter(second)]
    if row1 == row2:
        # The row comes first: a pair XX is also handled here.
        new1 = SQUARE[row1][(col1 + 1) % 5]
        new2 = SQUARE[row2][(col2 + 1) % 5]
    elif col1 == col2:
        new1 = SQUARE[(row1 + 1) % 5][col1]
        new2 = SQUARE[(row2 + 1) % 5][col2]
    else:
        new1 = SQUARE[row1][col2]
        new2 = SQUARE[row2][col1]
    return _with_case_of(new1, first) + _with_case_of(new2, second)


def blackbox(plaintext: str) -> str:
    letters = plaintext.replace(" ", "")
    enciphered = "".join(
        _encipher_pair(first, second)
        for first, second in _split_into_pairs(letters)
    )
    # Put the blanks back at their positions in the plaintext. There are
    # never fewer enciphered letters than letters of the plaintext.
    result = []
    used = 0
    for char in plaintext:
        if char == " ":
            result.append(" ")
        else:
            result.append(enciphered[used])
            used += 1
    return "".join(result) + enciphered[used:]


def sample_inputs(seed: int, count: int) -> list[str]:
    fixed = [
        "Hello World",
        "balloon",
        "jam",
        "Jij iJ",
        "x",
        "xx",
        "aXx X",
        "lL Ll",
        "SR es UC",
        "SQ qs El Mt",
        "a b c d e",
        "Committee meets a bookkeeper",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "The Quick brown fox jumps over",
    ]
    # Few distinct letters in a row make doubled letters frequent enough.
    alphabets = (
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "ijxIJXlLsSzZ",
        "SECURsecurDILQdilq",
    )
    samples = fixed[:max(count, 0)]
    # A small linear congruential sequence: the same list for the same seed.
    state = (seed * 2654435761 + 12345) % 2**32
    while len(samples) < count:
        alphabet = alphabets[len(samples) % len(alphabets)]
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
