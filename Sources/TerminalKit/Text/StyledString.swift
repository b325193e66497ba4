/// Text of one style with styles over ranges of it; the input of ``TextWrap``.
public struct StyledString: Hashable, Sendable {
    /// The text. Line feeds end lines.
    public var text: String
    /// The style of all of it.
    public var base: Style
    /// The styles over ranges; the colours of later ones take precedence.
    public var spans: [Span]

    public init(_ text: String, base: Style = .plain, spans: [Span] = []) {
        self.text = text
        self.base = base
        self.spans = spans
    }

    /// A style over a range.
    public struct Span: Hashable, Sendable {
        /// The UTF-8 bytes. Parts outside of the text have no effect; a cut scalar belongs to what follows.
        public var range: Range<Int>
        public var style: Style

        public init(_ range: Range<Int>, _ style: Style) {
            self.range = range
            self.style = style
        }
    }

    /// Returns the part of `range` within the text, aligned to scalars.
    private func whole(_ range: Range<Int>, end: Int) -> Range<Int> {
        let range = range.clamped(to: 0..<end)
        return characterStart(range.lowerBound)..<characterStart(range.upperBound)
    }

    /// Returns the first byte of the scalar at the byte `offset`.
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

    /// Returns the style changes from left to right; each holds until the next. Linear but for a sort by start. Of more than
    /// 16 spans over one place the last 16 count.
    func segments() -> [(start: Int, style: Style)] {
        var result: [(start: Int, style: Style)] = [(0, base)]
        let end = text.utf8.count
        let laid = spans.map { Span(whole($0.range, end: end), $0.style) }.enumerated()
            .filter { !$0.element.range.isEmpty }
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
