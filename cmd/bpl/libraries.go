package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
)

// closeTime is how long the handles of a program that ends may take to flush and to leave
// their groups.
const closeTime = 5 * time.Second

// libraries are the libraries of the command.
func (f *evaluationFlags) libraries() []interp.Option {
	options := []kafkalib.Option{
		kafkalib.WithEnv(os.LookupEnv),
		kafkalib.WithFiles(os.ReadFile),
		kafkalib.WithProfiles(configFile()),
		kafkalib.WithCloseTime(closeTime),
	}
	if f.embedded {
		options = append(options, kafkalib.WithLocalhostEmbedded())
	}
	if f.kafkaProfile != "" {
		options = append(options, kafkalib.WithProfile(f.kafkaProfile))
	}
	return []interp.Option{interp.With(kafkalib.New(options...))}
}

// configFile is the path of the configuration file, "" where the user has no folder for it.
func configFile() string {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".config")
	}
	return filepath.Join(dir, "bpl", "config.bpl")
}
