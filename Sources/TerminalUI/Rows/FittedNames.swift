import TerminalKit

/// Several names in one line, as many as fit, with the number of the others: `F1 · WEC +3`.
struct FittedNames {
    let names: [String]
    let glyphs: Glyphs

    /// Returns the names in at most `room` columns. The first name is cut if it does not fit.
    func text(in room: Int) -> String {
        let separator = " \(glyphs.dot) "
        for count in stride(from: names.count, to: 1, by: -1) {
            let text = names.prefix(count).joined(separator: separator) + rest(after: count)
            if TextWidth.width(of: text) <= room { return text }
        }
        guard let first = names.first else { return "" }
        let rest = rest(after: 1)
        return glyphs.cut(first, to: max(1, room - TextWidth.width(of: rest))) + rest
    }

    private func rest(after count: Int) -> String { count < names.count ? " +\(names.count - count)" : "" }
}
