local function numbers(n)
  local made, seed = {}, 42
  for _ = 1, n do
    seed = seed * 16807 % 2147483647
    made[#made + 1] = seed
  end
  return made
end

function run()
  local n = 300000
  local l = numbers(n)
  table.sort(l, function(a, b) return a < b end)
  return l[1] + l[n / 2] + l[n]
end
