package response

import (
	"testing"

	"github.com/kexplain/kexplain/internal/testmain"
)

func TestMain(m *testing.M) { testmain.Run(m) }
