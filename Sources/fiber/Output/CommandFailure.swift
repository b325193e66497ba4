import EngineConcepts

/// The reason why a command failed: status, message and advice.
struct CommandFailure: PresentableError, CustomStringConvertible {
    let status: ExitStatus
    let message: Message
    let advice: Message?
    let cause: String?

    init(_ status: ExitStatus, _ message: Message, advice: Message? = nil, cause: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    /// Creates a failure with the status ``ExitStatus/failed``.
    init(_ message: Message, advice: Message? = nil, cause: String? = nil) {
        self.init(.failed, message, advice: advice, cause: cause)
    }

    /// Returns the failure of an id that no ticket has.
    static func noTicket(named text: String) -> CommandFailure {
        CommandFailure(Message("ticketNotFound", ["name": .text(text)]))
    }

    /// The message and advice in the language of the output, a line each.
    var description: String {
        [message, advice].compactMap(\.self).map(Console.text).joined(separator: "\n")
    }
}
