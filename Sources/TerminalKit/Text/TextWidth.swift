/// How many columns text takes in a terminal.
///
/// By cluster and not by scalar: an emoji with a skin tone, a flag or a family takes two columns. Ambiguous characters
/// take one, unless ``TextConventions`` say otherwise. Terminals differ on sequences; the painter therefore never
/// trusts the cursor after one.
public enum TextWidth {
    /// The columns that `text` takes on one line. What ``CellBuffer`` leaves out counts 0, what it replaces counts 1.
    public static func width(of text: String) -> Int {
        // Every byte of ASCII is a column: most strings are no more than that.
        let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 < 0x80 } }
        if isASCII == true { return text.utf8.count }
        var cursor = ClusterCursor(text)
        var sum = 0
        while let cluster = cursor.next() {
            sum += cluster.width
        }
        return sum
    }

    /// The longest beginning of `text` that fits into `columns`, and the columns that it takes.
    ///
    /// Costs as much as the beginning is long, however long the text.
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

    /// `text` cut to `columns`, with `ellipsis` at its end where something was cut off.
    public static func truncated(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
        let whole = prefix(of: text, columns: columns)
        guard whole.text.endIndex != text.endIndex else { return text }
        let room = columns - width(of: ellipsis)
        guard room >= 0 else { return String(whole.text) }
        return prefix(of: text, columns: room).text + ellipsis
    }

    /// The columns that one scalar takes by itself: 0, 1 or 2. Controls take 1, because a sign replaces them; a soft
    /// hyphen takes none.
    static func width(of scalar: Unicode.Scalar, in conventions: TextConventions = .current) -> Int {
        let width = scalar.value == 0xad ? 0 : WidthTable.width(of: scalar.value)
        return width == 1 && conventions.widensAmbiguous && WidthTable.isAmbiguous(scalar.value) ? 2 : width
    }
}
