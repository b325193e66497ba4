import FiberConfiguration
import ViewModels

/// A browser that records the addresses that it is to open.
final class RecordingBrowser: BrowserOpening {
    nonisolated let choice: BrowserChoice
    private let opened = Opened()

    init(needsTerminal: Bool = false) {
        choice = BrowserChoice(
            settings: .standard, environment: needsTerminal ? ["BROWSER": "w3m"] : [:], system: "open",
            exists: { _ in true })
    }

    nonisolated func run(_ program: BrowserChoice.Program, for url: String) async throws { await opened.add(url) }

    var urls: [String] { get async { await opened.urls } }

    private actor Opened {
        var urls: [String] = []
        func add(_ url: String) { urls.append(url) }
    }
}
