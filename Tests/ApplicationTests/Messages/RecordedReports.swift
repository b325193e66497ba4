import EngineConcepts
import Localization
import TestSupport

@testable import Application

/// Keeps the messages that are reported.
final class RecordedReports: Reporter {
    /// The messages and errors, in order.
    let messages = WaitableState<[Message]>([])

    func use(_ localizer: Localizer) {}

    func report(_ message: Message) { messages.withLock { $0.append(message) } }

    func inform(_ message: Message) { report(message) }

    func report(_ error: any Error) { report(Message(error)) }

    func progress(_ message: Message?) {}
}
