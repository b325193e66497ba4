/// Names in a line of which some are selected: topics, sections, options.
public struct Tabs: Hashable, Sendable {
    public struct Tab: Hashable, Sendable {
        /// The text before the name, such as its key.
        public var key: String
        public var name: String
        /// The text after the name, such as a count.
        public var count: String

        public init(_ name: String, key: String = "", count: String = "") {
            self.key = key
            self.name = name
            self.count = count
        }
    }

    public let line: TextLine
    /// The indices of the visible tabs.
    public let visible: Range<Int>

    /// Lays out tabs in `columns` columns. Without enough room, counts vanish first, then the tabs farthest from the first
    /// selected one, with a sign at that end. Only selected tabs have a background.
    ///
    /// - Parameter areClickable: True if a click on a tab turns to it.
    public init(
        _ tabs: [Tab], chosen: Set<Int>, columns: Int, areClickable: Bool = false, theme: Theme, glyphs: Glyphs
    ) {
        func piece(_ index: Int, _ hasCount: Bool) -> TextLine {
            let tab = tabs[index]
            let isChosen = chosen.contains(index)
            let ground = isChosen ? theme[.tabActive] : theme[.tab]
            var piece = TextLine(" ", ground)
            if !tab.key.isEmpty { piece.append("\(tab.key) ", theme[.faint].over(ground)) }
            piece.append(tab.name, ground)
            if hasCount, !tab.count.isEmpty { piece.append(" \(tab.count)", theme[.faint].over(ground)) }
            piece.append(" ", ground)
            return areClickable ? piece.clicked(.tab(index)) : piece
        }
        let full = tabs.indices.map { piece($0, true) }
        let bare = tabs.indices.map { piece($0, false) }
        let pieces = full.reduce(0) { $0 + $1.width } <= columns ? full : bare
        let center = chosen.min() ?? 0
        var seen = center..<center
        var width = 0
        while true {
            // Grow both ends in turn, the nearer to the selected one first, while a sign fits at either end.
            let signs = (seen.lowerBound > 0 ? 2 : 0) + (seen.upperBound < pieces.count ? 2 : 0)
            let below = seen.upperBound < pieces.count ? seen.upperBound : nil
            let above = seen.lowerBound > 0 ? seen.lowerBound - 1 : nil
            let order = seen.upperBound - center <= center - seen.lowerBound ? [below, above] : [above, below]
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
