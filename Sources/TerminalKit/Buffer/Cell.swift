/// A cell as read from a ``CellBuffer``.
public struct Cell: Hashable, Sendable {
    /// The grapheme cluster: a space in an empty cell, empty in the right half of a wide cluster.
    public let text: String
    public let style: Style
    /// The columns of the cluster: 1 or 2, or 0 for the right half of a wide one.
    public let width: Int

    public init(text: String, style: Style, width: Int) {
        self.text = text
        self.style = style
        self.width = width
    }
}

/// A cell as a painter reads it.
public struct CellContent: Hashable, Sendable {
    public enum Glyph: Hashable, Sendable {
        /// A single scalar.
        case scalar(Unicode.Scalar)
        /// A cluster of several scalars.
        case cluster(String)
        /// The right half of the cluster to the left.
        case rightHalf
    }

    public let glyph: Glyph
    public let style: Style
    /// The columns: 1 or 2, or 0 for a right half.
    public let width: Int
}

/// A stored cell: 16 bytes without references, so that frames fill and compare at the speed of memory.
struct PackedCell: Equatable {
    /// The glyph with the width in two of its bits, which keeps the cell at 16 bytes.
    private let bits: UInt32
    var style: Style

    /// - Parameter width: The columns, at most 2.
    init(glyph: UInt32, style: Style, width: UInt8) {
        bits = glyph & ~Self.widthBits | UInt32(width) << 29
        self.style = style
    }

    /// A scalar, or with the highest bit set an index into the buffer's table of clusters; 0 in a right half.
    var glyph: UInt32 { bits & ~Self.widthBits }
    var width: UInt8 { UInt8(truncatingIfNeeded: (bits & Self.widthBits) >> 29) }

    private static let widthBits: UInt32 = 3 << 29

    static func blank(_ style: Style) -> PackedCell { PackedCell(glyph: 0x20, style: style, width: 1) }

    /// The index in the table of clusters, or `nil` for a single scalar.
    var clusterIndex: Int? { glyph & Self.clusterFlag == 0 ? nil : Int(glyph & ~Self.clusterFlag) }

    static let clusterFlag: UInt32 = 1 << 31
}
