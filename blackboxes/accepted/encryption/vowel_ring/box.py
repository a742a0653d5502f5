VOWELS = "aeiou"


def _word(word):
    letters = list(word)
    places = []
    for i, c in enumerate(letters):
        if c in VOWELS:
            letters[i] = VOWELS[(VOWELS.index(c) + 1) % 5]
        else:
            places.append(i)
    # The consonants change places in pairs; an odd last one stays.
    for first, second in zip(places[0::2], places[1::2]):
        letters[first], letters[second] = letters[second], letters[first]
    return "".join(letters)


def blackbox(plaintext: str) -> str:
    return " ".join(_word(word) for word in plaintext.split(" "))
