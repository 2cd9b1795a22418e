#!/usr/bin/env python3
"""Annotates on a Spark cluster the documents that the lines of JOBS name.

    spark-submit annotate.py JOBS RESULTS [--edits FILE | --common-edits FILE] [--partitions COUNT]

JOBS has one job on each line, as pdfco-batch(5) describes it; with --edits, a path. The answers are appended to the Parquet table RESULTS.
Jobs that are done according to RESULTS are skipped, so the same command resumes. The exit status is 0 if all jobs are
done, 11 if some failed, 64 if two have the same id, and 1 if Spark gave up.

All executors must share JOBS, RESULTS, FILE and the documents; name them by absolute paths. pdfco must be installed
where the executors run; PDFCO_PROGRAM names it if it is not on the PATH.
"""

import argparse
import os
import shlex
import sys

from pyspark import RDD
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession, functions as F

ANSWER = """
    line INT, id STRING, file STRING, fileBytes STRING, output STRING, outputBytes STRING, status STRING,
    exitStatus INT, error STRING, message STRING, hint STRING, applied INT, alreadyApplied INT, bytesAppended LONG,
    warnings ARRAY<STRING>, ms DOUBLE
"""
# With exit status 11 some jobs failed, and their answers say so. Any other status except 0 fails the task.
SHELL = '"$0" "$@"; status=$?; [ $status -ne 11 ] || status=0; exit $status'


def read_jobs(spark: SparkSession, path: str, are_paths: bool) -> DataFrame:
    """Returns the jobs: `value`, the line; `id`, which its answer has, too; `document`, its path."""
    lines = spark.read.text(path, lineSep="\n").where(F.col("value").rlike(r"[^ \t\r]"))
    members = F.regexp_extract("value", r"^[ \t]*\{(.*)$", 1)
    # What a line is follows from the options, as for pdfco.
    is_object = F.lit(not are_paths)
    stated = F.get_json_object("value", "$.id")
    document = F.coalesce(F.get_json_object("value", "$.file"), F.get_json_object("value", "$.fileBytes"))
    # An object without an id gets one that follows from its line, so that its answer is found again.
    derived = F.sha2("value", 256)
    needs_id = is_object & stated.isNull() & document.isNotNull()
    return lines.select(
        F.when(needs_id, F.concat(F.lit('{"id": "'), derived, F.lit('", '), members))
        .otherwise(F.col("value")).alias("value"),
        # The id of a path is the path, with each backslash doubled.
        F.when(needs_id, derived).when(is_object, stated)
        .otherwise(F.regexp_replace("value", r"\\", r"\\\\")).alias("id"),
        F.when(is_object, document).otherwise(F.col("value")).alias("document"),
    ).dropDuplicates(["value"])


def read_answers(spark: SparkSession, path: str) -> DataFrame:
    """Returns the answers of all runs so far."""
    try:
        return spark.read.schema(ANSWER).parquet(path)
    except AnalysisException as error:
        if "PATH_NOT_FOUND" not in str(error):
            raise
        return spark.createDataFrame([], ANSWER)


def remaining(jobs: DataFrame, answers: DataFrame) -> DataFrame:
    """Returns the jobs that are not done."""
    return jobs.join(answers.where(F.col("status").isin("done", "unchanged")), "id", "left_anti")


def answers_of(lines: RDD, arguments: list[str]) -> RDD:
    """Returns the answers of `pdfco annotate batch` to the lines, and fails a task that has not one for each line."""
    program = os.environ.get("PDFCO_PROGRAM", "pdfco")
    command = shlex.join(["/bin/sh", "-c", SHELL, program, "annotate", "batch", *arguments])
    # pipe() gives the command no other variables than these.
    variables = {
        name: value for name, value in os.environ.items() if name in ("PATH", "HOME") or name.startswith("PDFCO_")
    }
    counts = dict(lines.mapPartitionsWithIndex(lambda index, part: [(index, sum(1 for _ in part))]).collect())

    def counted(index, answers):
        count = 0
        for answer in answers:
            count += 1
            yield answer
        if count != counts[index]:
            raise RuntimeError(f"partition {index} has {counts[index]} jobs, but {count} answers")

    # Without checkCode, a command that fails looks like one that has finished.
    return lines.pipe(command, variables, checkCode=True).mapPartitionsWithIndex(counted)


def run(spark: SparkSession, words: list[str]) -> int:
    """Does the jobs that the command line names, and returns the exit status."""
    parser = argparse.ArgumentParser(description="Annotate many documents on a Spark cluster.")
    parser.add_argument("jobs", help="a file, or a directory of files, with a job on each line")
    parser.add_argument("results", help="the Parquet table of answers, which may exist")
    edits = parser.add_mutually_exclusive_group()
    edits.add_argument("--edits", help="a file of edits, for each document: the lines are paths")
    edits.add_argument("--common-edits", help="a file of edits, for jobs that state none")
    parser.add_argument("--partitions", type=int, default=200, help="how many tasks to make of the jobs")
    options = parser.parse_args(words)
    arguments = []
    if options.edits:
        arguments += ["--edits", os.path.abspath(options.edits)]
    if options.common_edits:
        arguments += ["--common-edits", os.path.abspath(options.common_edits)]

    jobs = read_jobs(spark, options.jobs, are_paths=options.edits is not None)
    # Each task would only see its own jobs.
    if twice := jobs.where(F.col("id").isNotNull()).groupBy("id").count().where("count > 1").head():
        print(f"two jobs have the same id, {twice.id!r}", file=sys.stderr)
        return 64
    # The jobs of one document come to one task, so that they need not wait for each other.
    todo = remaining(jobs, read_answers(spark, options.results)).repartition(options.partitions, "document")
    lines = todo.select("value").rdd.map(lambda row: row.value)
    answers = spark.read.schema(ANSWER).json(answers_of(lines, arguments))
    answers.write.mode("append").parquet(options.results)

    total, left = jobs.count(), remaining(jobs, read_answers(spark, options.results)).count()
    print(f"{total} jobs: {total - left} done, {left} not; the answers are in {options.results}", file=sys.stderr)
    return 11 if left else 0


if __name__ == "__main__":
    session = SparkSession.builder.appName("pdfco annotate batch").getOrCreate()
    result = run(session, sys.argv[1:])
    session.stop()
    sys.exit(result)
