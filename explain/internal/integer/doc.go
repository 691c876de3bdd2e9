package integer

import "github.com/kexplain/kexplain/explain/internal/limits"

// limit holds the thresholds, which never change.
var limit = limits.Default()
