#!/usr/bin/env python3
"""Damages documents that have unsaved changes, and recovers them: each must end whole, with every acknowledged edit.

  damage.py PROGRAM NOTES [--rounds N] [--kills N] [--seed N] [--at-once N] [--damage DAMAGE,...] [--folder DIRECTORY]

NOTES is Examples/Sources/notes, the app for text. Needs root, in a mount namespace of its own, with an ext4 and a btrfs image of 2 GiB in
DIRECTORY; at the end nothing is mounted. In each round a document, a PDF or text, of 2 KB to 64 MB, gets edits that are acknowledged and
not saved. Then it is damaged, and recovered as TABLE says. The original must be a prefix of the document, with each annotation by its
name, or the text must be the same; what was at the path must be there, a version, or beside it, `(kept)`. Where the first edit
announced that no copy of the original is kept, the path and the edits must stay, and both are there once the user has put the
original back.

In each of --kills further rounds (a fifth of --rounds if not said otherwise) the first edit, putting back or moving aside is killed at
a random system call, and is run again. Round N has the seed SEED + N: `--seed SEED --rounds 1 --kills 0`, or with `--rounds 0 --kills 1`,
runs it alone. Prints a line for each kind of round, and for each round that failed its seed, its commands and what they wrote.
"""
import argparse
import collections
import glob
import hashlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
IMAGE = 2 << 30
# Without PDFCO_KEEP_BASE, a copy that cannot share the document's blocks has at most this length, and leaves this much free.
KEPT, FREE, TIMES = 16 << 20, 64 << 20, 16
COMMAND_TIMEOUT = 300

# For what is at the path: the status of a plain `restore`, and the ways that give the whole document.
REPAIRS = ["save --repair", "save --rewrite", "restore --repair", "batch --repair"]
TABLE = {
    "missing": (0, ["restore", "-o", "copy", "overwrite"] + REPAIRS),
    "lost": (0, ["restore", "-o", "copy", "overwrite"] + REPAIRS),
    "elsewhere": (66, ["-o", "return"]),
    "unmounted": (66, ["-o", "copy", "overwrite", "return"]),
    "other": (10, ["-o", "copy", "overwrite"]),
    "in the way": (10, ["-o", "copy", "overwrite"]),
    "EIO": (74, ["-o", "return"]),
    "EACCES": (77, ["-o", "return"]),
}
# What is done to the document, and what is at the path then; the rounds take them in turns.
DAMAGES = {
    "EACCES": "EACCES", "delete": "missing", "cut": "lost", "zeros": "lost", "text": "other", "full directory": "in the way",
    "unmount": "unmounted", "another PDF": "other", "zero tail": "lost", "pipe": "in the way", "empty": "lost", "directory": "in the way",
    "cut and zeros": "lost", "socket": "in the way", "delete directory": "elsewhere", "dangling link": "elsewhere", "EIO": "EIO",
}
# An app has one access for all; its user chooses `copy` or `keep`.
TEXT_DAMAGES = ["delete", "empty", "cut", "zeros", "zero tail", "text", "directory", "full directory", "pipe", "unmount"]
# What is killed, and where.
KILLED = {
    "first edit": [name for name, row in DAMAGES.items() if row in ("missing", "lost", "other", "in the way")],
    "putting back": [name for name, row in DAMAGES.items() if row in ("missing", "lost", "other")],
    "moving aside": [name for name, row in DAMAGES.items() if row == "in the way"],
}
CALLS = ("openat", "write", "pwrite64", "copy_file_range", "ioctl", "ftruncate", "fallocate", "fsync", "fdatasync", "rename", "renameat",
         "renameat2", "link", "linkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "fchmod", "fchown", "fsetxattr", "utimensat")


def pdf(draw, size, pages, width):
    """A PDF file of about so many bytes, most of them in one stream that its catalog refers to."""
    filler = draw.randbytes(max(16, size - 500 - 350 * pages))
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(pages))
    bodies = [b"<< /Type /Catalog /Pages 2 0 R /Filler 3 0 R >>",
              f"<< /Type /Pages /Kids [ {kids} ] /Count {pages} /MediaBox [ 0 0 {width} 842 ] >>".encode(),
              f"<< /Length {len(filler)} >>\nstream\n".encode() + filler + b"\nendstream"]
    for page in range(pages):
        text = f"BT 72 700 Td ET % page {page + 1} {draw.random()}\n"
        bodies += [f"<< /Type /Page /Parent 2 0 R /Contents {5 + 2 * page} 0 R /Resources << >> >>".encode(),
                   f"<< /Length {len(text)} >>\nstream\n{text}endstream".encode()]
    data, offsets = bytearray(b"%PDF-1.7\n%\342\343\317\323\n"), []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    identifier = draw.randbytes(16).hex()
    tail = (f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R "
            f"/ID [ <{identifier}> <{identifier}> ] >>\nstartxref\n{len(data)}\n%%EOF\n")
    return bytes(data) + tail.encode()


def text(draw, size):
    """Lines of about so many bytes together; few, since each is a note."""
    length = max(40, size // 500)
    return "".join(draw.randbytes(length // 2).hex() + "\n" for _ in range(max(1, size // length))).encode()


def state(path):
    """What is at a path, to be compared: its kind and all of its contents."""
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISREG(status.st_mode):
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    if stat.S_ISDIR(status.st_mode):
        return sorted((name, state(os.path.join(path, name))) for name in os.listdir(path))
    return (stat.S_IFMT(status.st_mode), os.readlink(path) if stat.S_ISLNK(status.st_mode) else None)


def contents(path):
    """The bytes of a file; nothing of a pipe, which would be waited for."""
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{path} is no file")
    with open(path, "rb") as file:
        return file.read()


def mount(image, kind, folder):
    """Makes the image, if it is not there, and mounts it; what the tools say if that is impossible."""
    os.makedirs(folder, exist_ok=True)
    commands = [["mount", "-o", "loop", image, folder]]
    if not os.path.exists(image):
        with open(image, "wb") as file:
            file.truncate(IMAGE)
        commands.insert(0, [f"mkfs.{kind}", "-q", image])
    for command in commands:
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            return f"{command[0]}: {result.stderr.strip()}"
    return None


def unmount(folder):
    subprocess.run(["umount", folder], capture_output=True, check=True)


class Round:
    """`killed` says which step is run under strace, and `kill`, a system call and its number, where it dies."""
    def __init__(self, options, disks, seed, killed=None, kill=None):
        self.options, self.seed, self.kill = options, seed, kill
        self.random = draw = random.Random(f"{seed} {killed}")
        self.lines, self.findings, self.calls = [], [], []
        self.names, self.unfinished, self.announced = [], set(), False
        self.end, self.died = None, False
        self.killed = killed and list(KILLED)[seed % len(KILLED)]
        chosen = options.damage.split(",") if options.damage else list(DAMAGES)
        if self.killed:
            chosen = [name for name in KILLED[self.killed] if name in chosen] or KILLED[self.killed]
        self.damage = draw.choice(chosen) if self.killed else chosen[seed % len(chosen)]
        self.row = DAMAGES[self.damage]
        self.is_text = not self.killed and self.damage in TEXT_DAMAGES and draw.random() < 0.4
        self.disk, self.data_disk = draw.choice(sorted(disks)), draw.choice(sorted(disks))
        if draw.random() < 0.5:
            self.data_disk = self.disk
        self.folder = os.path.join(disks[self.disk], f"round-{seed}{'-killed' if killed else ''}")
        self.home = os.path.join(disks[self.data_disk], os.path.basename(self.folder) + "-home")
        self.image = None
        if self.damage == "unmount":
            self.image = os.path.join(options.folder, os.path.basename(self.folder) + ".image")
        self.size = self.drawn_size()
        self.limit = KEPT
        environment = dict(PDFCO_DATA_DIR=os.path.join(self.home, "data"), PDFCO_RUNTIME_DIR=os.path.join(self.home, "run"),
                           PDFCO_PASSWORD="user")
        if not self.is_text and draw.random() < 0.2:
            self.limit = environment["PDFCO_KEEP_BASE"] = draw.choice([0, 1 << 20, 128 << 20])
        self.environment = {name: str(value) for name, value in environment.items()}

    def drawn_size(self):
        """A document of up to 64 MB in one of twenty rounds; of up to 16 MB in one of ten; else up to 4 MB, as a rule far less."""
        chance = self.random.random()
        least, most = (16 << 20, 64 << 20) if chance < 0.05 else (4 << 20, 16 << 20) if chance < 0.15 else (2048, 4 << 20)
        if self.is_text and not self.can_share():
            # Nobody announces to a user of this app that no copy is kept.
            least, most = min(least, 4 << 20), min(most, KEPT)
        if self.killed:
            least, most = 2048, 6 << 20
        return int(least * (most / least) ** self.random.random())

    def can_share(self):
        return self.disk == self.data_disk == "btrfs" and not self.image

    def path(self, *names):
        return os.path.join(self.folder, "documents", *names)

    def out(self, name):
        return os.path.join(self.home, name)

    def fail(self, finding):
        self.findings.append(finding)
        self.lines.append(f"FINDING: {finding}")

    # Commands

    def command(self, words, text="", fault=None):
        """Runs a command, notes what it wrote, and returns it."""
        words = [str(word) for word in words]
        if fault:
            words = ["strace", "-f", "-qq", "-o", self.out("trace")] + fault + words
        try:
            result = subprocess.run(words, input=text, env=dict(os.environ, **self.environment), capture_output=True, text=True,
                                    errors="replace", timeout=COMMAND_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.fail(f"{shlex.join(words)} did not end")
            result = subprocess.CompletedProcess(words, None, "", "")
        self.lines.append(f"$ {shlex.join(words)}" + (f" <<< {text!r}" if text else ""))
        self.lines += [line[:1000] for line in (result.stdout + result.stderr).splitlines()] + [f"=> {result.returncode}"]
        return result

    def pdfco(self, *words, text="", fault=None):
        return self.command([self.options.program, *words], text, fault)

    def step(self, name, words, text=""):
        """Runs the program, and dies there if this is the step that is to be killed."""
        if name != self.killed:
            return self.pdfco(*words, text=text)
        self.killed = None
        if not self.kill:
            result = self.pdfco(*words, text=text, fault=["-y", "-e", f"trace={','.join('?' + call for call in CALLS)}"])
            self.read_calls()
            return result
        call, number = self.kill
        result = self.pdfco(*words, text=text, fault=["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"])
        self.died = result.returncode == -signal.SIGKILL
        return result

    def read_calls(self):
        """The system calls of the trace on the document and its copy, each with its number among those of its name and thread."""
        counts = collections.Counter()
        with open(self.out("trace"), errors="replace") as trace:
            for line in trace:
                match = re.match(r"(\d+) +(\w+)\(", line)
                if match:
                    counts[match.groups()] += 1
                    if self.folder in line or self.home in line:
                        self.calls.append((match[2], counts[match.groups()]))

    # The edits

    def make(self):
        os.makedirs(self.folder)
        os.makedirs(os.path.join(self.home, "run"), mode=0o700)
        self.file = self.path("document.txt" if self.is_text else "document.pdf")
        if self.image:
            reason = mount(self.image, self.disk, self.path())
            if reason:
                raise RuntimeError(reason)
        os.makedirs(self.path(), exist_ok=True)
        draw = self.random
        self.pages = draw.randint(1, 5)
        if self.is_text:
            self.original = text(draw, self.size)
        elif self.size < 8192 and draw.random() < 0.5:
            with open(os.path.join(HERE, "..", "Fixtures", draw.choice(["report.pdf", "table.pdf", "encrypted.pdf"])), "rb") as file:
                self.original = file.read()
        else:
            self.original = pdf(draw, self.size, self.pages, 595)
        self.size = len(self.original)
        with open(self.file, "wb") as file:
            file.write(self.original)
        self.mode = draw.choice([0o600, 0o640, 0o644])
        os.chmod(self.file, self.mode)
        if not self.is_text:
            self.pages = self.command(["qpdf", "--password=user", "--show-npages", self.file]).stdout.strip()

    def record(self):
        """Edits the document; some of it may be saved, but the last edits are not."""
        if self.random.random() < 0.25:
            self.edit(self.random.randint(1, 2), "saved")
            if self.is_text:
                self.notes("save", "stop")
            elif self.pdfco("save", self.file).returncode != 0:
                self.fail("the document could not be saved")
            self.original = contents(self.file)
            self.size = len(self.original)
            if self.is_text:
                # What is saved is a part of the text now.
                self.names = []
        self.announced = False
        self.edit(self.random.randint(1, 4), "edit")

    def edit(self, count, prefix):
        if prefix == "edit" and self.killed == "first edit":
            name = "killed"
            result = self.step("first edit", self.highlight(name))
            if result.returncode == 0:
                self.names.append(name)
                self.hear(json.loads(result.stdout), result.stderr)
            else:
                self.unfinished.add(name)
        names = [f"{prefix}-{number}" for number in range(count)]
        if self.is_text:
            answers = self.session([self.options.notes, self.file, self.environment["PDFCO_DATA_DIR"]], [f"add {name}" for name in names])
            self.acknowledge(names, [answer == "ok" for answer in answers[1:]])
            # What `notes` announces is not known; see drawn_size().
        elif self.random.random() < 0.3:
            lines = [f"highlight --rect 20,20,60,40 --name {name}" for name in names]
            answers = self.session([self.options.program, "open", self.file, "--script", "/dev/stdin", "--json"], lines)
            answers = [json.loads(answer) for answer in answers]
            self.acknowledge(names, [answer.get("applied") == 1 for answer in answers])
            self.hear(answers[0] if answers else {}, self.warned)
        else:
            for number, name in enumerate(names):
                result = self.pdfco(*(self.highlight(name) if self.random.random() < 0.5 else self.note(name)))
                self.acknowledge([name], [result.returncode == 0])
                if number == 0 and result.returncode == 0:
                    self.hear(json.loads(result.stdout), result.stderr)

    def highlight(self, name):
        return ["highlight", self.file, "--rect", "20,20,60,40", "--name", name, "--json"]

    def note(self, name):
        return ["note", self.file, "--rect", "20,20,60,40", "--contents", "When?", "--name", name, "--json"]

    def acknowledge(self, names, answers):
        for name, answer in zip(names, answers):
            if answer:
                self.names.append(name)
        if answers != [True] * len(names):
            self.fail(f"of {names} {sum(answers)} were acknowledged")

    def session(self, words, lines):
        """Gives a session its lines, one after another, then kills it; returns its answers."""
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=dict(os.environ, **self.environment))
        watchdog = threading.Timer(COMMAND_TIMEOUT, process.kill)
        watchdog.start()
        answers = [process.stdout.readline().strip()] if self.is_text else []
        for line in lines:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = process.stdout.readline().strip()
            if not answer:
                break
            answers.append(answer)
        process.kill()
        watchdog.cancel()
        self.warned = process.communicate()[1]
        self.lines += [f"$ {shlex.join(words)} <<< {lines}, killed"] + answers + self.warned.splitlines()
        return answers

    def hear(self, answer, errors):
        """Notes whether the first edit announced that no copy is kept; that must be so where none can be, and only there."""
        said = answer.get("original") == "notKept"
        if not self.announced and said != bool(re.search(r"warning\W.*(original|copy)", errors)):
            self.fail(f"\"original\" is {answer.get('original')}, and standard error says: {errors.strip()}")
        self.announced = self.announced or said
        disk = os.statvfs(self.home)
        kept = self.limit > 0 and (self.can_share() or self.size <= self.limit)
        if said and kept and disk.f_bavail * disk.f_frsize > FREE + (TIMES + 1) * self.size:
            self.fail(f"no copy is kept of {self.size} bytes on {self.disk}, data on {self.data_disk}, limit {self.limit}")

    # The damage

    def harm(self):
        draw, size = self.random, len(self.original)
        with open(self.file, "r+b") as file:
            if self.row == "lost":
                begin = 0 if self.damage in ("empty", "zeros") else draw.randrange(1, size)
                end = {"empty": 0, "cut": begin, "cut and zeros": draw.randrange(size // 2, size * 2)}.get(self.damage, size)
                self.lines.append(f"# {begin} bytes of {size} are left, and the length is {end}")
                file.truncate(begin)
                file.truncate(end)
            elif self.damage == "text":
                file.truncate(0)
                file.write(b"somebody's text\n" * draw.choice([1, 1000]))
            elif self.damage == "another PDF":
                file.truncate(0)
                file.write(pdf(random.Random(-self.seed), draw.choice([2000, 200_000]), 2, 333))
        if self.damage == "unmount":
            unmount(self.path())
        elif self.damage == "delete directory":
            shutil.rmtree(self.path())
        elif self.damage == "delete" or self.row == "in the way" or self.damage == "dangling link":
            os.unlink(self.file)
        if self.damage.endswith("directory") and self.row == "in the way":
            os.mkdir(self.file)
            if self.damage == "full directory":
                with open(os.path.join(self.file, "inside"), "w") as file:
                    file.write("somebody's")
        elif self.damage == "pipe":
            os.mkfifo(self.file)
        elif self.damage == "socket":
            os.mknod(self.file, stat.S_IFSOCK | 0o600)
        elif self.damage == "dangling link":
            os.symlink(os.path.join(self.folder, "nowhere", "document.pdf"), self.file)
        self.theirs = state(self.file)
        self.lines.append(f"# {self.damage}")

    def fault(self):
        """What lets nobody read the document."""
        return ["-P", self.file, "-e", f"inject=openat:error={self.damage}"] if self.row in ("EIO", "EACCES") else None

    # The ways back

    def recover(self):
        status, ways = TABLE[self.row]
        if self.killed:
            ways = [way for way in ways if way in (("restore", "overwrite") if status == 0 else ("overwrite",))]
        way = self.random.choice(ways)
        self.lines.append(f"# the way: {way}")
        if self.announced:
            return self.recover_announced()
        if status or self.row in ("EIO", "EACCES"):
            refused = ["restore"] + (["overwrite"] if self.row in ("EIO", "EACCES") else [])
            # Of a document that is not there or is another one, nothing is mended either.
            refused += [self.random.choice(REPAIRS)] if self.row in ("elsewhere", "unmounted", "other") else []
            for refusal in refused:
                self.expect_refusal(refusal, status)
        getattr(self, "by_" + {"-o": "output", "copy": "copy", "return": "return", "overwrite": "overwrite"}.get(way, "putting_back"))(way)
        if way == "-o" and self.end:
            # The new file has ended nothing.
            self.by_return("return") if "return" in ways else self.by_overwrite("overwrite")
        self.expect_tidiness()

    def words(self, way):
        if way == "batch --repair":
            return ["batch", "--repair"], json.dumps({"file": self.file, "edits": [{"add": {
                "subtype": "Text", "page": 1, "name": "batch", "rect": [36, 100, 56, 120]}}]}) + "\n"
        return {"restore": ["restore", self.file], "overwrite": ["restore", self.file, "--on-conflict", "overwrite"],
                "copy": ["restore", self.file, "--on-conflict", "copy"], "-o": ["restore", self.file, "-o", self.out("out.pdf"), "--force"]
                }.get(way, way.split() + [self.file]) + ["--json"], ""

    def expect_refusal(self, way, status):
        words, text = self.words(way)
        result = self.pdfco(*words, text=text, fault=self.fault())
        given = result.returncode
        if way == "batch --repair" and given == 11:
            given = json.loads(result.stdout).get("exitStatus")
        if given != status:
            self.fail(f"{way} ended with {given} in place of {status}")
        if state(self.file) != self.theirs:
            self.fail(f"{way} touched what is at the path")

    def putting(self, way):
        """Runs a way that puts the document back; after a kill, again, and then nothing may be left to do."""
        words, text = self.words(way)
        name = "moving aside" if self.row == "in the way" else "putting back"
        result = self.step(name, words, text)
        allowed = (0,)
        if self.died and name != "first edit" and result.returncode == -signal.SIGKILL:
            result, allowed = self.pdfco(*words, text=text), (0, 1)
        if result.returncode not in allowed:
            self.fail(f"{way} ended with {result.returncode} in place of 0")
            return None
        if way == "batch --repair":
            self.names.append("batch")
        return result

    def by_putting_back(self, way):
        if self.putting(way):
            self.expect_whole(self.file, way, rewritten=way == "save --rewrite")
            self.expect_rights()
            self.end = "put back"

    def by_overwrite(self, way):
        if not self.putting(way):
            return
        self.expect_whole(self.file, way)
        self.expect_kept()
        if self.row in ("missing", "lost", "unmounted"):
            self.expect_rights()
        self.end = "put back"

    def by_output(self, way):
        if self.pdfco(*self.words(way)[0], fault=self.fault()).returncode != 0:
            return self.fail("restore -o did not end with 0")
        self.expect_whole(self.out("out.pdf"), way)
        if state(self.file) != self.theirs:
            self.fail("restore -o touched what is at the path")
        self.end = "written elsewhere"

    def by_copy(self, way):
        result = self.pdfco(*self.words(way)[0])
        if result.returncode != 0:
            return self.fail(f"copy ended with {result.returncode} in place of 0")
        output = json.loads(result.stdout).get("output")
        if output and state(self.file) != self.theirs:
            self.fail("copy touched what is at the path")
        # Where nothing is at the path, the document itself is as good as a copy.
        if not output and self.row not in ("missing", "unmounted"):
            self.fail("copy names no new file")
        self.expect_whole(os.path.join(self.path(), output or self.file), way)
        self.end = "written elsewhere"

    def by_return(self, way):
        """What was away comes back: the disk, the directory, or the right to read."""
        if self.damage == "unmount":
            mount(self.image, self.disk, self.path())
        elif self.damage == "delete directory":
            os.makedirs(self.path())
        elif self.damage == "dangling link":
            os.unlink(self.file)
        result = self.pdfco("restore", self.file, "--json")
        if result.returncode != 0:
            return self.fail(f"restore ended with {result.returncode} once the document could be reached again")
        self.expect_whole(self.file, way)
        self.end = "put back"

    def recover_announced(self):
        """There is no copy: nothing may change, until the user puts the original back from elsewhere."""
        if self.row not in ("EIO", "EACCES"):
            result = self.pdfco("restore", self.file, "--json")
            if result.returncode == 0:
                self.expect_whole(self.file, "restore")
                self.end = "put back"
                return
            if state(self.file) != self.theirs:
                self.fail("restore touched what is at the path")
        if self.damage == "unmount":
            mount(self.image, self.disk, self.path())
        else:
            os.makedirs(self.path(), exist_ok=True)
            if isinstance(self.theirs, list):
                shutil.rmtree(self.file)
            elif self.theirs and not isinstance(self.theirs, str):
                os.unlink(self.file)
            with open(self.file, "wb") as file:
                file.write(self.original)
        result = self.pdfco("restore", self.file, "--json")
        if result.returncode != 0:
            return self.fail(f"with the original at the path again, restore ended with {result.returncode}")
        self.expect_whole(self.file, "restore")
        self.end = "announced"

    # Text

    def notes(self, *lines):
        result = self.command([self.options.notes, self.file, self.environment["PDFCO_DATA_DIR"]], "".join(line + "\n" for line in lines))
        if "error:" in result.stdout or result.returncode != 0:
            self.fail(f"notes says: {result.stdout.strip()}")
        return result

    def recover_text(self):
        whole = self.original + "".join(name + "\n" for name in self.names).encode()
        if self.damage == "unmount":
            mount(self.image, self.disk, self.path())
            self.notes("quit")
        elif self.random.random() < 0.5 and self.row != "missing":
            match = re.search("^written to (.*)$", self.notes("copy", "stop").stdout, re.MULTILINE)
            if match:
                self.end = "written elsewhere"
                if state(self.file) != self.theirs:
                    self.fail("copy touched what is at the path")
                return self.expect_text(match[1], [whole])
            if self.row != "other" and self.damage != "cut":
                return self.fail("copy wrote no file")
            # What another program wrote takes any note: there was no conflict, and what is unsaved stays so.
            self.notes("quit")
        else:
            self.notes("keep", "quit")
            self.expect_kept()
        merged = whole[len(self.original):]
        others = []
        if self.row == "other":
            others = [b"somebody's text\n" * count + merged for count in (1, 1000)]
        elif self.damage == "cut":
            # An editor may have taken away lines of a text.
            others = [re.sub(rb"\n+", b"\n", self.cut + b"\n" + merged)]
        self.expect_text(self.file, [whole] + others)
        self.end = "put back"

    def expect_text(self, path, allowed):
        try:
            found = contents(path)
        except OSError as error:
            return self.fail(f"lost: {error}")
        if found not in allowed:
            missing = [name for name in self.names if name.encode() + b"\n" not in found]
            self.fail(f"lost: {len(found)} bytes are in {os.path.basename(path)}, {len(allowed[0])} ought to be; edits missing: {missing}")

    # What must be there

    def expect_whole(self, path, way, rewritten=False):
        try:
            found = contents(path)
        except OSError as error:
            return self.fail(f"lost: {way}: {error}")
        if not rewritten and not found.startswith(self.original):
            self.fail(f"lost: {way}: the {len(self.original)} bytes of the original are not the beginning of the {len(found)} bytes found")
        if rewritten and len(found) < len(self.original) * 0.8:
            self.fail(f"lost: {way}: of {len(self.original)} bytes {len(found)} are left")
        check = self.command(["qpdf", "--password=user", "--check", path])
        if check.returncode != 0:
            self.fail(f"{way}: qpdf finds: {check.stderr.strip()}")
        pages = self.command(["qpdf", "--password=user", "--show-npages", path]).stdout.strip()
        if pages != self.pages:
            self.fail(f"lost: {way}: {pages} pages in place of {self.pages}")
        listing = self.pdfco("list", path, "--no-checkpoint", "--json")
        found = collections.Counter(item.get("name") for item in json.loads(listing.stdout or "{}").get("annotations", []))
        lost = [name for name in self.names if found[name] != 1]
        if lost:
            self.fail(f"lost: {way}: {lost} not there once: {dict(found)}")
        extra = set(found) - set(self.names) - self.unfinished - {"mark", None}
        if extra:
            self.fail(f"{way}: nobody added {extra}")

    def expect_rights(self):
        mode = stat.S_IMODE(os.stat(self.file).st_mode)
        if mode != self.mode:
            self.fail(f"rights: {mode:o} in place of {self.mode:o}")

    def expect_kept(self):
        """What was at the path is beside it, or a version, which can be had back."""
        if self.row == "in the way":
            names = [name for name in os.listdir(self.path()) if "(kept)" in name]
            if [state(self.path(name)) for name in names] != [self.theirs]:
                self.fail(f"lost: what was in the way is not beside the document: {os.listdir(self.path())}")
        elif self.row == "other" and self.is_text:
            if contents(self.file).startswith(b"somebody's"):
                return
            versions = glob.glob(os.path.join(self.environment["PDFCO_DATA_DIR"], "**"), recursive=True)
            if self.theirs not in [state(path) for path in versions if os.path.isfile(path)]:
                self.fail("lost: no version has what another program wrote")
        elif self.row == "other":
            versions = json.loads(self.pdfco("open", self.file, "--json").stdout or "{}").get("versions", [])
            conflicts = [version["id"] for version in versions if version.get("conflict")]
            for version in conflicts:
                self.pdfco("restore", self.file, "--version", version, "-o", self.out(version))
            if self.theirs not in [state(self.out(version)) for version in conflicts]:
                self.fail("lost: no version in conflict has what another program wrote")

    def expect_tidiness(self):
        left = [name for name in (os.listdir(self.path()) if os.path.isdir(self.path()) else []) if name.startswith(".")]
        if left:
            self.fail(f"left behind: {left}")

    # A round

    def run(self):
        try:
            self.make()
            self.record()
            self.harm()
            if self.is_text:
                self.cut = contents(self.file) if self.row == "lost" else b""
                self.recover_text()
            else:
                self.recover()
        except Exception as error:
            self.fail(f"the drill itself failed: {type(error).__name__}: {error}")
        finally:
            if self.image:
                if os.path.ismount(self.path()):
                    subprocess.run(["umount", "--lazy", self.path()])
                os.path.exists(self.image) and os.unlink(self.image)
            for folder in (self.folder, self.home):
                shutil.rmtree(folder, ignore_errors=True)
            self.original = self.cut = None
        return self

    def title(self):
        kind = "text" if self.is_text else "PDF"
        return (f"{kind} of {self.size} bytes on {self.disk}, data on {self.data_disk}, {self.damage}"
                + (f", killed at {self.kill[0]} {self.kill[1]}" if self.kill else ""))


def killed_round(options, disks, seed):
    """The same round twice: which system calls there are, then with a kill at one of them."""
    rehearsal = Round(options, disks, seed, killed=True).run()
    if rehearsal.findings or not rehearsal.calls:
        return rehearsal
    return Round(options, disks, seed, killed=True, kill=random.Random(seed).choice(rehearsal.calls)).run()


def tell(item):
    print(f"seed {item.seed}: {item.title()}", *("  " + line for line in item.lines), "", sep="\n", flush=True)


def summary(name, rounds, seconds):
    ends = collections.Counter(item.end or "failed" for item in rounds)
    rows = collections.Counter(item.row for item in rounds)
    failed = [item for item in rounds if item.findings]
    failures = collections.Counter(item.damage for item in failed)
    print(f"{name}: {len(rounds)} rounds in {seconds:.0f} s ({sum(item.is_text for item in rounds)} of text; "
          f"{', '.join(f'{count} {row}' for row, count in rows.most_common())}): "
          f"{sum(len(item.names) for item in rounds)} edits acknowledged; "
          f"{', '.join(f'{count} {end}' for end, count in ends.most_common())}; {sum(item.died for item in rounds)} killed; "
          f"{sum(any(finding.startswith('lost') for finding in item.findings) for item in rounds)} lost something, {len(failed)} failed"
          + (f" ({', '.join(f'{count} {damage}' for damage, count in failures.most_common())})" if failed else ""), flush=True)
    return len(failed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("notes")
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--kills", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=os.cpu_count())
    parser.add_argument("--damage", default=None)
    parser.add_argument("--folder", default=None)
    options = parser.parse_args()
    if set((options.damage or "delete").split(",")) - set(DAMAGES):
        parser.error(f"the damages are {', '.join(DAMAGES)}")
    options.program, options.notes = os.path.abspath(options.program), os.path.abspath(options.notes)
    if os.environ.get("DAMAGE_NAMESPACE") != "own":
        # Whatever happens, nothing stays mounted: the mounts end with the last process that is in there.
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
            print("damage: skipped: unshare makes no mount namespace here; run it as root")
            return
        os.environ.update(DAMAGE_NAMESPACE="own", PATH=os.environ["PATH"] + ":/usr/sbin:/sbin")
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, os.path.abspath(__file__)] + sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    kills = options.rounds // 5 if options.kills is None else options.kills
    with tempfile.TemporaryDirectory(prefix="damage-", dir=options.folder) as options.folder:
        disks = {kind: os.path.join(options.folder, kind) for kind in ("ext4", "btrfs")}
        for kind in list(disks):
            reason = mount(disks[kind] + ".image", kind, disks[kind])
            if reason:
                print(f"damage: {kind} is left out: {reason}")
                del disks[kind]
        if not disks:
            return
        failed = 0
        try:
            with ThreadPoolExecutor(options.at_once) as pool:
                for name, count, make in (("damage", options.rounds, lambda seed: Round(options, disks, seed).run()),
                                          ("kills", kills, lambda seed: killed_round(options, disks, seed))):
                    begin = time.monotonic()
                    rounds = []
                    for item in pool.map(make, range(options.seed, options.seed + count)):
                        rounds.append(item)
                        if item.findings:
                            tell(item)
                    failed += summary(name, rounds, time.monotonic() - begin) if rounds else 0
        finally:
            for folder in disks.values():
                subprocess.run(["umount", "--lazy", folder])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
