/// The state of a source between requests.
struct MastodonSourceMemory {
    /// The form of the server's identifiers, or `nil` before the first.
    var format: MastodonIDFormat?
    /// The server's identity of the list or the person, or `nil` if the timeline has none.
    var id: String?
    /// True if the source has delivered a post.
    var hasPosts = false
}

extension MastodonSourceMemory {
    /// Parses the output of ``text``. Anything else gives an empty memory.
    init(_ text: String?) {
        let parts = text?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard (2...3).contains(parts.count) else { return }
        format = MastodonIDFormat(rawValue: String(parts[0]))
        id = parts[1].isEmpty ? nil : String(parts[1])
        hasPosts = parts.count == 3
    }

    /// The memory as text, or `nil` if there is nothing to remember.
    var text: String? {
        guard format != nil || id != nil || hasPosts else { return nil }
        return "\(format?.rawValue ?? "") \(id ?? "")" + (hasPosts ? " posts" : "")
    }
}
