function run() {
  var words = TEXT.split(" "), counts = {}, distinct = 0;
  for (var i = 0; i < words.length; i++) {
    var w = words[i], seen = counts[w];
    if (seen) {
      counts[w] = seen + 1;
    } else {
      counts[w] = 1;
      distinct = distinct + 1;
    }
  }
  return words.length * 10000 + distinct;
}
