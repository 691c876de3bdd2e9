package table

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

// maxNPZ bounds the size of an NPZ file, which has to be in memory as a whole: its
// list of arrays stands at its end.
const maxNPZ = 1 << 30

// cutArray splits a path such as data.npz?array=x into the file and the array, unless
// there is a file of that name.
func cutArray(path string) (file, array string) {
	file, array, ok := strings.Cut(path, "?array=")
	if !ok {
		return path, ""
	}
	if _, err := os.Stat(path); err == nil {
		return path, ""
	}
	return file, array
}

// openNPZ goes on with one array of an NPZ archive: the one named, or the only one.
func (s *source) openNPZ() error {
	data, err := io.ReadAll(io.LimitReader(s.stream, maxNPZ+1))
	if err != nil {
		return s.fault(err)
	}
	fault := func(found, want, advice string) error {
		return &scan.Error{File: s.name, Found: found, Want: want, Advice: advice}
	}
	if len(data) > maxNPZ {
		return fault(fmt.Sprintf("an archive of more than %d bytes", maxNPZ), "a smaller one", "save one array with numpy.save")
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
			if strings.HasPrefix(f.Name, "[Content_Types]") || strings.HasPrefix(f.Name, "xl/") {
				return fault("an Excel workbook", "text", "save the sheet as CSV UTF-8, or try ssconvert "+s.name+" fd://1 | kexplain learn -")
			}
			return fault("a zip archive that holds "+scan.Quote([]byte(f.Name))+" (.xlsx and .ods are such)", "an NPZ archive of arrays", "export the table as CSV")
		}
		names = append(names, name)
		if name == s.array || s.array == "" {
			chosen = f
		}
	}
	switch {
	case chosen == nil:
		return fault("no array "+scan.Quote([]byte(s.array))+" among "+layout.ListNames(names), "the name of an array", "write ?array= and a name of the list behind the file")
	case s.array == "" && len(names) > 1:
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
