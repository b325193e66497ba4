import Application
import EngineConcepts
import FiberConfiguration
import TerminalUI
import ViewModels

/// Applies changed settings to running parts, whether changed in the file or on the screen.
@MainActor
final class SettingsApplier {
    private let services: ScreenServices
    private weak var app: FiberApp?
    private let browser: SystemBrowser
    private let refreshTimer: RefreshTimer?
    private let terminal: SessionTerminal
    /// The current contents of the files.
    private(set) var files: CheckedConfiguration
    /// True while changes come from the files. Choices on the screen show by themselves what waits for the next start.
    private var isApplyingFiles = false

    /// Follows the settings as long as it lives.
    ///
    /// - Parameters:
    ///   - files: The current contents of the files.
    ///   - refreshTimer: The refresh timer, or `nil` if its interval is fixed.
    init(
        _ services: ScreenServices, of app: FiberApp, on terminal: SessionTerminal, files: CheckedConfiguration,
        browser: SystemBrowser, refreshTimer: RefreshTimer?
    ) {
        self.services = services
        self.app = app
        self.files = files
        self.browser = browser
        self.refreshTimer = refreshTimer
        self.terminal = terminal
        services.session.settings.changes.observe(for: self) { [weak self] in self?.changed($0) }
    }

    /// Applies new contents of the files.
    func apply(_ files: CheckedConfiguration) {
        self.files = files
        isApplyingFiles = true
        services.session.settings.apply(files.configuration.settings)
        isApplyingFiles = false
        app?.apply(files.choices(services.session.settings.current))
    }

    private func changed(_ names: Set<String>) {
        let settings = services.session.settings.current
        app?.apply(files.choices(settings))
        browser.apply(settings)
        services.notifier.notify = terminal.notificationSender(settings, reportingTo: services.session.messages)
        refreshTimer?.change(to: settings.refreshInterval)
        guard isApplyingFiles else { return }
        let awaiting = Setting.all.filter { names.contains($0.name) && services.session.settings.awaitsRestart($0) }
            .map(\.name)
        guard !awaiting.isEmpty else { return }
        services.session.messages.show(.settingsNextStart, .text(awaiting.joined(separator: ", ")))
    }
}

extension Settings {
    /// The interval between refreshes, or `nil` for never.
    var refreshInterval: Duration? {
        let minutes = number("timeline.refresh-minutes")
        return minutes > 0 ? .seconds(minutes * 60) : nil
    }
}
