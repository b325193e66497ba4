public import EngineConcepts

/// Messages about a host beside the name of its source: one of both is enough.
extension Localizer {
    /// Returns the message as a text that begins with `name` instead of the host: `Kerb requires a login (401)`. The name
    /// of a message that does not begin with its host stands before it.
    public func text(_ message: Message, about name: String) -> String {
        let text = self(message)
        let name = isolated(name)
        guard let host = Self.host(of: message), text.hasPrefix(host) else {
            return text.hasPrefix(name) ? text : "\(name): \(text)"
        }
        return name + text.dropFirst(host.count)
    }

    /// Returns the message without the host that it begins with, for use beside the name: `requires a login (401)`. `nil`
    /// if it does not begin with a host.
    public func withoutHost(_ message: Message) -> String? {
        let text = self(message)
        guard let host = Self.host(of: message), text.hasPrefix(host) else { return nil }
        return String(text.dropFirst(host.count).drop { $0 == ":" || $0 == " " })
    }

    private static func host(of message: Message) -> String? {
        if let first = message.first { return host(of: first) }
        guard case .text(let host) = message.arguments["host"], !host.isEmpty else { return nil }
        return host
    }
}
