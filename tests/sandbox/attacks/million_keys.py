# threat: a dictionary with a million keys
# expect: protocol
# limits: call_seconds=15 memory_mb=1024


def attack(target):
    return {number: str(number) for number in range(1_000_000)}
