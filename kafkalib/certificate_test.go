package kafkalib

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"testing"
	"time"

	"github.com/youmark/pkcs8"
)

// A testCA signs certificates for one test.
type testCA struct {
	t    testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  string
}

func newTestCA(t testing.TB) *testCA {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test CA"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &testCA{t, cert, key, certPEM(der)}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func certPEM(der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// issue signs a certificate for hosts; chain and key are PEM. A password
// encrypts the key.
func (ca *testCA) issue(password string, hosts ...string) (chain, key string) {
	ca.t.Helper()
	private := newKey(ca.t)
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, ca.cert, &private.PublicKey, ca.key)
	if err != nil {
		ca.t.Fatal(err)
	}
	if password != "" {
		encrypted, err := pkcs8.MarshalPrivateKey(private, []byte(password), nil)
		if err != nil {
			ca.t.Fatal(err)
		}
		return certPEM(der), string(pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: encrypted}))
	}
	plain, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		ca.t.Fatal(err)
	}
	return certPEM(der), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: plain}))
}

// server is the TLS configuration of a broker; a CA of clients makes their
// certificates a must.
func (ca *testCA) server(clients *testCA, hosts ...string) *tls.Config {
	ca.t.Helper()
	chain, key := ca.issue("", hosts...)
	pair, err := tls.X509KeyPair([]byte(chain), []byte(key))
	if err != nil {
		ca.t.Fatal(err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}}
	if clients != nil {
		config.ClientCAs = x509.NewCertPool()
		config.ClientCAs.AddCert(clients.cert)
		config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return config
}
