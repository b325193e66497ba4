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

extension AppCoordinator {
    /// Creates the root coordinator over a fixture, without a terminal.
    convenience init(over fixture: Fixture, screens: [ScreenDescriptor] = allScreens, router: any Router) {
        let frontEnd = FrontEnd(
            rowMeasure: fixture.measure, ticketMeasure: FixedTicketMeasure(), outlineMeasure: FixedOutlineMeasure(),
            screens: screens, help: { [] },
            settings: SettingsFrontEnd(themes: { [] }, failure: { _, _ in nil }), commands: { [] })
        self.init(services: fixture.services, frontEnd: frontEnd, router: router)
    }
}
