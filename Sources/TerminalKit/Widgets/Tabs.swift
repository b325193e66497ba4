/// Names beside each other of which one or more are chosen: topics, sections, options.
public struct Tabs: Hashable, Sendable {
    /// A tab.
    public struct Tab: Hashable, Sendable {
        /// What stands before the name, such as the key that chooses it.
        public var key: String
        /// The name.
        public var name: String
        /// What stands behind the name, such as a count.
        public var count: String

        /// Describes a tab.
        public init(_ name: String, key: String = "", count: String = "") {
            self.key = key
            self.name = name
            self.count = count
        }
    }

    /// Where a tab stands, for clicks.
    public struct Place: Hashable, Sendable {
        /// Which tab.
        public let index: Int
        /// Its columns, counted from the line's beginning.
        public let columns: Range<Int>
    }

    /// The tabs as a line.
    public let line: TextLine
    /// Where they stand; those that found no room are missing.
    public let places: [Place]

    /// Lays tabs out in `columns` columns. Where they do not all fit, counts go first, then the tabs farthest from the
    /// first chosen one, for which a sign stands at that end. Only the chosen ones have a ground of their own.
    public init(
        _ tabs: [Tab], chosen: Set<Int>, columns: Int, theme: Theme, glyphs: Glyphs
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
            return piece
        }
        let full = tabs.indices.map { piece($0, true) }
        let bare = tabs.indices.map { piece($0, false) }
        let pieces = full.reduce(0) { $0 + $1.width } <= columns ? full : bare
        let center = chosen.min() ?? 0
        var seen = center..<center
        var width = 0
        while true {
            // Both ends grow in turn, the nearer to the chosen one first, as long as there is room for a sign at either.
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
        var places: [Place] = []
        if seen.lowerBound > 0, columns >= 2 { line.append("\(glyphs.ellipsis) ", theme[.faint]) }
        for index in seen {
            places.append(Place(index: index, columns: line.width..<line.width + pieces[index].width))
            line.append(pieces[index])
        }
        if seen.upperBound < pieces.count, columns >= line.width + 2 {
            line.append(" \(glyphs.ellipsis)", theme[.faint])
        }
        self.line = line
        self.places = places
    }

    /// The tab in a column of the line, for clicks.
    public func tab(at column: Int) -> Int? {
        places.first { $0.columns.contains(column) }?.index
    }
}
