// Command gopherlua runs benchmark programs in Lua by github.com/yuin/gopher-lua.
package main

import (
	"fmt"
	"strconv"

	lua "github.com/yuin/gopher-lua"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func main() {
	measure.Main(measure.Engine{Ext: "lua", Load: load, Eval: eval})
}

// newState has room for the recursion and the long argument lists of the programs. The
// registry grows in large steps: with the default ones the first call of table.concat with
// 200,000 pieces would take a minute.
func newState() *lua.LState {
	return lua.NewState(lua.Options{RegistryMaxSize: 1 << 20, RegistryGrowStep: 1 << 14, CallStackSize: 1 << 16})
}

func load(_, source, text string) (func() (string, error), error) {
	state := newState()
	state.SetGlobal("TEXT", lua.LString(text))
	if err := state.DoString(source); err != nil {
		return nil, err
	}
	fn := state.GetGlobal("run")
	return func() (string, error) {
		if err := state.CallByParam(lua.P{Fn: fn, NRet: 1, Protect: true}); err != nil {
			return "", err
		}
		v, ok := state.Get(-1).(lua.LNumber)
		state.Pop(1)
		if !ok {
			return "", fmt.Errorf("run: got no number")
		}
		return strconv.FormatFloat(float64(v), 'f', 0, 64), nil
	}, nil
}

func eval(source string) (string, error) {
	state := newState()
	if err := state.DoString("return " + source); err != nil {
		return "", err
	}
	return state.Get(-1).String(), nil
}
