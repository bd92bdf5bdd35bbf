function run(   n, words, counts, i, distinct) {
  n = split(TEXT, words, " ")
  distinct = 0
  for (i = 1; i <= n; i++) {
    if (!(words[i] in counts)) distinct = distinct + 1
    counts[words[i]]++
  }
  return n * 10000 + distinct
}
