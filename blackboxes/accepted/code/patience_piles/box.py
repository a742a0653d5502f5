def describe() -> dict:
    return {"inputs": {"cards": "list"}, "checkpoints": 3}


def run(checkpoint, cards) -> None:
    piles = []
    for card in cards:
        for place, pile in enumerate(piles, 1):
            if pile[-1] >= card:
                pile.append(card)
                break
        else:
            piles.append([card])
            place = len(piles)
        checkpoint(1, card=card, place=place, tops=[pile[-1] for pile in piles])
    before = None
    changes = 0
    while any(piles):
        # The smallest top card; of equal ones the one farthest to the left.
        place = min((pile[-1], number) for number, pile in enumerate(piles, 1) if pile)[1]
        taken = piles[place - 1].pop()
        if before is not None and place != before:
            changes += 1
        before = place
        checkpoint(2, taken=taken, place=place, heights=[len(pile) for pile in piles])
    checkpoint(3, piles=len(piles), changes=changes)
