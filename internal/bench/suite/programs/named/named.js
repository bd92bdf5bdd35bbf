// Arguments by name are the properties of an object.
function weigh(o) {
  return o.a * 4 + o.b * 2 + o.c;
}

function run() {
  var sum = 0;
  for (var i = 1; i <= 1000000; i++) {
    sum = sum + weigh({ a: i, b: 2, c: 3 });
  }
  return sum;
}
