/// A cursor over a query's scalars: an accent behind a quote must not change it.
struct QueryScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The last operator, or `nil` once something else follows.
    private(set) var lastOperator: String?

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    var count: Int { scalars.count }

    /// The position of the next scalar, from 1. ``QueryError/located(in:)`` turns it into a column.
    var column: Int { index + 1 }

    var isAtEnd: Bool { index == scalars.count }

    var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[index] }

    mutating func skipSpaces() {
        while let next = peek, next.properties.isWhitespace { index += 1 }
    }

    /// Consumes the next scalar if it is this one.
    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        lastOperator = scalar == "(" ? "(" : nil
        return true
    }

    /// Consumes the next scalar.
    mutating func next() -> Unicode.Scalar? {
        guard let next = peek else { return nil }
        index += 1
        lastOperator = nil
        return next
    }

    /// Consumes scalars while they meet the condition.
    mutating func consume(while isLike: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let next = peek, isLike(next) { index += 1 }
        if index > start { lastOperator = nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<index])
        return String(text)
    }

    /// Goes back to an earlier position.
    mutating func goBack(to column: Int) {
        index = column - 1
    }

    /// True if this whole word in capitals comes next.
    func sees(word: String) -> Bool {
        let end = index + word.unicodeScalars.count
        guard end <= scalars.count, scalars[index..<end].elementsEqual(word.unicodeScalars) else {
            return false
        }
        return end == scalars.count || scalars[end].properties.isWhitespace || scalars[end] == "("
            || scalars[end] == ")"
    }

    /// Consumes spaces and this operator.
    mutating func consume(word: String) -> Bool {
        skipSpaces()
        guard sees(word: word) else { return false }
        index += word.unicodeScalars.count
        lastOperator = word
        return true
    }

    /// Consumes a negation: `NOT`, or a hyphen before something.
    mutating func consumeNegation() -> String? {
        if consume(word: "NOT") { return "NOT" }
        guard peek == "-" else { return nil }
        index += 1
        lastOperator = "-"
        return "-"
    }
}
