/// A run of text in one style.
public struct TextRun: Hashable, Sendable {
    /// The text, without line ends.
    public var text: String
    public var style: Style
    /// The position in a line of wrapped bidirectional text, or `nil` for a run of its own, which is ordered when it is drawn.
    public internal(set) var level: BidiLevel?

    /// Creates a run of its own.
    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }

    init(_ text: String, style: Style, level: BidiLevel?) {
        self.text = text
        self.style = style
        self.level = level
    }
}

/// A line of styled text with its width, in the order of reading. Screens compose rows of them; ``TextWrap`` returns them.
public struct TextLine: Hashable, Sendable {
    /// The runs from left to right.
    public private(set) var runs: [TextRun] = []
    /// The width in columns.
    public private(set) var width = 0
    /// The bytes of the wrapped text; empty for composed lines.
    public var source: Range<Int> = 0..<0

    public init() {}

    public init(_ text: String, _ style: Style = .plain) { append(text, style) }

    public init(_ runs: [TextRun]) { for run in runs { append(run.text, run.style) } }

    public var isEmpty: Bool { width == 0 }

    /// The bare text.
    public var text: String { runs.lazy.map(\.text).joined() }

    /// True for a line of wrapped text whose paragraph runs from right to left.
    public var runsFromRightToLeft: Bool { runs.contains { $0.level?.base == 1 } }

    /// Appends a run. Spaces at its ends stay there, also around text that runs from right to left.
    public mutating func append(_ text: String, _ style: Style = .plain) {
        guard Bidi.mayTurn(text) else { return append(text, style, width: TextWidth.width(of: text)) }
        let rest = text.drop { $0 == " " }
        let before = text.count - rest.count
        let after = rest.reversed().prefix { $0 == " " }.count
        append(String(repeating: " ", count: before), style, width: before)
        let inner = String(rest.dropLast(after))
        append(inner, style, width: TextWidth.width(of: inner))
        append(String(repeating: " ", count: after), style, width: after)
    }

    /// Returns the line with `target` for clicks on all its cells.
    public func clicked(_ target: ClickTarget) -> TextLine {
        var line = self
        line.runs = runs.map { TextRun($0.text, style: $0.style.clicked(target), level: $0.level) }
        return line
    }

    /// Appends another line's runs.
    public mutating func append(_ line: TextLine) {
        runs += line.runs
        width += line.width
    }

    /// Returns a line with the runs of both.
    public static func + (left: TextLine, right: TextLine) -> TextLine {
        var line = left
        line.append(right)
        return line
    }

    public static func spaces(_ count: Int) -> TextLine { TextLine(String(repeating: " ", count: max(0, count))) }

    /// Appends a run of known width.
    mutating func append(_ text: String, _ style: Style, width: Int, level: BidiLevel? = nil) {
        guard !text.isEmpty else { return }
        runs.append(TextRun(text, style: style, level: level))
        self.width += width
    }

    /// Appends spaces up to a width of `columns`.
    public mutating func pad(to columns: Int, _ style: Style = .plain) {
        if columns > width { append(String(repeating: " ", count: columns - width), style, width: columns - width) }
    }

    /// Returns the line cut to `columns`, with `ellipsis` at the end if it was cut.
    public func truncated(to columns: Int, ellipsis: String) -> TextLine {
        width <= columns ? self : cut(to: columns, ellipsis: ellipsis)
    }

    /// Returns the line cut so that `ellipsis` fits after it into `columns`, in the last run's style and at the end of
    /// reading, which is on the left for right-to-left text. An ellipsis of the text's own at the end is enough. Without room
    /// for `ellipsis` there is none.
    func cut(to columns: Int, ellipsis: String) -> TextLine {
        let ellipsisWidth = TextWidth.width(of: ellipsis)
        let hasEllipsis = columns > 0 && ellipsisWidth <= columns
        let room = max(0, hasEllipsis ? columns - ellipsisWidth : columns)
        var result = TextLine()
        result.source = source
        var last = runs.first.map { TextRun("", style: $0.style, level: $0.level) } ?? TextRun("")
        for run in runs {
            let (text, width) = TextWidth.prefix(of: run.text, columns: room - result.width)
            result.append(String(text), run.style, width: width, level: run.level)
            // Where nothing of a run fits, the text ends with the run before.
            last = TextRun(text.isEmpty ? last.text : String(text), style: run.style, level: run.level)
            if text.endIndex != run.text.endIndex { break }
        }
        guard hasEllipsis else { return result }
        if let end = last.text.last(where: { $0 != " " }), ellipsis == String(end), last.level == nil { return result }
        if let level = last.level {
            let end = BidiLevel(value: level.base, base: level.base, beginsLine: result.runs.isEmpty)
            result.append(ellipsis, last.style, width: ellipsisWidth, level: end)
        } else if Bidi.mayTurn(last.text) {
            result.runs[result.runs.count - 1].text += ellipsis
            result.width += ellipsisWidth
        } else {
            result.append(ellipsis, last.style, width: ellipsisWidth)
        }
        return result
    }

    /// Returns a line of wrapped text at the right end of `width` columns, before its mirrored `prefix`, if its paragraph
    /// runs from right to left.
    func alignedToDirection(after prefix: TextLine, width: Int) -> TextLine {
        let text = runs.dropFirst(prefix.runs.count)
        guard text.first?.level?.base == 1, self.width <= width else { return self }
        var result = TextLine()
        result.source = source
        result.pad(to: width - self.width)
        result.runs += text
        for run in prefix.runs.reversed() {
            let words = run.text.drop { $0 == " " }
            let start = run.text.count - words.count
            let inner = words.reversed().drop { $0 == " " }.reversed()
            let end = words.count - inner.count
            result.runs.append(
                TextRun(
                    String(repeating: " ", count: end) + String(inner) + String(repeating: " ", count: start), run.style
                ))
        }
        result.width = max(self.width, width)
        return result
    }

    /// The runs in groups that are ordered together: a run of its own, or a line of wrapped bidirectional text.
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
