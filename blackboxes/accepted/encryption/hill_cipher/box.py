def blackbox(plaintext: str) -> str:
    text = plaintext.lower()
    letters = text.replace(" ", "")
    # Where the blanks go: their positions in the text, counted in characters
    # (blanks included) from the start.
    blanks = [index for index, character in enumerate(text) if character == " "]
    if len(letters) % 2 == 1:
        letters += "x"
    out = []
    for start in range(0, len(letters), 2):
        p = ord(letters[start]) - ord("a")
        q = ord(letters[start + 1]) - ord("a")
        out.append(chr((3 * p + 5 * q) % 26 + ord("a")))
        out.append(chr((p + 2 * q) % 26 + ord("a")))
    # In ascending order, so that a later blank never moves an earlier one;
    # letters that are left over stay at the end.
    for position in blanks:
        out.insert(position, " ")
    return "".join(out)
