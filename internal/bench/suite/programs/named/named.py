def weigh(a, b, c):
    return a * 4 + b * 2 + c


def run():
    total = 0
    for i in range(1, 1000000 + 1):
        total = total + weigh(a=i, b=2, c=3)
    return total
