/// An area in columns and lines of text.
public nonisolated struct PictureSize: Hashable, Sendable {
    /// The maximum width.
    public var columns: Int
    /// The maximum height.
    public var lines: Int

    public init(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }
}

/// The area of a picture in a layout.
public nonisolated struct PictureBox: Hashable, Sendable {
    public var address: String
    /// The first line, counted from the start of the layout.
    public var line: Int
    /// The first column.
    public var column: Int
    /// The largest size of the picture.
    public var size: PictureSize
    /// The height in lines, which is less than that of ``size`` while the picture's own size is unknown.
    public var height: Int

    /// Creates an area.
    ///
    /// - Parameter height: The height in lines; that of `size` if `nil`.
    public init(address: String, line: Int, column: Int, size: PictureSize, height: Int? = nil) {
        self.address = address
        self.line = line
        self.column = column
        self.size = size
        self.height = height ?? size.lines
    }

    /// The lines of the area.
    public var lines: Range<Int> { line..<line + height }

    /// Returns the new index of a line after areas were replaced by one line each, restored, or got another height. A
    /// line within such an area becomes its first one.
    static func line(_ line: Int, before: [PictureBox], after: [PictureBox]) -> Int {
        let heights = Dictionary(before.map { ($0.address, $0.height) }, uniquingKeysWith: { first, _ in first })
        let staying = Set(after.lazy.filter { heights[$0.address] == $0.height }.map(\.address))
        var result = line
        for box in before where !staying.contains(box.address) && box.line < line {
            result -= min(box.height - 1, line - box.line)
        }
        for box in after where !staying.contains(box.address) && box.line < result { result += box.height - 1 }
        return result
    }
}
