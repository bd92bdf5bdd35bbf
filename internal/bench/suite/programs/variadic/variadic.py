def total(*args):
    s = 0
    for a in args:
        s = s + a
    return s


def run():
    s = 0
    for i in range(1, 500000 + 1):
        s = s + total(i, 2, 3, 4)
    return s
