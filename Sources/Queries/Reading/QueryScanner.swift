/// A cursor over a query's scalars: an accent behind a quote must not change it.
struct QueryScanner {
    private let scalars: [Unicode.Scalar]
    /// For each scalar, the number of its character, from 1; `nil` if each scalar is a character.
    private let columns: [Int]?
    /// The index of the next scalar.
    private(set) var position = 0
    /// The last operator, or `nil` once something else follows.
    private(set) var lastOperator: String?

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        let hasOneScalarEach = scalars.allSatisfy { $0.isASCII && $0 != "\r" }
        columns =
            hasOneScalarEach
            ? nil
            : text.enumerated().flatMap { number, character in character.unicodeScalars.map { _ in number + 1 } }
    }

    var count: Int { scalars.count }

    /// The column of the next scalar.
    var column: Int { column(at: position) }

    var isAtEnd: Bool { position == scalars.count }

    var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

    /// Returns the column of a scalar: the number of its character, from 1.
    func column(at position: Int) -> Int {
        guard let columns else { return min(position, scalars.count) + 1 }
        return columns.indices.contains(position) ? columns[position] : (columns.last ?? 0) + 1
    }

    mutating func skipSpaces() {
        while let next = peek, next.isWhitespace { position += 1 }
    }

    /// Consumes the next scalar if it is this one.
    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        lastOperator = scalar == "(" ? "(" : nil
        return true
    }

    /// Consumes the next scalar.
    mutating func next() -> Unicode.Scalar? {
        guard let next = peek else { return nil }
        position += 1
        lastOperator = nil
        return next
    }

    /// Consumes scalars while they meet the condition.
    mutating func consume(while isLike: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        while let next = peek, isLike(next) { position += 1 }
        if position > start { lastOperator = nil }
        var text = ""
        for scalar in scalars[start..<position] { text.unicodeScalars.append(scalar) }
        return text
    }

    /// Goes back to an earlier position.
    mutating func goBack(to position: Int) {
        self.position = position
    }

    /// Returns true if this whole word in capitals comes next.
    func sees(word: String) -> Bool {
        let end = position + word.unicodeScalars.count
        guard end <= scalars.count, scalars[position..<end].elementsEqual(word.unicodeScalars) else {
            return false
        }
        return end == scalars.count || scalars[end].isWhitespace || scalars[end] == "(" || scalars[end] == ")"
    }

    /// Consumes spaces and this operator.
    mutating func consume(word: String) -> Bool {
        skipSpaces()
        guard sees(word: word) else { return false }
        position += word.unicodeScalars.count
        lastOperator = word
        return true
    }

    /// Consumes a negation: `NOT`, or a hyphen before something.
    mutating func consumeNegation() -> String? {
        if consume(word: "NOT") { return "NOT" }
        guard peek == "-" else { return nil }
        position += 1
        lastOperator = "-"
        return "-"
    }
}
