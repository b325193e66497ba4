import Coordinators
import EngineConcepts
import TerminalDriver
import TerminalKit
import ViewModels

/// An open ticket on the stack.
final class TicketController: ScreenController {
    let contexts: [KeyContext] = [.ticket, .reading, .everywhere]

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
            model.state, title: ui.appearance.wording(.ticketTitle), layout: ui.tickets, width: width,
            wording: ui.appearance.wording)
    }

    func place(in area: Rect) {
        let text = TicketScreen.parts(of: area).text
        width = text.width
        model.send(.resize(width: text.width, height: text.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, in: area, of: &buffer)
        return nil
    }

    func perform(_ command: Command, count: Int?) -> Bool {
        guard let action = action(for: command, count: count) else { return false }
        model.send(action)
        return true
    }

    private func action(for command: Command, count: Int?) -> TicketPageAction? {
        if let movement = PageScroll.Movement(command, count: count) { return .scroll(movement) }
        if let number = command.linkNumber { return .openLink(number) }
        return switch command {
        case .nextTicket: .neighbour(.older)
        case .previousTicket: .neighbour(.newer)
        case .toggleWarning: .toggleWarning
        case .nextInStory: .nextInStory
        case .toggleRaw: .toggleRaw
        case .undo: .undo
        case .refresh: .retry
        default: command.ticketCommand.map { .ticket($0) }
        }
    }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        let bar = TicketScreen.parts(of: area).scrollBar
        guard let movement = PageScroll.Movement(event, on: bar, of: model.state.scroll) else { return false }
        model.send(.scroll(movement))
        return true
    }
}

extension Command {
    /// The command for a ticket, or `nil` if it is none.
    var ticketCommand: TicketCommand? {
        switch self {
        case .openInBrowser: .openInBrowser
        case .copyLink: .copyLink
        case .links: .show(.links)
        case .pictures: .show(.pictures)
        case .thread: .show(.thread)
        case .newRule: .show(.rule)
        case .toggleRead: .toggleRead
        case .toggleStar: .toggleStar
        case .toggleLater: .toggleLater
        case .like: .react(.like)
        case .boost: .react(.boost)
        case .bookmark: .react(.bookmark)
        case .sendAgain: .sendAgain
        case .dropAction: .dropAction
        case .toggleStory: .toggleStory
        default: nil
        }
    }
}
