function numbers(n) {
  var made = [], seed = 42;
  for (var i = 0; i < n; i++) {
    seed = seed * 16807 % 2147483647;
    made.push(seed);
  }
  return made;
}

function run() {
  var n = 300000, l = numbers(n);
  l.sort(function (a, b) { return a - b; });
  return l[0] + l[n / 2 - 1] + l[n - 1];
}
