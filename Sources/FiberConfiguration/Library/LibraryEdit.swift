import EngineConcepts
import Queries

/// The edit of the text of `library.toml` that turns one library into another.
struct LibraryEdit {
    private let before: Library
    private let after: Library
    private let kinds: SourceKinds?
    private let tables: [TableEditor.Table]
    private let wantedTables: [TableEditor.Table]

    init(from before: Library, to after: Library, kinds: SourceKinds?) {
        self.before = before
        self.after = after
        self.kinds = kinds
        tables = before.tables
        wantedTables = after.tables
    }

    /// Returns the text after the edit. Only the necessary lines differ from `text`.
    func applied(to text: String) -> String {
        var editor = TableEditor(text, tables: tables, warnings: before.warnings, kinds: kinds)
        for renaming in after.renamings {
            if renaming.kind == .topic { editor.changeOffBlocks { rename(renaming, in: &$0) } }
            editor.rename(
                TableName(kind: renaming.kind, name: renaming.former),
                to: TableName(kind: renaming.kind, name: renaming.name))
        }
        editor.replaceTables(by: wantedTables)
        if isArranged { editor.arrange(keptSources.map { TableName(kind: .source, name: $0.rawValue) }) }
        return editor.text
    }

    /// Renames a topic in a topic or rule that is off because of an error, of which the library knows nothing.
    private func rename(_ renaming: LabelRenaming, in block: inout TableBlock) {
        guard block.kind == .topic || block.kind == .rule else { return }
        let others = after.allTopics.map(\.name).filter { $0 != renaming.name }
        for line in block.lines {
            guard let key = TOMLLine.key(line)?.name, let text = TOMLLine.text(line) else { continue }
            if block.kind == .rule, RuleTable.topicKeys.contains(key), text == renaming.former {
                block.set(key, to: TOMLWriter.quoted(renaming.name))
            } else if key == "query", let query = query(text, of: line) {
                let renamed = query.renaming(topic: renaming.former, to: renaming.name, beside: others)
                if renamed != query { block.set(key, to: TOMLWriter.quoted(renamed.description)) }
            }
        }
    }

    /// Returns the query of a line, or `nil` if it cannot be read, or with the escapes that a ``TOMLLine`` does not know.
    private func query(_ text: String, of line: Substring) -> Query? {
        guard line.contains(TOMLWriter.quoted(text)) || line.contains("'\(text)'") else { return nil }
        do throws(QueryError) {
            return try Query(parsing: text, kinds: kinds)
        } catch {
            // The warning about the table says why it is off.
            return nil
        }
    }

    /// The sources that stay, in their new order.
    private var keptSources: [SupplierID] { after.sources.map(\.id).filter { before.source($0) != nil } }

    /// True if sources that stay change their order.
    private var isArranged: Bool { keptSources != before.sources.map(\.id).filter { after.source($0) != nil } }

    /// Returns true if `read`, the library of the new text, is as it should be.
    func isDone(in read: Library) -> Bool {
        // A rule about an empty topic is on again with the first source of the topic, and an entry of a taken name as soon as
        // the other one is renamed.
        let (offTopics, offRules) = (before.wrongTopics.compactMap(\.name), before.wrongRules.compactMap(\.name))
        let topics = read.topics.filter { after.topic($0.name) != nil || !offTopics.contains($0.name) }
        let rules = read.rules.filter { after.rule($0.name) != nil || !offRules.contains($0.name) }
        var expected = after
        expected.takeFaults(of: read)
        guard Set(read.sources) == Set(expected.sources), !isArranged || read.sources == expected.sources,
            read.accounts == after.accounts, read.commentary == after.commentary
        else { return false }
        return topics == after.topics && rules == after.rules
    }

    /// Returns true if the new text still has what Fiber does not understand of the former one, in the tables that stay.
    func keepsUnknownContent(of former: TOMLFile?, in new: TOMLFile) -> Bool {
        let kept = Set(tables.map(\.name)).intersection(wantedTables.map(\.name))
        return UnknownLibraryContent(new, of: kept, kinds: kinds)
            == UnknownLibraryContent(former, of: kept, kinds: kinds)
    }
}

extension Library {
    /// The tables of the library in the order of the file.
    fileprivate var tables: [TableEditor.Table] {
        sources.map { (TableName(kind: .source, name: $0.id.rawValue), SourceTable.lines(of: $0)) }
            + accounts.map { (TableName(kind: .account, name: $0.id), AccountTable.lines(of: $0)) }
            + topics.map { (TableName(kind: .topic, name: $0.name), TopicTable.lines(of: $0)) }
            + rules.map { (TableName(kind: .rule, name: $0.name), RuleTable.lines(of: $0)) }
            + commentary.map { list in
                (TableName(kind: .commentary, name: list.name), CommentaryTable.lines(of: list))
            }
    }
}
