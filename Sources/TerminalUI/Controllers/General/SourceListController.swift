import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls the source list, as a screen of its own, beside the timeline with keys, or as a sidebar without keys. A slash
/// filters it.
final class SourceListController: ListController<SourceListViewModel>, TextSearching, Scrolling, ActionSending {
    let contexts = KeyContext.sourceList.screenContexts
    let isLeftWhileLoading = true
    /// True if the list is drawn beside the timeline. Set before each layout.
    var isSidebar = false
    var searchLine: InputLine?
    /// True if keys go to the list.
    private let hasKeys: Bool

    /// - Parameter hasKeys: False for the list that is pinned beside the timeline.
    init(model: SourceListViewModel, ui: UIState, hasKeys: Bool = true) {
        self.hasKeys = hasKeys
        super.init(model: model, ui: ui)
    }

    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }
    var searchText: String { model.state.search }
    func search(_ text: String) { send(.search(text)) }

    private var drawing: SourceListScreen {
        let impossible: Set<Command> =
            model.state.rows?.isEmpty == true ? [.open, .refresh, "toggle-topic", "mark-source-read"] : []
        return SourceListScreen(
            lists: ui.lists(contexts, without: impossible), isSidebar: isSidebar, hasKeys: hasKeys)
    }

    override func layout(in area: Rect) { height = SourceListScreen.content(of: area, isSidebar: isSidebar).height }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, input: line, in: area, of: &buffer)
    }

    nonisolated static let commands = CommandGroup(
        .sourceList,
        [
            Row(.open, ["enter"], hint: true, sends: .open),
            Row("next-unread-source", ["n", ">"], hint: true, sends: .showNextUnread(fromCursor: true)),
            Row("toggle-topic", ["tab", "z"], hint: true, sends: .toggleTopic),
            Row(.refresh, ["r"], hint: true, sends: .refresh),
            Row("mark-source-read", ["A"], hint: true, sends: .markRead),
            Row("sidebar", ["alt-l"]) { $1.host.toggleSidebar() },
            Row("search", ["/"]) { screen, _ in screen.openLine() },
            Row("end-search", ["escape"]) { $0.endSearch($1) },
            Row("undo", ["U"], hint: true, sends: .undo),
            Row(bindingOnly: "back", ["L"]),
        ])

    func scroll(_ movement: PageScroll.Movement) { send(.move(movement.steps(page: height))) }

    /// Handles a mouse event. A click puts the cursor on a row; it also shows the row in the timeline if the cursor was on it
    /// already, or the list does not have the keys.
    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        if hasKeys, let movement = PageScroll.Movement(wheel: event) {
            scroll(movement)
            return true
        }
        guard event.action == .press(.left), let row = drawing.row(at: event.point, of: model.state, in: area) else {
            return false
        }
        let wasCurrent = model.state.current?.id == row.id
        send(.select(row.id))
        if !hasKeys || wasCurrent { send(.open) }
        return true
    }
}
