import Foundation

/// The names of signals.
package enum SignalName {
    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]

    /// Returns the name of a signal, such as `SIGILL`, or its number if it has none.
    package static func of(_ number: Int32) -> String {
        names[number] ?? String(number)
    }

    /// Returns the name of the signal in a line of a crash record, such as `SIGILL` for `signal 4`, or `nil` if the line
    /// has none.
    package static func named(in line: String) -> String? {
        guard line.hasPrefix("signal "), let number = Int32(line.dropFirst("signal ".count)) else { return nil }
        return of(number)
    }
}
