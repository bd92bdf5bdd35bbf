import functools


def numbers(n):
    made = []
    seed = 42
    for _ in range(n):
        seed = seed * 16807 % 2147483647
        made.append(seed)
    return made


def run():
    n = 300000
    l = numbers(n)
    l.sort(key=functools.cmp_to_key(lambda a, b: a - b))
    return l[0] + l[n // 2 - 1] + l[n - 1]
