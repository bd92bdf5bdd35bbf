def run():
    words = TEXT.split(" ")
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    return len(words) * 10000 + len(counts)
