import SystemPackage
import TestSupport
import Testing

/// What the program finds in its environment is checked like what the user types.
struct EnvironmentTests {
    private static let numbers = [
        "99999999999999999999", "-1", "1e308", "nan", "inf", "9223372036854775807", "x",
    ]

    @Test(arguments: ["PDFCO_TIMEOUT", "SOURCE_DATE_EPOCH"], numbers)
    func `A number that is out of range is an error that names its variable`(
        variable: String, number: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            for words in [
                ["annotate", "square", file.string, "--rect", "9,9,29,29", "--save"], ["open", file.string],
            ] {
                let result = try await CapturedProgram.run(
                    PDFCO.command(words, environment: [variable: number]))
                #expect(result.exitStatus == 64, "\(words)")
                #expect(result.errorText.hasPrefix("pdfco: error: \(variable) takes "), "\(result.errorText)")
            }
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test(
        arguments: [
            ("JOB_COMPLETION_INDEX", "JOB_COMPLETION_COUNT"), ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"),
        ],
        numbers + ["-9223372036854775808"])
    func `A part of a batch that is out of range is an error that names its variables`(
        names: (String, String), number: String
    ) async throws {
        for (index, count) in [(number, "8"), ("0", number)] where (index, count) != ("0", "9223372036854775807") {
            let variables = [names.0: index, names.1: count, "SLURM_ARRAY_TASK_MIN": "1"]
            let result = try await CapturedProgram.run(
                PDFCO.command(["annotate", "batch", "/dev/null", "--shard", "auto"], environment: variables))
            #expect(result.exitStatus == 64, "\(result.errorText)")
            #expect(result.errorText.contains(names.1), "\(result.errorText)")
        }
    }

    @Test func `A pipe or a device in a directory of fonts is no font`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await PDFCO.shell(
                """
                mkdir fonts cache; mkfifo fonts/x.ttf; ln -s /dev/zero fonts/y.otf; ln -s ../fonts/x.ttf fonts/z.ttc
                export PDFCO_FONT_PATH=$PWD/fonts XDG_CACHE_HOME=$PWD/cache
                timeout 50 pdfco annotate free-text a.pdf --rect 72,400,400,500 --contents 'Łódź' --save
                test $? != 124
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }

    @Test func `Presenters are found in a directory that nobody else can take first`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await PDFCO.shell(
                #"""
                unset PDFCO_RUNTIME_DIR XDG_RUNTIME_DIR
                export TMPDIR=$PWD/shared; mkdir -m 1777 shared; mkdir home session
                user=$(id -u)
                place() { pdfco open a.pdf -- sh -c 'echo "$PDFCO_RUNTIME_DIR"'; }
                XDG_RUNTIME_DIR=$PWD/session; export XDG_RUNTIME_DIR; test "$(place)" = "$PWD/session/pdfco" || exit 1
                unset XDG_RUNTIME_DIR
                if test -O /run/user/$user; then test "$(place)" = /run/user/$user/pdfco; exit; fi
                export HOME=$PWD/home
                case $(place) in $PWD/home/.pdfco-*) ;; *) exit 2;; esac
                ln -s home linked; case $(HOME=$PWD/linked place) in $PWD/linked/.pdfco-*) ;; *) exit 3;; esac
                export HOME=$PWD/none
                test "$(place)" = "$PWD/shared/pdfco-$user" || exit 4
                rm -r shared/pdfco-$user; ln -s elsewhere shared/pdfco-$user
                test "$(place)" = "$PWD/shared/pdfco-$user-2" || exit 5
                # Once it is in use, it stays so.
                test -d shared/pdfco-$user-2 && rm shared/pdfco-$user
                test "$(place)" = "$PWD/shared/pdfco-$user-2" || exit 6
                # Two processes find each other there.
                pdfco open a.pdf --present -- sh -c 'unset PDFCO_RUNTIME_DIR; pdfco open a.pdf --json | grep -q "\"pid\""' || exit 7
                """#, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }
}
