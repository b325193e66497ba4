/// Where the moving part of a scroll bar stands, and what content a place on the bar means.
public struct ScrollBar: Hashable, Sendable {
    /// The lines of the bar.
    public let length: Int
    /// The first line of the moving part.
    public let thumbTop: Int
    /// The lines of the moving part.
    public let thumbLength: Int
    private let lastOffset: Int

    /// Places the moving part; nil where all of the content is seen.
    ///
    /// - Parameters:
    ///   - length: The lines of the bar.
    ///   - offset: How many lines of the content lie above what is seen.
    ///   - visible: How many lines are seen.
    ///   - count: How many lines the content has.
    public init?(length: Int, offset: Int, visible: Int, count: Int) {
        guard count > visible, visible > 0, length > 0 else { return nil }
        self.length = length
        lastOffset = count - visible
        thumbLength = max(1, length * visible / count)
        let travel = length - thumbLength
        thumbTop = min(travel, (min(max(0, offset), lastOffset) * travel + lastOffset / 2) / lastOffset)
    }

    /// Whether the line `line` of the bar belongs to the moving part.
    public func isThumb(_ line: Int) -> Bool { (thumbTop..<thumbTop + thumbLength).contains(line) }

    /// The offset of the content where the moving part is dragged so that its middle lies on the line `line`: 0 at the
    /// top, the last one at the bottom, also beyond the bar's ends.
    public func offset(at line: Int) -> Int {
        let travel = length - thumbLength
        guard travel > 0 else { return 0 }
        let top = min(max(0, line - thumbLength / 2), travel)
        return (top * lastOffset + travel / 2) / travel
    }
}
