KEYWORD = "MEMORY"


def blackbox(plaintext: str) -> str:
    shifts = [ord(letter) - ord("A") for letter in KEYWORD]
    result = []
    n = 0  # counts letters only
    for char in plaintext.upper():
        if char == " ":
            result.append(char)
            continue
        number = (ord(char) - ord("A") + shifts[n % len(shifts)]) % 26
        result.append(chr(ord("A") + number))
        n += 1
    return "".join(result)
