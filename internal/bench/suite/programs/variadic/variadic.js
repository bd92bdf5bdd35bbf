function total() {
  var sum = 0;
  for (var k = 0; k < arguments.length; k++) {
    sum = sum + arguments[k];
  }
  return sum;
}

function run() {
  var sum = 0;
  for (var i = 1; i <= 500000; i++) {
    sum = sum + total(i, 2, 3, 4);
  }
  return sum;
}
