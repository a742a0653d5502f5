def blackbox(plaintext: str) -> str:
    text = plaintext.lower()
    letters = text.replace(" ", "")
    # Where the blanks go: their positions in characters from the start,
    # the blanks before them counted too.
    blanks = [i for i, character in enumerate(text) if character == " "]
    if len(letters) % 2 == 1:
        letters += "x"
    out = []
    for start in range(0, len(letters), 2):
        p = ord(letters[start]) - ord("a")
        q = ord(letters[start + 1]) - ord("a")
        out.append(chr((3 * p + 5 * q) % 26 + ord("a")))
        out.append(chr((p + 2 * q) % 26 + ord("a")))
    # In ascending order, so that the earlier blanks are already in place;
    # letters left over (from the padding) stay at the end.
    for position in blanks:
        out.insert(position, " ")
    return "".join(out)
