function run(   text, total, i) {
  text = ""
  total = 0
  for (i = 1; i <= 200000; i++) {
    text = text "x"
    if (length(text) == 500) {
      total = total + length(text)
      text = ""
    }
  }
  return total
}
