/// A position in the text of a ticket.
public nonisolated struct TextPosition: Hashable, Sendable {
    /// The index of the block.
    public var block: Int
    /// The offset in the block's text in bytes.
    public var offset: Int

    public init(block: Int, offset: Int) {
        self.block = block
        self.offset = offset
    }
}

/// The state of an open ticket that changes its layout: the user's choices, and the heights of loaded pictures.
public nonisolated struct ReadingState: Equatable, Sendable {
    /// True to use the full width of the screen instead of the reading width.
    public var isFullWidth = false
    /// The blocks of code that scroll sideways instead of being wrapped, by index, with the columns left out.
    public var sideways: [Int: Int] = [:]
    /// The heights of loaded pictures whose size was unknown before, in lines by address.
    public var pictureLines: [String: Int] = [:]
}

/// The area of a block of code in a layout.
public nonisolated struct CodeArea: Hashable, Sendable {
    /// The index of the block.
    public var block: Int
    /// The lines, counted from the start of the layout.
    public var lines: Range<Int>
    /// The columns by which the longest line is wider than the screen, or 0.
    public var overflow: Int

    public init(block: Int, lines: Range<Int>, overflow: Int) {
        self.block = block
        self.lines = lines
        self.overflow = overflow
    }
}
