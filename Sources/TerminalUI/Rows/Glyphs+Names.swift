import TerminalKit

/// Names in little room.
extension Glyphs {
    /// Returns names in one line of at most `columns`: as many as fit, with the number of the others, `F1 · WEC +3`. The first
    /// name is cut if it does not fit.
    func joined(_ names: [String], to columns: Int) -> String {
        func others(after count: Int) -> String { count < names.count ? " +\(names.count - count)" : "" }
        for count in stride(from: names.count, to: 1, by: -1) {
            let text = names.prefix(count).joined(separator: " \(dot) ") + others(after: count)
            if TextWidth.width(of: text) <= columns { return text }
        }
        guard let first = names.first else { return "" }
        let end = others(after: 1)
        return cut(first, to: max(1, columns - TextWidth.width(of: end))) + end
    }

    /// Returns the names of topics, shortened for a narrow top bar. Cut names would look alike: `Formula One` and
    /// `Formula Two` would both be `Formu…`.
    ///
    /// Only names that are wider than `columns` are shortened. With 6 columns:
    ///
    /// - A topic inside another one is called by its last part, because its beginning is the name of the other topic:
    ///   `Sport/Tennis` is `Tennis`. Other names are cut: `Politics` is `Polit…`.
    /// - If names still look alike, the whole name is cut instead of the last part: `F1/News` and `WEC/News` are `F1/Ne…` and
    ///   `WEC/N…`.
    /// - If they still look alike, they keep their ends: `Formula One` and `Formula Two` are `For…ne` and `For…wo`.
    /// - If they still look alike, the words with which all of them begin are left out: `Topic 1 name` and `Topic 2 name` are
    ///   `…1 na…` and `…2 na…`.
    func shortened(_ names: [String], to columns: Int) -> [String] {
        var texts = names.map { name in
            cut(TextWidth.width(of: name) > columns ? lastPart(of: name) ?? name : name, to: columns)
        }
        let otherForms: [(_ name: String, _ alike: [String]) -> String?] = [
            { name, _ in name }, { name, _ in withEnd(name, columns: columns) },
            { name, alike in behindBeginning(of: alike, name: name, columns: columns) },
        ]
        for form in otherForms {
            let alike = Dictionary(grouping: names.indices) { texts[$0] }.values.filter { $0.count > 1 }
            for indices in alike {
                let group = indices.map { names[$0] }
                for index in indices where TextWidth.width(of: names[index]) > columns {
                    if let other = form(names[index], group) { texts[index] = cut(other, to: columns) }
                }
            }
        }
        return texts
    }

    /// Returns the part of a nested topic's name behind the last slash, or `nil` if there is none.
    private func lastPart(of name: String) -> String? {
        let parts = name.split(separator: "/")
        return parts.count > 1 ? parts.last.map(String.init) : nil
    }

    /// Returns the beginning and the last letters of a name, or `nil` if there is no room for both.
    private func withEnd(_ name: String, columns: Int) -> String? {
        let tail = String(name.suffix(max(1, columns / 3)))
        let room = columns - TextWidth.width(of: tail) - TextWidth.width(of: ellipsis)
        guard room > 0 else { return nil }
        return TextWidth.truncated(name, to: room, ellipsis: "") + ellipsis + tail
    }

    /// Returns what follows the words with which all of the names begin, or `nil` if nothing does.
    private func behindBeginning(of names: [String], name: String, columns: Int) -> String? {
        let common = names.reduce(name[...]) { $0.beginning(sharedWith: $1) }
        let words = common.lastIndex { $0.isWhitespace || $0 == "/" }.map { name[...$0] } ?? common
        let rest = String(name.dropFirst(words.count))
        let room = columns - TextWidth.width(of: ellipsis)
        guard !words.isEmpty, !rest.isEmpty, common.count < name.count, room > 0 else { return nil }
        return ellipsis + cut(rest, to: room)
    }
}

extension Substring {
    /// Returns the characters with which both texts begin.
    fileprivate func beginning(sharedWith other: String) -> Substring {
        prefix(zip(self, other).prefix { $0 == $1 }.count)
    }
}
