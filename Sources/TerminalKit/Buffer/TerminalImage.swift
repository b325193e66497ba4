/// An image that the terminal draws by kitty's graphics protocol with Unicode placeholders: sent once, and displayed wherever
/// cells refer to it, so that it is clipped, covered and scrolled like text.
/// <https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders>
public final class TerminalImage: Sendable {
    /// The identifier in the protocol.
    public let identifier: UInt32
    /// The size in cells; at most ``maximumCells`` each way.
    public let size: Size
    /// The PNG file.
    public let png: [UInt8]
    /// The colour by which cells refer to it.
    public let color: Color

    /// The largest number of columns and rows: the protocol has no marks for more.
    public static let maximumCells = marks.count

    /// Creates an image; it is not sent yet.
    ///
    /// - Parameter depth: The colours of the terminal, on which the references of cells depend.
    public init(identifier: UInt32, size: Size, png: [UInt8], depth: ColorDepth) {
        self.identifier = identifier
        self.size = size
        self.png = png
        color = depth == .truecolor ? .rgb(identifier) : .palette(UInt8(truncatingIfNeeded: identifier))
    }

    /// Returns the identifiers that cells can express at this depth, or `nil` if there are none. Leaves those of the user's
    /// palette free.
    public static func identifiers(in depth: ColorDepth) -> ClosedRange<UInt32>? {
        switch depth {
        case .truecolor: 0x100...0xffffff
        case .palette: 16...255
        case .sixteen, .none: nil
        }
    }

    /// Returns the content of the cell for a part of the image, both from 0.
    func placeholder(row: Int, column: Int) -> [Unicode.Scalar] {
        [Self.placeholder, Self.marks[row], Self.marks[column]]
    }

    private static let placeholder: Unicode.Scalar = "\u{10EEEE}"

    /// The marks for rows and columns in the order of the protocol: those of combining class 230 in Unicode 6.0 that compose
    /// with no letter. `Sources/Scripts/unicode-tables` writes the ranges.
    private static let marks: [Unicode.Scalar] = markRanges.flatMap { range in range.compactMap(Unicode.Scalar.init) }
}

extension TerminalImage: Hashable {
    public static func == (lhs: TerminalImage, rhs: TerminalImage) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
