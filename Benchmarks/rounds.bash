# Sourced by kills.sh and outsiders.sh with their arguments, PROGRAM [ROUNDS [FROM]]: a directory of their own, with the directories
# that pdfco writes to, and 100 rounds if not said otherwise; FROM seeds the random numbers.
set -euo pipefail

pdfco=$(realpath "$1")
rounds=${2:-100}
RANDOM=${3:-1}
benchmarks=$(realpath "$(dirname "$0")")
fixtures=$(realpath "$benchmarks/../Fixtures")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir --mode=700 runtime
export PDFCO_RUNTIME_DIR=$folder/runtime PDFCO_DATA_DIR=$folder/data
