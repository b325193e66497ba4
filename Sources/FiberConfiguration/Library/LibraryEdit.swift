import EngineConcepts
import Queries

/// The edit of the text of `library.toml` that turns one library into another.
struct LibraryEdit {
    private let before: Library
    private let after: Library
    private let kinds: SourceKinds?
    private let former: [TableText.Table]
    private let wanted: [TableText.Table]

    init(from before: Library, to after: Library, kinds: SourceKinds?) {
        self.before = before
        self.after = after
        self.kinds = kinds
        former = before.tables
        wanted = after.tables
    }

    /// Returns the new text of the file. Only the necessary lines differ from `text`.
    func text(changing text: String) -> String {
        var edited = TableText(text, warnings: before.warnings, kinds: kinds)
        var tables = former
        rename(&tables, in: &edited)
        edited.edit(from: tables, to: wanted)
        if isArranged {
            edited.arrange(keptSources.map { TableName(kind: .source, name: $0.rawValue) })
        }
        return edited.text
    }

    /// Renames topics and rules in `text` and in `tables`.
    private func rename(_ tables: inout [TableText.Table], in text: inout TableText) {
        for renaming in after.renamings where renaming.kind == .topic {
            text.renameTopicWhereOff(
                from: renaming.former, to: renaming.name,
                beside: after.allTopics.map(\.name).filter { $0 != renaming.name })
        }
        for renaming in after.renamings {
            text.rename(
                TableName(kind: renaming.kind, name: renaming.former),
                to: TableName(kind: renaming.kind, name: renaming.name), in: &tables)
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

    /// Returns the content of a text that Fiber does not understand, of the tables that stay. The edit must keep it.
    func unknownContent(of file: TOMLFile?) -> UnknownLibraryContent {
        guard let file else { return UnknownLibraryContent() }
        let kept = Set(former.map(\.name)).intersection(wanted.map(\.name))
        return UnknownLibraryContent(file, of: kept, kinds: kinds)
    }
}

extension Library {
    /// The tables of the library in the order of the file.
    fileprivate var tables: [TableText.Table] {
        sources.map { (TableName(kind: .source, name: $0.id.rawValue), SourceTable.lines(of: $0)) }
            + accounts.map { (TableName(kind: .account, name: $0.id), AccountTable.lines(of: $0)) }
            + topics.map { (TableName(kind: .topic, name: $0.name), TopicTable.lines(of: $0)) }
            + rules.map { (TableName(kind: .rule, name: $0.name), RuleTable.lines(of: $0)) }
            + commentary.map { list in
                (TableName(kind: .commentary, name: list.name), CommentaryTable.lines(of: list))
            }
    }
}
