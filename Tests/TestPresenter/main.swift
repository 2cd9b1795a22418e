// Another process for the tests of presenters: it does what its standard input says and tells on its standard output.

import Glibc
import SystemPackage

switch CommandLine.arguments.dropFirst().first {
case "present": try present(Array(CommandLine.arguments.dropFirst(2)))
case "observe": try observe(Array(CommandLine.arguments.dropFirst(2)))
case "access": try access(Array(CommandLine.arguments.dropFirst(2)))
case "coordinate": try coordinate(Array(CommandLine.arguments.dropFirst(2)))
case "document": try await openDocument(Array(CommandLine.arguments.dropFirst(2)))
case "tasks":
    do { try addTasks(Array(CommandLine.arguments.dropFirst(2))) } catch {
        tell("error: \(error)")
        exit(65)
    }
case "intrude": intrude(FilePath(CommandLine.arguments[2]))
default: tell("usage: pdfco-test-presenter present|observe|access|document|tasks|intrude|coordinate …")
}
