/// The addresses of pages on the web that show records. Any application could show them; this is the best known.
enum BlueskyWebPages {
    private static let origin = "https://bsky.app"
    /// The words for the collections that have pages.
    private static let words: [BlueskyCollection: String] = [.post: "post", .feed: "feed", .list: "lists"]

    /// Returns the page of a person's posts.
    static func profile(_ person: String) -> String { "\(origin)/profile/\(person)" }

    /// Returns the page of a post, a custom feed or a list, or `nil` for other records.
    ///
    /// - Parameter person: The handle of the owner, or `nil` to use the repository of the address.
    static func page(of uri: String, by person: String? = nil) -> String? {
        guard let address = ATURI(uri), let key = address.key,
            let word = address.knownCollection.flatMap({ words[$0] })
        else { return nil }
        return "\(profile(person ?? address.repository.text))/\(word)/\(key)"
    }

    /// Returns the address of the record that a page of the web application shows, or `nil` for any other text.
    static func record(named text: String) -> String? {
        guard let page = PageAddress(text), page.host == "bsky.app", page.path.count == 4, page.path[0] == "profile",
            let owner = ATIdentifier(page.path[1]), RecordKey.isValid(page.path[3]),
            let collection = words.first(where: { $0.value == page.path[2] })?.key
        else { return nil }
        return ATURI(repository: owner, collection: collection.rawValue, key: page.path[3]).description
    }
}
