import Application
import EngineConcepts
import Localization

/// Reports on standard error, in the language of the output.
struct ConsoleReporter: Reporter {
    func use(_ localizer: Localizer) { Console.localizer = localizer }

    func inform(_ message: Message) { Console.inform(message) }

    func report(_ message: Message) { Console.report(message) }

    func report(_ error: any Error) { Console.report(error) }

    func progress(_ message: Message?) { Console.progress(message) }
}

extension Reporter where Self == ConsoleReporter {
    /// Standard error.
    static var console: ConsoleReporter { ConsoleReporter() }
}
