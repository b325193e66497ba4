import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Synchronization

@testable import ViewModels

/// A browser and a player that record the addresses that they are to open, or fail.
final class FakeBrowser: BrowserOpening {
    nonisolated let choice: BrowserChoice
    private let opened = Opened()
    private let played = Opened()
    nonisolated private let fails: Bool
    nonisolated private let step = Mutex<(@Sendable () -> Void)?>(nil)

    init(hasPlayer: Bool = false, fails: Bool = false) {
        self.fails = fails
        choice = BrowserChoice(
            settings: .standard.with(["player.command": .words(hasPlayer ? ["mpv"] : [])]), environment: [:],
            system: "open", exists: { _ in true })
    }

    /// Calls `step` while a program runs.
    func whileRunning(_ step: @escaping @Sendable () -> Void) { self.step.withLock { $0 = step } }

    nonisolated func run(_ program: BrowserChoice.Program, for url: String) async throws {
        if fails { throw SupplierError(.refused, "There is no display.") }
        step.withLock { $0 }?()
        await (program.words.first == "mpv" ? played : opened).add(url)
    }

    var playedURLs: [String] { get async { await played.urls } }

    var urls: [String] { get async { await opened.urls } }

    private actor Opened {
        var urls: [String] = []
        func add(_ url: String) { urls.append(url) }
    }
}
