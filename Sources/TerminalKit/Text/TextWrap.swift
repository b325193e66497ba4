/// Breaks styled text into lines.
public enum TextWrap {
    /// The options of a break.
    public struct Options: Hashable, Sendable {
        /// The columns of a line including its prefix.
        public var width: Int
        /// A corner that the first lines leave free, such as for a picture.
        public var corner: Corner?
        /// The prefix of the first line, such as a list item's marker.
        public var firstPrefix: TextLine
        /// The prefix of every other line, such as spaces as wide as the marker, or a quotation's bar.
        public var restPrefix: TextLine
        /// The largest number of lines, or `nil` for all.
        public var maximumLines: Int?
        /// The end of the last line if text follows.
        public var ellipsis: String
        /// The treatment of the text's own lines that are too wide.
        public var longLines: LongLines
        /// True to align paragraphs that run from right to left at the right, with their prefix there.
        public var alignsToDirection = false

        public init(
            width: Int, firstPrefix: TextLine = TextLine(), restPrefix: TextLine = TextLine(),
            maximumLines: Int? = nil, ellipsis: String = "…", longLines: LongLines = .broken, corner: Corner? = nil
        ) {
            self.width = width
            self.corner = corner
            self.firstPrefix = firstPrefix
            self.restPrefix = restPrefix
            self.maximumLines = maximumLines
            self.ellipsis = ellipsis
            self.longLines = longLines
        }
    }

    /// The treatment of a text's own lines that are too wide.
    public enum LongLines: Hashable, Sendable {
        /// They are broken between words, without the spaces there.
        case broken
        /// They are cut. This number of columns at the beginning of every line is left out.
        case cut(skipping: Int)
        /// They are broken with all spaces, where need be inside of words. The rest has this prefix.
        case continued(after: TextLine)
    }

    /// A corner at the end of the first lines that text flows around.
    public struct Corner: Hashable, Sendable {
        /// The height in lines.
        public var lines: Int
        /// The width in columns.
        public var columns: Int

        public init(lines: Int, columns: Int) {
            self.lines = lines
            self.columns = columns
        }
    }

    /// Returns the lines of `text`, broken where UAX #14 allows it, inside of a word wider than a line, and at line
    /// feeds; never inside of a cluster. Drops spaces at a break. An empty text has no lines.
    ///
    /// Linear in the result: with `maximumLines` the rest of a long text is not read.
    public static func lines(_ text: StyledString, _ options: Options) -> [TextLine] {
        guard !text.text.isEmpty, options.maximumLines.map({ $0 > 0 }) ?? true else { return [] }
        var wrapper = Wrapper(text: text, options: options)
        return wrapper.run()
    }

    /// Returns the lines of plain text in one style, each with the same prefix. With `alignsToDirection`, text that runs from
    /// right to left is at the right.
    public static func lines(
        _ text: String, _ style: Style = .plain, width: Int, prefix: TextLine = TextLine(), maximumLines: Int? = nil,
        ellipsis: String = "…", alignsToDirection: Bool = false
    ) -> [TextLine] {
        var options = Options(
            width: width, firstPrefix: prefix, restPrefix: prefix, maximumLines: maximumLines, ellipsis: ellipsis)
        options.alignsToDirection = alignsToDirection
        return lines(StyledString(text, base: style), options)
    }
}

/// One run of ``TextWrap/lines(_:_:)``.
private struct Wrapper {
    private let text: StyledString
    private let options: TextWrap.Options
    /// True if the text's own lines keep their spaces.
    private let keepsLines: Bool
    /// The prefix of the rest of a kept line that is broken, or `nil` if such lines are cut.
    private let continuation: TextLine?
    /// The columns left out at the beginning of each line.
    private let skipped: Int
    private let segments: [(start: Int, style: Style)]
    private var segment = 0
    private var result: [TextLine] = []
    private var isFull = false

    private var lineStart = 0
    /// The end of the last cluster that is not a space.
    private var contentEnd = 0
    private var lineWidth = 0
    private var opportunity: Opportunity?
    private var breaks: LineBreaks
    /// True if the current line is the rest of a kept line.
    private var isContinued = false
    /// The place after the last space of a kept line, with the width of the line up to there.
    private var keptSpace: (end: Int, width: Int)?
    /// The directions around the last line, or `nil` at the beginning of a paragraph.
    private var directions: Directions?

    /// A permitted break of the current line.
    private struct Opportunity {
        /// The end of the line, without spaces.
        let end: Int
        /// The start of the next line.
        let resume: Int
        /// The width of the line up to there.
        let width: Int
    }

    /// The direction of a range of a paragraph.
    private struct Directions {
        let range: Range<Int>
        /// `nil` if all of it runs from left to right.
        let levels: ParagraphLevels?
    }

    init(text: StyledString, options: TextWrap.Options) {
        var text = text
        text.text.makeContiguousUTF8()
        self.text = text
        self.options = options
        switch options.longLines {
        case .broken: (keepsLines, continuation, skipped) = (false, nil, 0)
        case .cut(let columns): (keepsLines, continuation, skipped) = (true, nil, columns)
        case .continued(let prefix): (keepsLines, continuation, skipped) = (true, prefix, 0)
        }
        segments = text.segments()
        breaks = LineBreaks(text.text)
    }

    mutating func run() -> [TextLine] {
        var cursor = ClusterCursor(text.text)
        while !isFull, let cluster = cursor.next() {
            if cluster.first == "\n" {
                endLine(at: contentEnd, resume: cluster.range.upperBound, width: 0)
                directions = nil
                isContinued = false
                keptSpace = nil
            } else if cluster.first != "\r" {
                append(cluster)
            }
        }
        if !isFull, lineStart < text.text.utf8.count { emit(lineStart..<contentEnd) }
        return result
    }

    /// The columns of the current line.
    private var width: Int {
        guard let corner = options.corner, result.count < corner.lines else { return options.width }
        return max(1, options.width - corner.columns)
    }

    private var room: Int { width - prefix.width }

    /// The prefix of the current line.
    private var prefix: TextLine {
        if isContinued, let continuation { return continuation }
        return result.isEmpty ? options.firstPrefix : options.restPrefix
    }

    private mutating func append(_ cluster: Cluster) {
        if breaks.mayBreak(before: cluster.range.lowerBound), contentEnd > lineStart {
            opportunity = Opportunity(end: contentEnd, resume: cluster.range.lowerBound, width: lineWidth)
        }
        if keepsLines || !cluster.givesWay {
            if keepsLines {
                continueLine(before: cluster)
            } else {
                while !isFull, lineWidth + cluster.width > room, makeRoom(before: cluster) {}
            }
            contentEnd = cluster.range.upperBound
        }
        lineWidth += cluster.width
        if keepsLines, cluster.givesWay { keptSpace = (cluster.range.upperBound, lineWidth) }
    }

    /// Breaks a kept line before `cluster` if it does not fit: after the last space, unless that leaves more than a third
    /// of the line empty.
    private mutating func continueLine(before cluster: Cluster) {
        let start = cluster.range.lowerBound
        while continuation != nil, lineWidth + cluster.width > room, start > lineStart {
            var end = start
            var rest = 0
            if let keptSpace, keptSpace.end > lineStart, lineWidth - keptSpace.width <= room / 3 {
                end = keptSpace.end
                rest = lineWidth - keptSpace.width
            }
            emit(lineStart..<end)
            lineStart = end
            lineWidth = rest
            keptSpace = nil
            isContinued = true
        }
    }

    /// Ends the line at its last permitted break, or before `cluster` if there is none. Returns false for an empty line, which
    /// takes the cluster however wide it is.
    private mutating func makeRoom(before cluster: Cluster) -> Bool {
        if let opportunity {
            endLine(at: opportunity.end, resume: opportunity.resume, width: lineWidth - opportunity.width)
            return true
        }
        guard cluster.range.lowerBound > lineStart else { return false }
        guard contentEnd > lineStart else {
            // Only spaces so far, and wider than the line: drop them.
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
        var line = prefix
        line.source = range
        append(skipped > 0 ? beginningSkipped(of: range, &line) : range, to: &line)
        if let maximum = options.maximumLines, result.count + 1 == maximum {
            isFull = true
            if hasContent(after: range.upperBound) {
                line = line.cut(
                    to: min(width, line.width + TextWidth.width(of: options.ellipsis)),
                    ellipsis: options.ellipsis)
            }
        }
        if options.alignsToDirection { line = line.alignedToDirection(after: prefix, width: width) }
        result.append(keepsLines ? line.truncated(to: width, ellipsis: options.ellipsis) : line)
    }

    private mutating func append(_ range: Range<Int>, to line: inout TextLine) {
        let levels = levels(around: range)
        var isFirst = true
        while segment + 1 < segments.count, segments[segment + 1].start <= range.lowerBound { segment += 1 }
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

    /// Returns `range` without the columns that are left out. Half of a wide character becomes a space.
    private func beginningSkipped(of range: Range<Int>, _ line: inout TextLine) -> Range<Int> {
        var cursor = ClusterCursor(String(text.text[bytes: range]))
        var columns = 0
        var start = range.lowerBound
        while columns < skipped, let cluster = cursor.next() {
            columns += cluster.width
            start = range.lowerBound + cluster.range.upperBound
        }
        line.pad(to: line.width + max(0, columns - skipped))
        return min(start, range.upperBound)..<range.upperBound
    }

    private func append(_ range: Range<Int>, to line: inout TextLine, _ level: BidiLevel?) {
        let piece = String(text.text[bytes: range])
        line.append(piece, segments[segment].style, width: TextWidth.width(of: piece), level: level)
    }

    /// Returns the levels of the paragraph around the line `range`, or `nil` if the line runs from left to right. Computed once
    /// per paragraph, or per few kilobytes of a very long one.
    private mutating func levels(around range: Range<Int>) -> ParagraphLevels? {
        if let directions, directions.range.contains(range.lowerBound) {
            return directions.levels.flatMap { $0.turns(range) ? $0 : nil }
        }
        let utf8 = text.text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let segment = utf8[start...].prefix(Self.maximumParagraphBytes).prefix { $0 != UInt8(ascii: "\n") }
        var end = segment.endIndex
        while end < utf8.endIndex, utf8[end] & 0xc0 == 0x80 { end = utf8.index(after: end) }
        let bytes = range.lowerBound..<range.lowerBound + utf8.distance(from: start, to: end)
        let base = directions?.levels?.base
        let turns = base == 1 || Bidi.mayTurn(String(text.text[start..<end]))
        directions = Directions(
            range: bytes, levels: turns && !bytes.isEmpty ? ParagraphLevels(text.text, bytes, base: base) : nil)
        return directions?.levels.flatMap { $0.turns(range) ? $0 : nil }
    }

    private static let maximumParagraphBytes = 16_384

    private func hasContent(after offset: Int) -> Bool {
        let utf8 = text.text.utf8
        return utf8[utf8.index(utf8.startIndex, offsetBy: offset)...].contains { $0 > 0x20 }
    }
}
