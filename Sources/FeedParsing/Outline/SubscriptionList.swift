internal import EngineConcepts
import WebText

/// What somebody follows, as other programs write it down: read from OPML or from newsboat's file of addresses.
public struct SubscriptionList: Hashable, Sendable {
    /// The sources, each once, in the order of the file.
    public private(set) var subscriptions: [Subscription] = []
    /// The query feeds that ask for more than feeds, in the order of the file.
    public private(set) var queries: [QueryFeed] = []
    /// What of the file has no counterpart here, in words, each with its place.
    public var remarks: [String] = []
    /// What else is worth a word: of what these speak, nothing was left out.
    public var notes: [String] = []
    /// The first fault that was passed over, where the file was not well-formed: behind it, something may be missing.
    public var fault: MarkupFault?
    /// Whether it is a list that people give to each other (OPML), and not somebody's own.
    public var isExchanged = false
    private var places: [String: Int] = [:]

    /// A source has no more topics than this.
    static let mostTopics = 256
    /// The name of a topic has no more characters than this.
    private static let longestTopic = 512

    /// `name` as the name of a topic: on one line, which is not endless.
    package static func topic(_ name: String) -> String {
        name.utf8.count <= longestTopic ? name : TextSanitizer.line(String(name.prefix(longestTopic)))
    }

    /// Makes a list.
    public init(_ subscriptions: [Subscription] = []) {
        for subscription in subscriptions { add(subscription) }
    }

    /// Adds a source, each of its topics once. One that stands in the list already gets the topics of both.
    public mutating func add(_ subscription: Subscription) {
        let address = SourceAddress.canonical(subscription.address)
        let place = places[address] ?? subscriptions.count
        if place == subscriptions.count {
            places[address] = place
            var fresh = subscription
            fresh.topics = []
            subscriptions.append(fresh)
        }
        for topic in subscription.topics.lazy.map(Self.topic)
        where !topic.isEmpty && subscriptions[place].topics.count < Self.mostTopics
            && !subscriptions[place].topics.contains(topic)
        {
            subscriptions[place].topics.append(topic)
        }
        subscriptions[place].name = subscriptions[place].name ?? subscription.name
        subscriptions[place].page = subscriptions[place].page ?? subscription.page
        subscriptions[place].title = subscriptions[place].title ?? subscription.title
        // What one entry calls its title may be what another one calls it by.
        if subscriptions[place].title == subscriptions[place].name { subscriptions[place].title = nil }
        if subscriptions[place].attributes.isEmpty { subscriptions[place].attributes = subscription.attributes }
    }

    /// Takes query feeds in: one that asks for feeds alone is a topic of those that stand in the list so far.
    package mutating func take(_ feeds: [QueryFeed]) {
        queries = feeds.filter { !$0.filter.isAboutFeeds }
        let tagged = subscriptions
        for feed in feeds where feed.filter.isAboutFeeds {
            let topic = Self.topic(feed.name)
            for index in tagged.indices
            where feed.filter.holds(of: tagged[index]) == true && !subscriptions[index].topics.contains(topic) {
                subscriptions[index].topics.append(topic)
            }
        }
    }
}

/// A source that somebody follows.
public struct Subscription: Hashable, Sendable {
    /// Where it is.
    public var address: String
    /// What it is called; nil for its own name.
    public var name: String?
    /// The topics (folders, tags) that it stands in.
    public var topics: [String]
    /// Whether it is not asked at present.
    public var isPaused: Bool
    /// The page that it belongs to, where the list says so.
    public var page: String?
    /// What the list says that the source calls itself, where that is not its name.
    public var title: String?
    /// What else the list says of it, that says nothing to Fiber: `NAME=VALUE`.
    public var attributes: [String]

    /// Whether following it runs a command or reads a file of this machine, rather than asks a site.
    public var isLocal: Bool {
        let scheme = address.drop { $0.isWhitespace }.prefix { $0 != ":" }.lowercased()
        return ["exec", "filter", "file"].contains(scheme) || address.hasPrefix("/") || address.hasPrefix("~")
    }

    /// Describes a source.
    public init(
        address: String, name: String? = nil, topics: [String] = [], isPaused: Bool = false, page: String? = nil,
        title: String? = nil, attributes: [String] = []
    ) {
        self.address = address
        self.name = name
        self.topics = topics
        self.isPaused = isPaused
        self.page = page
        self.title = title
        self.attributes = attributes
    }
}

/// Why a file holds no list of sources.
public enum SubscriptionListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is XML or what passes for it, but no OPML.
    case notOPML
    /// It is neither OPML nor a list of addresses.
    case unknown

    /// What is wrong, as the end of a sentence about the file.
    public var description: String {
        switch self {
        case .notOPML: "is no OPML: there is no <opml> in it"
        case .unknown: "is neither OPML nor a list of addresses such as newsboat's"
        }
    }
}

extension SubscriptionList {
    /// Reads `bytes`, whichever of the two they are.
    public static func read(_ bytes: [UInt8]) throws(SubscriptionListError) -> SubscriptionList {
        let first = bytes.first { !$0.isASCIIWhitespace && $0 < 0x80 }
        if first == 0x3c || OPMLReader.beginning(of: bytes) > 0 { return try OPMLReader.read(bytes) }
        let list = NewsboatList.read(String(decoding: bytes, as: UTF8.self))
        guard !list.subscriptions.isEmpty || first == nil else { throw .unknown }
        return list
    }
}
