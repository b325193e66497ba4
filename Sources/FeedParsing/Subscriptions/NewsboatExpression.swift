import CRE2

/// A regular expression of newsboat's filter language. Runs in linear time, because lists come from anywhere, and ignores case.
final class NewsboatExpression {
    private let handle: OpaquePointer

    /// The longest expression, in bytes of UTF-8.
    private static let maximumLength = 1000
    /// The maximum memory of a compiled expression and its states, in bytes.
    private static let maximumMemory: Int64 = 1 << 20

    /// Compiles `source`. Returns `nil` if it is not valid or too large.
    init?(_ source: String) {
        guard source.utf8.count <= NewsboatExpression.maximumLength else { return nil }
        var source = source
        var message = [CChar](repeating: 0, count: 1)
        let handle = source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                fiber_re2_compile(
                    $0.baseAddress, $0.count, true, NewsboatExpression.maximumMemory, &message, message.count)
            }
        }
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit {
        fiber_re2_free(handle)
    }

    /// Returns true if the expression matches somewhere in `text`.
    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                fiber_re2_find(handle, $0.baseAddress, $0.count, 0, nil, nil)
            }
        }
    }
}
