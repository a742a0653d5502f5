# threat: values that break a reader: huge integers, NaN, cycles, surrogates, deep nesting
# expect: refused
def attack(target):
    cycle = []
    cycle.append(cycle)
    return cycle
