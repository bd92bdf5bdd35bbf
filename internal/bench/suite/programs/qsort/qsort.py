def numbers(n):
    made = []
    seed = 42
    for _ in range(n):
        seed = seed * 16807 % 2147483647
        made.append(seed)
    return made


def quicksort(l, first, last):
    while first < last:
        pivot = l[(first + last) // 2]
        i = first
        j = last
        while i <= j:
            while l[i] < pivot:
                i = i + 1
            while l[j] > pivot:
                j = j - 1
            if i <= j:
                kept = l[i]
                l[i] = l[j]
                l[j] = kept
                i = i + 1
                j = j - 1
        quicksort(l, first, j)
        first = i


def run():
    n = 100000
    l = numbers(n)
    quicksort(l, 0, n - 1)
    return l[0] + l[n // 2 - 1] + l[n - 1]
