/// The thumb of a scroll bar, and the content at a position of the bar.
public struct ScrollBar: Hashable, Sendable {
    /// The lines of the bar.
    public let length: Int
    /// The first line of the thumb.
    let thumbTop: Int
    /// The lines of the thumb.
    public let thumbLength: Int
    private let lastOffset: Int

    /// Places the thumb, or returns `nil` if all of the content is visible.
    ///
    /// - Parameters:
    ///   - length: The lines of the bar.
    ///   - offset: The lines of content above the visible ones.
    ///   - visible: The visible lines.
    ///   - count: The lines of content.
    public init?(length: Int, offset: Int, visible: Int, count: Int) {
        guard count > visible, visible > 0, length > 0 else { return nil }
        self.length = length
        lastOffset = count - visible
        thumbLength = max(1, length * visible / count)
        let travel = length - thumbLength
        thumbTop = min(travel, (min(max(0, offset), lastOffset) * travel + lastOffset / 2) / lastOffset)
    }

    /// Returns true if the line `line` of the bar belongs to the thumb.
    public func isThumb(_ line: Int) -> Bool { (thumbTop..<thumbTop + thumbLength).contains(line) }

    /// Returns the offset of the content if the thumb's middle is dragged to the line `line`: 0 at the top, the last one at the
    /// bottom, also beyond the bar's ends.
    public func offset(at line: Int) -> Int {
        let travel = length - thumbLength
        guard travel > 0 else { return 0 }
        let top = min(max(0, line - thumbLength / 2), travel)
        return (top * lastOffset + travel / 2) / travel
    }
}
