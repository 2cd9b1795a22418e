#!/usr/bin/env bash
# Annotates the documents that the lines of a file name, with several batches at once.
#
#   gnu-parallel.sh JOBS ANSWERS [OPTION…]     the options are those of pdfco annotate batch, such as --common-edits FILE
#
# JOBS has one job on each line, as pdfco-batch(5) describes it. The answers are appended to ANSWERS; jobs that are done
# according to it are skipped, so the same command resumes. BATCHES (2) run at once, each with BLOCK (500) jobs.
# PDFCO_PROGRAM names pdfco if it is not on the PATH.
#
# The exit status is 0 if all jobs are done; 11 if some failed, which their answers say; otherwise that of a batch that
# ended early, and some of its jobs may have no answer.
set -euo pipefail

jobs=$1 answers=$2
shift 2
log=$(mktemp) earlier=$(mktemp)
trap 'rm -f "$log" "$earlier"' EXIT

[[ -s $jobs ]] || exit 0
# A run that was killed may have left half a line.
touch "$answers"
[[ -z $(tail --bytes=1 "$answers") ]] || echo >>"$answers"
cp "$answers" "$earlier"

# Parallel's own exit status is the number of batches that failed; its log has the status of each.
parallel --pipe -N "${BLOCK:-500}" --jobs "${BATCHES:-2}" --joblog "$log" --quote \
    "${PDFCO_PROGRAM:-pdfco}" annotate batch --resume "$earlier" "$@" <"$jobs" >>"$answers" || :

awk -F '\t' '
    NR == 1 || ($7 == 0 && $8 == 0) { next }
    $7 == 11 { some = 1; next }
    {
        status = $8 ? 128 + $8 : $7
        print "gnu-parallel.sh: batch " $1 " ended with " status > "/dev/stderr"
        worst = status
    }
    END {
        if (NR < 2) { print "gnu-parallel.sh: no batch began" > "/dev/stderr"; exit 1 }
        exit worst ? worst : some ? 11 : 0
    }' "$log"
