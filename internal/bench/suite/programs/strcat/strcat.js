function run() {
  var text = "", total = 0;
  for (var i = 1; i <= 200000; i++) {
    text = text + "x";
    if (text.length === 500) {
      total = total + text.length;
      text = "";
    }
  }
  return total;
}
