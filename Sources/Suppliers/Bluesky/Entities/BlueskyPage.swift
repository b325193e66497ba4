import FeedParsing

/// A page of a list: its elements, and the cursor of the next page.
struct BlueskyPage<Element: Decodable & Sendable>: LenientObject, Sendable {
    let elements: [Element]
    let count: ElementCount
    let cursor: String?

    /// The names under which methods return their lists.
    private static var names: [String] {
        ["feed", "posts", "bookmarks", "notifications", "lists", "feeds", "records", "views", "profiles", "actors"]
    }

    init(_ members: JSONMembers) throws {
        guard let name = Self.names.first(where: { members.contains(JSONName($0)) }) else {
            throw members.missing("a list")
        }
        let list = members.counted(name, of: Element.self)
        (elements, count) = (list.elements, list.count)
        // A cursor is passed back as it came.
        cursor = members.text("cursor").flatMap { $0.isEmpty ? nil : $0 }
    }
}
