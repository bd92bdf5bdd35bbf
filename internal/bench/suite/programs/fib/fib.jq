def fib: if . < 2 then . else (. - 1 | fib) + (. - 2 | fib) end;
def run: 30 | fib;
