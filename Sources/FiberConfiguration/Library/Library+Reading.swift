import EngineConcepts
import Queries
import TOMLKit
import WebText

extension Library {
    /// Reads the tables of a file.
    ///
    /// - Parameter kinds: The kinds of source that queries may name, or `nil` to accept any word as a kind.
    init(_ file: TOMLFile, kinds: SourceKinds?) throws(ConfigurationError) {
        self.init()
        text = file.text
        var knownAddresses: [String: SupplierID] = [:]
        for table in try SourceTable.all(in: file) { try add(table, kinds: kinds, knownAddresses: &knownAddresses) }
        addAll(AccountTable.kind, in: file, else: Message("accountOff")) { library, entry throws(ConfigurationError) in
            try library.add(AccountTable(entry: entry))
        }
        // Unlike a source, an invalid topic or rule is left out, and everything else works.
        addAll(TopicTable.kind, in: file, else: Message("topicOff")) { library, entry throws(ConfigurationError) in
            try library.add(TopicTable(entry: entry), kinds)
        }
        let topicNames = nonemptyTopics
        var ruleNames: Set<String> = []
        addAll(RuleTable.kind, in: file, else: Message("ruleOff")) { library, entry throws(ConfigurationError) in
            try library.add(RuleTable(entry: entry), kinds: kinds, topicNames: topicNames, names: &ruleNames)
        }
        addAll(CommentaryTable.kind, in: file, else: Message("commentaryOff")) {
            library, entry throws(ConfigurationError) in
            try library.add(CommentaryTable(entry: entry))
        }
        for name in file.root.keys where !UnknownLibraryContent.knownKeys.keys.contains(name) {
            let position = file.position(ofTable: name) ?? file.position(ofKey: name, in: nil)
            let message = Message("tableIgnored", ["name": .text(name)])
            warnings.append(LibraryWarning(position.locate(message, in: file.path)))
        }
    }

    /// Adds the entries of an array; an invalid one becomes a warning with its consequence.
    private mutating func addAll(
        _ kind: String, in file: TOMLFile, else consequence: Message,
        _ add: (inout Library, TableEntry) throws(ConfigurationError) -> Void
    ) {
        TableEntry.readAll(kind, in: file, consequence: consequence) { error, entry in
            warnings.append(LibraryWarning(error, about: entry))
        } read: { entry throws(ConfigurationError) in
            try add(&self, entry)
        }
    }

    /// Adds a source. `knownAddresses` holds the sources before it, by canonical address.
    private mutating func add(
        _ table: SourceTable, kinds: SourceKinds?, knownAddresses: inout [String: SupplierID]
    ) throws(ConfigurationError) {
        let entry = table.entry
        let source = try table.source(kinds)
        warnings += entry.unknownKeys(beside: SourceTable.keys)
        if source.shownAddress != source.address {
            warnings.append(entry.warning("url", Message("passwordInAddress")))
        }
        guard self.source(source.id) == nil else {
            return warnings.append(entry.warning("id", Message("sourceDoubled", ["id": .text(source.id.rawValue)])))
        }
        let address = SourceAddress.canonical(source.address)
        if let other = knownAddresses[address] {
            warnings.append(entry.warning("url", Message("addressDoubled", ["id": .text(other.rawValue)])))
        }
        knownAddresses[address] = source.id
        put(source)
    }

    private mutating func add(_ table: AccountTable) throws(ConfigurationError) {
        let entry = table.entry
        let account = try table.account()
        warnings += entry.unknownKeys(beside: AccountTable.keys)
        guard self.account(account.id) == nil else {
            throw entry.error("id", Message("accountDoubled", ["id": .text(account.id)]))
        }
        accounts.append(account)
    }

    private mutating func add(_ table: CommentaryTable) throws(ConfigurationError) {
        let entry = table.entry
        let list = try table.list()
        warnings += entry.unknownKeys(beside: CommentaryTable.keys)
        guard !commentary.contains(where: { $0.name == list.name }) else {
            throw entry.error("name", Message("commentaryDoubled", ["name": .text(list.name)]))
        }
        guard commentary.count < CommentaryList.maximumCount else {
            throw entry.error("name", Message("commentaryTooMany", ["limit": .number(CommentaryList.maximumCount)]))
        }
        commentary.append(list)
    }

    private mutating func add(_ table: TopicTable, _ kinds: SourceKinds?) throws(ConfigurationError) {
        let entry = table.entry
        let topic = try table.topic(kinds)
        warnings += entry.unknownKeys(beside: TopicTable.keys)
        guard self.topic(topic.name) == nil else {
            throw entry.error("name", Message("topicDoubled", ["topic": .text(topic.name)]))
        }
        topics.append(topic)
    }

    /// Adds a rule. `names` holds those of the rules before it.
    private mutating func add(
        _ table: RuleTable, kinds: SourceKinds?, topicNames: Set<String>, names: inout Set<String>
    ) throws(ConfigurationError) {
        let entry = table.entry
        let rule = try table.rule(kinds)
        // Without a misspelt scope or end, a rule would hide too much.
        if let unknown = entry.unknownKey(beside: RuleTable.keys) { throw unknown }
        guard !names.contains(rule.name) else {
            throw entry.error("name", Message("ruleDoubled", ["rule": .text(rule.name)]))
        }
        if case .offTopic(let name) = rule.subject, !topicNames.contains(name) {
            throw entry.error("off-topic", absence(ofTopic: name))
        }
        switch rule.scope {
        case .topic(let name) where !topicNames.contains(name):
            throw entry.error("topic", absence(ofTopic: name))
        case .supplier(let id) where source(id) == nil:
            warnings.append(entry.warning("source", Message("ruleSourceMissing", ["id": .text(id.rawValue)])))
        case .everywhere, .topic, .supplier: break
        }
        names.insert(rule.name)
        rules.append(rule)
    }

    /// The topics in the file that are off because of an error.
    public var wrongTopics: [LibraryWarning] { warnings.filter { $0.table?.kind == TopicTable.kind } }

    /// The rules in the file that are off because of an error.
    public var wrongRules: [LibraryWarning] { warnings.filter { $0.table?.kind == RuleTable.kind } }

    /// Returns the reason that there is no topic of this name, or that it is empty.
    private func absence(ofTopic name: String) -> Message {
        if topic(name) != nil { return Message("topicIsEmpty", ["topic": .text(name)]) }
        let isOff = wrongTopics.contains { $0.name == name }
        return isOff ? Message("topicIsOff", ["topic": .text(name)]) : Message("topicMissing", ["topic": .text(name)])
    }
}
