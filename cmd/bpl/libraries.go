package main

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
)

// closeTime is how long the handles of a program that ends may take to flush and to leave
// their groups.
const closeTime = 5 * time.Second

// libraries are the libraries of the command as the flags grant them; more are further
// options of the Kafka library.
func (f *evaluationFlags) libraries(more ...kafkalib.Option) []interp.Option {
	options := []kafkalib.Option{
		kafkalib.WithProfiles(f.configFile()),
		kafkalib.WithProfile(f.kafkaProfile),
		kafkalib.WithCloseTime(closeTime),
	}
	if f.embedded {
		options = append(options, kafkalib.WithLocalhostEmbedded())
	}
	options = append(append(options, f.grants.kafka(f.embedded)...), more...)
	return []interp.Option{interp.With(kafkalib.New(options...))}
}

// configFile is the path of the configuration file, which need not exist.
func (f *evaluationFlags) configFile() string {
	if f.config != "" {
		return f.config
	}
	return filepath.Join(configHome(), "config.bpl")
}

// configHome is the folder of the user's configuration, "bpl" where none is known.
func configHome() string {
	return filepath.Join(xdg("XDG_CONFIG_HOME", ".config"), "bpl")
}

// xdg returns a folder of the XDG base directories: that of the variable, else folder
// beneath the home.
func xdg(variable, folder string) string {
	if dir := os.Getenv(variable); filepath.IsAbs(dir) { // relative ones are to be ignored
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, folder)
}

// kafka are the options by which the Kafka library is granted no more than the script.
func (g *grants) kafka(embedded bool) []kafkalib.Option {
	if !g.sandbox {
		return []kafkalib.Option{kafkalib.WithEnv(os.LookupEnv), kafkalib.WithFiles(os.ReadFile), kafkalib.WithSpools(nil)}
	}
	options := []kafkalib.Option{kafkalib.WithEnv(g.lookupEnv)}
	if files, err := g.files(); err == nil && files != nil {
		options = append(options, kafkalib.WithFiles(func(path string) ([]byte, error) { return readAll(files, path) }))
	}
	if len(g.write) > 0 {
		options = append(options, kafkalib.WithSpools(g.spool))
	}
	if !g.net {
		local := []string{"embedded"}
		if embedded {
			local = append(local, "localhost:9092", "127.0.0.1:9092", "[::1]:9092")
		}
		options = append(options, kafkalib.WithPermissions(kafkalib.Permissions{
			Server: func(address string) bool { return slices.Contains(local, address) },
		}))
	}
	return options
}
