public import TerminalKit

/// The colours, characters and pictures that a terminal can show.
public nonisolated struct TerminalCapabilities: Hashable, Sendable {
    /// The number of colours.
    public var depth: ColorDepth
    /// True if it shows more than ASCII.
    public var isUnicode: Bool

    /// True if it is known to draw pictures by kitty's protocol with Unicode placeholders.
    public var drawsPictures: Bool
    /// True if it has reported that it draws sixels.
    public var drawsSixels = false
    /// The size of a cell in pixels, or `nil` if unknown.
    public var cellPixels: Size?

    public init(depth: ColorDepth = .truecolor, isUnicode: Bool = true, drawsPictures: Bool = false) {
        self.depth = depth
        self.isUnicode = isUnicode
        self.drawsPictures = drawsPictures
    }

    /// The symbols that it can show.
    public var glyphs: Glyphs { isUnicode ? .unicode : .ascii }
}
