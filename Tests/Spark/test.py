#!/usr/bin/env python3
"""Runs Examples/spark/annotate.py on a cluster of two workers, one of which loses its executor.

    test.py PROGRAM

A master and two workers, at 127.0.0.1 and 127.0.0.2, annotate 2,000 documents with speculation on. Two tasks are held
back. When documents of theirs have marks, the executor of one is killed with all its processes; the other task is
never let go, so that only a speculative copy can complete it. Then each job must have one answer and each document one
mark. A second run has one more job, which fails, and must do only that one. A program that fails must fail its task.
Finally both pipe("cat") and the batch are timed.
"""

import collections
import contextlib
import fcntl
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import pyspark
import pyspark.sql
from py4j.protocol import Py4JJavaError

DOCUMENTS = 2000
PARTITIONS = 8
HELD_AFTER = 100
DEADLINE = 600

# The programs run for seconds: what the compiler of the JVM would gain, it takes.
JAVA = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"

root = pathlib.Path(__file__).resolve().parents[2]
example = root / "Examples/spark/annotate.py"
spark_home = pathlib.Path(pyspark.__file__).parent
fixture = (root / "Fixtures/table.pdf").read_bytes()
edits = root / "Examples/stamp.json"
began = time.monotonic()

# The program that the executors run. It counts its starts. The first two begin together, and get no more lines
# than HELD_AFTER.
WRAPPER = """#!/bin/sh
number=1
until mkdir "{starts}/$number" 2>/dev/null; do number=$((number + 1)); done
echo $$ >"{starts}/$number/new" && mv "{starts}/$number/new" "{starts}/$number/pid"
[ $number -gt 2 ] && exec "{program}" "$@"
flock --shared "{door}" true
count=0
while IFS= read -r line; do
    printf '%s\\n' "$line"
    count=$((count + 1))
    [ $count -ne {held} ] || flock --shared "{gate}" true
done | "{program}" "$@"
"""


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def wait_until(condition, what):
    """Waits until the condition holds. What it looks at are files, which tell of no change."""
    while not (value := condition()):
        check(time.monotonic() - began < DEADLINE, f"timed out waiting for {what}")
        time.sleep(0.005)
    return value


def say(message):
    print(f"{time.monotonic() - began:5.1f} s  {message}", flush=True)


def parent(process):
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def tree(process):
    """Returns the process and all that descend from it."""
    children = collections.defaultdict(list)
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            children[parent(entry.name)].append(int(entry.name))
    found = [process]
    for one in found:
        found += children[one]
    return found


def kill(processes):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


class Cluster:
    """A standalone master and two workers with one core each."""

    def __init__(self, directory):
        self.directory, self.processes = directory, []
        self.master = None
        self.variables = os.environ | {
            "SPARK_HOME": str(spark_home), "SPARK_LOCAL_DIRS": str(directory / "local"),
            "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_DAEMON_JAVA_OPTS": JAVA, "SPARK_DAEMON_MEMORY": "256m",
            "PDFCO_RUNTIME_DIR": str(directory / "runtime"), "PDFCO_DATA_DIR": str(directory / "data"),
        }

    def launch(self, name, address, arguments):
        log = self.directory / f"{name}.log"
        with log.open("w") as file:
            self.processes.append(subprocess.Popen(
                [spark_home / "bin/spark-class", *arguments], env=self.variables | {"SPARK_LOCAL_IP": address},
                stdout=file, stderr=file, stdin=subprocess.DEVNULL))

    def line(self, name, sign):
        """Waits for the first whole line that has the sign in the log of a daemon."""
        log = self.directory / f"{name}.log"
        return wait_until(
            lambda: next((line for line in log.read_text().splitlines(True) if sign in line and line[-1] == "\n"), ""),
            f"the {name}")

    def __enter__(self):
        self.launch(
            "master", "127.0.0.1",
            ["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"])
        self.master = self.line("master", "Starting Spark master at").split()[-1]
        for number in (1, 2):
            self.launch(
                f"worker-{number}", f"127.0.0.{number}",
                ["org.apache.spark.deploy.worker.Worker", "--host", f"127.0.0.{number}", "--port", "0",
                 "--webui-port", "0", "--cores", "1", "--memory", "1g",
                 "--work-dir", self.directory / f"work-{number}", self.master])
        for number in (1, 2):
            self.line(f"worker-{number}", "Successfully registered with master")
        return self

    def __exit__(self, *_):
        for process in self.processes:
            kill(tree(process.pid))
            process.wait()

    settings = {
        "spark.speculation": "true", "spark.speculation.quantile": "0.5", "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
        "spark.driver.extraJavaOptions": JAVA, "spark.executor.extraJavaOptions": JAVA,
        "spark.executor.memory": "512m", "spark.driver.memory": "512m", "spark.sql.shuffle.partitions": "2",
    }

    @contextlib.contextmanager
    def submitted(self, name, program, *arguments):
        """Runs the example with a program in place of pdfco."""
        log = self.directory / f"{name}.log"
        command = [spark_home / "bin/spark-submit", "--master", self.master]
        for key, value in self.settings.items():
            command += ["--conf", f"{key}={value}"]
        command += [example, *arguments]
        with log.open("w") as file:
            process = subprocess.Popen(
                command, env=self.variables | {"PDFCO_PROGRAM": str(program)}, stdout=file, stderr=file,
                stdin=subprocess.DEVNULL)
            try:
                yield process
            except Failure:
                sys.stderr.write(log.read_text()[-4000:])
                raise
            finally:
                if process.poll() is None:
                    kill(tree(process.pid))
                    process.wait()

    def ended(self, process, name):
        """Waits for a submitted run, and returns its exit status."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(max(1, DEADLINE - (time.monotonic() - began)))
        raise Failure(f"timed out waiting for the {name} run")


def copies(directory, count=DOCUMENTS):
    """Makes copies of the fixture, 500 in a directory: a save looks at 5,000 names to find what was left behind."""
    paths = [directory / str(number // 500) / f"{number:04}.pdf" for number in range(count)]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fixture)
    return paths


def marked(paths):
    return sum(path.stat().st_size > len(fixture) for path in paths)


def check_documents(directory, paths, program):
    for path in paths:
        content = path.read_bytes()
        check(content.startswith(fixture), f"{path.name} has lost bytes")
        increment = content[len(fixture):]
        check(increment.count(b"startxref") == 1 and increment.count(b"/Subtype /Stamp") == 1,
              f"{path.name} has not exactly one mark")
    # What the bytes say, pdfco says, too.
    for path in paths[::100]:
        listed = subprocess.run(
            [program, "annotate", "list", path, "--json"], capture_output=True, check=True).stdout
        check(len(json.loads(listed)["annotations"]) == 1, f"{path.name} has not exactly one annotation")
    left = {path for path in directory.rglob("*") if path.is_file()} - set(paths)
    check(not left, f"left behind: {', '.join(sorted(path.name for path in left)[:5])}")


def check_loss(cluster, program, directory, paths, jobs, results):
    starts, door, gate, wrapper = (directory / name for name in ("starts", "door", "gate", "held"))
    starts.mkdir()
    wrapper.write_text(WRAPPER.format(starts=starts, door=door, gate=gate, program=program, held=HELD_AFTER))
    wrapper.chmod(0o755)

    def process_of(number):
        path = starts / str(number) / "pid"
        return int(path.read_text()) if path.exists() else 0

    with gate.open("w") as lock, door.open("w") as door_lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fcntl.flock(door_lock, fcntl.LOCK_EX)
        with cluster.submitted(
            "loss", wrapper, jobs, results, "--edits", edits, "--partitions", str(PARTITIONS)
        ) as run:
            def both_started():
                check(run.poll() is None, "the run ended before its tasks began")
                return process_of(1) and process_of(2)

            wait_until(both_started, "the first two tasks")
            fcntl.flock(door_lock, fcntl.LOCK_UN)
            begun = wait_until(lambda: marked(paths), "the first mark")
            victim, workers = process_of(1), {process.pid for process in cluster.processes}
            while parent(victim) not in workers:
                victim = parent(victim)
                check(victim, "the first task is no part of an executor")
            kill(tree(victim))
            say(f"an executor is killed; {begun} documents had a mark just before")
            status = cluster.ended(run, "first")
            check(status == 0, f"annotate.py ended with {status}")
            number = len(list(starts.iterdir()))
            # One for each partition, one instead of that which was lost, and a copy of that which is held.
            check(number >= PARTITIONS + 2, f"only {number} tasks began: there was no speculation")
            held = process_of(2)
        say(f"the run ended; {number} tasks began for {PARTITIONS} partitions")
    # The task that was held ends with the lock, if it was not ended before.
    wait_until(lambda: not os.path.exists(f"/proc/{held}"), "the held task to end")
    check_documents(directory / "documents", paths, program)


def check_resumption(spark, program, paths, missing, jobs, results):
    """A second run must do the new job alone, and say that it failed."""
    import annotate

    os.environ["PDFCO_PROGRAM"] = str(program)
    status = annotate.run(spark, [str(jobs), str(results), "--edits", str(edits), "--partitions", "2"])
    check(status == 11, f"annotate.py with one document missing ended with {status}, not 11")
    rows = spark.read.parquet(str(results)).select("id", "status").collect()
    answers = collections.Counter((row.id, row.status in ("done", "unchanged")) for row in rows)
    expected = collections.Counter([(str(path), True) for path in paths] + [(str(missing), False)])
    check(answers == expected, f"{sum(answers.values())} answers, not one for each of the {len(paths)} documents")


def check_failing_program(spark, jobs):
    """A program that fails without an answer must not look like one that has nothing to say."""
    import annotate

    os.environ["PDFCO_PROGRAM"] = "/bin/false"
    try:
        annotate.answers_of(spark.sparkContext.textFile(str(jobs), 2), []).count()
    except Py4JJavaError as error:
        check("exited with error code 1" in str(error), f"an unexpected error: {error}")
    else:
        raise Failure("a program that fails ends no task")


def measure(spark, program, paths, jobs, cluster):
    """Returns the seconds for each of: pipe("cat"), the batch under Spark, the batch alone."""
    context = spark.sparkContext
    variables = {name: value for name, value in cluster.variables.items() if name.startswith(("PATH", "PDFCO_"))}

    def timed(command):
        start = time.monotonic()
        count = context.textFile(str(jobs), 2).pipe(command, variables, checkCode=True).count()
        check(count == DOCUMENTS, f"{command} has {count} answers")
        return time.monotonic() - start

    batch = shlex.join([str(program), "annotate", "batch", "--quiet", "--edits", str(edits)])
    timed("cat")
    plain, piped = timed("cat"), timed(batch)
    for path in paths:
        path.write_bytes(fixture)
    start = time.monotonic()
    with jobs.open() as file:
        subprocess.run(shlex.split(batch), stdin=file, stdout=subprocess.DEVNULL, env=cluster.variables, check=True)
    return plain, piped, time.monotonic() - start


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    check(os.access(program, os.X_OK), f"{program} is not there")
    with tempfile.TemporaryDirectory(prefix="pdfco spark ", ignore_cleanup_errors=True) as temporary:
        directory = pathlib.Path(temporary)
        (directory / "runtime").mkdir(mode=0o700)
        paths, others = copies(directory / "documents"), copies(directory / "others")
        jobs, results = directory / "jobs", directory / "results"
        jobs.write_text("".join(f"{path}\n" for path in paths))
        with Cluster(directory) as cluster:
            say("a master and two workers are there")
            check_loss(cluster, program, directory, paths, jobs, results)

            missing = paths[0].with_name("missing.pdf")
            with jobs.open("a") as file:
                file.write(f"{missing}\n")
            os.environ.update(cluster.variables)
            builder = pyspark.sql.SparkSession.builder.master(cluster.master)
            for key, value in cluster.settings.items():
                builder = builder.config(key, value)
            spark = builder.config("spark.log.level", "OFF").config("spark.task.maxFailures", "1").getOrCreate()
            spark.sparkContext.addPyFile(str(example))
            sys.path.insert(0, str(example.parent))
            check_resumption(spark, program, paths, missing, jobs, results)
            check_documents(directory / "documents", paths, program)
            say("a second run did only what was left")
            check_failing_program(spark, jobs)
            say("a program that fails fails its task")
            jobs.write_text("".join(f"{path}\n" for path in others))
            plain, piped, alone = measure(spark, program, others, jobs, cluster)
            spark.stop()
        print(f'{DOCUMENTS} documents: pipe("cat") {plain:.2f} s, pipe("pdfco annotate batch") {piped:.2f} s, '
              f"{(piped - plain) / DOCUMENTS * 1000:.2f} ms more for each document; without Spark {alone:.2f} s, "
              f"{(piped - alone) / DOCUMENTS * 1000:.2f} ms of that by Spark")


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.SubprocessError) as error:
        sys.exit(f"make test-spark: FAILED: {error}")
    print(f"make test-spark: passed: {DOCUMENTS} answers and {DOCUMENTS} documents with one mark each, "
          f"in {time.monotonic() - began:.0f} s")
