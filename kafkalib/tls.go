package kafkalib

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"strings"

	"github.com/youmark/pkcs8"
)

// tlsConfig is the TLS configuration of a handle; nil where the protocol has
// none. Files are read here, once.
func (c *Config) tlsConfig(refs references) (*tls.Config, *Error) {
	protocol := c.text("security-protocol")
	if protocol != "SSL" && protocol != "SASL_SSL" {
		return nil, nil
	}
	return c.tlsSettings(refs)
}

// tlsSettings are what the ssl-… options say, whatever the protocol is.
func (c *Config) tlsSettings(refs references) (*tls.Config, *Error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	ca, name, err := c.pem(refs, "ssl-ca-pem", "ssl-truststore-certificates", "ssl-ca-location", "ssl-truststore-location")
	if err != nil {
		return nil, err
	}
	if ca != nil {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(ca) {
			return nil, invalidConfig("option " + quote(name) + ": there is no certificate in PEM form")
		}
	}
	certificate, err := c.clientCertificate(refs)
	if err != nil {
		return nil, err
	}
	if certificate != nil {
		config.Certificates = []tls.Certificate{*certificate}
	}
	if c.text("ssl-endpoint-identification-algorithm") == "" {
		trustAnyHost(config)
	}
	return config, nil
}

// pem returns the text of the first of the options that is given, and which
// one it was.
func (c *Config) pem(refs references, names ...string) ([]byte, string, *Error) {
	var text []byte
	from := ""
	for _, name := range names {
		if !c.given(name) {
			continue
		}
		if from != "" {
			return nil, "", invalidConfig("options " + quote(from) + " and " + quote(name) + " contradict each other: one of them is enough")
		}
		from = name
		text = []byte(c.text(name))
		if findOption(c.kind, name).file {
			data, err := refs.read(name, c.text(name))
			if err != nil {
				return nil, "", err
			}
			text = data
		}
	}
	return text, from, nil
}

// clientCertificate is the certificate for mutual TLS, or nil.
func (c *Config) clientCertificate(refs references) (*tls.Certificate, *Error) {
	chain, chainName, err := c.pem(refs, "ssl-certificate-pem", "ssl-keystore-certificate-chain", "ssl-certificate-location", "ssl-keystore-location")
	if err != nil {
		return nil, err
	}
	key, keyName, err := c.pem(refs, "ssl-key-pem", "ssl-keystore-key", "ssl-key-location")
	if err != nil {
		return nil, err
	}
	if key == nil && chainName == "ssl-keystore-location" {
		key, keyName = chain, chainName // a key store holds both
	}
	switch {
	case chain == nil && key == nil:
		return nil, nil
	case chain == nil:
		return nil, invalidConfig("option " + quote(keyName) + ` needs the certificate: "ssl-certificate-location" or "ssl-certificate-pem"`)
	case key == nil:
		return nil, invalidConfig("option " + quote(chainName) + ` needs the private key: "ssl-key-location" or "ssl-key-pem"`)
	}
	key, fault := decryptKey(key, c.text("ssl-key-password"))
	if fault != nil {
		return nil, invalidConfig("option " + quote(keyName) + ": " + fault.Error())
	}
	certificate, fault := tls.X509KeyPair(chain, key)
	if fault != nil {
		return nil, invalidConfig("options " + quote(chainName) + " and " + quote(keyName) + ": " + strings.TrimPrefix(fault.Error(), "tls: "))
	}
	return &certificate, nil
}

// decryptKey returns the private key of a PEM text, decrypted where it is a
// PKCS#8 key under a password.
func decryptKey(text []byte, password string) ([]byte, error) {
	for rest := text; ; {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			return text, nil
		}
		switch {
		case block.Headers["DEK-Info"] != "":
			return nil, errors.New("the old encryption of private keys is not supported; convert the key: openssl pkcs8 -topk8")
		case block.Type == "ENCRYPTED PRIVATE KEY":
			if password == "" {
				return nil, errors.New(`the private key is encrypted, "ssl-key-password" is missing`)
			}
			key, err := pkcs8.ParsePKCS8PrivateKey(block.Bytes, []byte(password))
			if err != nil {
				return nil, errors.New(`the private key cannot be decrypted, "ssl-key-password" seems to be wrong`)
			}
			der, err := x509.MarshalPKCS8PrivateKey(key)
			if err != nil {
				return nil, err
			}
			return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
		}
	}
}

// trustAnyHost switches the check of the host's name off; the certificate
// must still come from a trusted CA.
func trustAnyHost(config *tls.Config) {
	config.InsecureSkipVerify = true
	config.VerifyConnection = func(state tls.ConnectionState) error {
		options := x509.VerifyOptions{Roots: config.RootCAs, Intermediates: x509.NewCertPool()}
		for _, c := range state.PeerCertificates[1:] {
			options.Intermediates.AddCert(c)
		}
		_, err := state.PeerCertificates[0].Verify(options)
		return err
	}
}
