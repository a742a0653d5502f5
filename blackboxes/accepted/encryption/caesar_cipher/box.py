SHIFT = 8


def blackbox(plaintext: str) -> str:
    result = []
    for char in plaintext:
        if char == " ":
            continue
        base = ord("A") if "A" <= char <= "Z" else ord("a")
        result.append(chr(base + (ord(char) - base + SHIFT) % 26))
    return "".join(result)
