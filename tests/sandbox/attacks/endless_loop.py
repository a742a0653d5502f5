# threat: endless loop in a call
# expect: timeout
def attack(target):
    while True:
        pass
