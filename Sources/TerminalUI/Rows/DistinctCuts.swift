import TerminalKit

/// Names cut to a width so that different names stay different where possible.
struct DistinctCuts {
    /// The names as they are shown, in order.
    let texts: [String]

    /// Cuts names to `columns`. One in a topic (`Science/Biology`) is called by its last part: its beginning is the other
    /// topic's name. Of names that would look alike, such a one is cut as a whole, and others keep their end instead of
    /// their middle.
    init(_ names: [String], to columns: Int, ellipsis: String) {
        func cut(_ name: String) -> String { TextWidth.truncated(name, to: columns, ellipsis: ellipsis) }
        var texts = names.map { name in
            cut(TextWidth.width(of: name) > columns ? Self.lastPart(of: name) ?? name : name)
        }
        let others: [(String) -> String?] = [{ $0 }, { Self.withEnd($0, columns, ellipsis) }]
        for form in others {
            let counts = Dictionary(grouping: texts, by: \.self).mapValues(\.count)
            for (index, name) in names.enumerated() where counts[texts[index]] ?? 0 > 1 {
                guard TextWidth.width(of: name) > columns, let other = form(name) else { continue }
                texts[index] = cut(other)
            }
        }
        self.texts = texts
    }

    /// Returns the part of a nested topic's name behind the last slash, or `nil` if there is none.
    private static func lastPart(of name: String) -> String? {
        let parts = name.split(separator: "/")
        return parts.count > 1 ? parts.last.map(String.init) : nil
    }

    /// Returns the beginning and the last letters of a name, or `nil` if there is no room for both.
    private static func withEnd(_ name: String, _ columns: Int, _ ellipsis: String) -> String? {
        let tail = String(name.suffix(max(1, columns / 3)))
        let room = columns - TextWidth.width(of: tail) - TextWidth.width(of: ellipsis)
        guard room > 0 else { return nil }
        return TextWidth.truncated(name, to: room, ellipsis: "") + ellipsis + tail
    }
}
