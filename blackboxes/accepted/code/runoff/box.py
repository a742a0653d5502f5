NAMES = "ABC"


def describe() -> dict:
    return {"inputs": {"ballots": "list"}, "checkpoints": 3}


def run(checkpoint, ballots) -> None:
    racing = list(NAMES)
    rounds = 0
    while True:
        rounds += 1
        votes = [0, 0, 0]
        for ballot in ballots:
            first = next(name for name in ballot if name in racing)
            votes[NAMES.index(first)] += 1
        best = max(votes)
        leader = NAMES[votes.index(best)]
        checkpoint(1, votes=list(votes), leader=leader)
        if 2 * best > len(ballots):
            break
        # The fewest votes among those still in the race; of equal ones the last in the alphabet.
        out = min(reversed(racing), key=lambda name: votes[NAMES.index(name)])
        racing.remove(out)
        checkpoint(2, out=out, moved=votes[NAMES.index(out)])
    place = NAMES.index(leader)
    others = max(votes[:place] + votes[place + 1 :])
    checkpoint(3, winner=leader, rounds=rounds, lead=best - others)
