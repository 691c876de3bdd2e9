package state

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/kexplain/kexplain/explain/points/table"
)

// Read returns the state of the rows that a reader has left, sealed as the whole file, by the
// digest and the size of its bytes as stored; not sealed where the reader takes no digest. Degree is that of polynomials; progress is called
// after every block.
func Read(ctx context.Context, r *table.Reader, degree int, progress func()) (*State, error) {
	s, err := New(r.Names(), degree)
	if err != nil {
		return nil, err
	}
	return s, s.Read(ctx, r, progress)
}

// Read adds the rows that a reader has left to those before them in its file, and seals them all
// as the file, as the function Read does.
func (s *State) Read(ctx context.Context, r *table.Reader, progress func()) error {
	for {
		b, err := r.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := s.Add(b); err != nil {
			return fmt.Errorf("%s: %w", r.Info().File, err)
		}
		progress()
	}
	info := r.Info()
	if info.Digest == "" {
		return nil
	}
	p := Part{End: uint64(info.Bytes)}
	if _, err := hex.Decode(p.File[:], []byte(info.Digest)); err != nil {
		return fmt.Errorf("state: the digest of %s: %w", info.File, err)
	}
	return s.Seal(p)
}
