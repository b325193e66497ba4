import Application
import Coordinators
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import TerminalDriver
import TerminalUI
import ViewModels

/// One session on the terminal, from the first screen until the user leaves it.
struct TerminalSession {
    let timeline: SessionTimeline
    var startMessages = StartMessages()
    /// True to print lines instead of drawing screens, whatever the settings say.
    var isLinear = false

    /// Opens the screen and runs until the user leaves it. Returns the outcome of the onboarding, if it ran.
    @MainActor @discardableResult
    func run(at route: Route? = nil) async throws -> OnboardingCoordinator.Outcome? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw CommandFailure(Message("terminalNeeded"))
        }
        let (parts, own) = (timeline.parts, timeline.own)
        let files = try CheckedConfiguration(parts.configuration)
        // Parts created once cannot wait for the screen to read the stored choices.
        let chosenSettings = try await parts.configuration.settings(chosenIn: parts.store)
        let browser = SystemBrowser(chosenSettings)
        let crashes = try CrashRecord(in: parts.diagnostics.directories.state)
        defer { crashes.end() }
        let terminal = SessionTerminal(chosenSettings, isLinear: isLinear, crashes: crashes)
        let services = timeline.services(on: terminal, browser: browser)
        let (settings, messages) = (services.session.settings, services.session.messages)
        // Before the first message, so that it can name keys.
        let app = terminal.app(
            showing: services, as: files.choices(settings.current), pictures: own.map { PictureLoaderFactory($0) },
            parts.diagnostics.log)
        // Beside the rest, so that the first frame does not wait for it.
        async let storeVersion = SessionWork.version(of: own?.store)
        try await services.session.preferences.readAhead()
        try await startMessages.show(in: services.session, parts.diagnostics)
        services.notifier.notify = terminal.notificationSender(settings.current, reportingTo: messages)
        await services.notifier.restore()
        messages.reportAtStart(files)
        let refreshTimer = RefreshTimer(
            asking: parts.engine, every: parts.refreshing.interval ?? settings.current.refreshInterval,
            ownIntervals: { own?.sources.active.intervals ?? [:] }, time: parts.time)
        let applier = SettingsApplier(
            services, of: app, on: terminal, files: files, browser: browser,
            refreshTimer: parts.refreshing.interval == nil ? refreshTimer : nil)
        let work = SessionWork(
            of: timeline, for: app, services, applier, refreshTimer, storeVersion: await storeVersion)
        defer { work.end() }
        app.onStart = {
            terminal.reportColors(to: messages)
            work.start()
        }
        // Writing to a closed connection must not end the program: it is an error like any other.
        signal(SIGPIPE, SIG_IGN)
        let ending = try await app.run(at: route)
        await work.sharePosition()
        if case .signal(let number) = ending { throw Interruption(number: number.rawValue) }
        return app.coordinator?.onboardingOutcome
    }
}
