/// One place of the screen, as it is read out of a ``CellBuffer``.
public struct Cell: Hashable, Sendable {
    /// The grapheme cluster; a space where nothing stands, empty in the right half of a wide one.
    public let text: String
    /// How it looks.
    public let style: Style
    /// The columns that the cluster takes: 1 or 2; 0 for the right half of a wide one.
    public let width: Int

    /// Makes a cell.
    public init(text: String, style: Style, width: Int) {
        self.text = text
        self.style = style
        self.width = width
    }
}

/// One place of the screen, as a painter wants it.
public struct CellContent: Hashable, Sendable {
    /// What stands in a cell.
    public enum Glyph: Hashable, Sendable {
        /// A single scalar.
        case scalar(Unicode.Scalar)
        /// A cluster of several scalars.
        case cluster(String)
        /// Nothing: the cluster at the left reaches over it.
        case rightHalf
    }

    /// What stands there.
    public let glyph: Glyph
    /// How it looks.
    public let style: Style
    /// The columns that it takes: 1 or 2; 0 for a right half.
    public let width: Int
}

/// A cell as it is stored: 16 bytes without references, so that a frame is filled and compared at the speed of memory.
struct PackedCell: Equatable {
    /// A scalar; or, with the highest bit set, the index of a cluster in the buffer's table; 0 in a right half.
    var glyph: UInt32
    var style: Style
    var width: UInt8

    static func blank(_ style: Style) -> PackedCell {
        PackedCell(glyph: 0x20, style: style, width: 1)
    }

    /// The index in the table of clusters, where the cell holds no single scalar.
    var clusterIndex: Int? {
        glyph & Self.clusterFlag == 0 ? nil : Int(glyph & ~Self.clusterFlag)
    }

    static let clusterFlag: UInt32 = 1 << 31
}
