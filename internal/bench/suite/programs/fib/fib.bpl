(### "Two calls for each result: what a call costs.")
(set fib (function (n)
  (if (< n 2)
    n
    (+ (fib (- n 1)) (fib (- n 2))))))
(set run (function () (fib 30)))
