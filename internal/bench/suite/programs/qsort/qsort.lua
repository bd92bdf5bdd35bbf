local function numbers(n)
  local made, seed = {}, 42
  for _ = 1, n do
    seed = seed * 16807 % 2147483647
    made[#made + 1] = seed
  end
  return made
end

-- The middle is computed without // so that Lua 5.1 can read this too.
local function quicksort(l, from, to)
  while from < to do
    local sum = from + to
    local pivot = l[(sum - sum % 2) / 2]
    local i, j = from, to
    while i <= j do
      while l[i] < pivot do i = i + 1 end
      while l[j] > pivot do j = j - 1 end
      if i <= j then
        local kept = l[i]
        l[i] = l[j]
        l[j] = kept
        i = i + 1
        j = j - 1
      end
    end
    quicksort(l, from, j)
    from = i
  end
end

function run()
  local n = 100000
  local l = numbers(n)
  quicksort(l, 1, n)
  return l[1] + l[n / 2] + l[n]
end
