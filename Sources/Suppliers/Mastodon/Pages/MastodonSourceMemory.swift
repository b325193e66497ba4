/// The state of a source between requests.
struct MastodonSourceMemory {
    /// The form of the server's identifiers, or `nil` before the first.
    var format: MastodonIDFormat?
    /// The server's identity of the list or the person, or `nil` if the timeline has none.
    var id: String?
    /// True if the source has delivered a post.
    var hasPosts = false
    /// The end that nothing has shown to be one, or `nil` if there is none.
    var unprovenEnd: UnprovenEnd?

    /// The word for ``hasPosts``.
    private static let postsWord = "posts"
}

extension MastodonSourceMemory {
    /// Parses the output of ``text``. Anything else gives an empty memory.
    init(_ text: String?) {
        let parts = text?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard (2...4).contains(parts.count) else { return }
        format = MastodonIDFormat(rawValue: String(parts[0]))
        id = parts[1].isEmpty ? nil : String(parts[1])
        hasPosts = parts.dropFirst(2).contains { $0 == Self.postsWord }
        for part in parts.dropFirst(2) where part != Self.postsWord {
            unprovenEnd = UnprovenEnd(numbers: part.split(separator: ",").compactMap { Int64($0) })
        }
    }

    /// The memory as text, or `nil` if there is nothing to remember.
    var text: String? {
        guard format != nil || id != nil || hasPosts || unprovenEnd != nil else { return nil }
        let parts: [String?] = [
            format?.rawValue ?? "", id ?? "", hasPosts ? Self.postsWord : nil,
            unprovenEnd.map { $0.numbers.map { String($0) }.joined(separator: ",") },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
