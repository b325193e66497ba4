public import EngineConcepts
import OrderedCollections
public import Queries
import WebText

/// The sources, topics and rules of a user, as `library.toml` holds them. Screens, commands and the user edit it.
///
/// A value: changes make a new library, which ``LibraryFile`` writes.
public struct Library: Equatable, Sendable {
    /// The sources by id, in the order of the file: a refresh of a thousand looks up each.
    var followed: OrderedDictionary<SupplierID, SourceDescription> = [:]
    /// The accounts in the order of the file: the first is the one to post with.
    public internal(set) var accounts: [Account] = []
    /// The lists of notes on authors (`[[commentary]]`), in the order of the file.
    public internal(set) var commentary: [CommentaryList] = []
    /// The topics in the file, in its order, which is that of the number keys. Sources name their topics: see ``allTopics``.
    public internal(set) var topics: [Topic] = []
    /// The rules in the order of the file: the first of several that hide a ticket is named.
    public internal(set) var rules: [Rule] = []
    /// The parts of the file that are ignored, with their positions: duplicate sources, invalid topics and rules, and unknown
    /// names.
    public internal(set) var warnings: [LibraryWarning] = []
    /// The changes of names of topics and rules since the file was read. Their tables are edited instead of replaced.
    var renamings: [LabelRenaming] = []

    /// The text of the file that holds the library, or `nil` without a file.
    var text: String?

    /// Compares contents, without warnings.
    public static func == (lhs: Library, rhs: Library) -> Bool {
        lhs.sources == rhs.sources && lhs.accounts == rhs.accounts && lhs.topics == rhs.topics
            && lhs.rules == rhs.rules && lhs.commentary == rhs.commentary
    }

    public init(sources: [SourceDescription] = [], topics: [Topic] = [], rules: [Rule] = []) {
        self.topics = topics
        self.rules = rules
        self.sources = sources
    }

    /// The sources in the order of the file.
    public internal(set) var sources: [SourceDescription] {
        get { followed.values.elements }
        set { followed = OrderedDictionary(newValue.map { ($0.id, $0) }) { first, _ in first } }
    }

    /// Returns the source of this id.
    public func source(_ id: SupplierID) -> SourceDescription? { followed[id] }

    /// The names of all sources as rows show them.
    public var shownNames: [SupplierID: String] { sources.reduce(into: [:]) { $0[$1.id] = $1.shownName } }

    /// Returns the library for display: unnamed sources take their name from `ownNames`. Not to be written.
    public func named(by ownNames: [SupplierID: String]) -> Library {
        var library = self
        for (index, source) in sources.enumerated() where source.name == nil {
            library.followed.values[index].name = ownNames[source.id]
        }
        return library
    }

    /// Returns the id of a new source: its own, or that with a number after it if a source has it that is at another address
    /// by now. The number is part of the last word: a query finds the words of an id also inside of another one.
    public func id(of new: SourceDescription) -> SupplierID {
        let place = SourceAddress.canonical(new.address)
        var id = new.id
        var number = 1
        while let other = source(id), SourceAddress.canonical(other.address) != place {
            number += 1
            id = SupplierID("\(new.id.rawValue)\(number)")
        }
        return id
    }

    /// Adds a source as the last one, or replaces the one with the same id at its place.
    public mutating func put(_ source: SourceDescription) {
        followed[source.id] = source
    }

    /// Removes a source. An automatic topic that is left without sources keeps its entry until ``keepTopicNumbers(after:)``.
    ///
    /// - Returns: The source and its place, for ``restore(_:)``, or `nil` if there is no such source.
    @discardableResult
    public mutating func remove(_ id: SupplierID) -> RemovedSource? {
        guard let source = source(id) else { return nil }
        let removed = RemovedSource(source: source, order: sources.map(\.id), topics: topics)
        followed.removeValue(forKey: id)
        return removed
    }

    /// Brings a removed source back to its place, and its topics to theirs. It gets another id if a source that was added since
    /// has its own.
    public mutating func restore(_ removed: RemovedSource) {
        var source = removed.source
        source.id = id(of: source)
        put(source)
        arrange(removed.order.map { $0 == removed.source.id ? source.id : $0 })
        for (index, topic) in removed.topics.enumerated()
        where removed.source.topics.contains(topic.name) && self.topic(topic.name) == nil {
            topics.insert(topic, at: min(index, topics.count))
        }
    }

    /// Takes the faults of the sources from `read`, the library of the text that was written for this one.
    mutating func takeFaults(of read: Library) {
        for id in followed.keys where followed[id]?.fault != read.source(id)?.fault {
            followed[id]?.fault = read.source(id)?.fault
        }
    }

    /// Sorts the given sources among their own places; others stay where they are.
    public mutating func arrange(_ order: [SupplierID]) {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        sources.arrange { ranks[$0.id] }
    }
}

extension Library {
    /// Returns the account of this identity.
    public func account(_ id: String) -> Account? { accounts.first { $0.id == id } }

    /// Adds an account as the last one, or replaces the one with the same identity.
    public mutating func put(_ account: Account) {
        accounts.put(account) { $0.id == account.id }
    }

    /// Removes an account. Its sources stay.
    public mutating func removeAccount(_ id: String) {
        accounts.removeAll { $0.id == id }
    }
}

extension Array {
    /// Replaces the first element that meets a condition, or adds the new one as the last.
    mutating func put(_ new: Element, where isSame: (Element) -> Bool) {
        if let index = firstIndex(where: isSame) { self[index] = new } else { append(new) }
    }

    /// Sorts the elements that have a rank among their own places; others stay where they are.
    mutating func arrange(by rank: (Element) -> Int?) {
        let places = indices.filter { rank(self[$0]) != nil }
        let arranged = places.map { self[$0] }.sorted { rank($0) ?? 0 < rank($1) ?? 0 }
        for (place, element) in zip(places, arranged) { self[place] = element }
    }
}
