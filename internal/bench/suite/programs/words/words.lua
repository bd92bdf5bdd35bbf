function run()
  local counts, distinct, total = {}, 0, 0
  for w in string.gmatch(TEXT, "%S+") do
    local seen = counts[w]
    if seen then
      counts[w] = seen + 1
    else
      counts[w] = 1
      distinct = distinct + 1
    end
    total = total + 1
  end
  return total * 10000 + distinct
end
