KEY = (12, 4, 12, 14, 17, 24)  # MEMORY


def blackbox(plaintext):
    out = []
    count = 0
    for c in plaintext.upper():
        if c == " ":
            out.append(c)
        else:
            out.append(chr(ord("A") + (ord(c) - ord("A") + KEY[count % 6]) % 26))
            count += 1
    return "".join(out)
