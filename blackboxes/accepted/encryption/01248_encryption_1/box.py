def _bundle(number):
    """The fewest of 1, 2, 4, 8 with this sum, in ascending order."""
    eights, rest = divmod(number, 8)
    digits = ""
    for value in (1, 2, 4):
        if rest & value:
            digits += str(value)
    return digits + "8" * eights


def blackbox(plaintext: str) -> str:
    result = []
    for char in plaintext.lower():
        if char == " ":
            result.append("0")
        else:
            result.append(_bundle(ord(char) - ord("a") + 1))
    return "".join(result)
