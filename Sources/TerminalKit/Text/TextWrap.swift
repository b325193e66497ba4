/// Breaks styled text into lines.
public enum TextWrap {
    /// How to break.
    public struct Options: Hashable, Sendable {
        /// The columns of a line, prefix included.
        public var width: Int
        /// What the first lines leave free at their end, such as room for a picture that the text flows around.
        public var corner: Corner?
        /// What stands before the first line, such as a list item's marker.
        public var firstPrefix: TextLine
        /// What stands before every other line, such as spaces as wide as the marker, or a quotation's bar.
        public var restPrefix: TextLine
        /// The most lines to answer; nil for all.
        public var maximumLines: Int?
        /// What stands at the end of the last line where the text goes on.
        public var ellipsis: String
        /// Whether the text's own lines stand as they are, cut off at the width instead of broken.
        public var keepsLines: Bool

        /// Makes options.
        public init(
            width: Int, firstPrefix: TextLine = TextLine(), restPrefix: TextLine = TextLine(),
            maximumLines: Int? = nil, ellipsis: String = "…", keepsLines: Bool = false, corner: Corner? = nil
        ) {
            self.width = width
            self.corner = corner
            self.firstPrefix = firstPrefix
            self.restPrefix = restPrefix
            self.maximumLines = maximumLines
            self.ellipsis = ellipsis
            self.keepsLines = keepsLines
        }
    }

    /// A place that text flows around: the end of the first lines.
    public struct Corner: Hashable, Sendable {
        /// How many lines it is high.
        public var lines: Int
        /// How many columns of them it takes.
        public var columns: Int

        /// Makes a corner.
        public init(lines: Int, columns: Int) {
            self.lines = lines
            self.columns = columns
        }
    }

    /// The lines of `text`: broken where Unicode's algorithm (UAX #14) allows it, inside of a word that is wider than a line, and at
    /// line feeds; never inside of a cluster. Spaces at a break are dropped. An empty text has no lines.
    ///
    /// Linear in what is answered: with `maximumLines` the rest of a long text is not looked at.
    public static func lines(_ text: StyledString, _ options: Options) -> [TextLine] {
        guard !text.text.isEmpty, options.maximumLines.map({ $0 > 0 }) ?? true else { return [] }
        var wrapper = Wrapper(text: text, options: options)
        return wrapper.run()
    }

    /// The lines of plain text in one style.
    public static func lines(_ text: String, _ style: Style = .plain, width: Int) -> [TextLine] {
        lines(StyledString(text, base: style), Options(width: width))
    }
}

/// One run of ``TextWrap/lines(_:_:)``.
private struct Wrapper {
    private let text: StyledString
    private let options: TextWrap.Options
    private let segments: [(start: Int, style: Style)]
    private var segment = 0
    private var result: [TextLine] = []
    private var isFull = false

    private var lineStart = 0
    /// The end of the last cluster that is no space.
    private var contentEnd = 0
    private var lineWidth = 0
    private var opportunity: Opportunity?
    private var breaks: LineBreaks
    /// The directions around the line that was ended last; nil at the beginning of a paragraph.
    private var directions: Directions?

    /// A place where the current line may end.
    private struct Opportunity {
        /// Where the line would end, spaces dropped.
        let end: Int
        /// Where the next line would start.
        let resume: Int
        /// How wide the line is up to there.
        let width: Int
    }

    /// Which way a stretch of a paragraph runs.
    private struct Directions {
        let range: Range<Int>
        /// Nil where it all runs from left to right.
        let levels: ParagraphLevels?
    }

    init(text: StyledString, options: TextWrap.Options) {
        var text = text
        text.text.makeContiguousUTF8()
        self.text = text
        self.options = options
        segments = text.segments()
        breaks = LineBreaks(text.text)
    }

    mutating func run() -> [TextLine] {
        var cursor = ClusterCursor(text.text)
        while !isFull, let cluster = cursor.next() {
            if cluster.first == "\n" {
                endLine(at: contentEnd, resume: cluster.range.upperBound, width: 0)
                directions = nil
            } else if cluster.first != "\r" {
                take(cluster)
            }
        }
        if !isFull, lineStart < text.text.utf8.count {
            emit(lineStart..<contentEnd)
        }
        return result
    }

    /// The columns of the line that is being made.
    private var width: Int {
        guard let corner = options.corner, result.count < corner.lines else { return options.width }
        return max(1, options.width - corner.columns)
    }

    private var room: Int {
        width - (result.isEmpty ? options.firstPrefix.width : options.restPrefix.width)
    }

    private mutating func take(_ cluster: Cluster) {
        if breaks.mayBreak(before: cluster.range.lowerBound), contentEnd > lineStart {
            opportunity = Opportunity(end: contentEnd, resume: cluster.range.lowerBound, width: lineWidth)
        }
        if options.keepsLines || !cluster.givesWay {
            if !options.keepsLines {
                while !isFull, lineWidth + cluster.width > room, makeRoom(before: cluster) {}
            }
            contentEnd = cluster.range.upperBound
        }
        lineWidth += cluster.width
    }

    /// Ends the line at its last opportunity, or before `cluster` where there is none. False where the line is empty, so
    /// that the cluster must stand in it however wide it is.
    private mutating func makeRoom(before cluster: Cluster) -> Bool {
        if let opportunity {
            endLine(at: opportunity.end, resume: opportunity.resume, width: lineWidth - opportunity.width)
            return true
        }
        guard cluster.range.lowerBound > lineStart else { return false }
        guard contentEnd > lineStart else {
            // Nothing but spaces yet, and wider than the line: they give way.
            lineStart = cluster.range.lowerBound
            lineWidth = 0
            return false
        }
        endLine(at: contentEnd, resume: cluster.range.lowerBound, width: 0)
        return true
    }

    private mutating func endLine(at end: Int, resume: Int, width: Int) {
        emit(lineStart..<max(end, lineStart))
        lineStart = resume
        contentEnd = max(contentEnd, resume)
        lineWidth = width
        opportunity = nil
    }

    private mutating func emit(_ range: Range<Int>) {
        var line = result.isEmpty ? options.firstPrefix : options.restPrefix
        line.source = range
        append(range, to: &line)
        if let maximum = options.maximumLines, result.count + 1 == maximum {
            isFull = true
            if hasContent(after: range.upperBound) {
                line = line.cut(
                    to: min(width, line.width + TextWidth.width(of: options.ellipsis)),
                    ellipsis: options.ellipsis)
            }
        }
        result.append(options.keepsLines ? line.truncated(to: width, ellipsis: options.ellipsis) : line)
    }

    private mutating func append(_ range: Range<Int>, to line: inout TextLine) {
        let levels = levels(around: range)
        var isFirst = true
        while segment + 1 < segments.count, segments[segment + 1].start <= range.lowerBound {
            segment += 1
        }
        var start = range.lowerBound
        while start < range.upperBound {
            let isLast = segment + 1 == segments.count || segments[segment + 1].start >= range.upperBound
            let end = isLast ? range.upperBound : segments[segment + 1].start
            if let levels {
                for piece in levels.pieces(of: start..<end, in: text.text) {
                    append(
                        piece.range, to: &line,
                        BidiLevel(value: piece.level, base: levels.base, beginsLine: isFirst))
                    isFirst = false
                }
            } else {
                append(start..<end, to: &line, nil)
            }
            start = end
            if !isLast { segment += 1 }
        }
    }

    private func append(_ range: Range<Int>, to line: inout TextLine, _ level: BidiLevel?) {
        let utf8 = text.text.utf8
        let from = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let piece = String(text.text[from..<utf8.index(from, offsetBy: range.count)])
        line.append(piece, segments[segment].style, width: TextWidth.width(of: piece), level: level)
    }

    /// The levels of the paragraph around the line `range`; nil where the line runs from left to right. Looked for once
    /// per paragraph, or once in some kilobytes of a very long one.
    private mutating func levels(around range: Range<Int>) -> ParagraphLevels? {
        if let directions, directions.range.contains(range.lowerBound) {
            return directions.levels.flatMap { $0.turns(range) ? $0 : nil }
        }
        let utf8 = text.text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let stretch = utf8[start...].prefix(Self.longestParagraph).prefix { $0 != UInt8(ascii: "\n") }
        var end = stretch.endIndex
        while end < utf8.endIndex, utf8[end] & 0xc0 == 0x80 { end = utf8.index(after: end) }
        let bytes = range.lowerBound..<range.lowerBound + utf8.distance(from: start, to: end)
        let base = directions?.levels?.base
        let turns = base == 1 || Bidi.mayTurn(String(text.text[start..<end]))
        directions = Directions(
            range: bytes, levels: turns && !bytes.isEmpty ? ParagraphLevels(text.text, bytes, base: base) : nil)
        return directions?.levels.flatMap { $0.turns(range) ? $0 : nil }
    }

    private static let longestParagraph = 16_384

    private func hasContent(after offset: Int) -> Bool {
        let utf8 = text.text.utf8
        return utf8[utf8.index(utf8.startIndex, offsetBy: offset)...].contains { $0 > 0x20 }
    }
}
