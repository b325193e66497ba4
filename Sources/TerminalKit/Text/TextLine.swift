/// A piece of text in one style.
public struct TextRun: Hashable, Sendable {
    /// The text; no line ends.
    public var text: String
    /// How it looks.
    public var style: Style

    /// Makes a run.
    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// One line of styled text that knows how wide it is. What screens compose their rows of, and what ``TextWrap`` answers.
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
    mutating func append(_ text: String, _ style: Style, width: Int) {
        guard !text.isEmpty else { return }
        runs.append(TextRun(text, style))
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

    /// The line cut so that `ellipsis` fits behind it into `columns`, and the ellipsis, in the last piece's style.
    func cut(to columns: Int, ellipsis: String) -> TextLine {
        let room = max(0, columns - TextWidth.width(of: ellipsis))
        var result = TextLine()
        result.source = source
        var last = runs.first?.style ?? .plain
        for run in runs {
            let (text, width) = TextWidth.prefix(of: run.text, columns: room - result.width)
            result.append(String(text), run.style, width: width)
            last = run.style
            if text.endIndex != run.text.endIndex { break }
        }
        if columns > 0 { result.append(ellipsis, last) }
        return result
    }
}
