import Coordinators
import EngineConcepts
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls an open ticket.
final class TicketController: ScreenController, TicketActing, ActionSending {
    let contexts: [KeyContext] = [.own, .ticket, .currentTicket, .everywhere]

    private let model: TicketViewModel
    private let ui: UIContext
    private var width = 80

    init(model: TicketViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    private var drawing: TicketScreen {
        let keys = [Command.nextTicket, .previousTicket].compactMap { ui.texts.label(of: $0, in: contexts) }
        return TicketScreen(
            appearance: ui.appearance, layout: ui.tickets, hints: ui.texts.hints(in: contexts),
            neighbourKeys: keys.joined(separator: "/"), retryKey: ui.texts.label(of: .refresh, in: contexts) ?? "")
    }

    var transcript: Transcript {
        Transcript(
            model.state, title: ui.appearance.localizer(.ticketTitle), layout: ui.tickets, width: width,
            localizer: ui.appearance.localizer)
    }

    func layout(in area: Rect) {
        let text = TicketScreen.parts(of: area).text
        width = text.width
        model.send(.resize(width: text.width, height: text.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, in: area, of: &buffer)
        return nil
    }

    private typealias Row = CommandRow<TicketController>

    nonisolated static let commands = CommandGroup(
        .ticket,
        Row.scrolling { $0.send(.scroll($1)) } + [
            Row(.nextTicket, ["J", "n", "right"], hint: true, sends: .neighbour(.older)),
            Row(.previousTicket, ["K", "p", "left"], hint: true, sends: .neighbour(.newer)),
            Row(numbered: "open-link") { $0.send(.openLink($1.digit)) },
            Row(.nextInStory, ["tab"], sends: .nextInStory).formerly("next-telling"),
            Row("thread", ["t"], sends: .ticket(.show(.thread))),
            Row(.refresh, ["r"], sends: .retry),
            Row("toggle-raw", ["v"], sends: .toggleRaw),
            Row(keysOf: "back", ["escape", "enter"]),
        ])

    func send(_ action: TicketPageAction) {
        model.send(action)
    }

    func perform(_ command: TicketCommand) {
        model.send(.ticket(command))
    }

    func toggleWarning() {
        model.send(.toggleWarning)
    }

    func undo() {
        model.send(.undo)
    }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        let bar = TicketScreen.parts(of: area).scrollBar
        guard let movement = PageScroll.Movement(event, on: bar, of: model.state.scroll) else { return false }
        model.send(.scroll(movement))
        return true
    }
}
