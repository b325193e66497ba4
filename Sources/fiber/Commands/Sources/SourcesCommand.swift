import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Localization
import Storage
import WebText

/// Lists the sources with their states.
struct SourcesCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List the sources with their health.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(_ context: AppContext) async throws {
        try await context.printSources(as: output.form)
        try await context.reportMissingSources()
    }
}

extension AppContext {
    /// Says on standard error that there are no sources, and of how many the store has items. Says nothing if there are some,
    /// or if they are lost.
    func reportMissingSources() async throws {
        guard library.sources.isEmpty, try await libraryCheck.loss() == nil else { return }
        guard let unlisted = try await libraryCheck.unlistedItems() else {
            return Console.inform(Message("nothingFollowed"))
        }
        Console.inform(.sentences(Message("noSourceListed"), .sentences(unlisted, Message("unlistedAdvice"))))
    }
}

extension SupplierStatus {
    /// Returns the condition in words: a failure or an incomplete document with its time, and a failure with its backoff.
    func message(at now: Timestamp, in localizer: Localizer = Console.localizer) -> Message {
        func failed(_ reason: Message, at time: Timestamp) -> Message {
            let phrase = Message.verbatim(reason.phrase(in: localizer))
            return Message("conditionFailed", ["time": .local(time), "reason": .message(phrase)])
        }
        return switch requests.condition {
        case .notAsked: GapCause.notAsked.message
        case .healthy: interruption.map { failed($0.error.message, at: $0.time) } ?? Message("conditionWell")
        case .slow: Message("sourceSlow")
        case .failed(let error, let time): failed(error.message(backoff(at: now)), at: time)
        }
    }
}
