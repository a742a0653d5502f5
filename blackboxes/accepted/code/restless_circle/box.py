def describe() -> dict:
    return {"inputs": {"n": "int", "k": "int"}, "checkpoints": 3}


def run(checkpoint, n, k) -> None:
    circle = list(range(1, n + 1))
    order = []
    direction = 1
    position = 0  # where the starter stands in circle, counted from 0

    while len(circle) > 1:
        starter = circle[position]
        checkpoint(1, circle=list(circle), starter=starter, k=k, direction=direction)

        j = (position + direction * (k - 1)) % len(circle)
        out = circle.pop(j)
        order.append(out)
        k += out
        direction = -direction

        # circle has lost the person by now: the one after stands at j
        if direction == 1:
            position = j % len(circle)
        else:
            position = (j - 1) % len(circle)
        checkpoint(2, out=out, k=k, circle=list(circle))

    last = circle[0]
    checkpoint(3, last=last, order=list(order))
