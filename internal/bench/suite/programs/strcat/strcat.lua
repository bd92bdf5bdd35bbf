function run()
  local text, total = "", 0
  for _ = 1, 200000 do
    text = text .. "x"
    if #text == 500 then
      total = total + #text
      text = ""
    end
  end
  return total
end
