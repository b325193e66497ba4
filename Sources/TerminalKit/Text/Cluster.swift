/// One grapheme cluster of a text.
struct Cluster {
    /// The range of its UTF-8 bytes in the text.
    let range: Range<Int>
    /// The columns: 0 to 2, but more if several letters form one cluster, as in Indic scripts.
    let width: Int
    let first: Unicode.Scalar
    private let scalars: Substring.UnicodeScalarView?
    private let isEmojiSequence: Bool
    private let isText: Bool

    init(ascii byte: UInt8, offset: Int) {
        range = offset..<offset + 1
        width = 1
        first = Unicode.Scalar(byte)
        scalars = nil
        isEmojiSequence = false
        isText = false
    }

    init(scalars: Substring.UnicodeScalarView, offset: Int) {
        var byteCount = 0
        var spacing = 0
        var joins = false
        var indicators = 0
        var selectsEmoji = false
        var selectsText = false
        for scalar in scalars {
            byteCount += UTF8.width(scalar)
            spacing += TextWidth.width(of: scalar)
            switch scalar.value {
            case 0x200d: joins = true
            case 0xfe0f: selectsEmoji = true
            case 0xfe0e: selectsText = true
            case 0x1f1e6...0x1f1ff: indicators += 1
            case 0x1f3fb...0x1f3ff: joins = true
            default: break
            }
        }
        let first = scalars.first ?? " "
        let pictures =
            indicators == 2 || (selectsEmoji && first.properties.isEmoji)
            || (joins && first.properties.isEmoji && first.value > 0xff)
        range = offset..<offset + byteCount
        // An emoji with text presentation is as wide as other signs.
        isText = !pictures && selectsText && spacing == 2 && first.properties.isEmoji
        width = pictures ? 2 : isText ? 1 : spacing
        self.first = first
        self.scalars = scalars
        isEmojiSequence = pictures
    }

    /// The scalar if the cluster is one printable ASCII character, as most are.
    var plain: Unicode.Scalar? { scalars == nil && first.value >= 0x20 && first.value != 0x7f ? first : nil }

    /// Passes the cluster to `body`, or its letters one by one if they take a column each.
    ///
    /// The last defence before the screen: controls become U+FFFD, tabs and line ends a space; scalars without a width
    /// (bidirectional controls, zero-width spaces) are left out, and so are combining marks after the fourth.
    func forEachCell(_ body: (_ scalars: [Unicode.Scalar], _ width: Int) -> Void) {
        guard let scalars else { return body([Self.visible(first)], 1) }
        guard !isEmojiSequence else {
            return body(scalars.count > Self.maximumEmojiScalars ? [first] : Array(scalars), 2)
        }
        guard !isText else { return body([first, "\u{fe0e}"], 1) }
        var cell: [Unicode.Scalar] = []
        var cellWidth = 0
        for scalar in scalars {
            let width = TextWidth.width(of: scalar)
            if width > 0 {
                if cellWidth > 0 { body(cell, cellWidth) }
                cell = [Self.visible(scalar)]
                cellWidth = width
            } else if cellWidth > 0, cell.count <= Self.maximumMarks, !scalar.properties.isBidiControl {
                cell.append(scalar)
            }
        }
        if cellWidth > 0 { body(cell, cellWidth) }
    }

    private static let maximumMarks = 4
    private static let maximumEmojiScalars = 12

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d, 0xa0: " "
        case 0..<0x20, 0x7f..<0xa0: "\u{fffd}"
        default: scalar
        }
    }
}
