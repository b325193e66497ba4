import EngineConcepts
import FeedParsing

/// A page of a list: its elements, and the cursor of the next page.
struct BlueskyPage<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]
    let count: ElementCount
    let cursor: String?

    /// The names under which methods return their lists.
    private static var names: [String] {
        ["feed", "posts", "bookmarks", "notifications", "lists", "feeds", "records", "views", "profiles", "actors"]
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let name = Self.names.first(where: { members.contains(JSONName($0)) }) else {
            throw members.missing("a list")
        }
        let list = members.counted(name, of: Element.self)
        (elements, count) = (list.elements, list.count)
        // A cursor is passed back as it came.
        cursor = members.text("cursor").flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The answer with a thread (`app.bsky.feed.getPostThread`).
struct BlueskyThreadAnswer: Decodable, Sendable {
    let thread: BlueskyThread

    init(from decoder: any Decoder) throws {
        thread = try decoder.container(keyedBy: JSONName.self)
            .decode(BlueskyThread.self, forKey: JSONName("thread"))
    }
}

/// A list or a custom feed by its name.
struct BlueskyNamed: Decodable, Hashable, Sendable {
    let uri: String
    let name: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        uri = try members.requiredLine("uri")
        name = members.line("displayName") ?? members.line("name") ?? ATURI(uri)?.key ?? uri
    }
}

/// The error of a method of XRPC.
struct BlueskyError: Decodable, Sendable {
    /// The stable name, such as `ExpiredToken`.
    let name: String
    let message: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        name = try members.requiredLine("error")
        // The second name is that of OAuth (RFC 6749 §5.2).
        message = members.line("message") ?? members.line("error_description")
    }

    /// The server's own words, as the cause of an error.
    var cause: String { String((message ?? name).prefix(300)) }
}

/// The answer to a sign-in and to a renewal.
struct BlueskySessionAnswer: Decodable, Sendable {
    let session: BlueskySession

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let did = members.line("did"), DID(did) != nil, let access = members.line("accessJwt"),
            let refresh = members.line("refreshJwt"), !access.contains(" "), !refresh.contains(" ")
        else { throw members.missing("accessJwt") }
        session = BlueskySession(did: did, access: access, refresh: refresh)
    }
}
