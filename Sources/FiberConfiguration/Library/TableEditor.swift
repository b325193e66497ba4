import EngineConcepts

/// An editor of a file of tables, such as `library.toml`: the text in blocks, and the tables that were read from it.
///
/// Each edit changes only the necessary lines, so that comments, order and unknown keys survive.
struct TableEditor {
    /// A table with the lines that Fiber writes for it.
    typealias Table = (name: TableName, lines: [TableBlock.Line])

    /// The text: what is before the first table, then a block for each.
    private var blocks: [TableBlock]
    private var tables: [Table]
    private let lineBreak: Character

    /// Begins to edit a text.
    ///
    /// - Parameters:
    ///   - tables: The tables that were read from it.
    ///   - warnings: The warnings about it, which tell the tables that are left out.
    ///   - kinds: The kinds of source, which derive ids from addresses.
    init(_ text: String, tables: [Table], warnings: [LibraryWarning], kinds: SourceKinds?) {
        self.tables = tables
        lineBreak = TOMLFile.lineBreak(of: text)
        blocks = Self.blocks(of: text)
        let off = Set(warnings.compactMap(\.table))
        var counts: [TableKind: Int] = [:]
        for index in blocks.indices {
            guard let kind = blocks[index].kind else { continue }
            blocks[index].name = Self.name(of: blocks[index], kind, kinds)
            blocks[index].isOff = off.contains(TableNumber(kind: kind, index: counts[kind, default: 0]))
            counts[kind, default: 0] += 1
        }
    }

    private static func blocks(of text: String) -> [TableBlock] {
        var blocks = [TableBlock(kind: nil, lines: [])]
        // They belong to the next header, if it follows at once.
        var comments: [Substring] = []
        for line in TOMLFile.lines(of: text) {
            comments.append(line)
            if let header = TOMLLine.header(line) {
                blocks.append(TableBlock(kind: TableKind(rawValue: header), lines: comments))
            } else if TableBlock.isComment(line) {
                continue
            } else {
                blocks[blocks.endIndex - 1].lines += comments
            }
            comments = []
        }
        blocks[blocks.endIndex - 1].lines += comments
        return blocks
    }

    private static func name(of block: TableBlock, _ kind: TableKind, _ kinds: SourceKinds?) -> TableName? {
        guard kind.isEdited else { return nil }
        if block.has(kind.nameKey) { return block.text(kind.nameKey).map { TableName(kind: kind, name: $0) } }
        guard kind == .source, let address = block.text("url") else { return nil }
        return TableName(kind: kind, name: SourceTable.id(for: address, kinds).rawValue)
    }

    /// The text as edited. It ends with a line break.
    var text: String {
        var lines = blocks.flatMap(\.lines)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\(lineBreak)") + "\(lineBreak)"
    }

    /// Gives a table another name unless one has it. ``replaceTables(by:)`` then writes the name.
    mutating func rename(_ former: TableName, to name: TableName) {
        guard !tables.contains(where: { $0.name == name }), let table = tables.firstIndex(where: { $0.name == former })
        else { return }
        tables[table].name = name
        if let index = index(of: former) { blocks[index].name = name }
    }

    /// Changes the blocks of the tables that are left out, of which ``replaceTables(by:)`` knows nothing.
    mutating func changeOffBlocks(_ change: (inout TableBlock) -> Void) {
        for index in blocks.indices where blocks[index].isOff { change(&blocks[index]) }
    }

    /// Removes, changes and adds blocks so that the text has these tables in place of the present ones. A new one comes after
    /// the one before it.
    mutating func replaceTables(by wanted: [Table]) {
        let present = Dictionary(tables.map { ($0.name, $0.lines) }) { first, _ in first }
        let names = Set(wanted.map(\.name))
        for (name, _) in tables where !names.contains(name) { remove(name) }
        var previous: TableName?
        for table in wanted {
            if let former = present[table.name] {
                change(table, from: former)
            } else {
                insert(table, after: previous.flatMap { $0.kind == table.name.kind ? $0 : nil })
            }
            previous = table.name
        }
        tables = wanted
    }

    /// Puts the blocks of these names in their order; everything between stays.
    mutating func arrange(_ names: [TableName]) {
        let ranks = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        func rank(_ block: TableBlock) -> Int? { block.name.flatMap { ranks[$0] } }
        blocks.arrange(by: rank)
        for index in blocks.indices where rank(blocks[index]) != nil { blocks[index].endWithBlankLine() }
    }

    /// Removes a table. Topics and rules of its name that are off stay, because the user may correct them.
    private mutating func remove(_ name: TableName) {
        let keepsOff = name.kind == .topic || name.kind == .rule
        for index in blocks.indices.reversed() where blocks[index].name == name {
            if keepsOff, blocks[index].isOff { continue }
            let kept = blocks.remove(at: index).linesForNextBlock
            let isSeparated = blocks[index - 1].lines.last?.isEmpty ?? true
            blocks[index - 1].lines += kept.dropFirst(isSeparated ? 1 : 0)
        }
    }

    private mutating func change(_ table: Table, from former: [TableBlock.Line]) {
        guard let index = index(of: table.name) else { return }
        func address(in lines: [TableBlock.Line]) -> String? { lines.first { $0.key == "url" }?.value }
        let key = table.name.kind.nameKey
        if table.name.kind == .source, !blocks[index].has(key), address(in: former) != address(in: table.lines) {
            // The id was derived from the former address, and stays.
            blocks[index].set(key, to: TOMLWriter.quoted(table.name.name))
        }
        blocks[index].change(from: former, to: table.lines)
    }

    /// Adds a table after `previous`, or else before the first of its kind. Sources come before topics and rules.
    private mutating func insert(_ table: Table, after previous: TableName?) {
        let kind = table.name.kind
        let lines = table.lines.map { Substring("\($0.key) = \($0.value)") }
        let index = insertionIndex(of: kind, after: previous)
        blocks[index - 1].endWithBlankLine()
        blocks.insert(
            TableBlock(kind: kind, lines: ["[[\(kind.rawValue)]]"] + lines + [""], name: table.name), at: index)
    }

    private func insertionIndex(of kind: TableKind, after previous: TableName?) -> Int {
        if let previous, let index = index(of: previous) {
            // Tables of unknown kinds may belong to the one before them.
            return blocks[(index + 1)...].firstIndex { $0.name != nil } ?? blocks.endIndex
        }
        if let first = blocks.firstIndex(where: { $0.name?.kind == kind }) { return first }
        guard kind == .source else { return blocks.endIndex }
        return blocks.firstIndex { $0.name?.kind == .topic || $0.name?.kind == .rule } ?? blocks.endIndex
    }

    /// Returns the index of the table with this name that is not left out.
    private func index(of name: TableName) -> Int? { blocks.firstIndex { $0.name == name && !$0.isOff } }
}
