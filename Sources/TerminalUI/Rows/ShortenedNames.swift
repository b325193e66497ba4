import TerminalKit

/// The names of topics, shortened for a narrow top bar. Cut names would look alike: `Formula One` and `Formula Two` would both
/// be `Formu…`.
struct ShortenedNames {
    /// The names as they are shown, in order.
    let texts: [String]

    /// Shortens the names that are wider than `columns`. With 6 columns:
    ///
    /// - A topic inside another one is called by its last part, because its beginning is the name of the other topic:
    ///   `Sport/Tennis` is `Tennis`. Other names are cut: `Politics` is `Polit…`.
    /// - If names still look alike, the whole name is cut instead of the last part: `F1/News` and `WEC/News` are `F1/Ne…` and
    ///   `WEC/N…`.
    /// - If they still look alike, they keep their ends: `Formula One` and `Formula Two` are `For…ne` and `For…wo`.
    /// - If they still look alike, the words with which all of them begin are left out: `Topic 1 name` and `Topic 2 name` are
    ///   `…1 na…` and `…2 na…`.
    init(_ names: [String], to columns: Int, ellipsis: String) {
        func cut(_ name: String) -> String { TextWidth.truncated(name, to: columns, ellipsis: ellipsis) }
        var texts = names.map { name in
            cut(TextWidth.width(of: name) > columns ? Self.lastPart(of: name) ?? name : name)
        }
        let otherForms: [(_ name: String, _ alike: [String]) -> String?] = [
            { name, _ in name }, { name, _ in Self.withEnd(name, columns: columns, ellipsis: ellipsis) },
            { name, alike in Self.behindBeginning(of: alike, name: name, columns: columns, ellipsis: ellipsis) },
        ]
        for form in otherForms {
            let alike = Dictionary(grouping: names.indices) { texts[$0] }.values.filter { $0.count > 1 }
            for indices in alike {
                let group = indices.map { names[$0] }
                for index in indices where TextWidth.width(of: names[index]) > columns {
                    if let other = form(names[index], group) { texts[index] = cut(other) }
                }
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
    private static func withEnd(_ name: String, columns: Int, ellipsis: String) -> String? {
        let tail = String(name.suffix(max(1, columns / 3)))
        let room = columns - TextWidth.width(of: tail) - TextWidth.width(of: ellipsis)
        guard room > 0 else { return nil }
        return TextWidth.truncated(name, to: room, ellipsis: "") + ellipsis + tail
    }

    /// Returns what follows the words with which all of the names begin, or `nil` if nothing does.
    private static func behindBeginning(of names: [String], name: String, columns: Int, ellipsis: String) -> String? {
        let common = names.reduce(name[...]) { $0.beginning(sharedWith: $1) }
        let words = common.lastIndex { $0.isWhitespace || $0 == "/" }.map { name[...$0] } ?? common
        let rest = String(name.dropFirst(words.count))
        let room = columns - TextWidth.width(of: ellipsis)
        guard !words.isEmpty, !rest.isEmpty, common.count < name.count, room > 0 else { return nil }
        return ellipsis + TextWidth.truncated(rest, to: room, ellipsis: ellipsis)
    }
}

extension Substring {
    /// Returns the characters with which both texts begin.
    fileprivate func beginning(sharedWith other: String) -> Substring {
        prefix(zip(self, other).prefix { $0 == $1 }.count)
    }
}
