PLAIN = "abcdefghijklmnopqrstuvwxyz"
CIPHER = "phqgiumeaylnofdxjkrcvstzwb"
# Blanks are not in the table and stay as they are.
TABLE = str.maketrans(PLAIN + PLAIN.upper(), CIPHER + CIPHER.upper())


def blackbox(plaintext: str) -> str:
    return plaintext.translate(TABLE)
