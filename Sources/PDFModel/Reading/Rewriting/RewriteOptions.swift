internal import CQPDF

/// How libqpdf rewrites a document.
public struct RewriteOptions: Sendable, Equatable {
    /// Whether objects go into object streams (ISO 32000-2, 7.5.7).
    public enum ObjectStreams: String, Sendable, CaseIterable {
        /// Keep objects as they are.
        case preserve
        /// Use no object streams: the most compatible form.
        case disable
        /// Use object streams for as many objects as possible: the smallest form.
        case generate
    }

    /// What becomes of object streams.
    public var objectStreams: ObjectStreams
    /// Whether the file is linearized (Annex F).
    public var linearize: Bool

    /// Creates options; by default, object streams stay as they are.
    public init(objectStreams: ObjectStreams = .preserve, linearize: Bool = false) {
        self.objectStreams = objectStreams
        self.linearize = linearize
    }
}

extension RewriteOptions.ObjectStreams {
    var mode: qpdf_object_stream_e {
        switch self {
        case .preserve: qpdf_o_preserve
        case .disable: qpdf_o_disable
        case .generate: qpdf_o_generate
        }
    }
}

/// Passes libqpdf's percentages to a closure.
final class ProgressReporter {
    private let report: ((Int) -> Void)?

    init(_ report: ((Int) -> Void)?) { self.report = report }

    static let callback: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { percent, context in
        guard let context else { return }
        Unmanaged<ProgressReporter>.fromOpaque(context).takeUnretainedValue().report?(Int(percent))
    }
}
