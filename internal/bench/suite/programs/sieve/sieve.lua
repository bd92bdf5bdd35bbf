function run()
  local n = 2000000
  local prime = {}
  for i = 1, n + 1 do prime[i] = true end
  local count = 0
  for i = 2, n do
    if prime[i + 1] then
      count = count + 1
      local j = i + i
      while j <= n do
        prime[j + 1] = false
        j = j + i
      end
    end
  end
  return count
end
