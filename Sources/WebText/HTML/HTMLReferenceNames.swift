/// The names of the character references of HTML (HTML Standard §13.5).
enum HTMLReferenceNames {
    /// The text of a name: one scalar or two.
    struct Meaning {
        var first: Unicode.Scalar
        var second: Unicode.Scalar?
        /// True if the name is also valid without a semicolon, for compatibility.
        var needsNoSemicolon: Bool
    }

    /// All names; built on first use.
    static let meanings: [String: Meaning] = {
        var meanings: [String: Meaning] = [:]
        for entry in "\(table)".split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: "=")
            let scalars = parts[1].split(separator: "+")
                .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            guard let first = scalars.first else { continue }
            let needsNoSemicolon = parts[0].last == "!"
            meanings[String(needsNoSemicolon ? parts[0].dropLast() : parts[0])] = Meaning(
                first: first, second: scalars.count > 1 ? scalars[1] : nil, needsNoSemicolon: needsNoSemicolon)
        }
        return meanings
    }()
}
