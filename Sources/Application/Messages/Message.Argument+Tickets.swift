package import EngineConcepts

extension Message.Argument {
    /// Returns a number of tickets with that word.
    package static func tickets(_ count: Int) -> Message.Argument {
        .message(Message("tickets", ["count": .number(count)]))
    }
}
