import Foundation

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
