import Coordinators
import EngineConcepts
import FiberConfiguration
import Foundation
import TerminalDriver
import TerminalUI
import ViewModels

/// One session on the terminal, from the first screen until the user leaves it.
struct TerminalSession {
    var timeline: SessionTimeline
    /// The context of the reader's own timeline, or `nil` for the sample and for standard input.
    var own: AppContext?
    var refreshing = RefreshPlan()
    var startMessages = StartMessages()
    /// True to print lines instead of drawing screens, whatever the settings say.
    var isLinear = false

    /// When to refresh. Each `nil` follows the settings.
    struct RefreshPlan {
        /// True to refresh at the start.
        var atStart: Bool?
        /// The time between refreshes.
        var interval: Duration?
    }

    /// Opens the screen and runs until the user leaves it. Returns the outcome of the first steps, if they ran.
    @MainActor @discardableResult
    func run(at route: Route? = nil) async throws -> OnboardingCoordinator.Outcome? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw CommandFailure(Message("terminalNeeded"))
        }
        let files = try ReaderFiles(timeline.configuration)
        // Parts created once cannot wait for the screen to read the stored choices.
        let chosen = try await timeline.configuration.settings(chosenIn: timeline.store)
        let browser = SystemBrowser(chosen)
        let crashes = try CrashRecord(in: timeline.diagnostics.directories.state)
        defer { crashes.end() }
        let terminal = SessionTerminal(chosen, isLinear: isLinear, crashes: crashes)
        let services = timeline.services(on: terminal, browser: browser)
        try await startMessages.show(in: services.session, timeline.diagnostics)
        let (settings, messages) = (services.session.settings, services.session.messages)
        services.announcer.announcing = terminal.notifier(settings.current, reportingTo: messages)
        await services.announcer.restore()
        // The change itself was reported on the screen; later starts only add it to the history.
        for remark in files.remarks { messages.log(remark, .note) }
        messages.report(files.errors)
        let app = terminal.app(
            showing: services, as: files.choices(settings.current), pictures: timeline.pictures,
            timeline.diagnostics.log)
        let refreshTimer = RefreshTimer(
            asking: timeline.engine, every: refreshing.interval ?? settings.current.refreshInterval,
            ownIntervals: { [own] in own?.sources.running.intervals ?? [:] }, time: timeline.time)
        let live = LiveSettings(
            services, of: app, on: terminal, files: files, browser: browser,
            refreshTimer: refreshing.interval == nil ? refreshTimer : nil)
        let work = SessionWork(of: self, for: app, services, live, refreshTimer)
        defer { work.end() }
        app.onStart = {
            terminal.reportColors(to: messages)
            work.start()
        }
        // Writing to a closed connection must not end the program: it is an error like any other.
        signal(SIGPIPE, SIG_IGN)
        let ending = try await app.run(at: route)
        await work.sharePosition()
        if case .signal(let number) = ending {
            throw Interruption(number: number.rawValue)
        }
        return app.coordinator?.onboardingOutcome
    }
}
