public import EngineConcepts

/// Messages about a host or a source beside the name that users know: one of both is enough.
extension Localizer {
    /// Returns the message as a text that begins with `name` instead of its host or source: `Kerb requires a login (401)`.
    /// The name stands before a message that begins otherwise, but not before its own quotation.
    public func text(_ message: Message, about name: String) -> String {
        let text = self(message)
        let name = isolated(name)
        guard let subject = subject(of: message), text.hasPrefix(subject) else {
            let quotation = self(Message("quotedName", ["0": .text(name)]))
            return text.hasPrefix(name) || text.hasPrefix(quotation) ? text : "\(name): \(text)"
        }
        return name + text.dropFirst(subject.count)
    }

    /// Returns the message without the host or source that it begins with, for use beside the name: `requires a login
    /// (401)`. `nil` if it begins otherwise.
    public func withoutHost(_ message: Message) -> String? {
        let text = self(message)
        guard let subject = subject(of: message), text.hasPrefix(subject) else { return nil }
        return String(text.dropFirst(subject.count).drop { $0 == ":" || $0 == " " })
    }

    /// Returns the host or source that a message may begin with, as its text has it.
    private func subject(of message: Message) -> String? {
        if let first = message.first { return subject(of: first) }
        guard case .text(let subject) = message.arguments["host"] ?? message.arguments["source"], !subject.isEmpty
        else { return nil }
        return isolated(subject)
    }
}
