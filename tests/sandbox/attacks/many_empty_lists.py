# threat: a reply of 85,000 empty lists, which is eleven megabytes once it is read
# expect: protocol


def attack(target):
    return [[] for _ in range(85_000)]
