public import EngineConcepts

/// Messages about a host beside the name of its source: one of both is enough.
extension Localizer {
    /// The message in words that begin with `name` instead of the host: `Kerb requires a login (401)`. The name of a
    /// message that does not begin with its host stands before it.
    public func words(_ message: Message, about name: String) -> String {
        let words = self(message)
        let name = isolated(name)
        guard let host = Self.host(of: message), words.hasPrefix(host) else {
            return words.hasPrefix(name) ? words : "\(name): \(words)"
        }
        return name + words.dropFirst(host.count)
    }

    /// The message in words without the host that they begin with, for use beside the name: `requires a login (401)`.
    /// `nil` if they do not begin with it.
    public func withoutHost(_ message: Message) -> String? {
        let words = self(message)
        guard let host = Self.host(of: message), words.hasPrefix(host) else { return nil }
        return String(words.dropFirst(host.count).drop { $0 == ":" || $0 == " " })
    }

    private static func host(of message: Message) -> String? {
        if let first = message.first { return host(of: first) }
        guard case .text(let host) = message.arguments["host"], !host.isEmpty else { return nil }
        return host
    }
}
