import CRE2
public import EngineConcepts

/// A regular expression of RE2, which runs in linear time. Ignores case unless the expression says `(?-i)`.
/// <https://github.com/google/re2/wiki/Syntax>
public struct RegexPattern: Hashable, Sendable {
    /// The expression; each slash in it is written `\/` between the slashes of a query.
    public let source: String
    private let program: Program

    /// The longest expression, in bytes of UTF-8.
    public static let maximumLength = 1000

    /// Compiles `source`. Throws what is wrong with it.
    public init(_ source: String) throws(SyntaxError) {
        guard source.utf8.count <= RegexPattern.maximumLength else {
            throw SyntaxError(message: Message("regexTooLarge"))
        }
        guard !source.isEmpty else { throw SyntaxError(message: Message("regexEmpty")) }
        let plain = RegexPattern.withPlainSlashes(source)
        self.source = plain
        program = try Program(plain)
    }

    /// Removes backslashes before slashes, so that an expression has one spelling.
    private static func withPlainSlashes(_ source: String) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in source.unicodeScalars {
            if scalar == "/", isEscaped { text.removeLast() }
            isEscaped = scalar == "\\" && !isEscaped
            text.append(scalar)
        }
        return String(text)
    }

    /// The reason that an expression is invalid.
    public struct SyntaxError: Error, Hashable, Sendable {
        /// The reason as a part of a sentence.
        public let message: Message
    }

    public static func == (lhs: RegexPattern, rhs: RegexPattern) -> Bool {
        lhs.source == rhs.source
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }

    /// Returns true if the expression matches somewhere in `text`.
    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                fiber_re2_find(program.handle, $0.baseAddress, $0.count, 0, nil, nil)
            }
        }
    }

    /// The maximum number of matches that are looked for in a text: each can take a look at all of it.
    private static let maximumMatches = 10_000

    /// Returns the first matches in `text` as ranges of UTF-8 bytes, without empty ones.
    func ranges(in text: String) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var ranges: [Range<Int>] = []
                var start = 0
                var (lower, upper) = (0, 0)
                var count = 0
                while start < bytes.count, count < RegexPattern.maximumMatches,
                    fiber_re2_find(program.handle, bytes.baseAddress, bytes.count, start, &lower, &upper)
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

    /// Owns the compiled expression. Unchecked because RE2 is thread-safe and nothing changes it.
    private final class Program: @unchecked Sendable {
        let handle: OpaquePointer

        /// The memory limit of a compiled expression and its states while running.
        private static let memory: Int64 = 4 << 20

        init(_ source: String) throws(SyntaxError) {
            var source = source
            var message = [CChar](repeating: 0, count: 200)
            let handle = source.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    fiber_re2_compile($0.baseAddress, $0.count, true, Program.memory, &message, message.count)
                }
            }
            guard let handle else {
                let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                throw SyntaxError(String(decoding: bytes, as: UTF8.self))
            }
            self.handle = handle
        }

        deinit {
            fiber_re2_free(handle)
        }
    }
}

extension RegexPattern.SyntaxError {
    /// Puts a message of RE2, such as `missing ): a(b`, into the words of the catalogues.
    fileprivate init(_ text: String) {
        let parts = text.split(separator: ": ", maxSplits: 1)
        let part = Message.Argument.text(parts.count > 1 ? String(parts[1]) : "")
        message =
            switch parts.first {
            case "missing )": Message("regexGroupOpen")
            case "unexpected )": Message("regexGroupStray")
            case "missing ]": Message("regexSetOpen")
            case "invalid character class", "invalid character class range":
                Message("regexSetInvalid", ["part": part])
            case "no argument for repetition operator": Message("regexRepeatsNothing", ["part": part])
            case "bad repetition operator": Message("regexRepeatsTwice", ["part": part])
            case "invalid repetition size": Message("regexRepetitionSize", ["part": part])
            case "invalid escape sequence": Message("regexEscapeUnknown", ["part": part])
            case "trailing \\": Message("regexEndsInEscape")
            case "invalid perl operator", "invalid named capture group":
                Message("regexOperatorUnknown", ["part": part])
            case let reason? where reason.hasPrefix("pattern too large"): Message("regexTooLarge")
            default: Message("regexInvalid")
            }
    }
}
