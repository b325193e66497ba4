/// A query's text while it is read, scalar by scalar: an accent behind a quote must not make it another sign.
struct QueryScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The operator that was taken last; nil once something else followed.
    private(set) var lastOperator: String?

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    var count: Int { scalars.count }

    /// Where the next scalar stands, counted from 1. ``QueryError/located(in:)`` makes a column of it.
    var column: Int { index + 1 }

    var isAtEnd: Bool { index == scalars.count }

    /// The next scalar.
    var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[index] }

    mutating func skipSpaces() {
        while let next = peek, next.properties.isWhitespace { index += 1 }
    }

    /// Takes the next scalar where it is this one.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        lastOperator = scalar == "(" ? "(" : nil
        return true
    }

    /// Takes the next scalar, whatever it is.
    mutating func next() -> Unicode.Scalar? {
        guard let next = peek else { return nil }
        index += 1
        lastOperator = nil
        return next
    }

    /// Takes scalars as long as they are like this.
    mutating func take(while isLike: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let next = peek, isLike(next) { index += 1 }
        if index > start { lastOperator = nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<index])
        return String(text)
    }

    /// Goes back to a column that was passed.
    mutating func goBack(to column: Int) {
        index = column - 1
    }

    /// Whether this word in capitals stands next, whole.
    func sees(word: String) -> Bool {
        let end = index + word.unicodeScalars.count
        guard end <= scalars.count, scalars[index..<end].elementsEqual(word.unicodeScalars) else {
            return false
        }
        return end == scalars.count || scalars[end].properties.isWhitespace || scalars[end] == "("
            || scalars[end] == ")"
    }

    /// Takes spaces and this operator.
    mutating func take(word: String) -> Bool {
        skipSpaces()
        guard sees(word: word) else { return false }
        index += word.unicodeScalars.count
        lastOperator = word
        return true
    }

    /// Takes a negation: `NOT`, or a hyphen before something.
    mutating func takeNegation() -> String? {
        if take(word: "NOT") { return "NOT" }
        guard peek == "-" else { return nil }
        index += 1
        lastOperator = "-"
        return "-"
    }
}
