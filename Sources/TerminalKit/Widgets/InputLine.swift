/// An input line with readline's editing keys. A value: the owner keeps it and draws it. The cursor moves by grapheme
/// cluster: a flag, or a letter with its accents, is one step.
public struct InputLine: Hashable, Sendable {
    public private(set) var text: String
    /// The number of characters before the cursor.
    public internal(set) var cursor: Int
    /// The former entries for ``take(_:)``.
    public var history: InputHistory

    /// The last text that was cut, for pasting.
    private var cutText = ""
    /// True if the last key cut, so that another one adds to ``cutText``.
    private var hasJustCut = false
    private var undone = UndoList()
    private let kind: Kind
    /// True while the text is a suggested number, which a digit replaces if it is the first key.
    private var isSuggestedNumber = false

    private enum Kind {
        /// Line ends become spaces.
        case line
        /// A line that is drawn as asterisks.
        case secret
        /// The text of a ``TextArea``, which keeps line ends.
        case lines
    }

    /// Creates a line with `text` and the cursor at its end.
    public init(_ text: String = "", history: InputHistory = InputHistory()) {
        self.init(text, history: history, .line)
    }

    /// Creates a line whose text is drawn as asterisks, without a history.
    public init(secret text: String) { self.init(text, history: InputHistory(), .secret) }

    /// Creates a line with a suggested number, which the first key replaces if it is a digit.
    public init(number text: String, history: InputHistory = InputHistory()) {
        self.init(text, history: history)
        isSuggestedNumber = true
    }

    /// Creates the text of a ``TextArea``, with the cursor at its end.
    init(lines text: String) { self.init(text, history: InputHistory(), .lines) }

    private init(_ text: String, history: InputHistory, _ kind: Kind) {
        self.text = text
        self.history = history
        self.kind = kind
        cursor = text.count
    }

    /// The text as it may be shown: that of a secret in asterisks.
    public var shownText: String { kind == .secret ? String(repeating: "*", count: text.count) : text }

    /// Handles a key. Returns false for keys of others, such as Enter and Escape, or up and down without a history.
    public mutating func handle(_ key: Key) -> Bool {
        let cutBefore = hasJustCut
        hasJustCut = false
        let isSuggested = isSuggestedNumber
        isSuggestedNumber = false
        if let character = key.typed {
            if isSuggested, character.isNumber { replace(with: "") }
            insert(String(character))
            return true
        }
        return move(key) || remove(key, addingToCut: cutBefore) || change(key) || recall(key)
    }

    /// Inserts text at the cursor, such as a paste. Tabs, and line ends in one line, become spaces; other controls are removed.
    public mutating func insert(_ more: String) {
        var clean = ""
        for character in more {
            if character.isNewline || character == "\t" {
                clean.append(kind == .lines && character.isNewline ? "\n" : " ")
            } else if character.unicodeScalars.first.map({ $0.properties.generalCategory != .control }) ?? false {
                clean.append(character)
            }
        }
        guard !clean.isEmpty else { return }
        undone.keep(text, cursor: cursor, joining: more.count == 1)
        let before = String(text.prefix(cursor)) + clean
        text = before + text.dropFirst(cursor)
        // The pieces may have joined into fewer characters: count again.
        cursor = min(text.count, before.count)
    }

    /// Replaces the text, with the cursor at its end; undo brings the former text back.
    public mutating func replace(with other: String) {
        guard other != text else { return }
        undone.keep(text, cursor: cursor, joining: false)
        text = other
        cursor = other.count
    }

    /// Draws the line into the first row of `area`, scrolled to the cursor, and returns the cursor's position.
    @discardableResult
    public func draw(in area: Rect, of buffer: inout CellBuffer, style: Style) -> Point {
        let row = area.row(0)
        buffer.fill(row, style: style)
        guard !text.isEmpty else { return row.origin }
        let text = shownText
        let before =
            Bidi.mayTurn(text) && TextConventions.current.ordersText
            ? VisualText.column(ofCluster: cursor, in: text) : TextWidth.width(of: String(text.prefix(cursor)))
        let shift = max(0, before - max(0, row.width - 1))
        buffer.put(text, at: Point(x: row.x - shift, y: row.y), style: style, in: row)
        return Point(x: row.x + before - shift, y: row.y)
    }

    // MARK: Keys

    private mutating func move(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.named(.left), []), (.character("b"), .control): cursor = max(0, cursor - 1)
        case (.named(.right), []), (.character("f"), .control): cursor = min(text.count, cursor + 1)
        case (.named(.home), []), (.character("a"), .control): cursor = 0
        case (.named(.end), []), (.character("e"), .control): cursor = text.count
        case (.named(.left), .control), (.named(.left), .alt), (.character("b"), .alt):
            cursor = start(of: { $0.isWordPart })
        case (.named(.right), .control), (.named(.right), .alt), (.character("f"), .alt):
            cursor = end(of: { $0.isWordPart })
        default: return false
        }
        return true
    }

    private mutating func remove(_ key: Key, addingToCut isAdding: Bool) -> Bool {
        switch (key.code, key.modifiers) {
        case (.named(.backspace), []), (.character("h"), .control): remove(max(0, cursor - 1)..<cursor)
        case (.named(.delete), []), (.character("d"), .control): remove(cursor..<min(text.count, cursor + 1))
        case (.character("w"), .control): cut(start(of: { !$0.isWhitespace })..<cursor, isAdding: isAdding)
        case (.named(.backspace), .alt): cut(start(of: { $0.isWordPart })..<cursor, isAdding: isAdding)
        case (.character("d"), .alt), (.named(.delete), .alt):
            cut(cursor..<end(of: { $0.isWordPart }), isAdding: isAdding)
        case (.character("u"), .control): cut(0..<cursor, isAdding: isAdding)
        case (.character("k"), .control): cut(cursor..<text.count, isAdding: isAdding)
        default: return false
        }
        return true
    }

    private mutating func change(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.character("y"), .control): insert(cutText)
        case (.character("t"), .control): exchange()
        case (.character("u"), .alt): recase { $0.uppercased() }
        case (.character("l"), .alt): recase { $0.lowercased() }
        case (.character("c"), .alt): recase { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        case (.character("_"), .control), (.character("z"), .control):
            if let former = undone.removeLast() { (text, cursor) = former }
        default: return false
        }
        return true
    }

    private mutating func recall(_ key: Key) -> Bool {
        let entry: String?
        switch (key.code, key.modifiers) {
        case (.named(.up), []), (.character("p"), .control), (.character("p"), .alt):
            guard !history.isEmpty else { return false }
            entry = history.older(than: text)
        case (.named(.down), []), (.character("n"), .control), (.character("n"), .alt):
            guard !history.isEmpty else { return false }
            entry = history.newer()
        default: return false
        }
        if let entry {
            text = entry
            cursor = entry.count
        }
        return true
    }

    // MARK: Editing

    private mutating func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        undone.keep(text, cursor: cursor, joining: false)
        text = String(text.prefix(range.lowerBound)) + text.dropFirst(range.upperBound)
        cursor = min(range.lowerBound, text.count)
    }

    mutating func cut(_ range: Range<Int>, isAdding: Bool = false) {
        let piece = String(text.prefix(range.upperBound).dropFirst(range.lowerBound))
        if !isAdding {
            cutText = piece
        } else if range.upperBound == cursor {
            cutText = piece + cutText
        } else {
            cutText += piece
        }
        remove(range)
        hasJustCut = true
    }

    /// Swaps the characters around the cursor and moves past them; at the end of the line, the last two.
    private mutating func exchange() {
        var characters = Array(text)
        let index = min(cursor, characters.count - 1)
        guard index > 0 else { return }
        undone.keep(text, cursor: cursor, joining: false)
        characters.swapAt(index - 1, index)
        text = String(characters)
        cursor = min(index + 1, text.count)
    }

    /// Rewrites the rest of the word and moves past it.
    private mutating func recase(_ body: (Substring) -> String) {
        let end = end(of: { $0.isWordPart })
        guard end > cursor else { return }
        undone.keep(text, cursor: cursor, joining: false)
        let start = end - (text.prefix(end).dropFirst(cursor).drop { !$0.isWordPart }).count
        let before = text.prefix(start) + body(text.prefix(end).dropFirst(start))
        text = String(before + text.dropFirst(end))
        cursor = min(before.count, text.count)
    }

    private func start(of isPart: (Character) -> Bool) -> Int {
        let before = Array(text.prefix(cursor))
        guard let last = before.lastIndex(where: isPart) else { return 0 }
        return (before[..<last].lastIndex { !isPart($0) } ?? -1) + 1
    }

    private func end(of isPart: (Character) -> Bool) -> Int {
        let after = Array(text.dropFirst(cursor))
        guard let first = after.firstIndex(where: isPart) else { return text.count }
        return cursor + (after[first...].firstIndex { !isPart($0) } ?? after.count)
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

/// The undo history of an input line.
private struct UndoList: Hashable, Sendable {
    private struct State: Hashable, Sendable {
        let text: String
        let cursor: Int
    }

    private var states: [State] = []
    private var isTyping = false

    /// Records the state before a change; typing several letters is one change.
    mutating func keep(_ text: String, cursor: Int, joining: Bool) {
        defer { isTyping = joining }
        if joining, isTyping { return }
        states.append(State(text: text, cursor: cursor))
        if states.count > 100 { states.removeFirst() }
    }

    /// Removes and returns the last recorded state.
    mutating func removeLast() -> (String, Int)? {
        isTyping = false
        return states.popLast().map { ($0.text, $0.cursor) }
    }
}
