function run() {
  var n = 2000000, prime = [], count = 0;
  for (var i = 0; i <= n; i++) {
    prime.push(true);
  }
  for (i = 2; i <= n; i++) {
    if (prime[i]) {
      count = count + 1;
      for (var j = i + i; j <= n; j = j + i) {
        prime[j] = false;
      }
    }
  }
  return count;
}
