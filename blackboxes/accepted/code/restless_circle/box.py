def describe() -> dict:
    return {"inputs": {"n": "int", "k": "int"}, "checkpoints": 3}


def run(checkpoint, n, k) -> None:
    circle = list(range(1, n + 1))
    order = []
    direction = 1
    position = 0
    while len(circle) > 1:
        checkpoint(1, circle=list(circle), starter=circle[position], k=k, direction=direction)
        place = (position + direction * (k - 1)) % len(circle)
        out = circle.pop(place)
        order.append(out)
        k += out
        direction = -direction
        position = place % len(circle) if direction == 1 else (place - 1) % len(circle)
        checkpoint(2, out=out, k=k, circle=list(circle))
    last = circle[0]
    checkpoint(3, last=last, order=list(order))
