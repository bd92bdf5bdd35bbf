function run(   n, prime, i, j, count) {
  n = 2000000
  for (i = 0; i <= n; i++) prime[i] = 1
  count = 0
  for (i = 2; i <= n; i++) {
    if (prime[i]) {
      count = count + 1
      for (j = i + i; j <= n; j = j + i) prime[j] = 0
    }
  }
  return count
}
