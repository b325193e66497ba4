import ViewModels

final class RecordingBrowser: BrowserOpening {
    private let opened = Opened()
    private let isInTerminal: Bool

    init(needsTerminal: Bool = false) {
        isInTerminal = needsTerminal
    }

    nonisolated func needsTerminal(for url: String) -> Bool { isInTerminal }

    nonisolated func open(_ url: String) async throws {
        await opened.add(url)
    }

    nonisolated func openInBackground(_ url: String) async throws {
        await opened.add("background \(url)")
    }

    nonisolated var player: PlayerUse? { nil }

    nonisolated func play(_ url: String) async throws {
        try await open(url)
    }

    var urls: [String] { get async { await opened.urls } }

    private actor Opened {
        var urls: [String] = []
        func add(_ url: String) { urls.append(url) }
    }
}
