function numbers(l, n,   seed, i) {
  seed = 42
  for (i = 0; i < n; i++) {
    seed = seed * 16807 % 2147483647
    l[i] = seed
  }
}

function quicksort(l, from, to,   pivot, i, j, kept) {
  while (from < to) {
    pivot = l[int((from + to) / 2)]
    i = from
    j = to
    while (i <= j) {
      while (l[i] < pivot) i++
      while (l[j] > pivot) j--
      if (i <= j) {
        kept = l[i]
        l[i] = l[j]
        l[j] = kept
        i++
        j--
      }
    }
    quicksort(l, from, j)
    from = i
  }
}

function run(   n, l) {
  n = 100000
  numbers(l, n)
  quicksort(l, 0, n - 1)
  return l[0] + l[n / 2 - 1] + l[n - 1]
}
