def describe() -> dict:
    return {"inputs": {"cards": "list"}, "checkpoints": 3}


def run(checkpoint, cards) -> None:
    piles = []  # each pile from bottom to top

    # Dealing
    for card in cards:
        index = len(piles)
        for p, pile in enumerate(piles):
            if pile[-1] >= card:
                index = p
                break
        if index == len(piles):
            piles.append([])
        piles[index].append(card)
        checkpoint(1, card=card, place=index + 1, tops=[pile[-1] for pile in piles])

    # Gathering; an empty pile keeps its place
    changes = 0
    before = None
    while any(piles):
        index = None
        for p, pile in enumerate(piles):
            # strictly smaller: of equal tops the leftmost is taken
            if pile and (index is None or pile[-1] < piles[index][-1]):
                index = p
        taken = piles[index].pop()
        if before is not None and before != index:
            changes += 1
        before = index
        checkpoint(2, taken=taken, place=index + 1, heights=[len(pile) for pile in piles])

    checkpoint(3, piles=len(piles), changes=changes)
