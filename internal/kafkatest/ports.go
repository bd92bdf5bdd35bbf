package kafkatest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
)

const firstPort = 10000 // below it live well-known services

// freePorts returns n different ports of 127.0.0.1 on which nothing listens.
//
// They lie below the range from which the system takes the source ports of
// connections. In that range the port of a broker that is down could be taken
// by any client, even by one that keeps trying to reach this broker: such a
// client ends up connected to itself, and the broker cannot come back.
func freePorts(n int) ([]int, error) {
	limit := sourcePorts()
	if limit-firstPort < 1000 {
		return nil, fmt.Errorf("kafkatest: source ports of this system begin at %d, which leaves too few for brokers", limit)
	}
	ports := make([]int, 0, n)
	taken := make(map[int]bool, n)
	for range 100 * n {
		if len(ports) == n {
			return ports, nil
		}
		port := firstPort + rand.IntN(limit-firstPort)
		if taken[port] {
			continue
		}
		taken[port] = true
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			return nil, err
		}
		ports = append(ports, port)
	}
	return nil, errors.New("kafkatest: found no free ports on 127.0.0.1")
}

// sourcePorts returns the first port of the system's range of source ports.
func sourcePorts() int {
	const lowest = 32768 // of the usual systems: Linux 32768, the others 49152
	text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	if err != nil {
		return lowest
	}
	var from, to int
	if _, err := fmt.Sscan(string(text), &from, &to); err != nil {
		return lowest
	}
	return from
}
