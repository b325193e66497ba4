import EngineConcepts
import Queries
import TOMLKit
import WebText

/// Reads a library from the tables of a file.
struct LibraryReader {
    /// The library as far as it is read.
    private(set) var library = Library()
    private let file: TOMLFile
    private let kinds: SourceKinds?
    private let failure: LibraryFile.AddressFailure?
    /// The sources by canonical address.
    private var knownAddresses: [String: SupplierID] = [:]
    private var topicNames: Set<String> = []
    private var ruleNames: Set<String> = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of source that queries may name, or `nil` to accept any word as a kind.
    ///   - failure: Returns the reason that there is no source at an address, or `nil` to accept any address.
    init(
        _ file: TOMLFile, kinds: SourceKinds?, failure: LibraryFile.AddressFailure? = nil
    ) throws(ConfigurationError) {
        self.file = file
        self.kinds = kinds
        self.failure = failure
        library.text = file.text
        for table in try SourceTable.all(in: file) { add(table) }
        addAll(.account, else: Message("accountOff")) { reader, entry throws(ConfigurationError) in
            try reader.add(AccountTable(entry: entry))
        }
        // Unlike a source, which stays in the library, an invalid topic or rule is left out. Everything else works.
        addAll(.topic, else: Message("topicOff")) { reader, entry throws(ConfigurationError) in
            try reader.add(TopicTable(entry: entry))
        }
        topicNames = library.nonemptyTopics
        addAll(.rule, else: Message("ruleOff")) { reader, entry throws(ConfigurationError) in
            try reader.add(RuleTable(entry: entry))
        }
        addAll(.commentary, else: Message("commentaryOff")) { reader, entry throws(ConfigurationError) in
            try reader.add(CommentaryTable(entry: entry))
        }
        for name in file.root.keys where !UnknownLibraryContent.isKnown(name) {
            let position = file.position(ofTable: name) ?? file.position(ofKey: name, in: nil)
            let message = Message("tableIgnored", ["name": .text(name)])
            library.warnings.append(LibraryWarning(position.locate(message, in: file.path)))
        }
    }

    /// Adds the entries of an array; an invalid one becomes a warning with its consequence.
    private mutating func addAll(
        _ kind: TableKind, else consequence: Message,
        _ read: (inout LibraryReader, TableEntry) throws(ConfigurationError) -> Void
    ) {
        TableEntry.readAll(kind, in: file, consequence: consequence) { error, entry in
            library.warnings.append(LibraryWarning(error, about: entry))
        } read: { entry throws(ConfigurationError) in
            try read(&self, entry)
        }
    }

    private mutating func add(_ table: SourceTable) {
        let entry = table.entry
        let (read, errors) = table.source(kinds)
        library.warnings += errors.map { LibraryWarning($0) }
        library.warnings += entry.unknownKeys(beside: SourceTable.keys)
        guard var source = read else { return }
        if source.shownAddress != source.address {
            library.warnings.append(entry.warning("url", Message("passwordInAddress")))
        }
        if !source.address.isEmpty, let failure = failure?(source.address) {
            source.fault = source.fault ?? failure
            let advice = Message.sentences(Message("sourceOff"), Message("fixLine"))
            library.warnings.append(LibraryWarning(entry.error("url", failure, advice: advice)))
        }
        // The ids of items have a slash between that of the source and their own.
        if source.id.rawValue.contains("/") {
            let message = Message("sourceIDHasSlash", ["id": .text(source.id.rawValue)])
            library.warnings.append(entry.warning("id", message))
        }
        guard library.source(source.id) == nil else {
            let message = Message("sourceDoubled", ["id": .text(source.id.rawValue)])
            return library.warnings.append(entry.warning("id", message))
        }
        library.put(source)
        guard !source.address.isEmpty else { return }
        let address = SourceAddress.canonical(source.address)
        if let other = knownAddresses[address] {
            library.warnings.append(entry.warning("url", Message("addressDoubled", ["id": .text(other.rawValue)])))
        }
        knownAddresses[address] = source.id
    }

    private mutating func add(_ table: AccountTable) throws(ConfigurationError) {
        let entry = table.entry
        let account = try table.account()
        library.warnings += entry.unknownKeys(beside: AccountTable.keys)
        guard library.account(account.id) == nil else {
            throw entry.error("id", Message("accountDoubled", ["id": .text(account.id)]))
        }
        library.accounts.append(account)
    }

    private mutating func add(_ table: CommentaryTable) throws(ConfigurationError) {
        let entry = table.entry
        let list = try table.list()
        library.warnings += entry.unknownKeys(beside: CommentaryTable.keys)
        guard !library.commentary.contains(where: { $0.name == list.name }) else {
            throw entry.error("name", Message("commentaryDoubled", ["name": .text(list.name)]))
        }
        guard library.commentary.count < CommentaryList.maximumCount else {
            throw entry.error("name", Message("commentaryTooMany", ["limit": .number(CommentaryList.maximumCount)]))
        }
        library.commentary.append(list)
    }

    private mutating func add(_ table: TopicTable) throws(ConfigurationError) {
        let entry = table.entry
        let topic = try table.topic(kinds)
        library.warnings += entry.unknownKeys(beside: TopicTable.keys)
        guard library.topic(topic.name) == nil else {
            throw entry.error("name", Message("topicDoubled", ["topic": .text(topic.name)]))
        }
        library.topics.append(topic)
    }

    private mutating func add(_ table: RuleTable) throws(ConfigurationError) {
        let entry = table.entry
        let rule = try table.rule(kinds)
        // Without a misspelt scope or end, a rule would hide too much.
        if let unknown = entry.unknownKey(beside: RuleTable.keys) { throw unknown }
        guard !ruleNames.contains(rule.name) else {
            throw entry.error("name", Message("ruleDoubled", ["rule": .text(rule.name)]))
        }
        if case .offTopic(let name) = rule.subject, !topicNames.contains(name) {
            throw entry.error("off-topic", absence(ofTopic: name))
        }
        switch rule.scope {
        case .topic(let name) where !topicNames.contains(name):
            throw entry.error("topic", absence(ofTopic: name))
        case .supplier(let id) where library.source(id) == nil:
            library.warnings.append(entry.warning("source", Message("ruleSourceMissing", ["id": .text(id.rawValue)])))
        case .everywhere, .topic, .supplier: break
        }
        ruleNames.insert(rule.name)
        library.rules.append(rule)
    }

    /// Returns the reason that there is no topic of this name, or that it is empty.
    private func absence(ofTopic name: String) -> Message {
        if library.topic(name) != nil { return Message("topicIsEmpty", ["topic": .text(name)]) }
        let isOff = library.wrongTopics.contains { $0.name == name }
        return isOff ? Message("topicIsOff", ["topic": .text(name)]) : Message("topicMissing", ["topic": .text(name)])
    }
}
