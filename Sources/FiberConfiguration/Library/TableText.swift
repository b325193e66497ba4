import EngineConcepts
import Queries

/// The text of a file of tables, such as `library.toml`, as blocks: one for each table, with the comments directly above it.
struct TableText {
    private var preamble: [Substring]
    private var blocks: [Block]
    private let kinds: SourceKinds?
    private let lineBreak: Character

    /// A key with its value in TOML.
    typealias Line = (key: String, value: String)
    typealias Table = (name: TableName, lines: [Line])

    private struct Block {
        /// The kind of the table, or `nil` if it is unknown.
        let kind: TableKind?
        var lines: [Substring]
        /// The table's name, or `nil` for an unknown kind.
        var name: TableName?
        /// True if the table is left out because of an error. Another one can have its name.
        var isOff = false
    }

    /// Splits `text`.
    ///
    /// - Parameters:
    ///   - warnings: The warnings about the text, which tell the tables that are left out.
    ///   - kinds: The kinds of source, which derive ids from addresses.
    init(_ text: String, warnings: [LibraryWarning], kinds: SourceKinds?) {
        self.kinds = kinds
        lineBreak = TOMLFile.lineBreak(of: text)
        preamble = []
        blocks = []
        var comments: [Substring] = []
        for line in TOMLFile.lines(of: text) {
            if let header = TOMLLine.header(line) {
                blocks.append(Block(kind: TableKind(rawValue: header), lines: comments + [line]))
                comments = []
            } else if Self.isComment(line) {
                comments.append(line)
            } else {
                append(comments + [line])
                comments = []
            }
        }
        append(comments)
        let off = Set(warnings.compactMap(\.table))
        var counts: [TableKind: Int] = [:]
        for index in blocks.indices {
            guard let kind = blocks[index].kind else { continue }
            blocks[index].name = name(of: blocks[index])
            blocks[index].isOff = off.contains(TableNumber(kind: kind, index: counts[kind, default: 0]))
            counts[kind, default: 0] += 1
        }
    }

    var text: String {
        var lines = preamble
        for block in blocks {
            lines += block.lines
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\(lineBreak)") + "\(lineBreak)"
    }

    /// Removes, changes and adds blocks so that the text has the tables of `wanted` in place of those of `former`. A new one
    /// comes after the one before it.
    mutating func edit(from former: [Table], to wanted: [Table]) {
        let known = Dictionary(former.map { ($0.name, $0.lines) }) { first, _ in first }
        let names = Set(wanted.map(\.name))
        for (name, _) in former where !names.contains(name) { remove(name) }
        var previous: TableName?
        for (name, lines) in wanted {
            if let former = known[name] {
                change(name, from: former, to: lines)
            } else {
                insert(name, lines, behind: previous.flatMap { $0.kind == name.kind ? $0 : nil })
            }
            previous = name
        }
    }

    /// Removes a block. Comments below it stay if a blank line separates them: they may be the heading of what follows. Topics
    /// and rules of its name that are off stay as well, because the user may correct them.
    private mutating func remove(_ name: TableName) {
        let keepsOff = name.kind == .topic || name.kind == .rule
        for index in blocks.indices.reversed() where blocks[index].name == name {
            if keepsOff, blocks[index].isOff { continue }
            let lines = blocks.remove(at: index).lines
            let content = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) && !Self.isComment($0) } ?? lines.startIndex
            let rest = lines[content...].drop { !$0.allSatisfy(\.isWhitespace) }
            guard rest.contains(where: Self.isComment) else { continue }
            let before = index > 0 ? blocks[index - 1].lines : preamble
            let kept = before + rest.dropFirst(before.last?.isEmpty ?? true ? 1 : 0)
            if index > 0 { blocks[index - 1].lines = kept } else { preamble = kept }
        }
    }

    /// Gives a block another name, in the text and in `tables`, unless one of these has it. ``edit(from:to:)`` then writes
    /// the name. Comments and unknown keys of the block stay.
    mutating func rename(_ former: TableName, to name: TableName, in tables: inout [Table]) {
        guard !tables.contains(where: { $0.name == name }), let table = tables.firstIndex(where: { $0.name == former })
        else { return }
        tables[table].name = name
        if let index = index(of: former) { blocks[index].name = name }
    }

    /// Changes the lines of a block whose values differ from `former`.
    private mutating func change(_ name: TableName, from former: [Line], to wanted: [Line]) {
        guard let index = index(of: name) else { return }
        let key = name.kind.nameKey
        if name.kind == .source, !blocks[index].lines.contains(where: { TOMLLine.key($0)?.name == key }),
            let id = wanted.first(where: { $0.key == key }),
            wanted.first(where: { $0.key == "url" })?.value != former.first(where: { $0.key == "url" })?.value
        {
            // The id was derived from the former address, and stays.
            set(id.key, to: id.value, in: index)
        }
        for line in wanted where !former.contains(where: { $0 == line }) {
            set(line.key, to: line.value, in: index)
        }
        for line in former where !wanted.contains(where: { $0.key == line.key }) {
            set(line.key, to: nil, in: index)
        }
    }

    /// Renames a topic in the topics and rules that are off because of an error, of which the library knows nothing.
    ///
    /// - Parameter others: The names of all other topics.
    mutating func renameTopicWhereOff(from former: String, to name: String, beside others: [String]) {
        for index in blocks.indices where blocks[index].isOff {
            let kind = blocks[index].kind
            guard kind == .topic || kind == .rule else { continue }
            for line in blocks[index].lines {
                guard let key = TOMLLine.key(line)?.name, let text = TOMLLine.text(line) else { continue }
                if kind == .rule, RuleTable.topicKeys.contains(key), text == former {
                    set(key, to: TOMLText.quoted(name), in: index)
                } else if key == "query", let query = query(text, of: line) {
                    let renamed = query.renaming(topic: former, to: name, beside: others)
                    if renamed != query { set(key, to: TOMLText.quoted(renamed.description), in: index) }
                }
            }
        }
    }

    /// Adds a block after `previous`, or else before the first of its kind. Sources come before topics and rules.
    private mutating func insert(_ name: TableName, _ lines: [Line], behind previous: TableName?) {
        let kind = name.kind.rawValue
        let block = Block(
            kind: name.kind, lines: ["[[\(kind)]]"] + lines.map { "\($0.key) = \($0.value)" } + [""], name: name)
        let index = insertionIndex(of: name, behind: previous)
        if index == blocks.startIndex {
            if let last = preamble.last, !last.isEmpty { preamble.append("") }
        } else if let last = blocks[index - 1].lines.last, !last.isEmpty {
            blocks[index - 1].lines.append("")
        }
        blocks.insert(block, at: index)
    }

    /// Puts the blocks of these names in their order; everything between stays.
    mutating func arrange(_ names: [TableName]) {
        let ranks = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        func rank(_ block: Block) -> Int? { block.name.flatMap { ranks[$0] } }
        blocks.arrange(by: rank)
        for index in blocks.indices where rank(blocks[index]) != nil && blocks[index].lines.last?.isEmpty == false {
            blocks[index].lines.append("")
        }
    }

    private func insertionIndex(of name: TableName, behind previous: TableName?) -> Int {
        if let previous, let index = index(of: previous) {
            // Tables of unknown kinds may belong to the one before them.
            return blocks[(index + 1)...].firstIndex { $0.name != nil } ?? blocks.endIndex
        }
        if let first = blocks.firstIndex(where: { $0.name?.kind == name.kind }) { return first }
        guard name.kind == .source else { return blocks.endIndex }
        return blocks.firstIndex { $0.name?.kind == .topic || $0.name?.kind == .rule } ?? blocks.endIndex
    }

    private mutating func append(_ lines: [Substring]) {
        if blocks.isEmpty { preamble += lines } else { blocks[blocks.endIndex - 1].lines += lines }
    }

    private mutating func set(_ key: String, to value: String?, in index: Int) {
        let lines = blocks[index].lines
        guard let first = lines.firstIndex(where: { TOMLLine.key($0)?.name == key }) else {
            guard let value else { return }
            let last = lines.lastIndex { TOMLLine.key($0) != nil } ?? lines.startIndex
            blocks[index].lines.insert("\(key) = \(value)", at: last + TOMLLine.entry(lines[last...]).count)
            return
        }
        TOMLLine.replaceEntry(at: first, in: &blocks[index].lines, with: value.map { "\(key) = \($0)" })
    }

    private static func isComment(_ line: Substring) -> Bool { line.first { !$0.isWhitespace } == "#" }

    /// Returns the index of the table with this name that is not left out.
    private func index(of name: TableName) -> Int? { blocks.firstIndex { $0.name == name && !$0.isOff } }

    /// Returns the query of a line, or `nil` if it cannot be read, or with the escapes that a ``TOMLLine`` does not know.
    private func query(_ text: String, of line: Substring) -> Query? {
        guard line.contains(TOMLText.quoted(text)) || line.contains("'\(text)'") else { return nil }
        do throws(QueryError) {
            return try Query(parsing: text, kinds: kinds)
        } catch {
            // The warning about the table says why it is off.
            return nil
        }
    }

    private func name(of block: Block) -> TableName? {
        guard let kind = block.kind, kind.isEdited else { return nil }
        let lines = block.lines
        for line in lines where TOMLLine.key(line)?.name == kind.nameKey {
            return TOMLLine.text(line).map { TableName(kind: kind, name: $0) }
        }
        guard kind == .source else { return nil }
        let address = lines.lazy.filter { TOMLLine.key($0)?.name == "url" }.compactMap(TOMLLine.text).first
        return address.map { TableName(kind: kind, name: SourceTable.id(for: $0, kinds).rawValue) }
    }
}
