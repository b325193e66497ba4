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
        /// Which bytes of the text in UTF-8. What lies outside of the text or cuts a character has no effect there.
        public var range: Range<Int>
        /// The style over them.
        public var style: Style

        /// Makes a span.
        public init(_ range: Range<Int>, _ style: Style) {
            self.range = range
            self.style = style
        }
    }

    /// Where styles change, from left to right: each entry holds until the next one's start.
    ///
    /// Linear but for a sort by start. Of more than 16 spans over one place the last 16 count.
    func segments() -> [(start: Int, style: Style)] {
        var result: [(start: Int, style: Style)] = [(0, base)]
        let end = text.utf8.count
        let laid = spans.enumerated().filter { !$0.element.range.isEmpty && $0.element.range.lowerBound < end }
            .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
        var borders = Set<Int>()
        for (_, span) in laid {
            borders.insert(max(0, span.range.lowerBound))
            borders.insert(min(end, span.range.upperBound))
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
