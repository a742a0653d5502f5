import random

CANDIDATES = "ABC"


def describe() -> dict:
    return {"inputs": {"ballots": "list"}, "checkpoints": 3}


def run(checkpoint, ballots) -> None:
    racing = list(CANDIDATES)
    rounds = 0
    while True:
        rounds += 1
        votes = [0, 0, 0]
        for ballot in ballots:
            for candidate in ballot:
                if candidate in racing:
                    votes[CANDIDATES.index(candidate)] += 1
                    break
        # index takes the first of equal ones
        leader = CANDIDATES[votes.index(max(votes))]
        checkpoint(1, votes=list(votes), leader=leader)

        leader_votes = votes[CANDIDATES.index(leader)]
        if 2 * leader_votes > len(ballots):
            break

        # The fewest votes of those in the race; of equal ones the last.
        out = racing[0]
        for candidate in racing[1:]:
            if votes[CANDIDATES.index(candidate)] <= votes[CANDIDATES.index(out)]:
                out = candidate
        moved = votes[CANDIDATES.index(out)]
        racing.remove(out)
        checkpoint(2, out=out, moved=moved)

    others = [votes[i] for i in range(3) if CANDIDATES[i] != leader]
    checkpoint(3, winner=leader, rounds=rounds, lead=leader_votes - max(others))


def sample_inputs(seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    options = ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]
    samples = [
        {"ballots": ["ABC", "BCA", "CAB"]},
        {"ballots": ["ABC", "ABC", "BCA", "BCA"]},
        {"ballots": ["BCA", "BCA", "CBA", "CBA"]},
        {"ballots": ["ACB", "ACB", "CAB", "CAB"]},
        {"ballots": ["ABC", "ABC", "BCA", "BCA", "CAB", "CBA"]},
    ]
    while len(samples) < count:
        length = rng.randint(3, 9)
        samples.append({"ballots": [rng.choice(options) for _ in range(length)]})
    return samples[:count]
