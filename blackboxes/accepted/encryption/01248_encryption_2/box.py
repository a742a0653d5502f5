def blackbox(plaintext: str) -> str:
    result = []
    for char in plaintext.lower():
        if char == " ":
            result.append("0")
            continue
        rest = ord(char) - ord("a") + 1
        for value in (8, 4, 2, 1):
            count, rest = divmod(rest, value)
            result.append(str(count))
    return "".join(result)
