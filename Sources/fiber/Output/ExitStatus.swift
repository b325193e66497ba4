import EngineConcepts
import FiberConfiguration
import Foundation
import Storage

/// The exit status of the program.
enum ExitStatus: Int32 {
    /// Everything was done.
    case done = 0
    /// Something failed, at least in part.
    case failed = 1
    /// The command line is wrong.
    case usage = 2
    /// The configuration cannot be used.
    case configuration = 3
    /// The store cannot be used.
    case store = 4

    /// The status of a command that ends with `error`.
    init(of error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure.status
        case is ConfigurationError: self = .configuration
        case is StorageError: self = .store
        default: self = .failed
        }
    }
}

/// A termination signal, after everything was written. The program then ends by that signal, so that the sender sees
/// its effect.
struct Interruption: Error {
    let number: Int32

    /// Ends the process by the signal. Signals are blocked on the threads of tasks, so it is unblocked first.
    func die() {
        var only = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, number)
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
        raise(number)
    }
}

/// Why a command failed: status, message and advice.
struct CommandFailure: PresentableError, CustomStringConvertible {
    let status: ExitStatus
    let message: Message
    let advice: Message?
    let cause: String?

    init(_ status: ExitStatus = .failed, _ message: Message, advice: Message? = nil, cause: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    /// No ticket has this id.
    static func noTicket(named text: String) -> CommandFailure {
        CommandFailure(.failed, Message("ticketNotFound", ["name": .text(text)]))
    }

    /// The message and advice in the language of the output, a line each.
    var description: String {
        [message, advice].compactMap(\.self).map(Console.words).joined(separator: "\n")
    }
}
