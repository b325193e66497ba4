/// Text of one style with styles lying over ranges of it. What ``TextWrap`` breaks into lines.
public struct StyledString: Hashable, Sendable {
    /// The text. Line feeds end lines.
    public var text: String
    /// The style beneath all of it.
    public var base: Style
    /// What lies over ranges, in the order of laying: where two meet, the later one's colours win.
    public var spans: [Span]

    /// Makes a text.
    public init(_ text: String, base: Style = .plain, spans: [Span] = []) {
        self.text = text
        self.base = base
        self.spans = spans
    }

    /// A style over a range.
    public struct Span: Hashable, Sendable {
        /// Which bytes of the text in UTF-8. What lies outside of the text has no effect, and
        /// a scalar that is cut belongs to what follows.
        public var range: Range<Int>
        /// The style over them.
        public var style: Style

        /// Makes a span.
        public init(_ range: Range<Int>, _ style: Style) {
            self.range = range
            self.style = style
        }
    }

    /// The part of `range` that lies in the text, begun and ended where scalars begin.
    private func whole(_ range: Range<Int>, _ end: Int) -> Range<Int> {
        let range = range.clamped(to: 0..<end)
        return characterStart(range.lowerBound)..<characterStart(range.upperBound)
    }

    /// The byte where the scalar begins that has the byte `offset`.
    private func characterStart(_ offset: Int) -> Int {
        let utf8 = text.utf8
        var index = utf8.index(utf8.startIndex, offsetBy: offset)
        var start = offset
        while start > 0, index < utf8.endIndex, utf8[index] & 0xc0 == 0x80 {
            index = utf8.index(before: index)
            start -= 1
        }
        return start
    }

    /// Where styles change, from left to right: each entry holds until the next one's start.
    ///
    /// Linear but for a sort by start. Of more than 16 spans over one place the last 16 count.
    func segments() -> [(start: Int, style: Style)] {
        var result: [(start: Int, style: Style)] = [(0, base)]
        let end = text.utf8.count
        let laid = spans.map { Span(whole($0.range, end), $0.style) }.enumerated().filter { !$0.element.range.isEmpty }
            .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
        var borders = Set<Int>()
        for (_, span) in laid {
            borders.insert(span.range.lowerBound)
            borders.insert(span.range.upperBound)
        }
        var active: [(offset: Int, element: Span)] = []
        var next = 0
        for border in borders.sorted() {
            active.removeAll { $0.element.range.upperBound <= border }
            while next < laid.count, laid[next].element.range.lowerBound <= border {
                active.append(laid[next])
                if active.count > 16 { active.removeFirst() }
                next += 1
            }
            let style = active.sorted { $0.offset < $1.offset }.reduce(base) { $1.element.style.over($0) }
            if result[result.count - 1].start == border {
                result[result.count - 1].style = style
            } else {
                result.append((border, style))
            }
        }
        return result
    }
}
