package scan

import (
	"fmt"
	"math/big"
	"time"
)

// ParseDates reads the unit in which dates and times become numbers: days, hours, minutes
// or seconds.
func ParseDates(s string) (time.Duration, error) {
	for unit, name := range dateUnits {
		if name == s {
			return unit, nil
		}
	}
	return 0, fmt.Errorf("table: found %q for dates, expected days, hours, minutes or seconds", s)
}

// UnitName is the name of a unit that ParseDates reads.
func UnitName(unit time.Duration) string { return dateUnits[unit] }

var dateUnits = map[time.Duration]string{24 * time.Hour: "days", time.Hour: "hours", time.Minute: "minutes", time.Second: "seconds"}

// dateForms are the dates and times that are read: those of ISO 8601, the day first with
// points, and times of the day. 02/03/2020 is not: it may be in February or in March.
var dateForms = []string{
	"2006-01-02", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04", time.RFC3339,
	"2006/01/02", "2006/01/02 15:04:05", "2006/01/02 15:04", "20060102T150405",
	"2.1.2006", "2.1.2006 15:04:05", "2.1.2006 15:04",
	"15:04:05", "15:04",
}

// DateOf reads a date or a time. A fraction of a second may follow the seconds.
func DateOf(cell []byte) (time.Time, bool) {
	const shortest, longest = 4, 40
	if len(cell) < shortest || len(cell) > longest || cell[0]-'0' > 9 {
		return time.Time{}, false
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, string(cell)); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Dates turns dates and times into numbers: how many units they are after the beginning of
// the first day in the table, so that differences of columns are durations, and times alone after midnight.
type Dates struct {
	Unit  time.Duration
	First []time.Time // of every column of the file, zero before its first date
	day   time.Time   // the first in the table
	Names []string    // of those columns
}

// Number is the text of a fraction for a date.
func (d *Dates) Number(column int, cell []byte) (text string, ok bool) {
	t, ok := DateOf(cell)
	if !ok {
		return "", false
	}
	t = t.UTC()
	if d.First[column].IsZero() {
		d.First[column] = time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
		switch {
		case t.Year() == 0:
		case d.day.IsZero():
			d.day = d.First[column]
		default:
			d.First[column] = d.day
		}
	}
	first := d.First[column]
	after := big.NewInt(t.Unix() - first.Unix())
	after.Add(after.Mul(after, big.NewInt(int64(time.Second))), big.NewInt(int64(t.Nanosecond())))
	return new(big.Rat).SetFrac(after, big.NewInt(int64(d.Unit))).String(), true
}

// Findings say what the numbers mean.
func (d *Dates) Findings() []string {
	var lines []string
	for c, first := range d.First {
		switch {
		case first.IsZero():
		case first.Year() == 0:
			lines = append(lines, fmt.Sprintf("%s is in %s since midnight", d.Names[c], dateUnits[d.Unit]))
		default:
			lines = append(lines, fmt.Sprintf("%s is in %s since %s", d.Names[c], dateUnits[d.Unit], first.Format("2006-01-02")))
		}
	}
	return lines
}
