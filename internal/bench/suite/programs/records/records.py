def run():
    records = []
    seed = 42
    for i in range(200000):
        seed = seed * 16807 % 2147483647
        records.append({"id": i, "name": "name", "group": "g" + str(seed % 10), "value": seed % 1000})
    chosen = [r for r in records if r["value"] >= 500]
    scores = [r["value"] * 2 + r["id"] for r in chosen]
    per_group = {}
    for r in records:
        group = r["group"]
        per_group[group] = per_group.get(group, 0) + 1
    total = 0
    for v in scores:
        total = total + v
    return total + per_group["g3"]
