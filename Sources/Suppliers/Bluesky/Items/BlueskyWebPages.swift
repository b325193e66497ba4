/// The addresses of pages on the web that show records. Any application could show them; this is the best known.
enum BlueskyWebPages {
    private static let origin = "https://bsky.app"

    /// Returns the page of a person's posts.
    static func profile(_ person: String) -> String { "\(origin)/profile/\(person)" }

    /// Returns the page of a post, a custom feed or a list, or `nil` for other records.
    ///
    /// - Parameter person: The handle of the owner, or `nil` to use the repository of the address.
    static func page(of uri: String, by person: String? = nil) -> String? {
        guard let address = ATURI(uri), let key = address.key else { return nil }
        let owner = person.flatMap { $0 == BlueskyProfile.invalidHandle ? nil : $0 } ?? address.repository.text
        switch address.collection {
        case "app.bsky.feed.post": return "\(profile(owner))/post/\(key)"
        case "app.bsky.feed.generator": return "\(profile(owner))/feed/\(key)"
        case "app.bsky.graph.list": return "\(profile(owner))/lists/\(key)"
        default: return nil
        }
    }

    /// Returns the address of the record that a page of the web application shows, or `nil` for any other text.
    static func record(named text: String) -> String? {
        guard let page = PageAddress(text), page.host == "bsky.app", page.path.count == 4, page.path[0] == "profile",
            let owner = ATIdentifier(page.path[1]), RecordKey.isValid(page.path[3])
        else { return nil }
        let collection: String
        switch page.path[2] {
        case "post": collection = "app.bsky.feed.post"
        case "feed": collection = "app.bsky.feed.generator"
        case "lists": collection = "app.bsky.graph.list"
        default: return nil
        }
        return ATURI(repository: owner, collection: collection, key: page.path[3]).description
    }
}
