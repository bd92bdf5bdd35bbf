local function total(...)
  local sum = 0
  local args = { ... }
  for k = 1, #args do
    sum = sum + args[k]
  end
  return sum
end

function run()
  local sum = 0
  for i = 1, 500000 do
    sum = sum + total(i, 2, 3, 4)
  end
  return sum
end
