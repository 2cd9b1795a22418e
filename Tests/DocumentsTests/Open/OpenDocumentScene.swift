import Checkpointing
import FileCoordination
import FoundationEssentials
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// A document on disk, a data and a runtime directory of its own, and what was heard of it.
final class OpenDocumentScene: Sendable {
    let onDisk: DocumentOnDisk
    let runtime: FilePath
    let data: FilePath
    private let heard: AsyncStream<DocumentEvent>
    private let hear: AsyncStream<DocumentEvent>.Continuation
    private let states: AsyncStream<Document.State>
    private let hearState: AsyncStream<Document.State>.Continuation

    private init(_ onDisk: DocumentOnDisk) {
        self.onDisk = onDisk
        runtime = onDisk.directory.appending("runtime")
        data = onDisk.directory.appending("data")
        (heard, hear) = AsyncStream.makeStream()
        (states, hearState) = AsyncStream.makeStream()
    }

    static func use(_ fixture: String = "table.pdf", _ body: (OpenDocumentScene) async throws -> Void) async throws {
        try await withTemporaryDirectory { root in
            let directory = try root.making("documents")
            let path = try Fixture.named(fixture).copy(into: directory)
            try await body(OpenDocumentScene(DocumentOnDisk(directory: directory, path: path)))
        }
    }

    var path: FilePath { onDisk.path }
    var store: CheckpointStore { CheckpointStore(dataDirectory: data) }

    func configuration(_ change: (inout Document.Configuration) -> Void = { _ in }) -> Document.Configuration {
        var configuration = Document.Configuration(checkpoints: store)
        configuration.coordination.runtimeDirectory = RuntimeDirectory(runtime)
        // Two documents that take turns wait as long as a busy machine needs.
        configuration.coordination.timeout = .seconds(600)
        configuration.now = { Date(timeIntervalSince1970: 1_725_192_000) }
        configuration.observers.didHappen = { [hear] event in hear.yield(event) }
        configuration.observers.stateDidChange = { [hearState] state in hearState.yield(state) }
        change(&configuration)
        return configuration
    }

    /// The document, open.
    func open(_ change: (inout Document.Configuration) -> Void = { _ in }) async throws -> Document {
        let document = try Document(fileAt: path, configuration(change))
        try await document.open()
        return document
    }

    /// The next event of that kind; others are passed over. Waits until the test's time is up.
    func next(_ kind: DocumentEvent.Kind) async throws -> DocumentEvent {
        for await event in heard where event.kind == kind { return event }
        throw CancellationError()
    }

    /// Waits until the document comes to be in this state.
    func next(_ state: Document.State) async throws {
        for await next in states where next == state { return }
        throw CancellationError()
    }

    /// Runs a program in the document's directory.
    func run(_ program: String, _ arguments: String...) async throws {
        var command = Command(program, arguments)
        command.directory = onDisk.directory
        let result = try await command.runNow()
        #expect(result.exitStatus == 0, "\(program): \(result.errorText)")
    }

    /// Runs pdfco in another process.
    func pdfco(_ arguments: String...) async throws -> CommandResult {
        let variables = ["PDFCO_DATA_DIR": data.string, "PDFCO_RUNTIME_DIR": runtime.string]
        return try await PDFCO.command(arguments, environment: variables).runNow()
    }

    func names() throws -> [String] { try onDisk.annotationNames() }
}
