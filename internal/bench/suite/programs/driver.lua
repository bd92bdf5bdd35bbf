-- Runs a benchmark program: lua driver.lua FOLDER PROGRAM REPETITIONS [TEXTFILE]
-- Lua has no clock of real time that is fine enough; os.clock is the processor time, which
-- on a machine with nothing else to do is the same for a single thread.

local folder, program, repetitions, textfile = arg[1], arg[2], tonumber(arg[3]), arg[4]
if program == "words" then
  local file = assert(io.open(textfile, "rb"))
  TEXT = file:read("*a")
  file:close()
end
dofile(folder .. "/" .. program .. "/" .. program .. ".lua")

local best, sum = math.huge, nil
for _ = 1, repetitions do
  collectgarbage()
  local began = os.clock()
  sum = run()
  best = math.min(best, os.clock() - began)
end

local peak = 0
local status = io.open("/proc/self/status")
if status then
  peak = tonumber(status:read("*a"):match("VmHWM:%s*(%d+)") or 0) * 1024
  status:close()
end
local nanoseconds = math.floor(best * 1e9)
print(string.format("RESULT %s %d %.0f cpu=%d peak=%d", program, nanoseconds, sum, nanoseconds, peak))
