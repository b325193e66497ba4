import ViewModels

@testable import Coordinators

/// Records the screens shown.
final class RecordingRouter: Router {
    var hasQuit = false

    /// Only screens hold their view-models.
    var screens: [(name: ScreenName, model: any ViewModel)] = []
    var shown: [String] { screens.map(\.name.rawValue) }

    func setRoot(_ screen: ScreenName, _ model: any ViewModel) { screens = [(screen, model)] }
    func push(_ screen: ScreenName, _ model: any ViewModel) { screens.append((screen, model)) }
    func pop() { screens.removeLast() }
    func quit() { hasQuit = true }
}

/// All screens of the timeline's flow.
let allScreens: [ScreenDescriptor] = [
    .timeline, .thread, .profile, .actions, .ticket, .links, .pictures, .topics, .filtered, .rules, .rule, .search,
    .help,
    .messages,
    .sources,
    .settings, .sourceList, .developer, .credits, .command,
]

/// The dependencies of coordinators for a fixture.
func dependencies(_ fixture: Fixture, screens: [ScreenDescriptor] = allScreens) -> FlowDependencies {
    FlowDependencies(
        services: fixture.services, rowMeasure: fixture.measure, ticketMeasure: FixedTicketMeasure(),
        threadMeasure: FixedThreadMeasure(),
        screens: screens, help: { [] },
        settings: SettingsContext(
            themes: { [] }, failure: { _, _ in nil }, showsPerformance: { false }, showPerformance: { _ in }),
        commands: { [] })
}
