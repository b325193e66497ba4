public import EngineConcepts
import Queries
import Synchronization

/// `library.toml` on disk. Reading is strict; writing changes only the necessary lines, so that comments, order and unknown
/// keys survive.
public struct LibraryFile: Sendable {
    /// The path of the file.
    public let path: String
    private let kinds: SourceKinds?
    private let lastRead = LastRead()

    /// Creates a file at `path`, which need not exist.
    ///
    /// - Parameter kinds: The kinds of source that queries may name, or `nil` to accept any word as a kind.
    public init(path: String, kinds: SourceKinds? = nil) {
        self.path = path
        self.kinds = kinds
    }

    /// Reads the library; an empty one if there is no file. A text that is the same as at the last time is not parsed again.
    public func read() throws(ConfigurationError) -> Library {
        guard let text = try TOMLFile.text(path: path), !Self.isBlank(text) else { return Library() }
        if let library = lastRead.library(of: text) { return library }
        let library = try Library(TOMLFile(path: path, text: text), kinds: kinds)
        lastRead.record(library, of: text)
        return library
    }

    /// Returns true if there is no file, or nothing in it but blanks and a byte order mark.
    public func isBlank() throws(ConfigurationError) -> Bool {
        Self.isBlank(try TOMLFile.text(path: path))
    }

    private static func isBlank(_ text: String?) -> Bool {
        text?.allSatisfy { $0.isWhitespace || $0 == "\u{feff}" } ?? true
    }

    /// Reads the file again, changes it, and writes it if that made a difference.
    ///
    /// Verifies the new text by parsing it: if it does not hold the new library, as with syntax that line-wise editing does not
    /// understand, nothing is written. Processes take turns, each on the result of the last.
    ///
    /// Throws if there is nothing in the file any more although it had sources when it was last read: the change would leave
    /// them out for good.
    ///
    /// - Parameter keepsTopicNumbers: False for a change that brings back a former state, whose numbers were others.
    public func update(
        keepsTopicNumbers: Bool = true, _ change: (inout Library) -> Void
    ) throws(ConfigurationError) -> Library {
        let turn = try FileLock(beside: path)
        defer { turn.end() }
        let file = try TOMLFile(path: path)
        if lastRead.hasSources, Self.isBlank(file?.text) { throw .blank(path) }
        let before = try file.map { file throws(ConfigurationError) in try Library(file, kinds: kinds) } ?? Library()
        var after = before
        change(&after)
        if keepsTopicNumbers { after.keepTopicNumbers(after: before) }
        guard after != before else { return before }
        try refuseOrphans(of: after)
        var text = TableText(file?.text ?? Self.preamble, warnings: before.warnings, kinds: kinds)
        var former = Dictionary(before.blocks.map { ($0.block, $0.lines) }) { first, _ in first }
        let wanted = after.blocks
        let kept = Set(former.keys).intersection(wanted.map(\.block))
        for renaming in after.renamings where renaming.kind == TopicTable.kind {
            text.renameTopicWhereOff(
                from: renaming.former, to: renaming.name,
                beside: after.allTopics.map(\.name).filter { $0 != renaming.name })
        }
        for renaming in after.renamings {
            let name = TableName(kind: renaming.kind, name: renaming.name)
            let known = TableName(kind: renaming.kind, name: renaming.former)
            guard former[name] == nil, let lines = former.removeValue(forKey: known) else { continue }
            text.rename(known, to: name)
            former[name] = lines
        }
        for name in former.keys where !wanted.contains(where: { $0.block == name }) { text.remove(name) }
        var previous: TableName?
        for (name, lines) in wanted {
            if let known = former[name] {
                text.change(name, from: known, to: lines)
            } else {
                text.insert(name, lines, behind: previous.flatMap { $0.kind == name.kind ? $0 : nil })
            }
            previous = name
        }
        let order = after.sources.map(\.id).filter { before.source($0) != nil }
        let isArranged = order != before.sources.map(\.id).filter { after.source($0) != nil }
        if isArranged { text.arrange(order.map { TableName(kind: SourceTable.kind, name: $0.rawValue) }) }
        // A file without anything would look like a lost one.
        let edited = Self.isBlank(text.text) ? Self.preamble : text.text
        let written = try TOMLFile(path: path, text: edited)
        let read = try Library(written, kinds: kinds)
        // A rule about an empty topic is on again with the first source of the topic, and an entry of a taken name as soon as
        // the other one is renamed.
        let (offTopics, offRules) = (before.wrongTopics.compactMap(\.name), before.wrongRules.compactMap(\.name))
        let topics = read.topics.filter { after.topic($0.name) != nil || !offTopics.contains($0.name) }
        let rules = read.rules.filter { after.rule($0.name) != nil || !offRules.contains($0.name) }
        guard Set(read.sources) == Set(after.sources), !isArranged || read.sources == after.sources,
            read.accounts == after.accounts, topics == after.topics, rules == after.rules,
            read.commentary == after.commentary,
            UnknownLibraryContent(written, of: kept, kinds: kinds)
                == (file.map { UnknownLibraryContent($0, of: kept, kinds: kinds) } ?? UnknownLibraryContent())
        else {
            throw .unsafeEdit(of: path)
        }
        try AtomicFile.write(edited, to: path)
        after.text = edited
        return topics == read.topics && rules == read.rules ? after : read
    }

    /// Undoes a change of topics and rules that made `after` of `before`.
    ///
    /// If the file still has the text that the change wrote, it gets its former text, with all comments. Otherwise only the
    /// topics and rules are restored, because the rest is from later changes.
    public func restoreLabels(of before: Library, changedTo after: Library) throws(ConfigurationError) -> Library {
        if let restored = try restoreText(of: before, changedTo: after) { return restored }
        return try update(keepsTopicNumbers: false) { $0.restoreLabels(of: before) }
    }

    private func restoreText(of before: Library, changedTo after: Library) throws(ConfigurationError) -> Library? {
        let turn = try FileLock(beside: path)
        defer { turn.end() }
        guard let former = before.text, let text = after.text, try TOMLFile.text(path: path) == text else { return nil }
        let restored = try Library(TOMLFile(path: path, text: former), kinds: kinds)
        try AtomicFile.write(former, to: path)
        return restored
    }

    // A rule about a removed or emptied topic would be ignored from then on: the user decides.
    private func refuseOrphans(of library: Library) throws(ConfigurationError) {
        guard let needed = library.topicNeeded(beside: library.nonemptyTopics) else { return }
        throw ConfigurationError(.needed, file: path, needed, advice: .changeRuleFirst)
    }

    private static let preamble = """
        # What you follow, your topics and the rules of your filter. Fiber writes this file when you change something on
        # the screen or by a command; you may edit it too.

        """
}

extension Library {
    /// The blocks of the library in the order of the file, each with its lines.
    fileprivate var blocks: [(block: TableName, lines: [(key: String, value: String)])] {
        sources.map { (TableName(kind: SourceTable.kind, name: $0.id.rawValue), SourceTable.lines(of: $0)) }
            + accounts.map { (TableName(kind: AccountTable.kind, name: $0.id), AccountTable.lines(of: $0)) }
            + topics.map { (TableName(kind: TopicTable.kind, name: $0.name), TopicTable.lines(of: $0)) }
            + rules.map { (TableName(kind: RuleTable.kind, name: $0.name), RuleTable.lines(of: $0)) }
            + commentary.map { list in
                (TableName(kind: CommentaryTable.kind, name: list.name), CommentaryTable.lines(of: list))
            }
    }
}

/// The text that was read last, with its library. Shared by copies of a file's value.
private final class LastRead: Sendable {
    private let cached = Mutex<(text: String, library: Library)?>(nil)

    /// Returns the library of this text, or `nil` if another one was read last.
    func library(of text: String) -> Library? {
        cached.withLock { cached in cached.flatMap { $0.text == text ? $0.library : nil } }
    }

    /// True if the library that was read last has sources.
    var hasSources: Bool {
        cached.withLock { !($0?.library.sources.isEmpty ?? true) }
    }

    func record(_ library: Library, of text: String) {
        cached.withLock { $0 = (text, library) }
    }
}
