# threat: endless loop at import
# expect: timeout
# phase: load
while True:
    pass
