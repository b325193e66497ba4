/// A table in the text of a file: its lines, with the comments directly above its header. The lines before the first table are
/// a block without a kind.
struct TableBlock {
    /// A key with its value in TOML.
    typealias Line = (key: String, value: String)

    /// The kind of the table, or `nil` if it is unknown.
    let kind: TableKind?
    var lines: [Substring]
    /// The name of the table, or `nil` if it has none or Fiber does not edit its kind.
    var name: TableName?
    /// True if the table is left out because of an error. Another one can have its name.
    var isOff = false

    /// Returns true if the table has a key.
    func has(_ key: String) -> Bool { index(of: key) != nil }

    /// Returns the text of a key, or `nil` if the table has no such key, or a value that is no text.
    func text(_ key: String) -> String? { index(of: key).flatMap { TOMLLine.text(lines[$0]) } }

    /// Sets a key to a value in TOML, or removes its lines if the value is `nil`. Comments stay.
    mutating func set(_ key: String, to value: String?) {
        let line = value.map { "\(key) = \($0)" }
        if let first = index(of: key) {
            TOMLLine.replaceEntry(at: first, in: &lines, with: line)
        } else if let line {
            let last = lines.lastIndex { TOMLLine.key($0) != nil } ?? lines.startIndex
            lines.insert(Substring(line), at: last + TOMLLine.entry(lines[last...]).count)
        }
    }

    /// Sets or removes the keys whose values differ.
    mutating func change(from former: [Line], to wanted: [Line]) {
        for line in wanted where !former.contains(where: { $0 == line }) { set(line.key, to: line.value) }
        for line in former where !wanted.contains(where: { $0.key == line.key }) { set(line.key, to: nil) }
    }

    /// Adds a blank line at the end unless there is one.
    mutating func endWithBlankLine() {
        if lines.last?.isEmpty == false { lines.append("") }
    }

    /// The lines from the first blank one below the table, if comments are among them: these may be the heading of what
    /// follows. Otherwise none.
    var linesForNextBlock: ArraySlice<Substring> {
        let content = lines.lastIndex { !Self.isBlank($0) && !Self.isComment($0) } ?? lines.startIndex
        let rest = lines[content...].drop { !Self.isBlank($0) }
        return rest.contains(where: Self.isComment) ? rest : []
    }

    private func index(of key: String) -> Int? { lines.firstIndex { TOMLLine.key($0)?.name == key } }

    static func isComment(_ line: Substring) -> Bool { line.first { !$0.isWhitespace } == "#" }

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
}
