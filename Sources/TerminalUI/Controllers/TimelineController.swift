import Coordinators
import EngineConcepts
import TerminalDriver
import TerminalKit
import ViewModels

/// The timeline on the stack.
final class TimelineController: ScreenController {
    var contexts: [KeyContext] {
        (model.state.found == nil ? [] : [.found]) + [.timeline, .reading, .everywhere]
    }

    var isAsking: Bool { model.state.question != nil }

    private let model: TimelineViewModel
    private let ui: UIContext
    private let askForDate: (Command) -> Void

    /// - Parameter askForDate: Opens the prompt for the date of a command.
    init(model: TimelineViewModel, ui: UIContext, askForDate: @escaping (Command) -> Void) {
        self.model = model
        self.ui = ui
        self.askForDate = askForDate
    }

    private var drawing: TimelineScreen {
        TimelineScreen(appearance: ui.appearance, layout: ui.rows, hints: ui.texts.hints(in: contexts))
    }

    var transcript: Transcript { Transcript(model.state, wording: ui.appearance.wording) }

    private func parts(of area: Rect) -> TimelineScreen.Parts {
        TimelineScreen.parts(of: area, hasBanner: model.state.banner != nil)
    }

    func place(in area: Rect) {
        let rows = parts(of: area).rows
        model.send(.resize(width: rows.width, height: rows.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, in: area, of: &buffer)
        return nil
    }

    func perform(_ command: Command, count: Int?) -> Bool {
        guard let action = action(for: command, count: count) else {
            switch command {
            case .goTo: askForDate(command)
            case .fillUntil: if model.isOnGap() { askForDate(command) }
            default: return false
            }
            return true
        }
        model.send(action)
        return true
    }

    private func action(for command: Command, count: Int?) -> TimelineAction? {
        let times = count ?? 1
        if let digit = command.topicNumber { return .toggleTopic(digit) }
        return switch command {
        case .down: .move(times)
        case .up: .move(-times)
        case .pageDown: .page(times)
        case .pageUp: .page(-times)
        case .halfPageDown: .halfPage(times)
        case .halfPageUp: .halfPage(-times)
        case .top: .top
        case .bottom: .bottom
        case .nextUnread: .seek(.unread, .older)
        case .previousUnread: .seek(.unread, .newer)
        case .nextGap: .seek(.gap, .older)
        case .previousGap: .seek(.gap, .newer)
        case .nextLate: .seek(.late, .older)
        case .previousLate: .seek(.late, .newer)
        case .nextSource: .seek(.source, .older)
        case .previousSource: .seek(.source, .newer)
        case .open: .open
        case .toggleWarning: .toggleWarning
        case .markBelowRead: .markRead(.below)
        case .markAboveRead: .markRead(.above)
        case .markVisibleRead: .markRead(.visible)
        case .allTopics: .showTopics([])
        case .combineTopics: .toggleCombination
        case .filter: .toggleFilter
        case .filtered: .openFiltered
        case .search: .openSearch
        case .nextMatch: .seekMatch(.older)
        case .previousMatch: .seekMatch(.newer)
        case .markAllRead: .markRead(.all)
        case .undo: .undo
        case .refresh: .refresh
        case .fillFromBelow: .fill(.older, count.map { .count($0) } ?? .pool)
        case .fillAll: .fill(.newer, .all)
        case .cancel: .cancel
        case .cycleDensity: .cycleDensity
        case .toggleTimes: .toggleTimes
        case .unreadOnly: .toggleUnreadOnly
        case .starredOnly: .toggleStarredOnly
        case .laterOnly: .toggleLaterOnly
        case .onlySource: .toggleOnlySource
        // Back first returns from a single source to all sources.
        case .back where model.currentView.suppliers != nil: .toggleOnlySource
        default: command.ticketCommand.map { .ticket($0) }
        }
    }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        let parts = parts(of: area)
        let rows = parts.rows
        if event.action == .press(.left), parts.top.contains(event.point) {
            let column = event.point.x - parts.top.x
            let bar = TimelineBar(appearance: ui.appearance)
            guard let action = bar.action(at: column, of: model.state.header, in: parts.top) else { return false }
            model.send(action)
            return true
        }
        switch event.action {
        case .wheelDown: model.send(.scroll(3))
        case .wheelUp: model.send(.scroll(-3))
        case .press(.left):
            guard rows.contains(event.point), case .content(let content) = model.state.body else { return false }
            let line = event.point.y - rows.y
            let row = drawing.row(at: line, of: content, in: model.state, width: rows.width)
            guard let row else { return false }
            if model.state.current?.id == row {
                model.send(.open)
            } else {
                model.send(.select(row))
            }
        default: return false
        }
        return true
    }
}
