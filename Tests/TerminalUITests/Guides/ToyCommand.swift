import ViewModels

@testable import TerminalUI

nonisolated extension TimelineController {
    static let toyCommands = CommandGroup(
        .timeline,
        [
            CommandRow<TimelineController>("leap", ["alt-j"], hint: true, leadsToTimeline: true) { timeline, call in
                timeline.send(.move(.lines(2 * call.times)))
            }
        ])
}
