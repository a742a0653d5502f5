# threat: endless loop inside the interpreter
# expect: timeout
def attack(target):
    return 9**9**8
