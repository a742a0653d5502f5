# threat: a reply of 85,000 empty lists, which is eleven megabytes once it is read
# expect: protocol
# limits: call_seconds=5


def attack(target):
    return [[] for _ in range(85_000)]
