/// A line that is typed into, with the editing keys of readline. A value: the owner keeps it and draws it.
public struct InputLine: Hashable, Sendable {
    /// What was typed.
    public private(set) var text: String
    /// The cursor's place: how many characters stand before it.
    public private(set) var cursor: Int

    /// Makes a line with `text` in it and the cursor at its end.
    public init(_ text: String = "") {
        self.text = text
        cursor = text.count
    }

    /// Takes a key. False where it is none of an input line's, such as Enter, Escape, up and down.
    public mutating func take(_ key: Key) -> Bool {
        if let character = key.typed {
            insert(String(character))
            return true
        }
        switch (key.code, key.modifiers) {
        case (.named(.left), []), (.character("b"), .control): cursor = max(0, cursor - 1)
        case (.named(.right), []), (.character("f"), .control): cursor = min(text.count, cursor + 1)
        case (.named(.home), []), (.character("a"), .control): cursor = 0
        case (.named(.end), []), (.character("e"), .control): cursor = text.count
        case (.named(.left), .control), (.named(.left), .alt), (.character("b"), .alt): cursor = wordStart
        case (.named(.right), .control), (.named(.right), .alt), (.character("f"), .alt): cursor = wordEnd
        case (.named(.backspace), []), (.character("h"), .control): remove(max(0, cursor - 1)..<cursor)
        case (.named(.delete), []), (.character("d"), .control): remove(cursor..<min(text.count, cursor + 1))
        case (.character("w"), .control), (.named(.backspace), .alt): remove(wordStart..<cursor)
        case (.character("d"), .alt): remove(cursor..<wordEnd)
        case (.character("u"), .control): remove(0..<cursor)
        case (.character("k"), .control): remove(cursor..<text.count)
        default: return false
        }
        return true
    }

    /// Inserts text at the cursor, such as a paste. Line ends become spaces, other controls are left out.
    public mutating func insert(_ more: String) {
        var clean = ""
        for character in more {
            if character.isNewline || character == "\t" {
                clean.append(" ")
            } else if character.unicodeScalars.first.map({ $0.properties.generalCategory != .control }) ?? false {
                clean.append(character)
            }
        }
        let before = String(text.prefix(cursor)) + clean
        text = before + text.dropFirst(cursor)
        // Joining may have made fewer characters out of the pieces: count again.
        cursor = min(text.count, before.count)
    }

    /// Draws the line into the first row of `area`, scrolled so that the cursor is seen, and answers the cursor's place.
    @discardableResult
    public func draw(
        in area: Rect, of buffer: inout CellBuffer, style: Style, placeholder: TextLine = TextLine()
    ) -> Point {
        let row = area.row(0)
        buffer.fill(row, style: style)
        guard !text.isEmpty else {
            buffer.put(placeholder, at: row.origin, over: style, in: row)
            return row.origin
        }
        let before =
            Bidi.mayTurn(text) && TextConventions.current.ordersText
            ? VisualText.column(ofCluster: cursor, in: text) : TextWidth.width(of: String(text.prefix(cursor)))
        let shift = max(0, before - max(0, row.width - 1))
        buffer.put(text, at: Point(x: row.x - shift, y: row.y), style: style, in: row)
        return Point(x: row.x + before - shift, y: row.y)
    }

    private mutating func remove(_ range: Range<Int>) {
        text = String(text.prefix(range.lowerBound)) + text.dropFirst(range.upperBound)
        cursor = min(range.lowerBound, text.count)
    }

    private var wordStart: Int {
        let before = Array(text.prefix(cursor))
        let word = before.lastIndex { !$0.isWhitespace } ?? 0
        return (before[..<word].lastIndex { $0.isWhitespace } ?? -1) + 1
    }

    private var wordEnd: Int {
        let after = Array(text.dropFirst(cursor))
        let word = after.firstIndex { !$0.isWhitespace } ?? after.count
        return cursor + (after[word...].firstIndex { $0.isWhitespace } ?? after.count)
    }
}
