import EngineConcepts
import Localization

/// The reason why a command failed: status, message and advice.
struct CommandFailure: PresentableError {
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

    /// Returns the message and advice in a language, a line each.
    func text(in localizer: Localizer) -> String {
        [message, advice].compactMap(\.self).map { localizer($0) }.joined(separator: "\n")
    }
}
