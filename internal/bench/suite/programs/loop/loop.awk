function run(   sum, i) {
  sum = i = 0
  while (i < 10000000) {
    sum = sum + i
    i = i + 1
  }
  return sum
}
