/// Names in a line of which one is selected: sections, options.
public struct Tabs: Hashable, Sendable {
    public let line: TextLine
    /// The indices of the visible tabs.
    public let visible: Range<Int>

    /// Lays out tabs in `columns` columns. Without enough room, the tabs farthest from the selected one are left out, with a
    /// sign at that end. Only the selected tab has a background.
    ///
    /// - Parameter areClickable: True if a click on a tab turns to it.
    public init(
        _ names: [String], chosen: Int, columns: Int, areClickable: Bool = false, theme: Theme, glyphs: Glyphs
    ) {
        let pieces = names.enumerated()
            .map { index, name in
                let piece = TextLine(" \(name) ", theme[index == chosen ? .tabActive : .tab])
                return areClickable ? piece.clicked(.tab(index)) : piece
            }
        var seen = chosen..<chosen
        var width = 0
        while true {
            // Grow both ends in turn, the nearer to the selected one first, while a sign fits at either end.
            let signs = (seen.lowerBound > 0 ? 2 : 0) + (seen.upperBound < pieces.count ? 2 : 0)
            let below = seen.upperBound < pieces.count ? seen.upperBound : nil
            let above = seen.lowerBound > 0 ? seen.lowerBound - 1 : nil
            let order = seen.upperBound - chosen <= chosen - seen.lowerBound ? [below, above] : [above, below]
            let next = order.compactMap { $0 }
                .first { index in
                    let isLast = (index == pieces.count - 1 || index == 0) ? 2 : 0
                    return width + pieces[index].width + signs - isLast <= columns
                }
            guard let next else { break }
            width += pieces[next].width
            seen = min(seen.lowerBound, next)..<max(seen.upperBound, next + 1)
        }
        var line = TextLine()
        if seen.lowerBound > 0, columns >= 2 { line.append("\(glyphs.ellipsis) ", theme[.faint]) }
        for index in seen { line.append(pieces[index]) }
        if seen.upperBound < pieces.count, columns >= line.width + 2 {
            line.append(" \(glyphs.ellipsis)", theme[.faint])
        }
        self.line = line
        visible = seen
    }
}
