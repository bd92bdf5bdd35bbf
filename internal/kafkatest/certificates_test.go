package kafkatest

import (
	"crypto/tls"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestCertificates shakes hands with the brokers' key store and the client's
// files, as Kafka and its clients do.
func TestCertificates(t *testing.T) {
	dir := t.TempDir()
	if err := writeCertificates(dir); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{brokerFile, clientKey} {
		info, err := os.Stat(filepath.Join(dir, secret))
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("mode of %s\n got %o\nwant 600", secret, mode)
		}
	}
	c := &Cluster{description: description{Dir: dir}}
	client, err := c.TLSConfig()
	if err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(dir, brokerFile)
	pair, err := tls.LoadX509KeyPair(store, store)
	if err != nil {
		t.Fatal(err)
	}
	server := &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: client.RootCAs, ClientAuth: tls.RequireAndVerifyClientCert}
	tests := []struct {
		name   string
		server string
		change func(*tls.Config)
		fails  bool
	}{
		{name: "by address", server: "127.0.0.1"},
		{name: "by name", server: "localhost"},
		{name: "wrong name", server: "kafka.example", fails: true},
		{name: "no client certificate", server: "localhost", change: func(c *tls.Config) { c.Certificates = nil }, fails: true},
		{name: "unknown authority", server: "localhost", change: func(c *tls.Config) { c.RootCAs = nil }, fails: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			config := client.Clone()
			config.ServerName = tt.server
			if tt.change != nil {
				tt.change(config)
			}
			err := handshake(t, server, config)
			if (err != nil) != tt.fails {
				t.Errorf("handshake\n got error %v\nwant failure: %v", err, tt.fails)
			}
		})
	}
}

// handshake connects client and server over a pipe and returns the first error
// of the two.
func handshake(t *testing.T, server, client *tls.Config) error {
	t.Helper()
	a, b := net.Pipe()
	deadline := time.Now().Add(10 * time.Second)
	for _, conn := range []net.Conn{a, b} {
		if err := conn.SetDeadline(deadline); err != nil {
			t.Fatal(err)
		}
	}
	served := make(chan error, 1)
	go func() {
		defer a.Close()
		s := tls.Server(a, server)
		err := s.Handshake()
		if err == nil {
			_, err = s.Write([]byte("x")) // TLS 1.3: a client learns here that it was accepted
		}
		served <- err
	}()
	c := tls.Client(b, client)
	err := c.Handshake()
	if err == nil {
		_, err = io.ReadFull(c, make([]byte, 1))
	}
	_ = b.Close()
	if serverErr := <-served; err == nil {
		err = serverErr
	}
	return err
}
