# threat: deep recursion
# expect: raised
def attack(target):
    return attack(target)
