WEIGHTS = (34, 51, 58, 11, 35)


def blackbox(plaintext: str) -> str:
    numbers = []
    for char in plaintext.lower():
        if char == " ":
            continue
        digits = format(ord(char) - ord("a"), "05b")
        total = sum(weight for weight, digit in zip(WEIGHTS, digits) if digit == "1")
        numbers.append(str(total))
    return ",".join(numbers)
