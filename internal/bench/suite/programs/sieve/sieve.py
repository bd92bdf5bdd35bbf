def run():
    n = 2000000
    prime = []
    for _ in range(n + 1):
        prime.append(True)
    count = 0
    for i in range(2, n + 1):
        if prime[i]:
            count = count + 1
            j = i + i
            while j <= n:
                prime[j] = False
                j = j + i
    return count
