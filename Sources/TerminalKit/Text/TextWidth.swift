/// The width of text in columns of a terminal.
///
/// Measured by cluster: an emoji with a skin tone, a flag or a family takes two columns. Ambiguous characters take one
/// unless ``TextConventions`` say otherwise. Terminals differ on sequences, so the painter never trusts the cursor after
/// one.
public enum TextWidth {
    /// Returns the columns of `text` on one line. Scalars that ``CellBuffer`` omits count 0, those it replaces count 1.
    public static func width(of text: String) -> Int {
        // Each byte of ASCII is a column: most strings are ASCII.
        let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 < 0x80 } }
        if isASCII == true { return text.utf8.count }
        var cursor = ClusterCursor(text)
        var sum = 0
        while let cluster = cursor.next() { sum += cluster.width }
        return sum
    }

    /// Returns the longest beginning of `text` that fits into `columns`, and its width. The cost depends on the beginning only.
    public static func prefix(of text: String, columns: Int) -> (text: Substring, width: Int) {
        var cursor = ClusterCursor(text)
        var width = 0
        var end = 0
        while let cluster = cursor.next(), width + cluster.width <= columns {
            width += cluster.width
            end = cluster.range.upperBound
        }
        return (text[..<text.utf8.index(text.startIndex, offsetBy: end)], width)
    }

    /// Returns `text` cut to `columns`, with `ellipsis` at the end if it was cut.
    public static func truncated(_ text: String, to columns: Int, ellipsis: String) -> String {
        let whole = prefix(of: text, columns: columns)
        guard whole.text.endIndex != text.endIndex else { return text }
        let room = columns - width(of: ellipsis)
        guard room >= 0 else { return String(whole.text) }
        return prefix(of: text, columns: room).text + ellipsis
    }

    /// Returns the columns of one scalar: 0, 1 or 2. Controls take 1, because a sign replaces them; a soft hyphen takes none.
    static func width(of scalar: Unicode.Scalar, in conventions: TextConventions = .current) -> Int {
        let width = scalar.value == 0xad ? 0 : WidthTable.width(of: scalar.value)
        return width == 1 && conventions.widensAmbiguous && WidthTable.isAmbiguous(scalar.value) ? 2 : width
    }
}

extension Sequence {
    /// Returns the columns of the widest of the texts of the elements, or 0 if there are none.
    public func widest(_ text: (Element) -> String) -> Int { map { TextWidth.width(of: text($0)) }.max() ?? 0 }
}
