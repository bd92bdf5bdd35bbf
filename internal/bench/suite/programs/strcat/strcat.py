def run():
    text = ""
    total = 0
    for _ in range(200000):
        text = text + "x"
        if len(text) == 500:
            total = total + len(text)
            text = ""
    return total
