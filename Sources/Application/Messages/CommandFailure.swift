package import EngineConcepts
package import Localization

/// The reason why a command, a program or a file for the user failed: status, message and advice.
package struct CommandFailure: PresentableError, CustomStringConvertible {
    package let status: ExitStatus
    package let message: Message
    /// The next step for the user, or `nil` if there is none.
    package let advice: Message?
    package let cause: String?

    package init(_ status: ExitStatus, _ message: Message, advice: Message? = nil, cause: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    /// Creates a failure with the status ``ExitStatus/failed``.
    package init(_ message: Message, advice: Message? = nil, cause: String? = nil) {
        self.init(.failed, message, advice: advice, cause: cause)
    }

    /// Creates the failure of a command that ends with a failure of the engine.
    init(_ failure: EngineFailure) { self.init(failure.code == .store ? .store : .failed, failure.message) }

    /// Returns the failure of an id that no ticket has.
    package static func noTicket(named text: String) -> CommandFailure {
        CommandFailure(Message("ticketNotFound", ["name": .text(text)]))
    }

    /// Returns the message and advice in a language, a line each. Long texts of the user are shortened.
    package func text(in localizer: Localizer) -> String {
        [message, advice].compactMap(\.self).map { localizer($0.shortened) }.joined(separator: "\n")
    }
}

extension Message {
    /// The most characters of a text from outside in a message about a problem: enough for usual addresses and paths.
    package static let longestText = 300

    /// The message as it is printed about a problem.
    package var shortened: Message { shortened(to: Self.longestText) }
}
