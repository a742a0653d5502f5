"""A Hill cipher over pairs of letters; blanks are put back."""

M = 3
K = 2


def blackbox(plaintext: str) -> str:
    text = plaintext.lower()
    letters = text.replace(" ", "")
    # Where each blank stands, counted in characters (earlier blanks included).
    places = []
    for index, character in enumerate(text):
        if character == " ":
            places.append(index)
    if len(letters) % 2 == 1:
        letters += "x"
    out = []
    for start in range(0, len(letters), 2):
        p = ord(letters[start]) - ord("a")
        q = ord(letters[start + 1]) - ord("a")
        out.append(chr((M * p + (M * K - 1) * q) % 26 + ord("a")))
        out.append(chr((p + K * q) % 26 + ord("a")))
    # In ascending order, so that each blank lands at its own final position;
    # a letter left over (from the added x) ends up last.
    for place in places:
        out.insert(place, " ")
    return "".join(out)
