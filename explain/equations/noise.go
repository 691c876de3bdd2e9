package equations

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// remark takes the noise of the last equation from a comment of kexplain learn, such as
// "holds at all 40 rows to about ± 2.9 mm in p and ± 0.22 in V; line 12 is farthest off".
func (l *List) remark(comment string) {
	if len(l.Equations) == 0 {
		return
	}
	_, text, ok := strings.Cut(comment, " to about ± ")
	if !ok || !strings.Contains(comment, " rows") {
		return
	}
	text, _, _ = strings.Cut(text, ";")
	noise := map[string]float64{}
	for level := range strings.SplitSeq(text, "± ") {
		at := strings.LastIndex(level, " in ")
		number, _, _ := strings.Cut(level, " ")
		x, err := strconv.ParseFloat(number, 64)
		if at < 0 || err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return
		}
		name, _, _ := strings.Cut(strings.TrimSpace(level[at+len(" in "):]), " ")
		noise[strings.TrimSuffix(name, ",")] = x
	}
	if e := &l.Equations[len(l.Equations)-1]; e.Noise == nil {
		e.Noise = noise
	}
}

// define takes the definitions of a line of a report, such as "with c = cos(angle)".
func (l *List) define(line string) {
	text, ok := strings.CutPrefix(strings.TrimSpace(line), "with ")
	switch {
	case !ok || !strings.Contains(text, " = ") || strings.HasPrefix(text, "auto: ") || text == l.With:
	case l.With == "":
		l.With = text
	default: // of another report
		l.With += ", " + text
	}
}

// levels are the standard deviations of variables at noise 1.
type levels map[string]float64

// levelsOf reads the noise of a report of learn; that of another report is nothing.
func levelsOf(variables []string, text json.RawMessage) levels {
	var noise struct {
		Sigma, Stderr float64
		Std           []float64
	}
	if json.Unmarshal(text, &noise) != nil || len(noise.Std) != len(variables) || !(noise.Sigma > 2*noise.Stderr) || noise.Stderr == 0 {
		return nil
	}
	out := levels{}
	for j, name := range variables {
		out[name] = noise.Std[j] / noise.Sigma
	}
	return out
}

// times are the standard deviations at noise sigma.
func (l levels) times(sigma float64) map[string]float64 {
	if l == nil || sigma == 0 {
		return nil
	}
	out := make(map[string]float64, len(l))
	for name, x := range l {
		out[name] = sigma * x
	}
	return out
}
