/// An image that the terminal draws by kitty's graphics protocol with Unicode placeholders: sent once, and displayed wherever
/// cells refer to it, so that it is clipped, covered and scrolled like text.
/// <https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders>
public final class TerminalImage: Sendable {
    /// The identifier in the protocol.
    public let number: UInt32
    /// The size in cells; at most ``mostCells`` each way.
    public let size: Size
    /// The PNG file.
    public let png: [UInt8]
    /// The colour by which cells refer to it.
    public let color: Color

    /// The largest number of columns and rows: the protocol has no marks for more.
    public static let mostCells = marks.count

    /// - Parameter depth: The colours of the terminal, on which the references of cells depend.
    public init(number: UInt32, size: Size, png: [UInt8], depth: ColorDepth) {
        self.number = number
        self.size = size
        self.png = png
        color = depth == .truecolor ? .rgb(number) : .palette(UInt8(truncatingIfNeeded: number))
    }

    /// Returns the identifiers that cells can express at this depth, or `nil` if there are none. Leaves those of the user's
    /// palette free.
    public static func numbers(in depth: ColorDepth) -> ClosedRange<UInt32>? {
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
    /// with no letter.
    private static let marks: [Unicode.Scalar] = markRanges.flatMap { range in range.compactMap(Unicode.Scalar.init) }

    private static let markRanges: [ClosedRange<UInt32>] = [
        0x0305...0x0305, 0x030d...0x030e, 0x0310...0x0310, 0x0312...0x0312, 0x033d...0x033f, 0x0346...0x0346,
        0x034a...0x034c, 0x0350...0x0352, 0x0357...0x0357, 0x035b...0x035b, 0x0363...0x036f, 0x0483...0x0487,
        0x0592...0x0595, 0x0597...0x0599, 0x059c...0x05a1, 0x05a8...0x05a9, 0x05ab...0x05ac, 0x05af...0x05af,
        0x05c4...0x05c4, 0x0610...0x0617, 0x0657...0x065b, 0x065d...0x065e, 0x06d6...0x06dc, 0x06df...0x06e2,
        0x06e4...0x06e4, 0x06e7...0x06e8, 0x06eb...0x06ec, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
        0x073a...0x073a, 0x073d...0x073d, 0x073f...0x0741, 0x0743...0x0743, 0x0745...0x0745, 0x0747...0x0747,
        0x0749...0x074a, 0x07eb...0x07f1, 0x07f3...0x07f3, 0x0816...0x0819, 0x081b...0x0823, 0x0825...0x0827,
        0x0829...0x082d, 0x0951...0x0951, 0x0953...0x0954, 0x0f82...0x0f83, 0x0f86...0x0f87, 0x135d...0x135f,
        0x17dd...0x17dd, 0x193a...0x193a, 0x1a17...0x1a17, 0x1a75...0x1a7c, 0x1b6b...0x1b6b, 0x1b6d...0x1b73,
        0x1cd0...0x1cd2, 0x1cda...0x1cdb, 0x1ce0...0x1ce0, 0x1dc0...0x1dc1, 0x1dc3...0x1dc9, 0x1dcb...0x1dcc,
        0x1dd1...0x1de6, 0x1dfe...0x1dfe, 0x20d0...0x20d1, 0x20d4...0x20d7, 0x20db...0x20dc, 0x20e1...0x20e1,
        0x20e7...0x20e7, 0x20e9...0x20e9, 0x20f0...0x20f0, 0x2cef...0x2cf1, 0x2de0...0x2dff, 0xa66f...0xa66f,
        0xa67c...0xa67d, 0xa6f0...0xa6f1, 0xa8e0...0xa8f1, 0xaab0...0xaab0, 0xaab2...0xaab3, 0xaab7...0xaab8,
        0xaabe...0xaabf, 0xaac1...0xaac1, 0xfe20...0xfe26, 0x10a0f...0x10a0f, 0x10a38...0x10a38, 0x1d185...0x1d189,
        0x1d1aa...0x1d1ad, 0x1d242...0x1d244,
    ]
}

extension TerminalImage: Hashable {
    public static func == (lhs: TerminalImage, rhs: TerminalImage) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
