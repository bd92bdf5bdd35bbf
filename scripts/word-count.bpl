#!/usr/bin/env bpl
(### "word-count: counts the words of a text that goes through a topic."
  "bpl run scripts/word-count.bpl [SERVERS [FILE]]"
  "SERVERS is \"host:port\", or \"embedded\" (the default); FILE is a text, by default the one below."
  "Each line is one message. What is read is counted until as many lines came out as went in.")

(set servers (if (empty (args)) "embedded" (first (args))))
(set topic "word-count")
(set text (join ("The quick brown fox" "jumps over the lazy dog."
                 "The dog sleeps, the fox does not.")
  "\n"))

(set lines (split (if (> (size (args)) 1) (read-file (get (args) 1)) text) "\r?\n"))

(kafka-create-topics servers topic "if-not-exists" => true)
(set producer (kafka-create "producer" servers))
(kafka-send producer topic lines)

(set consumer (kafka-create "consumer" servers "auto-offset-reset" => "earliest"))
(set counts ())
(set seen 0)
(while (< seen (size lines))
  (for-each (kafka-poll consumer topic 1000 "shape" => "values") line
    (++ seen)
    (for-each (split (downcase line) "[^\\p{L}\\p{N}']+") word
      (when (!= word "")
        (put counts word (+ 1 (if (has counts word) (get counts word) 0)))))))

(### "The most frequent words first, words of equal count by the alphabet.")
(set table (apply (names counts) word (list (get counts word) word)))
(set table (sort table (function (a b)
  (if (= (first a) (first b)) (if (< (last a) (last b)) -1 1) (- (first b) (first a))))))
(for-each table row (print (first row) (last row)))

(kafka-destroy consumer)
(kafka-destroy producer)
(kafka-delete-topics servers topic)
