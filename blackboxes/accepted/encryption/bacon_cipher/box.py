def blackbox(plaintext: str) -> str:
    result = []
    for char in plaintext:
        if char == " ":
            continue
        number = ord(char.lower()) - ord("a")
        if number >= 13:
            number += 6  # n to z have 19 to 31
        signs = format(number, "05b").replace("0", "x").replace("1", "y")
        result.append(signs.upper() if "A" <= char <= "Z" else signs)
    return "".join(result)
