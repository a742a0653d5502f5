def describe() -> dict:
    return {"inputs": {"text": "str"}, "checkpoints": 3}


def run(checkpoint, text) -> None:
    packed = ""
    letter = ""
    run = 0

    for i, current in enumerate(text):
        if 0 < run < 3 and current == letter:
            run += 1
        else:
            if run > 0:
                packed += letter + str(run)
                checkpoint(2, packed=packed)
            letter = current
            run = 1
        checkpoint(1, i=i, letter=letter, run=run)

    packed += letter + str(run)
    checkpoint(2, packed=packed)

    saved = len(text) - len(packed)
    worth = saved > 0
    result = packed if worth else text
    checkpoint(3, saved=saved, worth=worth, result=result)
