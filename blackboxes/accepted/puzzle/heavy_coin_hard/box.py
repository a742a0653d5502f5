import random

COINS = 100
BLOCK = 10   # turns in a block
BLOCKS = 10  # blocks until the list of lies begins anew


def new_hidden(seed: int):
    rng = random.Random(seed)
    coin = rng.randint(1, COINS)
    lies = [rng.randint(1, BLOCK) for _ in range(BLOCKS)]
    return {"coin": coin, "lies": lies}


def feedback(hidden, query, turn: int):
    coin = hidden["coin"]
    left = query["left"]
    right = query["right"]
    balance = (len(left) == len(right)
               and coin not in left and coin not in right)
    block = (turn - 1) // BLOCK % BLOCKS
    turn_in_block = (turn - 1) % BLOCK + 1
    if turn_in_block == hidden["lies"][block]:
        balance = not balance
    return "Balance" if balance else "Imbalance"


def solution(hidden):
    return hidden["coin"]


def sample_inputs(seed: int, count: int) -> list:
    rng = random.Random(seed)
    result = []
    for number in range(count):
        coins = list(range(1, COINS + 1))
        rng.shuffle(coins)
        first = rng.choice([1, 2, 10, 25, 33, 50, rng.randint(1, 50)])
        # Mostly equally many coins on both pans, sometimes not.
        second = first if number % 4 else rng.randint(1, 50)
        result.append({"left": sorted(coins[:first]),
                       "right": sorted(coins[first:first + second])})
    return result
