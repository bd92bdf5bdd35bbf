(### "A function that gets its arguments unevaluated and evaluates each in the scope of its caller.")
(set total (function args
  (local sum a)
  (set sum 0)
  (for-each args a
    (set sum (+ sum (eval a (local-scope 1)))))
  sum))
(set run (function ()
  (local sum i)
  (set sum 0)
  (for (set i 1) (<= i 500000) (++ i)
    (set sum (+ sum (total i 2 3 4))))
  sum))
