public import EngineConcepts
import WebText

/// A list of sources from another program: OPML or newsboat's file of addresses.
public struct SubscriptionList: Hashable, Sendable {
    /// The distinct sources, in the order of the file.
    public private(set) var subscriptions: [Subscription] = []
    /// The query feeds that cannot become topics, in the order of the file.
    public private(set) var queries: [QueryFeed] = []
    /// Messages about content that was left out, each with its position.
    public var warnings: [Message] = []
    /// Messages about content that was imported differently; nothing was left out.
    public var notes: [Message] = []
    /// The first syntax error, if the file was not well-formed. Entries after it may be missing.
    public var syntaxError: MarkupError?
    private var places: [String: Int] = [:]
    /// The lines of the file that name the sources, by canonical address, in ascending order.
    private var linesByAddress: [String: [Int]] = [:]

    /// The maximum number of topics of a source.
    static let maximumTopics = 256
    /// The maximum length of a topic's name in characters.
    private static let maximumTopicLength = 512

    /// Returns `name` as a topic name: on one line, truncated.
    package static func topic(_ name: String) -> String {
        name.utf8.count <= maximumTopicLength ? name : TextSanitizer.line(String(name.prefix(maximumTopicLength)))
    }

    /// Adds a source with its distinct topics. If the list already has the source, the topics are merged.
    ///
    /// - Parameter line: The line of the file that names the source, counted from 1, or `nil` if it is not known.
    public mutating func add(_ subscription: Subscription, line: Int? = nil) {
        let address = SourceAddress.canonical(subscription.address)
        if let line { linesByAddress[address, default: []].append(line) }
        let place = places[address] ?? subscriptions.count
        if place == subscriptions.count {
            places[address] = place
            var fresh = subscription
            fresh.topics = []
            subscriptions.append(fresh)
        }
        for topic in subscription.topics.lazy.map(Self.topic)
        where !topic.isEmpty && subscriptions[place].topics.count < Self.maximumTopics
            && !subscriptions[place].topics.contains(topic)
        {
            subscriptions[place].topics.append(topic)
        }
        subscriptions[place].name = subscriptions[place].name ?? subscription.name
        subscriptions[place].page = subscriptions[place].page ?? subscription.page
        subscriptions[place].title = subscriptions[place].title ?? subscription.title
        // One entry's title may be another entry's name for the same source.
        if subscriptions[place].title == subscriptions[place].name { subscriptions[place].title = nil }
        if subscriptions[place].attributes.isEmpty { subscriptions[place].attributes = subscription.attributes }
    }

    /// Returns the lines of the file that name the source, counted from 1, in ascending order; none if they are not known.
    public func lines(of subscription: Subscription) -> [Int] {
        linesByAddress[SourceAddress.canonical(subscription.address)] ?? []
    }

    /// Adds query feeds. One about feeds alone becomes a topic of the matching sources in the list so far, or a warning if
    /// there are none.
    package mutating func add(_ feeds: [QueryFeed]) {
        queries = feeds.filter { !$0.filter.isAboutFeeds }
        let tagged = subscriptions
        for feed in feeds where feed.filter.isAboutFeeds {
            let topic = Self.topic(feed.name)
            let matching = tagged.indices.filter { feed.filter.holds(of: tagged[$0]) == true }
            for index in matching where !subscriptions[index].topics.contains(topic) {
                subscriptions[index].topics.append(topic)
            }
            guard matching.isEmpty else { continue }
            warnings.append(
                Message(
                    "queryFeedLeftOut",
                    [
                        "line": .number(feed.line), "feed": .text(feed.name),
                        "reason": .message(Message("queryFeedMatchesNone")), "expression": .text(feed.expression),
                    ]))
        }
    }
}

/// A source in a list.
public struct Subscription: Hashable, Sendable {
    public var address: String
    /// The name, or `nil` to use the source's own name.
    public var name: String?
    /// The topics (folders, tags) of the source.
    public var topics: [String]
    /// True if the source is not requested at present.
    public var isPaused: Bool
    /// The web page of the source, if the list gives one.
    public var page: String?
    /// The source's own title according to the list, if it differs from its name.
    public var title: String?
    /// Other attributes in the list that Fiber does not use: `NAME=VALUE`.
    public var attributes: [String]

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

/// The reason why a file is not a list of sources.
public enum SubscriptionListError: Error, Hashable, Sendable {
    /// XML or something similar, but not OPML.
    case notOPML
    /// Neither OPML nor a list of addresses.
    case unknown
    /// Nothing but white space.
    case empty

    /// Returns the error of the list in `file`.
    public func message(about file: Message.Argument) -> Message {
        switch self {
        case .notOPML: Message("listIsNotOPML", ["file": file])
        case .unknown: Message("listUnknown", ["file": file])
        case .empty: Message("listIsEmpty", ["file": file])
        }
    }
}

extension SubscriptionList {
    /// Parses `bytes`, which may be either format.
    public static func read(_ bytes: [UInt8]) throws(SubscriptionListError) -> SubscriptionList {
        let first = bytes.first { !$0.isASCIIWhitespace && $0 < 0x80 }
        if first == .lessThan || OPMLReader.beginning(of: bytes) > 0 { return try OPMLReader.read(bytes) }
        guard !isBlank(bytes) else { throw .empty }
        let content = bytes.withoutByteOrderMark
        let text = String(decoding: content, as: UTF8.self)
        // Binary data too has words that look like addresses.
        guard !content.contains(0) || text.utf8.elementsEqual(content) else { throw .unknown }
        let list = NewsboatList.read(text)
        guard !list.subscriptions.isEmpty || first == nil else { throw .unknown }
        return list
    }

    /// Returns true for a file of nothing but white space.
    static func isBlank(_ bytes: [UInt8]) -> Bool {
        bytes.withoutByteOrderMark.allSatisfy(\.isASCIIWhitespace)
    }
}
