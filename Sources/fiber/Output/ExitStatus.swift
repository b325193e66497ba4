import Foundation

/// How a run of Fiber ended, as scripts see it.
enum ExitStatus: Int32 {
    /// Everything was done.
    case done = 0
    /// Something could not be done, or only in part.
    case failed = 1
    /// The command line makes no sense.
    case usage = 2
    /// The configuration cannot be read.
    case configuration = 3
    /// The store cannot be used.
    case store = 4
}

/// A signal has asked the program to end, and everything is written. It then dies of that signal, so that whoever sent it
/// sees what it did.
struct Interruption: Error {
    let number: Int32

    /// Dies of the signal. The threads that tasks run on have signals blocked, hence the unblocking.
    func die() {
        var only = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, number)
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
        raise(number)
    }
}

/// Why a command could not do what it was told: what happened, and what to do about it.
struct CommandFailure: Error, CustomStringConvertible {
    let status: ExitStatus
    let message: String
    let advice: String?

    init(_ status: ExitStatus = .failed, _ message: String, advice: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
    }

    var description: String {
        advice.map { "\(message)\n\($0)" } ?? message
    }
}
