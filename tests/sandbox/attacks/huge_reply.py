# threat: huge single reply
# expect: protocol
# limits: call_seconds=10
def attack(target):
    return "x" * 30_000_000
