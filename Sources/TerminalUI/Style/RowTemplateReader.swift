import EngineConcepts

/// Parses one line of a template.
nonisolated struct RowTemplateReader {
    private static let maximumColumns = 200
    private static let maximumLines = 20

    private let characters: [Character]
    private let line: Int
    private var position = 0
    private var left: [RowTemplate.Piece] = []
    private var right: [RowTemplate.Piece]?
    private var literal = ""

    init(_ text: String, line: Int) {
        characters = Array(text)
        self.line = line
    }

    mutating func read() throws(RowTemplateError) -> RowTemplate.Line {
        while position < characters.count {
            let character = characters[position]
            switch character {
            case "{" where next == "{", "}" where next == "}":
                literal.append(character)
                position += 2
            case "{":
                if let lines = try field() {
                    guard position == characters.count, left.isEmpty, right == nil, literal.isEmpty else {
                        throw error(Message("templateTextAlone"), at: position)
                    }
                    return .text(lines: lines)
                }
            case "}": throw error(Message("templateBraceStray"), at: position)
            default:
                literal.append(character)
                position += 1
            }
        }
        endWords()
        return .pieces(left: left, right: right ?? [])
    }

    private var next: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

    /// Parses a field in braces. Returns the number of lines if it is a text of several lines.
    private mutating func field() throws(RowTemplateError) -> Int? {
        let start = position
        guard let end = characters[start...].firstIndex(of: "}") else {
            throw error(Message("templateBraceOpen"), at: start)
        }
        let content = String(characters[(start + 1)..<end])
        position = end + 1
        if content == ">" {
            guard right == nil else { throw error(Message("templateTwoEnds"), at: start) }
            endWords()
            right = []
            return nil
        }
        let name = content.prefix { $0.isLetter }
        guard let field = RowField(rawValue: String(name)) else {
            let known = RowField.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
            throw error(
                Message("templateFieldUnknown", ["field": .text("{\(name)}"), "known": .text(known)]), at: start)
        }
        let rest = content.dropFirst(name.count)
        if rest.first == "*", field == .text {
            guard let lines = Int(rest.dropFirst()), 1...Self.maximumLines ~= lines else {
                throw error(
                    Message("templateTextLines", ["form": "{text*N}", "most": .number(Self.maximumLines)]), at: start)
            }
            return lines
        }
        endWords()
        append(.field(field, try columns(rest, at: start)))
        return nil
    }

    private func columns(_ text: Substring, at start: Int) throws(RowTemplateError) -> RowTemplate.Columns? {
        guard !text.isEmpty else { return nil }
        let isAtRight = text.hasPrefix(":>")
        guard text.first == ":", let count = Int(text.dropFirst(isAtRight ? 2 : 1)), 1...Self.maximumColumns ~= count
        else { throw error(Message("templateColumns", ["most": .number(Self.maximumColumns)]), at: start) }
        return RowTemplate.Columns(count: count, isAtRight: isAtRight)
    }

    private mutating func endWords() {
        guard !literal.isEmpty else { return }
        append(.literal(literal))
        literal = ""
    }

    private mutating func append(_ piece: RowTemplate.Piece) {
        if right == nil { left.append(piece) } else { right?.append(piece) }
    }

    private func error(_ failure: Message, at index: Int) -> RowTemplateError {
        RowTemplateError(line: line, column: index + 1, failure: failure)
    }
}
