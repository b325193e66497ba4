/// A scrollable view of lines: an article, a help text, a log.
public struct TextView: Hashable, Sendable {
    /// The first visible line.
    public private(set) var offset: Int

    public init(offset: Int = 0) {
        self.offset = max(0, offset)
    }

    /// Scrolls by `lines`, downwards if positive, within `count` lines in a view of `viewport` lines.
    public mutating func scroll(by lines: Int, count: Int, viewport: Int) {
        offset = min(max(0, offset + lines), max(0, count - viewport))
    }

    /// Shows the line `index` with the least movement.
    public mutating func reveal(_ index: Int, count: Int, viewport: Int) {
        if index < offset { offset = max(0, index) }
        if index >= offset + viewport { offset = index - viewport + 1 }
        scroll(by: 0, count: count, viewport: viewport)
    }

    /// Draws the lines that `area` shows; `lines` is called for those only.
    public func draw(_ count: Int, in area: Rect, of buffer: inout CellBuffer, base: Style, lines: (Int) -> TextLine) {
        for row in 0..<area.height where offset + row < count {
            buffer.put(lines(offset + row), at: Point(x: area.x, y: area.y + row), over: base, in: area)
        }
    }
}
