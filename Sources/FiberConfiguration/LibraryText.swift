import EngineConcepts

/// The text of `library.toml` cut into blocks, one for each `[[source]]`, each with the comments directly above it.
struct LibraryText {
    private var preamble: [Substring]
    private var blocks: [Block]

    private struct Block {
        var lines: [Substring]
        /// The value of `id`, for sources; nil for every other table.
        var id: String?
    }

    init(_ text: String) {
        preamble = []
        blocks = []
        var comments: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if TOMLLine.header(line) != nil {
                blocks.append(Block(lines: comments + [line]))
                comments = []
            } else if line.first == "#" {
                comments.append(line)
            } else {
                append(comments + [line])
                comments = []
            }
        }
        append(comments)
        for index in blocks.indices {
            blocks[index].id = Self.id(of: blocks[index].lines)
        }
    }

    var text: String {
        var lines = preamble
        for block in blocks {
            lines += block.lines
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    mutating func remove(_ id: String) {
        blocks.removeAll { $0.id == id }
    }

    /// Adds `source` as a block of its own, or changes those lines of its block whose values differ from `former`.
    mutating func put(_ source: SourceDescription, replacing former: SourceDescription?) {
        let wanted = Self.lines(of: source)
        guard let former, let index = blocks.firstIndex(where: { $0.id == source.id.rawValue }) else {
            insert(
                Block(lines: ["[[source]]"] + wanted.map { "\($0.key) = \($0.value)" } + [""], id: source.id.rawValue))
            return
        }
        let current = Self.lines(of: former)
        for line in wanted where !current.contains(where: { $0 == line }) {
            set(line.key, to: line.value, in: index)
        }
        for line in current where !wanted.contains(where: { $0.key == line.key }) {
            set(line.key, to: nil, in: index)
        }
    }

    private mutating func append(_ lines: [Substring]) {
        if blocks.isEmpty { preamble += lines } else { blocks[blocks.endIndex - 1].lines += lines }
    }

    private mutating func insert(_ block: Block) {
        let next = blocks.firstIndex { other in
            guard let other = other.id, let id = block.id else { return false }
            return id.utf8.lexicographicallyPrecedes(other.utf8)
        }
        let index = next ?? blocks.endIndex
        if index == blocks.startIndex {
            if let last = preamble.last, !last.isEmpty { preamble.append("") }
        } else if let last = blocks[index - 1].lines.last, !last.isEmpty {
            blocks[index - 1].lines.append("")
        }
        blocks.insert(block, at: index)
    }

    private mutating func set(_ key: String, to value: String?, in index: Int) {
        let position = blocks[index].lines.firstIndex { TOMLLine.key($0)?.name == key }
        switch (position, value) {
        case (let position?, let value?): blocks[index].lines[position] = "\(key) = \(value)"
        case (let position?, nil): blocks[index].lines.remove(at: position)
        case (nil, let value?):
            let last = blocks[index].lines.lastIndex { TOMLLine.key($0) != nil } ?? blocks[index].lines.startIndex
            blocks[index].lines.insert("\(key) = \(value)", at: last + 1)
        case (nil, nil): break
        }
    }

    private static func lines(of source: SourceDescription) -> [(key: String, value: String)] {
        var lines = [
            (key: "id", value: TOMLText.quoted(source.id.rawValue)),
            (key: "url", value: TOMLText.quoted(source.address)),
        ]
        if let name = source.name { lines.append(("name", TOMLText.quoted(name))) }
        if !source.topics.isEmpty {
            lines.append(("topics", "[" + source.topics.map(TOMLText.quoted).joined(separator: ", ") + "]"))
        }
        if source.isPaused { lines.append(("paused", "true")) }
        return lines + (source.access.map(AccessTable.lines) ?? [])
    }

    private static func id(of lines: [Substring]) -> String? {
        guard lines.contains(where: { TOMLLine.header($0) == "source" }) else { return nil }
        for line in lines where TOMLLine.key(line)?.name == "id" {
            let parts = line.split(separator: line.contains("\"") ? "\"" : "'", omittingEmptySubsequences: false)
            if parts.count >= 3 { return String(parts[1]) }
        }
        return nil
    }
}
