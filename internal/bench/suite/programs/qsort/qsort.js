function numbers(n) {
  var made = [], seed = 42;
  for (var i = 0; i < n; i++) {
    seed = seed * 16807 % 2147483647;
    made.push(seed);
  }
  return made;
}

function quicksort(l, from, to) {
  while (from < to) {
    var pivot = l[(from + to) >> 1], i = from, j = to;
    while (i <= j) {
      while (l[i] < pivot) i++;
      while (l[j] > pivot) j--;
      if (i <= j) {
        var kept = l[i];
        l[i] = l[j];
        l[j] = kept;
        i++;
        j--;
      }
    }
    quicksort(l, from, j);
    from = i;
  }
}

function run() {
  var n = 100000, l = numbers(n);
  quicksort(l, 0, n - 1);
  return l[0] + l[n / 2 - 1] + l[n - 1];
}
