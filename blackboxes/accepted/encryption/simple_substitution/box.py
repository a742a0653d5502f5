CIPHER = "phqgiumeaylnofdxjkrcvstzwb"


def blackbox(plaintext):
    out = []
    for c in plaintext:
        if c == " ":
            out.append(c)
        elif c.isupper():
            out.append(CIPHER[ord(c) - ord("A")].upper())
        else:
            out.append(CIPHER[ord(c) - ord("a")])
    return "".join(out)
