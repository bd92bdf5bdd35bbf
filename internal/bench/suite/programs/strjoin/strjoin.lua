function run()
  local pieces = {}
  for _ = 1, 200000 do
    pieces[#pieces + 1] = "ab"
  end
  return #table.concat(pieces)
end
