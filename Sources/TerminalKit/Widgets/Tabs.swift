/// A row of tabs.
public struct Tabs: Hashable, Sendable {
    public let line: TextLine
    /// The indices of the visible tabs.
    public let visible: Range<Int>
    /// True if there is room for the selected tab and for the signs of those left out.
    public let isRoomy: Bool

    /// Lays out tabs in `columns` columns. Without enough room, the tabs farthest from the selected one are left out, with a
    /// sign at that end. Without room for the selected tab and the signs, only the selected one is shown, cut if it is too
    /// wide. Only the selected tab has a background.
    ///
    /// - Parameter areClickable: True if a click on a tab turns to it.
    public init(
        _ names: [String], selected: Int, columns: Int, areClickable: Bool = false, theme: Theme, glyphs: Glyphs
    ) {
        let pieces = names.enumerated()
            .map { index, name in
                let piece = TextLine(" \(name) ", theme[index == selected ? .tabActive : .tab])
                return areClickable ? piece.clicked(.tab(index)) : piece
            }
        guard pieces.indices.contains(selected) else {
            (self.line, self.visible, self.isRoomy) = (TextLine(), 0..<0, false)
            return
        }
        guard let seen = Self.fitting(around: selected, of: pieces.map(\.width), columns: columns) else {
            self.line = glyphs.cut(pieces[selected], to: max(0, columns))
            (self.visible, self.isRoomy) = (selected..<selected + 1, false)
            return
        }
        var line = TextLine()
        if seen.lowerBound > 0 { line.append("\(glyphs.ellipsis) ", theme[.faint]) }
        for piece in pieces[seen] { line.append(piece) }
        if seen.upperBound < pieces.count { line.append(" \(glyphs.ellipsis)", theme[.faint]) }
        (self.line, self.visible, self.isRoomy) = (line, seen, true)
    }

    /// Returns the indices of the tabs around the selected one that fit into `columns`, or `nil` if not even that one does.
    private static func fitting(around selected: Int, of widths: [Int], columns: Int) -> Range<Int>? {
        /// Returns the width of these tabs with the signs at their ends.
        func width(of seen: Range<Int>) -> Int {
            widths[seen].reduce(0, +) + (seen.lowerBound > 0 ? 2 : 0) + (seen.upperBound < widths.count ? 2 : 0)
        }
        var seen = selected..<selected + 1
        guard width(of: seen) <= columns else { return nil }
        while true {
            // Grow both ends in turn, the nearer to the selected one first.
            let left = seen.lowerBound > 0 ? seen.lowerBound - 1..<seen.upperBound : nil
            let right = seen.upperBound < widths.count ? seen.lowerBound..<seen.upperBound + 1 : nil
            let order = seen.upperBound - selected <= selected - seen.lowerBound ? [right, left] : [left, right]
            guard let next = order.compactMap(\.self).first(where: { width(of: $0) <= columns }) else { return seen }
            seen = next
        }
    }
}
