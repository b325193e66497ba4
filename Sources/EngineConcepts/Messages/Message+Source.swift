extension Message {
    /// The arguments that name the source of a failure: its name, its host, or its address.
    private static let sourceArguments: Set<String> = ["source", "subject", "host", "address", "path"]

    /// The message without the arguments that name its source. Two failures are the same error of two sources if theirs are
    /// equal.
    public var withoutSource: Message { mapSource { _ in nil } }

    /// The message without a time or advice that follows it: the first of several joined ones.
    public var withoutAdvice: Message { first?.withoutAdvice ?? self }

    /// The key of the error, equal for all sources that fail for one cause. For text that no catalogue has, the text.
    public var causeKey: String {
        let error = withoutAdvice
        return error.key == "verbatim" ? error.description : error.key
    }

    /// Returns the message with other values for the arguments that name its source, or without those for which `transform`
    /// returns `nil`.
    public func mapSource(_ transform: (Argument) -> Argument?) -> Message {
        var values: [String: Argument] = [:]
        for (name, value) in arguments {
            if Self.sourceArguments.contains(name) {
                values[name] = transform(value)
            } else if case .message(let message) = value {
                values[name] = .message(message.mapSource(transform))
            } else {
                values[name] = value
            }
        }
        return Message(key, values)
    }
}
