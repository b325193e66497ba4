import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls the links of a ticket.
final class LinksController: ScreenController, Scrolling, ActionSending {
    let contexts: [KeyContext] = [.links, .list, .everywhere]

    private let model: LinksViewModel
    private let ui: UIContext
    private var height = 10

    init(model: LinksViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    var transcript: Transcript { Transcript(model.state) }

    func place(in area: Rect) {
        height = ListScreens.content(of: area).height
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        ui.lists(contexts).draw(model.state, in: area, of: &buffer)
        return nil
    }

    private typealias Row = CommandRow<LinksController>

    nonisolated static let commands = CommandGroup(
        .links,
        [
            Row(.open, ["enter", "o"], hint: true, sends: .open),
            Row("copy-link", ["y"], hint: true, sends: .copy),
            Row(numbered: "open-link") { $0.send(.openNumber($1.digit)) },
        ])

    func send(_ action: LinksViewModel.Action) {
        model.send(action)
    }

    func scroll(_ movement: PageScroll.Movement) {
        model.send(.move(movement.steps(page: height / 2)))
    }
}

/// Controls the history of messages.
final class MessagesController: ScreenController, Scrolling {
    let contexts: [KeyContext] = [.list, .everywhere]

    private let model: MessagesViewModel
    private let ui: UIContext

    init(model: MessagesViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    var transcript: Transcript { Transcript(model.state) }

    func place(in area: Rect) {
        let content = ListScreens.content(of: area)
        let lines = ui.lists(contexts).lines(of: model.state, width: content.width)
        model.send(.measure(count: lines.count, height: content.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        ui.lists(contexts).draw(model.state, in: area, of: &buffer)
        return nil
    }

    func scroll(_ movement: PageScroll.Movement) {
        model.send(.scroll(movement))
    }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        let bar = ListScreens.scrollBar(of: area)
        guard let movement = PageScroll.Movement(event, on: bar, of: model.state.scroll) else { return false }
        model.send(.scroll(movement))
        return true
    }

    /// Updates the list after new messages.
    func refresh() {
        model.send(.refresh)
    }
}

extension PageScroll.Movement {
    /// The cursor's movement in a list of which `page` rows are visible.
    func steps(page: Int) -> Int {
        switch self {
        case .lines(let count): count
        case .pages(let count): count * max(1, page)
        case .halfPages(let count): count * max(1, page / 2)
        case .top: -1_000_000
        case .to(let row): row
        case .bottom: 1_000_000
        }
    }
}

extension PageScroll.Movement {
    /// The scrolling for a mouse event: the wheel anywhere, or a press or drag on the scroll bar `bar`. `nil` for
    /// other events.
    init?(_ event: MouseEvent, on bar: Rect, of scroll: PageScroll) {
        switch event.action {
        case .wheelDown: self = .lines(3)
        case .wheelUp: self = .lines(-3)
        case .press(.left), .drag(.left):
            guard bar.columns.contains(event.point.x),
                let drawn = ScrollBar(
                    length: bar.height, offset: scroll.offset, visible: scroll.height, count: scroll.count)
            else { return nil }
            self = .to(drawn.offset(at: event.point.y - bar.y))
        default: return nil
        }
    }
}
