package kafkatest

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// metaFile holds the identity of a data folder: whose it is and of which cluster.
const metaFile = "meta.properties"

// formatAll prepares the data folders of all brokers. Kafka's tool, a Java
// program that takes a second, runs once; the other folders are copies with an
// identity of their own.
func formatAll(ctx context.Context, java javaCommand, dir string, brokers []Broker, features []string) error {
	args := []string{"format", "--cluster-id", newUUID(), "--config", configFile(dir, brokers[0].ID)}
	for _, mechanism := range []string{"SCRAM-SHA-256", "SCRAM-SHA-512"} {
		for _, user := range [][2]string{{Writer, WriterPassword}, {Guest, GuestPassword}} {
			args = append(args, "--add-scram", fmt.Sprintf("%s=[name=%s,password=%s]", mechanism, user[0], user[1]))
		}
	}
	for _, f := range features {
		args = append(args, "--feature", f)
	}
	args = java.args("kafka.tools.StorageTool", args...)
	// The tool's quickest compiler and smallest heap: it lives for a second.
	args = append([]string{"-XX:TieredStopAtLevel=1"}, args...)
	if out, err := exec.CommandContext(ctx, java.path, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("kafkatest: formatting the data folder: %w\n%s", err, tail(string(out), 20))
	}
	first := dataDir(dir, brokers[0].ID)
	for _, b := range brokers[1:] {
		if err := copyFormatted(first, dataDir(dir, b.ID), b.ID); err != nil {
			return err
		}
	}
	return nil
}

// features returns what is switched on when a version is formatted.
func features(version string) []string {
	if major, minor, _ := parseVersion(version); major == 4 && minor < 1 {
		return nil // share groups came as a feature with 4.1
	}
	return []string{"share.version=1"}
}

// copyFormatted copies a folder that was just formatted, for another broker.
func copyFormatted(from, to string, id int) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	meta, err := os.ReadFile(filepath.Join(from, metaFile))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, metaFile), []byte(changeIdentity(string(meta), id, newUUID())), 0o644)
}

// changeIdentity gives the text of a metaFile another broker and folder.
func changeIdentity(meta string, id int, directory string) string {
	lines := strings.SplitAfter(meta, "\n")
	for i, line := range lines {
		switch name, _, _ := strings.Cut(line, "="); name {
		case "node.id":
			lines[i] = fmt.Sprintf("node.id=%d\n", id)
		case "directory.id":
			lines[i] = "directory.id=" + directory + "\n"
		}
	}
	return strings.Join(lines, "")
}

// newUUID returns a random UUID (version 4) in the form that Kafka prints.
func newUUID() string {
	var b [16]byte
	for {
		_, _ = rand.Read(b[:]) // crypto/rand's Read never fails
		b[6] = b[6]&0x0f | 0x40
		b[8] = b[8]&0x3f | 0x80
		// Kafka's tools would take a leading dash for an option.
		if s := base64.RawURLEncoding.EncodeToString(b[:]); s[0] != '-' {
			return s
		}
	}
}
