function run()
  local sum, i = 0, 0
  while i < 10000000 do
    sum = sum + i
    i = i + 1
  end
  return sum
end
