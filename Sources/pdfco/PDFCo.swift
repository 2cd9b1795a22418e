import ArgumentParser

/// `pdfco`, the root of all commands.
struct PDFCo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdfco",
        abstract: "Annotate PDF documents safely: incremental updates, atomic saves, nothing lost.",
        discussion: """
            EXAMPLES
              pdfco open report.pdf --annotations
              pdfco annotate highlight report.pdf --page 3 --rect 72,700,257,713 --save
              pdfco save --rewrite --linearize report.pdf
              pdfco watch --autosave 30 ~/Documents

            UNITS
              points  1/72 inch, in the page's default user space; the origin is the lower
                      left corner of an unrotated page
              range   pages, counted from 1, as qpdf writes them: 1-3,7  z  r2  1-z:odd;
                      also odd  even  last, and -2 for the last but one
              colour  a CSS name or #rrggbb

            NAMES
              File names are byte strings. In messages and text, \\xHH stands for a byte
              that is not UTF-8. With --json, such a name appears twice: as text under its
              key, and in Base64 under the key with Bytes appended: file and fileBytes.

            ENVIRONMENT
              PDFCO_PASSWORD      the document's password, if --password-file is not given;
                                  commands after -- receive it only with --pass-password,
                                  and helpers such as mutool never
              PDFCO_AUTHOR        the author of new comments, if --author is not given;
                                  default: your name in /etc/passwd; empty: none. Batches
                                  and imports state their own authors
              PDFCO_SAVE          1: annotate saves the document, as with --save, unless
                                  -o, --output-dir or --increment-to is given; 0: annotate
                                  records the change without warning scripts about it
              PDFCO_COORDINATION  off: the same as --no-coordination
              PDFCO_TIMEOUT       seconds to wait for access, if --timeout is not given
              PDFCO_FONT_PATH     directories with fonts, separated by colons, searched
                                  before those of the system
              PDFCO_TEXT          the program that sets text in embedded fonts; default:
                                  pdfco-text beside pdfco
              PDFCO_PURPOSE       the purpose, if --purpose is not given; commands after --
                                  receive it
              PDFCO_DATA_DIR      the directory for unsaved changes, if --data-dir is not
                                  given; default: $XDG_DATA_HOME/pdfco or
                                  ~/.local/share/pdfco
              PDFCO_RUNTIME_DIR   the directory in which presenters register, if
                                  --runtime-dir is not given; default:
                                  $XDG_RUNTIME_DIR/pdfco or /run/user/UID/pdfco, else
                                  one in your home or, last, in $TMPDIR or /tmp
              PDFCO_PACKAGES      extensions of directories that count as one file for
                                  coordination, separated by commas, such as notes,rtfd
              SOURCE_DATE_EPOCH   the date for annotations, in seconds since 1970
              NO_COLOR            if not empty, no colour, as with TERM=dumb

            EXIT STATUS
              0    done, and durable
              1    the command ran, and the answer is no (nothing to restore, no such
                   annotation)
              10   conflict: another program changed the document; nothing was written
              11   some of several documents failed
              64   usage
              65   not a PDF, damaged, or an edit refused
              66   no such file
              69   a program that the command needs is not installed
              70   a defect in pdfco
              73   cannot create a file
              74   a system call failed
              75   busy: another process is using the document; try again
              77   permission: password, owner restrictions, file mode
            """,
        version: Version.current,
        subcommands: [
            OpenCommand.self, AnnotateCommand.self, SaveCommand.self, CheckpointCommand.self, RestoreCommand.self,
            WatchCommand.self,
        ])
}

enum Version {
    static let current = "0.2.0"
}
