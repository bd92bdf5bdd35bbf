-- Arguments by name are the fields of a table.
local function weigh(o)
  return o.a * 4 + o.b * 2 + o.c
end

function run()
  local sum = 0
  for i = 1, 1000000 do
    sum = sum + weigh { a = i, b = 2, c = 3 }
  end
  return sum
end
