#!/usr/bin/env python3
"""Edits one document from two places that do not see one another's locks: nothing may be destroyed, lost or out of order.

  seams.py PROGRAM [--rounds N] [--seams SEAM,...] [--seed N] [--at-once N] [--stall SECONDS] [--folder DIRECTORY]

The seams are: local (one file system), bindfs and sshfs (one side behind the mount, the other on the server), sshfs+cuts (the connection
is cut), namespaces (two mount namespaces), stalls (processes are stopped for up to --stall seconds, 40 if not said otherwise, behind
bindfs), data (one document, one data directory, one side of which is behind bindfs; edits are recorded, and saved at the end). A relay in front of sftp-server makes round trips of 0 to 200 ms. Each side has a runtime directory of its own, as two machines do.

In each round each side makes a few edits of a copy of a document, some at once, by either method, and the document has a second name in
some. Afterwards the document must be there, be valid, have every acknowledged edit, and in an order that respects real time (history.py);
and no process that was neither stopped nor cut off may have waited longer than its timeout. A seam that cannot be had is skipped
with the reason. Prints a line for each seam, and a directory for each round that failed.
"""
import argparse
import collections
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import history

SERVER = "/usr/lib/openssh/sftp-server"
HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = 40
# What a save does besides waiting: a hundred round trips, on a busy machine.
SLACK = 25


def relay(delay, cut):
    """Stands in for ssh: an sftp-server whose bytes arrive after a delay in each direction, and whose connection is cut in time."""
    server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def carry(source, sink):
        late = queue.Queue()

        def deliver():
            while True:
                due, data = late.get()
                time.sleep(max(0, due - time.monotonic()))
                try:
                    os.write(sink, data) if data else os.close(sink)
                except OSError:
                    return
                if not data:
                    return
        thread = threading.Thread(target=deliver, daemon=True)
        thread.start()
        while True:
            data = os.read(source, 1 << 16)
            late.put((time.monotonic() + delay / 2, data))
            if not data:
                return thread.join()
    if cut:
        def end():
            time.sleep(cut)
            os._exit(1)
        threading.Thread(target=end, daemon=True).start()
    threading.Thread(target=carry, args=(0, server.stdin.fileno()), daemon=True).start()
    carry(server.stdout.fileno(), 1)


def mounted(command, mount):
    """Starts the server of a mount and waits for it; the reason if there is none."""
    try:
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    except FileNotFoundError:
        return None, f"{command[0]} is not installed"
    for _ in range(600):
        if os.path.ismount(mount):
            return server, None
        if server.poll() is not None:
            return None, f"{command[0]} cannot mount anything here: {server.stderr.read().decode().strip()}"
        time.sleep(0.05)
    server.kill()
    return None, f"{command[0]} did not mount anything in 30 s"


class Round:
    def __init__(self, program, seam, seed, stall, folder):
        self.program, self.seam, self.random = program, seam, random.Random(seed)
        self.stall = stall
        self.folder = tempfile.mkdtemp(prefix=f"{seam}-{seed}-", dir=folder)
        self.lines, self.lock = [], threading.Lock()
        self.statuses, self.findings, self.longest = collections.Counter(), [], 0
        self.cut = self.stopped = 0
        self.server = None
        for name in ("server", "mount", "runtime-a", "runtime-b", "data-a", "data-b"):
            os.mkdir(os.path.join(self.folder, name), 0o700)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def mount(self):
        """Mounts the server's directory where the other side finds it; the reason if that is impossible."""
        server, mount = self.path("server"), self.path("mount")
        if self.seam in ("bindfs", "stalls", "data"):
            self.server, reason = mounted(["bindfs", "-f", server, mount], mount)
            return reason
        if self.seam.startswith("sshfs"):
            if not os.path.exists(SERVER):
                return f"there is no {SERVER}"
            delay = self.random.uniform(0, 0.2)
            self.cut = self.random.uniform(2, 12) if self.seam == "sshfs+cuts" else 0
            ssh = self.path("ssh")
            with open(ssh, "w") as file:
                file.write(f"exec {sys.executable} {os.path.abspath(__file__)} --relay {delay} {self.cut}\n")
            # A program that another thread starts just now has the script open for writing: it could not be executed.
            self.server, reason = mounted(["sshfs", "-f", "-o", f"ssh_command=/bin/sh {ssh}", f"server:{server}", mount], mount)
            return reason
        if self.seam == "namespaces" and subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
            return "unshare makes no mount namespace here"
        return None

    def unmount(self):
        if self.server:
            for command in (["umount", self.path("mount")], ["umount", "--lazy", self.path("mount")]):
                if subprocess.run(command, capture_output=True).returncode == 0:
                    break
            try:
                self.server.wait(10)
            except subprocess.TimeoutExpired:
                self.server.kill()

    def note(self, event, name):
        with self.lock:
            self.lines.append(f"{time.time():.6f} {event} document.pdf add {name}")

    def data(self, side):
        if self.seam == "data":
            return self.path("mount" if side == "b" else "server")
        return self.path(f"data-{side}")

    def edit(self, side, name, method, stop):
        """One edit by a process, which is stopped for a while if `stop` says when and how long."""
        remote = side == "b"
        folder = self.path("mount" if remote and self.seam not in ("local", "data") else "server")
        command = [self.program, "annotate", "square", os.path.join(folder, "document.pdf"), "--rect", "10,10,50,50", "--name", name,
                   "--quiet", "--timeout", str(TIMEOUT)]
        if self.seam != "data":
            command += ["--save", "--method", method]
        if remote and self.seam == "namespaces":
            script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
            command = ["unshare", "--mount", "sh", "-c", script, "sh", self.path("server"), folder] + command
        environment = dict(os.environ, PDFCO_RUNTIME_DIR=self.path(f"runtime-{side}"), PDFCO_DATA_DIR=self.data(side))
        self.note("invoke", name)
        begin = time.monotonic()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if stop:
            time.sleep(stop[0])
            if process.poll() is None:
                self.stopped += 1
                process.send_signal(signal.SIGSTOP)
                time.sleep(stop[1])
                process.send_signal(signal.SIGCONT)
        try:
            errors = process.communicate(timeout=TIMEOUT + 60)[1].decode().strip()
        except subprocess.TimeoutExpired:
            process.kill()
            errors = process.communicate()[1].decode().strip()
        waited, status = time.monotonic() - begin, process.returncode
        self.statuses[status] += 1
        with self.lock:
            self.lines.append(f"# {side} {name} {method} {status} after {waited:.1f} s{' stopped' if stop else ''}: {errors}")
        # After an error an edit may be in the document all the same: that of a connection, or a conflict that was not undone.
        if status == 0:
            self.note("ok", name)
        elif status in (64, 65, 66, 73, 77) and not (remote and self.cut):
            self.findings.append(f"{name} ended with {status}: {errors}")
        if not stop and not (remote and self.cut):
            self.longest = max(self.longest, waited)
            if waited > TIMEOUT + SLACK:
                self.findings.append(f"{name} has waited {waited:.0f} s, and its timeout was {TIMEOUT} s")

    def work(self, side, worker, count, stops):
        for number in range(count):
            method = self.random.choice(["replace", "append", "auto"])
            stop = None
            if stops and number == 0:
                # A save takes some 20 to 200 ms.
                stop = (10 ** self.random.uniform(-2.3, -0.7), self.random.uniform(self.stall / 2, self.stall))
            self.edit(side, f"{side}{worker}-{number}", method, stop)

    def run(self):
        fixture = os.path.join(HERE, "..", "Fixtures", self.random.choice(["report.pdf", "table.pdf"]))
        document = self.path("server", "document.pdf")
        shutil.copyfile(fixture, document)
        if self.random.random() < 0.25:
            os.link(document, self.path("server", "second.pdf"))
        reason = self.mount()
        if reason:
            shutil.rmtree(self.folder)
            return reason
        stops = self.random.choice(["a", "b", "ab"]) if self.seam == "stalls" else ""
        workers = [threading.Thread(target=self.work, args=(side, worker, self.random.randint(1, 3), side in stops and worker == 0))
                   for side in "ab" for worker in range(self.random.randint(1, 2))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.unmount()
        if self.seam == "data":
            command = [self.program, "save", document, "--quiet"]
            environment = dict(os.environ, PDFCO_RUNTIME_DIR=self.path("runtime-a"), PDFCO_DATA_DIR=self.data("a"))
            save = subprocess.run(command, env=environment, capture_output=True, text=True)
            if save.returncode or save.stderr:
                self.findings.append(f"the save ended with {save.returncode}: {save.stderr.strip()}")
        self.judge(document)
        if not self.findings:
            shutil.rmtree(self.folder)
        else:
            with open(self.path("history"), "w") as file:
                file.writelines(line + "\n" for line in self.lines + self.findings)
        return None

    def judge(self, document):
        environment = dict(os.environ, PDFCO_RUNTIME_DIR=self.path("runtime-a"), PDFCO_DATA_DIR=self.path("data-a"))
        if not os.path.exists(document):
            # Between the two steps of libfuse the connection was cut: that is what `restore` is for.
            subprocess.run([self.program, "restore", document, "--quiet"], env=environment, capture_output=True)
            self.statuses["restored"] += 1
        if not os.path.exists(document):
            self.findings.append("destroyed: there is no document")
            return
        check = subprocess.run(["qpdf", "--check", document], capture_output=True, text=True)
        # An unfinished increment follows the document until the next save.
        if check.returncode == 2:
            self.findings.append(f"destroyed: {check.stderr.strip()}")
            return
        edits = history.read(line for line in self.lines if not line.startswith("#")).get("document.pdf", {})
        # The other name of a document that was replaced keeps the old one; nobody edits it.
        self.findings += history.check(edits, history.revisions(self.program, document, edits))


SEAMS = ["local", "bindfs", "sshfs", "sshfs+cuts", "namespaces", "stalls", "data"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seams", default=",".join(SEAMS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=6)
    parser.add_argument("--stall", type=float, default=40)
    parser.add_argument("--folder", default=None)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = options.folder or tempfile.mkdtemp(prefix="seams-")
    failed = 0
    for seam in options.seams.split(","):
        if seam not in SEAMS:
            parser.error(f"there is no seam {seam}: {', '.join(SEAMS)}")
        begin = time.monotonic()
        first = Round(program, seam, options.seed, options.stall, folder)
        reason = first.run()
        if reason:
            print(f"{seam}: skipped: {reason}", flush=True)
            continue
        rounds = [first] + [Round(program, seam, options.seed + number, options.stall, folder) for number in range(1, options.rounds)]
        with ThreadPoolExecutor(options.at_once) as pool:
            reasons = [reason for reason in pool.map(Round.run, rounds[1:]) if reason]
        statuses = sum((item.statuses for item in rounds), collections.Counter())
        findings = [finding for item in rounds for finding in item.findings]
        count = lambda word: sum(finding.startswith(word) for finding in findings)
        print(f"{seam}: {len(rounds)} rounds in {time.monotonic() - begin:.0f} s: {statuses[0]} edits acknowledged, others: "
              f"{', '.join(f'{number} ended with {status}' for status, number in sorted(statuses.items(), key=str) if status != 0) or 'none'}; "
              f"{count('destroyed')} destroyed, {count('lost')} lost, {count('out of order')} out of order, "
              f"{len(findings) - count('destroyed') - count('lost') - count('out of order')} other findings; "
              f"{sum(item.stopped for item in rounds)} stopped; the longest took {max(item.longest for item in rounds):.1f} s", flush=True)
        for item in rounds:
            for finding in item.findings:
                print(f"  {item.folder}: {finding}", flush=True)
        for reason in reasons:
            print(f"  {reason}", flush=True)
        failed += len(findings) + len(reasons)
    if not failed and not options.folder:
        shutil.rmtree(folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--relay"]:
        # sshfs adds its own arguments.
        relay(float(sys.argv[2]), float(sys.argv[3]))
    else:
        main()
