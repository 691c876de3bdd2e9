#!/usr/bin/env bash
# A stopwatch: from a fresh clone to the equation of one's own file. It clones this
# repository, installs the program into an empty folder with an empty build cache, and
# learns the equation of a file that it writes as a person would. The commands that a
# person types are those with a $ in front.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && git rev-parse --show-toplevel)
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
export GOBIN=$dir/bin GOCACHE=$dir/cache PATH=$dir/bin:$PATH
TIMEFORMAT='  %1R s, %1U s of cpu'
timed() { echo "\$ $*"; time "$@"; }

timed git clone --quiet "$source" "$dir/kexplain"
cd "$dir/kexplain"
timed go install ./cmd/kexplain
cd "$dir"
printf 'U [V];I [mA];P [mW]\n1,0;2,13;2,13\n2,0;4,26;8,52\n3,0;6,38;19,14\n5,0;10,64;53,20\n8,0;17,02;136,16\n12,0;25,53;306,36\n15,0;31,92;478,80\n20,0;42,55;851,00\n' >mine.csv
timed kexplain learn mine.csv
timed kexplain check 'P_mW = U_V*I_mA' mine.csv
