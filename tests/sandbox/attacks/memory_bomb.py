# threat: memory bomb, bit by bit
# expect: memory
# limits: memory_mb=64 call_seconds=10
def attack(target):
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))
