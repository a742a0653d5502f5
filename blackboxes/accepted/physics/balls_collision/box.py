WALL = 20.0


def describe() -> dict:
    return {"objects": ["ball1", "ball2"]}


def blackbox(t: float) -> dict[str, list[float]]:
    x1, x2 = 0.0, WALL
    v, w = 4.0, -6.0
    left = float(t)  # the time still to go
    while True:
        hits = []
        if v < 0:
            hits.append((x1 / -v, "wall1"))
        if w > 0:
            hits.append(((WALL - x2) / w, "wall2"))
        if v > w:
            hits.append(((x2 - x1) / (v - w), "balls"))
        if not hits:
            break
        wait, kind = min(hits)
        wait = max(wait, 0.0)
        if wait > left:
            break
        x1 += v * wait
        x2 += w * wait
        left -= wait
        if kind == "wall1":
            x1 = 0.0
            v = -v
        elif kind == "wall2":
            x2 = WALL
            w = -w
        else:
            x2 = x1  # both at the same place
            v, w = (
                (v * (5 - 0.8 * 3) + w * 3 * 1.8) / 8,
                (w * (3 - 0.8 * 5) + v * 5 * 1.8) / 8,
            )
    return {
        "ball1": [x1 + v * left, 0.0, 0.0],
        "ball2": [x2 + w * left, 0.0, 0.0],
    }
