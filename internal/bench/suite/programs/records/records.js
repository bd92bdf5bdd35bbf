function run() {
  var all = [], seed = 42;
  for (var i = 0; i < 200000; i++) {
    seed = seed * 16807 % 2147483647;
    all.push({ id: i, name: "name", group: "g" + (seed % 10), value: seed % 1000 });
  }
  var chosen = all.filter(function (r) { return r.value >= 500; });
  var scores = chosen.map(function (r) { return r.value * 2 + r.id; });
  var perGroup = {};
  for (i = 0; i < all.length; i++) {
    var group = all[i].group;
    perGroup[group] = (perGroup[group] || 0) + 1;
  }
  var sum = 0;
  for (i = 0; i < scores.length; i++) {
    sum = sum + scores[i];
  }
  return sum + perGroup.g3;
}
