/// How many columns and rows something takes; never negative.
public struct Size: Hashable, Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Makes a size; what is negative counts as 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The rectangle of this size at the origin.
    public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }
}

/// A cell's place: columns from the left, rows from the top, both from 0.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// Makes a point; it may lie outside of any buffer.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A rectangle of cells. Cutting pieces off its edges is the whole layout system: a screen takes its bars off first and
/// gives what is left to its content, so that a small terminal starves the last and not the first.
public struct Rect: Hashable, Sendable {
    /// The leftmost column.
    public var x: Int
    /// The topmost row.
    public var y: Int
    /// Columns; never negative.
    public private(set) var width: Int
    /// Rows; never negative.
    public private(set) var height: Int

    /// Makes a rectangle; a negative width or height counts as 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The column after the last one.
    public var maxX: Int { x + width }
    /// The row after the last one.
    public var maxY: Int { y + height }
    /// The place of the first cell.
    public var origin: Point { Point(x: x, y: y) }
    /// Columns and rows.
    public var size: Size { Size(width: width, height: height) }
    /// Whether it holds no cell.
    public var isEmpty: Bool { width == 0 || height == 0 }
    /// Its columns.
    public var columns: Range<Int> { x..<maxX }
    /// Its rows.
    public var rows: Range<Int> { y..<maxY }

    /// Whether the cell at `point` is inside.
    public func contains(_ point: Point) -> Bool {
        columns.contains(point.x) && rows.contains(point.y)
    }

    /// What both have; empty where they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(
            x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// The rectangle without `horizontal` columns at both sides and `vertical` rows at top and bottom.
    public func inset(horizontal: Int, vertical: Int = 0) -> Rect {
        Rect(
            x: x + min(horizontal, width), y: y + min(vertical, height),
            width: width - 2 * horizontal, height: height - 2 * vertical)
    }

    /// The rectangle of `size` in the middle of this one, cut to it.
    public func centered(_ size: Size) -> Rect {
        let width = min(size.width, self.width)
        let height = min(size.height, self.height)
        return Rect(
            x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }

    /// The row `index` of it, counted from its top; empty where it has no such row.
    public func row(_ index: Int) -> Rect {
        Rect(x: x, y: y + index, width: width, height: (0..<height).contains(index) ? 1 : 0)
    }

    /// Cuts rows off the top and answers them: as many as there are, at most `count`.
    public mutating func cutTop(_ count: Int) -> Rect {
        let taken = min(max(0, count), height)
        defer {
            y += taken
            height -= taken
        }
        return Rect(x: x, y: y, width: width, height: taken)
    }

    /// Cuts rows off the bottom and answers them: as many as there are, at most `count`.
    public mutating func cutBottom(_ count: Int) -> Rect {
        let taken = min(max(0, count), height)
        height -= taken
        return Rect(x: x, y: maxY, width: width, height: taken)
    }

    /// Cuts columns off the left and answers them: as many as there are, at most `count`.
    public mutating func cutLeft(_ count: Int) -> Rect {
        let taken = min(max(0, count), width)
        defer {
            x += taken
            width -= taken
        }
        return Rect(x: x, y: y, width: taken, height: height)
    }

    /// Cuts columns off the right and answers them: as many as there are, at most `count`.
    public mutating func cutRight(_ count: Int) -> Rect {
        let taken = min(max(0, count), width)
        width -= taken
        return Rect(x: maxX, y: y, width: taken, height: height)
    }
}
