package kafkalib

// securityOptions choose encryption and authentication. All kinds have them.
var securityOptions = []*option{
	{name: "security-protocol", kinds: allKinds, form: choiceOption, standard: "PLAINTEXT",
		choices: []string{"PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"},
		meaning: "how to talk to the brokers; there is never a fall-back to plain text"},
	{name: "sasl-mechanism", aliases: []string{"sasl-mechanisms"}, kinds: allKinds, form: choiceOption,
		choices: []string{"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER", "GSSAPI", "AWS_MSK_IAM"},
		meaning: "how to authenticate; GSSAPI and AWS_MSK_IAM are not supported, OAUTHBEARER not yet"},
	{name: "sasl-username", kinds: allKinds, form: textOption,
		meaning: "user for PLAIN and SCRAM"},
	{name: "sasl-password", kinds: allKinds, form: textOption, secret: true,
		meaning: "password for PLAIN and SCRAM"},
	{name: "sasl-jaas-config", kinds: allKinds, form: textOption, secret: true,
		meaning: "Java's way to give user and password: a PlainLoginModule or ScramLoginModule line"},
	{name: "sasl-oauthbearer-token", kinds: allKinds, form: specialOption, typeName: "text or function", secret: true, parse: textOrFunction,
		meaning: "token for OAUTHBEARER, or a function that returns one"},
	{name: "sasl-oauthbearer-token-endpoint-url", kinds: allKinds, form: textOption,
		meaning: "where to fetch the token for OAUTHBEARER"},
	{name: "sasl-oauthbearer-client-id", aliases: []string{"sasl-oauthbearer-client-credentials-client-id"}, kinds: allKinds, form: textOption,
		meaning: "client for which the token is fetched"},
	{name: "sasl-oauthbearer-client-secret", aliases: []string{"sasl-oauthbearer-client-credentials-client-secret"}, kinds: allKinds, form: textOption, secret: true,
		meaning: "secret of that client"},
	{name: "sasl-oauthbearer-scope", kinds: allKinds, form: textOption,
		meaning: "scope of the token"},

	{name: "ssl-ca-location", kinds: allKinds, form: textOption, file: true, defaultText: "the system's CAs",
		meaning: "PEM file with the CAs that are trusted"},
	{name: "ssl-ca-pem", kinds: allKinds, form: textOption, rangeText: "PEM",
		meaning: "the CAs that are trusted, in line"},
	{name: "ssl-certificate-location", kinds: allKinds, form: textOption, file: true,
		meaning: "PEM file with the client's certificate chain, for mutual TLS"},
	{name: "ssl-certificate-pem", kinds: allKinds, form: textOption, rangeText: "PEM",
		meaning: "the client's certificate chain, in line"},
	{name: "ssl-key-location", kinds: allKinds, form: textOption, file: true,
		meaning: "PEM file with the client's private key"},
	{name: "ssl-key-pem", kinds: allKinds, form: textOption, secret: true, rangeText: "PEM",
		meaning: "the client's private key, in line"},
	{name: "ssl-key-password", kinds: allKinds, form: textOption, secret: true,
		meaning: "password of an encrypted private key"},
	{name: "ssl-keystore-type", kinds: allKinds, form: choiceOption, choices: []string{"PEM", "PKCS12", "JKS"},
		meaning: "type of ssl-keystore-location: PEM; PKCS12 is not supported yet, JKS not at all"},
	{name: "ssl-keystore-location", kinds: allKinds, form: textOption, file: true,
		meaning: "file with certificate chain and private key"},
	{name: "ssl-keystore-password", kinds: allKinds, form: textOption, secret: true,
		meaning: "password of a PKCS12 key store"},
	{name: "ssl-keystore-key", kinds: allKinds, form: textOption, secret: true, rangeText: "PEM",
		meaning: "Java's name of ssl-key-pem"},
	{name: "ssl-keystore-certificate-chain", kinds: allKinds, form: textOption, rangeText: "PEM",
		meaning: "Java's name of ssl-certificate-pem"},
	{name: "ssl-truststore-type", kinds: allKinds, form: choiceOption, choices: []string{"PEM", "PKCS12", "JKS"},
		meaning: "type of ssl-truststore-location: PEM; PKCS12 is not supported yet, JKS not at all"},
	{name: "ssl-truststore-location", kinds: allKinds, form: textOption, file: true,
		meaning: "file with the CAs that are trusted"},
	{name: "ssl-truststore-password", kinds: allKinds, form: textOption, secret: true,
		meaning: "password of a PKCS12 trust store"},
	{name: "ssl-truststore-certificates", kinds: allKinds, form: textOption, rangeText: "PEM",
		meaning: "Java's name of ssl-ca-pem"},
	{name: "ssl-endpoint-identification-algorithm", kinds: allKinds, form: specialOption, standard: "https", rangeText: `https | ""`, emptyText: true, parse: endpointIdentification,
		meaning: `whether the broker's certificate must name its host; "" switches the check off`},
}

// endpointIdentification is the one option whose empty text is a value.
func endpointIdentification(v any) (any, error) {
	text, ok := v.(string)
	switch {
	case ok && (text == "" || text == "none"):
		return "", nil
	case ok && (text == "https" || text == "HTTPS"):
		return "https", nil
	}
	return nil, expected(`"https" or ""`)
}

func textOrFunction(v any) (any, error) {
	switch v.(type) {
	case string, callable:
		return v, nil
	}
	return nil, expected("a text or a function")
}
