import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
package import ViewModels

/// The messages with which a session starts.
package struct StartMessages {
    /// The result of the onboarding in one line, or `nil` if there is none.
    private let summary: String?
    /// The details of the summary, which only the history has.
    private let details: [String]
    /// The warnings of the onboarding, and that the library was lost.
    private let warnings: [String]
    /// The names of the sources that were paused at this start because they have crashed the program twice.
    private let pausedNow: [String]
    /// The names of the sources that were paused for that reason at an earlier start.
    private let pausedBefore: [String]

    package init(
        summary: String? = nil, details: [String] = [], warnings: [String] = [], pausedNow: [String] = [],
        pausedBefore: [String] = []
    ) {
        self.summary = summary
        self.details = details
        self.warnings = warnings
        self.pausedNow = pausedNow
        self.pausedBefore = pausedBefore
    }

    /// Shows these messages, earlier crashes and an upgrade, and stores the running version.
    @MainActor
    package func show(in session: Session, _ diagnostics: ProgramDiagnostics) async throws {
        showOnboarding(in: session.messages)
        for warning in warnings { session.messages.announce(warning) }
        reportPausedSources(to: session.messages)
        reportCrashes(in: diagnostics.directories, to: session.messages)
        let launch = Launch(version: Version.text, last: try await session.preferences.value(.version))
        if case .afterUpgrade(let last) = launch { session.messages.show(.upgraded, .text(Version.text), .text(last)) }
        if launch != .cold { session.preferences.set(.version, to: Version.text) }
        diagnostics.log.record(InstrumentedEvent("program.launch", .info, launch.details))
    }

    /// Shows the summary, longer if there are details of it.
    @MainActor
    func showOnboarding(in messages: MessageCenter) {
        messages.log(remarks: details)
        guard let summary else { return }
        if details.isEmpty { messages.show(summary) } else { messages.announce(summary) }
    }

    /// Announces the sources that are paused from now on. The others, which were announced before or found by a command,
    /// only go to the history: the bottom bar says that they are paused.
    @MainActor
    func reportPausedSources(to messages: MessageCenter) {
        for name in pausedBefore { messages.log(messages.localizer(.sourceEndsProgram, .text(name))) }
        for name in pausedNow { messages.announce(.sourceEndsProgram, .text(name)) }
    }

    @MainActor
    private func reportCrashes(in directories: Directories, to messages: MessageCenter) {
        do {
            if let crash = try CrashRecord.takeReports(in: directories.state).last {
                messages.announce(.crashed, .message(CrashRecord.reason(of: crash)))
            }
        } catch {
            messages.log(messages.localizer(.crashesUnreadable, .message(Message(error))))
        }
    }
}

extension Launch {
    fileprivate var details: [JournalDetail] {
        switch self {
        case .first: [JournalDetail("kind", "first")]
        case .cold: [JournalDetail("kind", "cold")]
        case .afterUpgrade(let last): [JournalDetail("kind", "after-upgrade"), JournalDetail("from", last)]
        }
    }
}
