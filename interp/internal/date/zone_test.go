package date

import (
	"errors"
	"testing"
	"time"
)

func TestLoadZone(t *testing.T) {
	tests := []struct {
		name   string
		offset int // seconds on 1 July 2021
	}{
		{"UTC", 0}, {"GMT", 0}, {"Z", 0}, {"Etc/UTC", 0}, {"+00:00", 0},
		{"Europe/Paris", 7200}, {"America/New_York", -14400}, {"Asia/Kolkata", 19800}, {"EST", -18000},
		{"+01:00", 3600}, {"-0530", -19800}, {"GMT+2:00", 7200}, {"UTC-01:00", -3600},
	}
	at := time.Date(2021, 7, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range tests {
		zone, err := LoadZone(c.name)
		if err != nil {
			t.Errorf("LoadZone(%q)\n got %v\nwant no error", c.name, err)
			continue
		}
		if _, got := at.In(zone).Zone(); got != c.offset {
			t.Errorf("LoadZone(%q)\n got %d\nwant %d", c.name, got, c.offset)
		}
	}
	for _, name := range []string{"", "Local", "Europe/Atlantis", "../UTC", "/etc/localtime", "+24:00", "+01:60", "+01:00x", "1", "GMT+1"} {
		zone, err := LoadZone(name)
		var unknown *ZoneError
		if !errors.As(err, &unknown) || unknown.Name != name {
			t.Errorf("LoadZone(%q)\n got %v %v\nwant a *ZoneError", name, zone, err)
		}
	}
}

func TestZonesRemember(t *testing.T) {
	var zones Zones
	first, err := zones.Load("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	second, err := zones.Load("Europe/Paris")
	if err != nil || first != second {
		t.Errorf("second load\n got %p %v\nwant %p", second, err, first)
	}
	if _, err := zones.Load("Nowhere"); err == nil {
		t.Error("unknown zone\n got no error\nwant an error")
	}
}
