package border_test

import (
	"testing"

	"github.com/kexplain/kexplain/internal/testmain"
)

func TestMain(m *testing.M) { testmain.Run(m) }
