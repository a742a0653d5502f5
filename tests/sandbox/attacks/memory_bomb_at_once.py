# threat: memory bomb, all at once
# expect: memory
# limits: memory_mb=64
def attack(target):
    return len(bytearray(3 << 30))
