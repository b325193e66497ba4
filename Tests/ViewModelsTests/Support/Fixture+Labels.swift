import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import ViewModelTestSupport

@testable import ViewModels

extension Fixture {
    /// Opens the timeline with two topics, one rule unless others are given, and the tickets 0 to 29: even numbers are about
    /// racing, every fifth is a rumour.
    static func labelled(
        rules: [Rule]? = nil, settings: [String: SettingValue] = [:], localizer: Localizer = .english
    ) async throws -> Fixture {
        let library = Library(
            topics: [
                Topic(name: "Racing", query: try Query(parsing: "racing")),
                Topic(name: "Rumours", query: try Query(parsing: "rumour")),
            ],
            rules: try rules ?? [Rule(name: "no rumours", query: try Query(parsing: "rumour"))])
        let fixture = Fixture(library: library, settings: settings, localizer: localizer)
        fixture.track.commit(
            (0..<30)
                .map { number in
                    let words = [number % 2 == 0 ? "racing" : "cooking", number % 5 == 0 ? "rumour" : "news"]
                    return ticket(number, title: "Ticket \(number) \(words.joined(separator: " "))")
                })
        try await fixture.labels?.labelTickets()
        await fixture.start()
        return fixture
    }

    /// The items in the timeline, newest first.
    var items: [String] { content?.rows.compactMap { $0.ticket?.id.item } ?? [] }
}
