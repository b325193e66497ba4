/// A piece of text in one style.
public struct TextRun: Hashable, Sendable {
    /// The text; no line ends.
    public var text: String
    /// How it looks.
    public var style: Style
    /// Where it belongs in a line of wrapped text that runs both ways; nil for a run that stands by itself, whose
    /// letters are put in order where it is drawn and never beside others.
    public internal(set) var level: BidiLevel?

    /// Makes a run that stands by itself.
    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }

    init(_ text: String, _ style: Style, _ level: BidiLevel?) {
        self.text = text
        self.style = style
        self.level = level
    }
}

/// One line of styled text that knows how wide it is, in the order of reading. What screens compose their rows of, and what ``TextWrap`` answers.
public struct TextLine: Hashable, Sendable {
    /// The pieces, from left to right.
    public private(set) var runs: [TextRun] = []
    /// The columns that it takes.
    public private(set) var width = 0
    /// Which bytes of the wrapped text it shows; empty for composed lines.
    public var source: Range<Int> = 0..<0

    /// Makes an empty line.
    public init() {}

    /// Makes a line of one piece.
    public init(_ text: String, _ style: Style = .plain) {
        append(text, style)
    }

    /// Makes a line of these pieces.
    public init(_ runs: [TextRun]) {
        for run in runs {
            append(run.text, run.style)
        }
    }

    /// Whether it takes no column.
    public var isEmpty: Bool { width == 0 }

    /// The bare text.
    public var text: String { runs.lazy.map(\.text).joined() }

    /// Adds a piece at the right.
    public mutating func append(_ text: String, _ style: Style = .plain) {
        append(text, style, width: TextWidth.width(of: text))
    }

    /// Adds another line's pieces at the right.
    public mutating func append(_ line: TextLine) {
        runs += line.runs
        width += line.width
    }

    /// Adds a piece whose width is known already.
    mutating func append(_ text: String, _ style: Style, width: Int, level: BidiLevel? = nil) {
        guard !text.isEmpty else { return }
        runs.append(TextRun(text, style, level))
        self.width += width
    }

    /// Adds spaces until it is `columns` wide.
    public mutating func pad(to columns: Int, _ style: Style = .plain) {
        guard columns > width else { return }
        append(String(repeating: " ", count: columns - width), style, width: columns - width)
    }

    /// The line cut to `columns`, with `ellipsis` at its end where something was cut off.
    public func truncated(to columns: Int, ellipsis: String = "…") -> TextLine {
        width <= columns ? self : cut(to: columns, ellipsis: ellipsis)
    }

    /// The line cut so that `ellipsis` fits behind it into `columns`, and the ellipsis, in the last piece's style: at
    /// the end of what is read, which is the left one of text from right to left.
    func cut(to columns: Int, ellipsis: String) -> TextLine {
        let room = max(0, columns - TextWidth.width(of: ellipsis))
        var result = TextLine()
        result.source = source
        var last = runs.first.map { TextRun("", $0.style, $0.level) } ?? TextRun("")
        for run in runs {
            let (text, width) = TextWidth.prefix(of: run.text, columns: room - result.width)
            result.append(String(text), run.style, width: width, level: run.level)
            last = TextRun(String(text), run.style, run.level)
            if text.endIndex != run.text.endIndex { break }
        }
        guard columns > 0 else { return result }
        let width = TextWidth.width(of: ellipsis)
        if let level = last.level {
            let end = BidiLevel(value: level.base, base: level.base, beginsLine: result.runs.isEmpty)
            result.append(ellipsis, last.style, width: width, level: end)
        } else if Bidi.mayTurn(last.text) {
            result.runs[result.runs.count - 1].text += ellipsis
            result.width += width
        } else {
            result.append(ellipsis, last.style, width: width)
        }
        return result
    }

    /// The runs in groups that are put in order together: every run that stands by itself, and every line of wrapped
    /// text that runs both ways.
    var groups: [ArraySlice<TextRun>] {
        var groups: [ArraySlice<TextRun>] = []
        var start = runs.startIndex
        for index in runs.indices.dropFirst() {
            if let level = runs[index].level, !level.beginsLine, runs[index - 1].level != nil { continue }
            groups.append(runs[start..<index])
            start = index
        }
        if start < runs.endIndex { groups.append(runs[start...]) }
        return groups
    }
}
