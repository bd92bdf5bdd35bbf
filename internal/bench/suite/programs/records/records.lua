function run()
  local all, seed = {}, 42
  for i = 0, 200000 - 1 do
    seed = seed * 16807 % 2147483647
    all[#all + 1] = { id = i, name = "name", group = "g" .. (seed % 10), value = seed % 1000 }
  end
  local chosen = {}
  for _, r in ipairs(all) do
    if r.value >= 500 then chosen[#chosen + 1] = r end
  end
  local scores = {}
  for _, r in ipairs(chosen) do
    scores[#scores + 1] = r.value * 2 + r.id
  end
  local per_group = {}
  for _, r in ipairs(all) do
    per_group[r.group] = (per_group[r.group] or 0) + 1
  end
  local sum = 0
  for _, v in ipairs(scores) do
    sum = sum + v
  end
  return sum + per_group.g3
end
