def run():
    pieces = []
    for _ in range(200000):
        pieces.append("ab")
    return len("".join(pieces))
