package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive; the name has slashes.
type file struct {
	name string
	data []byte
	mode int64
}

// release is what is built for one platform.
type release struct {
	version  string
	platform platform
	date     time.Time
	program  []byte
	common   []file
}

// files are those to be downloaded.
func (r release) files() ([]file, error) {
	name := fmt.Sprintf("kexplain-%s-%s-%s", r.version, r.platform.os, r.platform.arch)
	program := file{"kexplain", r.program, 0o755}
	if r.platform.os == "windows" {
		program.name += ".exe"
	}
	content := append([]file{program}, r.common...)
	for i := range content {
		content[i].name = name + "/" + content[i].name
	}
	if r.platform.os == "windows" {
		data, err := zipped(content, r.date)
		return []file{{name + ".zip", data, 0o644}}, err
	}
	data, err := tarred(content, r.date)
	if err != nil || r.platform.os != "linux" {
		return []file{{name + ".tar.gz", data, 0o644}}, err
	}
	deb, err := r.deb()
	return []file{{name + ".tar.gz", data, 0o644}, {fmt.Sprintf("kexplain_%s_%s.deb", r.version, r.platform.arch), deb, 0o644}}, err
}

// tarred packs files, with the folders that they are in before them.
func tarred(files []file, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	seen := map[string]bool{".": true, "/": true}
	for _, f := range files {
		var folders []string
		for dir := path.Dir(f.name); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			folders = append(folders, dir)
		}
		slices.Reverse(folders)
		for _, dir := range folders {
			if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: dir + "/", Mode: 0o755,
				ModTime: date, Uname: "root", Gname: "root", Format: tar.FormatGNU}); err != nil {
				return nil, err
			}
		}
		head := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Size: int64(len(f.data)),
			ModTime: date, Uname: "root", Gname: "root", Format: tar.FormatGNU}
		if err := t.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func zipped(files []file, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// deb is a binary package of Debian: an ar archive of a version, of what is said about the
// package, and of its files (deb(5)).
func (r release) deb() ([]byte, error) {
	places := map[string]string{
		"man/kexplain.1":            "usr/share/man/man1/kexplain.1.gz",
		"completions/kexplain.bash": "usr/share/bash-completion/completions/kexplain",
		"completions/_kexplain":     "usr/share/zsh/vendor-completions/_kexplain",
		"completions/kexplain.fish": "usr/share/fish/vendor_completions.d/kexplain.fish",
		"LICENSE":                   "usr/share/doc/kexplain/copyright",
		"NOTICES":                   "usr/share/doc/kexplain/NOTICES",
		"CHANGELOG.md":              "usr/share/doc/kexplain/changelog.gz",
	}
	files := []file{{"./usr/bin/kexplain", r.program, 0o755}}
	for _, f := range r.common {
		to, wanted := places[f.name]
		if !wanted {
			continue
		}
		if strings.HasSuffix(to, ".gz") {
			packed, err := gzipped(f.data)
			if err != nil {
				return nil, err
			}
			f.data = packed
		}
		files = append(files, file{"./" + to, f.data, f.mode})
	}
	var sums strings.Builder
	size := 0
	for _, f := range files {
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.data), strings.TrimPrefix(f.name, "./")) // as dpkg wants it
		size += len(f.data)
	}
	control := fmt.Sprintf(`Package: kexplain
Version: %s
Architecture: %s
Maintainer: kexplain <kexplain@users.noreply.github.com>
Installed-Size: %d
Section: math
Priority: optional
Homepage: https://github.com/kexplain/kexplain
Description: finds the polynomial equations that the columns of a table obey
 kexplain reads a table and prints the equations that its columns obey, exactly
 or with standard errors, or says that there are none. It also computes the
 exact vanishing ideals of points.
`, r.version, r.platform.arch, (size+1023)/1024)
	about, err := tarred([]file{{"./control", []byte(control), 0o644}, {"./md5sums", []byte(sums.String()), 0o644}}, r.date)
	if err != nil {
		return nil, err
	}
	data, err := tarred(files, r.date)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, part := range []file{{"debian-binary", []byte("2.0\n"), 0o644}, {"control.tar.gz", about, 0o644}, {"data.tar.gz", data, 0o644}} {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", part.name, r.date.Unix(), 0, 0, "100644", len(part.data))
		b.Write(part.data)
		if len(part.data)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return b.Bytes(), nil
}

func gzipped(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(z, bytes.NewReader(data)); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
