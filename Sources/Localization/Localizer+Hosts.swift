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

    /// Returns the message as a sentence about each of several sources instead of the one that it begins with: `each requires
    /// a login (401)`. `nil` if it begins otherwise.
    public func ofEach(_ message: Message) -> String? {
        guard let phrase = withoutHost(message), let subject = subject(of: message) else { return nil }
        // Behind a colon is no verb.
        if self(message).dropFirst(subject.count).hasPrefix(":") { return phrase }
        return self(Message("causeOfEach", ["cause": .message(.verbatim(phrase))]))
    }

    /// Returns the message of several sources, of which `others` have one that differs in the source that it names. The first
    /// source stands for the others, unless the message begins with it, so that ``withoutHost(_:)`` leaves it out.
    public func shared(_ message: Message, with others: Int) -> Message {
        guard others > 0, withoutHost(message) == nil else { return message }
        return message.mapSource { .message(Message("gapMore", ["0": $0, "1": .number(others)])) }
    }

    /// Returns the errors of several sources, which have the same ``Message/causeKey``, as one part of a sentence. If they
    /// differ in more than their sources, the first is an example.
    public func sharedCause(of errors: [Message]) -> String {
        let errors = errors.map(\.withoutAdvice)
        guard let first = errors.first else { return "" }
        let message = shared(first, with: Set(errors).count - 1)
        let isExample = Set(errors.map(\.withoutSource)).count > 1
        let phrase = isExample ? nil : errors.count > 1 ? ofEach(message) : withoutHost(message)
        let text = phrase ?? self(message)
        let part = text.withoutFullStop
        return isExample ? self(Message("causeForExample", ["cause": .message(.verbatim(part))])) : part
    }

    /// Returns the host or source that a message may begin with, as its text has it.
    private func subject(of message: Message) -> String? {
        if let first = message.first { return subject(of: first) }
        guard case .text(let subject) = message.arguments["host"] ?? message.arguments["source"], !subject.isEmpty
        else { return nil }
        return isolated(subject)
    }
}
