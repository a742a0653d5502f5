def blackbox(plaintext):
    out = []
    for c in plaintext:
        if c == " ":
            continue
        number = ord(c.lower()) - ord("a")
        if number >= 13:  # n to z are 19 to 31
            number += 6
        code = format(number, "05b").replace("0", "x").replace("1", "y")
        out.append(code.upper() if c.isupper() else code)
    return "".join(out)
