package table

import (
	"archive/zip"
	"bufio"
	"bytes"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/format"
	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

// maxWhole bounds the size of a file that has to be in memory as a whole, such as an
// archive, whose list of arrays stands at its end.
const maxWhole = 1 << 30

// openNPZ goes on with one array of an NPZ archive: the one named, or the only one.
func (s *source) openNPZ() error {
	data, err := s.readWhole()
	if err != nil {
		return err
	}
	fault := func(found, want, advice string) error {
		return &scan.Error{File: s.name, Found: found, Want: want, Advice: advice}
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fault("a damaged zip archive (.xlsx, .ods, .npz are such)", "a whole one", "fetch the file again, and export spreadsheets as CSV")
	}
	var names []string
	var chosen *zip.File
	for _, f := range archive.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			if slices.ContainsFunc(archive.File, func(f *zip.File) bool { return strings.HasPrefix(f.Name, "xl/") }) {
				return fault("an Excel workbook", "text", format.Excel)
			}
			return fault("a zip archive that holds "+scan.Quote([]byte(f.Name))+" (.xlsx and .ods are such)",
				"an NPZ archive of arrays", "export the table as CSV")
		}
		names = append(names, name)
		if name == s.part || s.part == "" {
			chosen = f
		}
	}
	switch {
	case chosen == nil:
		return fault("no array "+scan.Quote([]byte(s.part))+" among "+layout.ListNames(names),
			"the name of an array", "write ?array= and a name of the list behind the file")
	case s.part == "" && len(names) > 1:
		return fault("the arrays "+layout.ListNames(names), "one array", "write ?array="+names[0]+" behind the name of the file")
	}
	content, err := chosen.Open()
	if err != nil {
		return fault("an array that cannot be unpacked", "a whole archive", "fetch the file again")
	}
	s.stream = bufio.NewReaderSize(content, sourceBuffer)
	s.notes = append(s.notes, "the array "+strings.TrimSuffix(chosen.Name, ".npy")+" of an NPZ archive")
	return nil
}
