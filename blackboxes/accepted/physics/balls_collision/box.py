def describe():
    return {"objects": ["ball1", "ball2"]}


def blackbox(t):
    x1, x2 = 0.0, 20.0
    v, w = 4.0, -6.0
    last = ""  # what has just been hit is not hit again at once
    left = t
    while True:
        hits = []
        if last != "balls" and v > w:
            hits.append(((x2 - x1) / (v - w), "balls"))
        if last != "left" and v < 0:
            hits.append((x1 / -v, "left"))
        if last != "right" and w > 0:
            hits.append(((20 - x2) / w, "right"))
        wait, kind = min(hits) if hits else (left + 1, "")
        if wait >= left:
            x1 += v * left
            x2 += w * left
            return {"ball1": [x1, 0.0, 0.0], "ball2": [x2, 0.0, 0.0]}
        x1 += v * wait
        x2 += w * wait
        left -= wait
        last = kind
        if kind == "balls":
            x2 = x1
            v, w = (v * (5 - 0.8 * 3) + w * 3 * 1.8) / 8, (w * (3 - 0.8 * 5) + v * 5 * 1.8) / 8
        elif kind == "left":
            x1 = 0.0
            v = -v
        else:
            x2 = 20.0
            w = -w
