def run():
    total = 0
    i = 0
    while i < 10000000:
        total = total + i
        i = i + 1
    return total
