package kafkatest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// validity of the certificates: longer than any cluster of a test lives.
const validity = 30 * 24 * time.Hour

// Names of the files that writeCertificates makes.
const (
	caFile     = "ca.pem"
	clientFile = "client.pem"
	clientKey  = "client.key"
	brokerFile = "broker.pem" // key and certificate, as Kafka's PEM key store wants them
)

// An authority signs certificates. Nothing but the certificates of one cluster
// is ever signed with it, and its key is never written.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// writeCertificates makes an authority and writes its certificate, a key store
// for all brokers and a client certificate into dir.
func writeCertificates(dir string) error {
	ca, err := newAuthority()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, caFile), certificatePEM(ca.certificate.Raw), 0o644); err != nil {
		return err
	}
	key, cert, err := ca.issue("broker")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, brokerFile), append(key, cert...), 0o600); err != nil {
		return err
	}
	key, cert, err = ca.issue("client")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, clientFile), cert, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, clientKey), key, 0o600)
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template, err := certificateTemplate("kafkatest authority")
	if err != nil {
		return nil, err
	}
	template.IsCA = true
	template.BasicConstraintsValid = true
	template.KeyUsage = x509.KeyUsageCertSign
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		return nil, err
	}
	return &authority{certificate, key}, nil
}

// issue returns a new key and its certificate for the loopback host, in PEM.
// The name becomes the principal "User:CN=name" of the broker's authorizer.
func (a *authority) issue(name string) (key, certificate []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template, err := certificateTemplate(name)
	if err != nil {
		return nil, nil, err
	}
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	template.DNSNames = []string{"localhost"}
	raw, err := x509.CreateCertificate(rand.Reader, template, a.certificate, private.Public(), a.key)
	if err != nil {
		return nil, nil, err
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8}), certificatePEM(raw), nil
}

func certificateTemplate(name string) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    now.Add(-time.Hour),
		NotAfter:     now.Add(validity),
	}, nil
}

func certificatePEM(raw []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
}
