package table

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// npz is an archive of the given members.
func npz(t *testing.T, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for k := 0; k < len(members); k += 2 {
		m, err := w.Create(members[k])
		require.NoError(t, err)
		_, err = m.Write([]byte(members[k+1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestNPZ(t *testing.T) {
	header := "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\n"
	array := "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, content, 0o644))
		return path
	}
	one := file("one.npz", npz(t, "arr_0.npy", array+"\x01\x02\x03\x04"))
	two := file("two.npz", npz(t, "a.npy", array+"\x01\x02\x03\x04", "b.npy", array+"\x05\x06\x07\x08"))
	for path, want := range map[string][][]float64{one: {{1, 2}, {3, 4}}, one + "?array=arr_0": {{1, 2}, {3, 4}}, two + "?array=b": {{5, 6}, {7, 8}}} {
		table, err := Read(context.Background(), path, Options{})
		require.NoError(t, err, path)
		assert.Equal(t, want, rows(table))
		assert.Contains(t, table.Info.String(), "of an NPZ archive")
	}
	for path, want := range map[string]string{
		two:                                 "found the arrays a, b, expected one array; write ?array=a behind the name of the file",
		two + "?array=c":                    `found no array "c" among a, b`,
		file("x.xlsx", npz(t, "xl/a", "x")): `found an Excel workbook, expected text; kexplain-io reads it`,
		file("y.xlsx", npz(t, "docProps/app.xml", "x", "xl/a", "x")): `found an Excel workbook, expected text; kexplain-io reads it`,
		file("half.npz", npz(t, "a.npy", array)[:40]):                "found a damaged zip archive",
		file("none.npz", npz(t, "a.npy", "1,2\n")):                   "found an NPZ archive whose array is no NPY file",
		file("t.csv", []byte("1,2\n")) + "?array=a":                  "found a file that is no NPZ archive",
	} {
		_, err := Read(context.Background(), path, Options{})
		require.ErrorIs(t, err, scan.ErrInput, path)
		assert.Contains(t, err.Error(), want)
	}
}
