def describe() -> dict:
    return {"inputs": 8, "gates": 4}


def _strength(team):
    return sum(weight * there for weight, there in zip((1, 2, 3, 4), team))


def blackbox(bits: list[int]) -> list[int]:
    left = bits[0:4]
    right = bits[4:8]
    left_strength = _strength(left)
    right_strength = _strength(right)
    # Heads, not strengths; Python's % gives 0 to 3 for negative numbers too.
    r = (sum(left) - sum(right)) % 4
    return [
        1 if left_strength > right_strength else 0,
        1 if right_strength > left_strength else 0,
        r // 2,
        r % 2,
    ]
