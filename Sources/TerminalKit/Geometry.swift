/// A size in columns and rows; never negative.
public struct Size: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// Creates a size; negative values count as 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The rectangle of this size at the origin.
    public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }
}

/// The position of a cell: columns from the left, rows from the top, both from 0.
public struct Point: Hashable, Sendable {
    public var x: Int
    public var y: Int

    /// Creates a point, inside of a buffer or not.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A rectangle of cells. Cutting pieces off its edges is the layout system: bars first, content last, so that a small
/// terminal keeps the bars.
public struct Rect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public private(set) var width: Int
    public private(set) var height: Int

    /// Creates a rectangle; a negative width or height counts as 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    public var maxX: Int { x + width }
    public var maxY: Int { y + height }
    public var origin: Point { Point(x: x, y: y) }
    public var isEmpty: Bool { width == 0 || height == 0 }
    public var columns: Range<Int> { x..<maxX }
    public var rows: Range<Int> { y..<maxY }

    public func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }

    /// Returns the common part, or an empty rectangle.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// Returns the rectangle without `horizontal` columns at both sides and `vertical` rows at top and bottom.
    public func inset(horizontal: Int, vertical: Int = 0) -> Rect {
        Rect(
            x: x + min(horizontal, width), y: y + min(vertical, height),
            width: width - 2 * horizontal, height: height - 2 * vertical)
    }

    /// Returns the rectangle of `size` in the middle of this one, cut to it.
    public func centered(_ size: Size) -> Rect {
        let width = min(size.width, self.width)
        let height = min(size.height, self.height)
        return Rect(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }

    /// Returns the row `index` from its top, empty if there is no such row.
    public func row(_ index: Int) -> Rect {
        Rect(x: x, y: y + index, width: width, height: (0..<height).contains(index) ? 1 : 0)
    }

    /// Returns the first visible one of `count` lines: the line `index` is visible, and as few as possible above it are not.
    public func firstLine(showing index: Int, of count: Int) -> Int { max(0, min(index - height + 1, count - height)) }

    /// Cuts at most `count` rows off the top and returns them.
    @discardableResult
    public mutating func cutTop(_ count: Int) -> Rect {
        let cut = Rect(x: x, y: y, width: width, height: min(count, height))
        y += cut.height
        height -= cut.height
        return cut
    }

    /// Cuts at most `count` rows off the bottom and returns them.
    @discardableResult
    public mutating func cutBottom(_ count: Int) -> Rect {
        let cutHeight = min(max(0, count), height)
        height -= cutHeight
        return Rect(x: x, y: maxY, width: width, height: cutHeight)
    }

    /// Cuts at most `count` columns off the left and returns them.
    @discardableResult
    public mutating func cutLeft(_ count: Int) -> Rect {
        let cut = Rect(x: x, y: y, width: min(count, width), height: height)
        x += cut.width
        width -= cut.width
        return cut
    }

    /// Cuts at most `count` columns off the right and returns them.
    @discardableResult
    public mutating func cutRight(_ count: Int) -> Rect {
        let cutWidth = min(max(0, count), width)
        width -= cutWidth
        return Rect(x: maxX, y: y, width: cutWidth, height: height)
    }
}
