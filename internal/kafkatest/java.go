package kafkatest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

const minJava = 17 // Kafka 4 needs it

// dependencyPlugin is pinned so that every machine copies the jars alike.
const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"

var javaVersion = regexp.MustCompile(`version "(\d+)`)

// findJava returns the java command, from JAVA_HOME or the path.
func findJava(ctx context.Context) (string, error) {
	java := "java"
	if home := os.Getenv("JAVA_HOME"); home != "" {
		java = filepath.Join(home, "bin", "java")
	}
	java, err := exec.LookPath(java)
	if err != nil {
		return "", fmt.Errorf("kafkatest: a real Kafka needs Java %d or newer, and there is no java command (%w); "+
			"install a JDK, or set JAVA_HOME", minJava, err)
	}
	out, err := exec.CommandContext(ctx, java, "-version").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("kafkatest: %s -version: %w\n%s", java, err, out)
	}
	m := javaVersion.FindSubmatch(out)
	if m == nil {
		return "", fmt.Errorf("kafkatest: %s does not tell its version; expected Java %d or newer, got:\n%s", java, minJava, out)
	}
	if n, err := strconv.Atoi(string(m[1])); err != nil || n < minJava {
		return "", fmt.Errorf("kafkatest: %s is Java %s; Kafka needs %d or newer (set JAVA_HOME to one)", java, m[1], minJava)
	}
	return java, nil
}

// Jars returns the folder with the jars of a Kafka version, which Maven fills
// at the first call on a machine. The folder is in the user's cache
// ([os.UserCacheDir]) and is complete if it exists.
func Jars(ctx context.Context, version string) (string, error) {
	if _, _, err := parseVersion(version); err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("kafkatest: no folder for Kafka's jars: %w", err)
	}
	cache = filepath.Join(cache, "bpl")
	jars := filepath.Join(cache, "kafka-"+version)
	if _, err := os.Stat(jars); err == nil {
		return jars, nil
	}
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return "", fmt.Errorf("kafkatest: Kafka's jars are not in %s yet, and there is no mvn command to get them; install Maven", jars)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	// The jars are collected beside the final folder, which then appears whole:
	// an interrupted or a second download at the same time leaves no half.
	temporary, err := os.MkdirTemp(cache, "kafka-"+version+"-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temporary)
	if err := copyJars(ctx, maven, version, temporary); err != nil {
		return "", err
	}
	if err := os.Rename(temporary, jars); err != nil {
		if _, there := os.Stat(jars); there != nil {
			return "", err
		}
	}
	return jars, nil
}

func copyJars(ctx context.Context, maven, version, dir string) error {
	pom := filepath.Join(dir, "pom.xml")
	if err := os.WriteFile(pom, []byte(projectObjectModel(version)), 0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, maven, "--batch-mode", "--quiet", "--file", pom,
		dependencyPlugin, "-DoutputDirectory="+dir, "-DincludeScope=runtime")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("kafkatest: Maven could not get the jars of Kafka %s: %w\n%s", version, err, tail(out.String(), 20))
	}
	if _, err := os.Stat(filepath.Join(dir, "kafka_2.13-"+version+".jar")); err != nil {
		return errors.New("kafkatest: Maven copied no jar of Kafka " + version)
	}
	return os.Chmod(dir, 0o755)
}

// projectObjectModel asks Maven for the broker and for a logger that writes to
// standard error.
func projectObjectModel(version string) string {
	var b strings.Builder
	b.WriteString("<project>\n<modelVersion>4.0.0</modelVersion>\n")
	b.WriteString("<groupId>bpl.test</groupId><artifactId>real-kafka</artifactId><version>0</version><packaging>pom</packaging>\n")
	b.WriteString("<dependencies>\n")
	for _, d := range [][3]string{{"org.apache.kafka", "kafka_2.13", version}, {"org.slf4j", "slf4j-simple", "1.7.36"}} {
		fmt.Fprintf(&b, "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>\n", d[0], d[1], d[2])
	}
	b.WriteString("</dependencies>\n</project>\n")
	return b.String()
}

// tail returns the last n lines of text.
func tail(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// A javaCommand runs the classes of one Kafka version.
type javaCommand struct {
	path string // of the java command
	jars string // folder
}

// args returns the arguments that run a class, for options to be put before.
func (j javaCommand) args(class string, args ...string) []string {
	return append([]string{"-cp", filepath.Join(j.jars, "*"), class}, args...)
}
