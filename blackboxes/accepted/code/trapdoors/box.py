DOOR_2 = 3
DOOR_4 = 5
DOOR_6 = 0
DOOR_8 = 6
DOOR_10 = 2
DOOR_12 = 1

SQUARES = 14

# From the square of a trapdoor to the (always odd) square it leads to.
TRAPDOORS = {
    2: 2 * DOOR_2 + 1,
    4: 2 * DOOR_4 + 1,
    6: 2 * DOOR_6 + 1,
    8: 2 * DOOR_8 + 1,
    10: 2 * DOOR_10 + 1,
    12: 2 * DOOR_12 + 1,
}


def describe() -> dict:
    return {"inputs": {"throws": "str"}, "checkpoints": 2}


def run(checkpoint, throws) -> None:
    place = 0
    highest = 0
    falls = 0
    for throw in throws:
        before = place
        landed = (place + int(throw)) % SQUARES
        place = TRAPDOORS.get(landed, landed)
        # Both a trapdoor and the way past 13 can make place less.
        if place < before:
            falls += 1
        highest = max(highest, place)
        checkpoint(1, place=place)
    checkpoint(2, highest=highest, falls=falls)
