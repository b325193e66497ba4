import ViewModels

@testable import Coordinators

/// Records the screens shown.
final class RecordingRouter: Router {
    var hasQuit = false

    /// Only screens hold their view-models.
    var screens: [Screen] = []
    var shown: [String] { screens.map(name) }

    func setRoot(_ screen: Screen) { screens = [screen] }
    func push(_ screen: Screen) { screens.append(screen) }
    func pop() { screens.removeLast() }
    func quit() { hasQuit = true }

    private func name(_ screen: Screen) -> String {
        switch screen {
        case .timeline: "timeline"
        case .ticket: "ticket"
        case .links: "links"
        case .pictures: "pictures"
        case .help: "help"
        case .messages: "messages"
        case .sources: "sources"
        case .settings: "settings"
        case .developer: "developer"
        case .credits: "credits"
        case .topics: "topics"
        case .filtered: "filtered"
        case .rule: "rule"
        case .search: "search"
        case .command: "command"
        case .onboarding: "onboarding"
        }
    }
}

/// The dependencies of coordinators for a fixture.
func dependencies(_ fixture: Fixture) -> FlowDependencies {
    FlowDependencies(
        services: fixture.services, rowMeasure: fixture.measure, ticketMeasure: TicketViewModelTests.TenLines(),
        help: { [HelpSection(title: $0.rawValue, entries: [])] },
        settings: SettingsContext(
            themes: { [] }, fault: { _, _ in nil }, showsPerformance: { false }, showPerformance: { _ in }),
        commands: { [] })
}
