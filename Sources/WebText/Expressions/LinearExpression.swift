import CRE2

/// A regular expression of RE2, which takes time linear in the text. Ignores case unless the expression says `(?-i)`.
/// <https://github.com/google/re2/wiki/Syntax>
///
/// Unchecked because RE2 is thread-safe and nothing changes an expression.
package final class LinearExpression: @unchecked Sendable {
    private let handle: OpaquePointer

    /// The longest expression, in bytes of UTF-8.
    private static let maximumLength = 1000
    /// The maximum memory of a compiled expression and its states while running, in bytes.
    private static let maximumMemory: Int64 = 4 << 20
    /// The maximum number of matches that are looked for in a text: each can take a look at all of it.
    private static let maximumMatches = 10_000

    /// The reason that an expression is invalid, in the words of RE2, such as `missing ): a(b`.
    package struct SyntaxError: Error {
        package let text: String
    }

    /// Compiles `source`. Throws what is wrong with it.
    package init(_ source: String) throws(SyntaxError) {
        guard source.utf8.count <= Self.maximumLength else { throw SyntaxError(text: "pattern too large") }
        var source = source
        var message = [CChar](repeating: 0, count: 200)
        let handle = source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                fiber_re2_compile($0.baseAddress, $0.count, true, Self.maximumMemory, &message, message.count)
            }
        }
        guard let handle else {
            let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw SyntaxError(text: String(decoding: bytes, as: UTF8.self))
        }
        self.handle = handle
    }

    deinit {
        fiber_re2_free(handle)
    }

    /// Returns true if the expression matches somewhere in `text`.
    package func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                fiber_re2_find(handle, $0.baseAddress, $0.count, 0, nil, nil)
            }
        }
    }

    /// Returns the first matches in `text` as ranges of UTF-8 bytes, without empty ones.
    package func ranges(in text: String) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var ranges: [Range<Int>] = []
                var start = 0
                var (lower, upper) = (0, 0)
                var count = 0
                while start < bytes.count, count < Self.maximumMatches,
                    fiber_re2_find(handle, bytes.baseAddress, bytes.count, start, &lower, &upper)
                {
                    count += 1
                    if lower < upper { ranges.append(lower..<upper) }
                    start = max(upper, lower + 1)
                    while start < bytes.count, UInt8(bitPattern: bytes[start]) & 0xc0 == 0x80 { start += 1 }
                }
                return ranges
            }
        }
    }
}
