function run() {
  var pieces = [];
  for (var i = 0; i < 200000; i++) {
    pieces.push("ab");
  }
  return pieces.join("").length;
}
