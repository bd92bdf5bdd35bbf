(### "How often each word of a text of five megabytes occurs.")
(set run (function ()
  (local words counts w)
  (set words (split TEXT " "))
  (set counts (list))
  (for-each words w
    (put counts w (+ (get counts w) 1)))
  (+ (* (size words) 10000) (size counts))))
