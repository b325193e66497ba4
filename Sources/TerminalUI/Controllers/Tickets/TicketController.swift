import Coordinators
import EngineConcepts
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls an open ticket.
final class TicketController: ModelController<TicketViewModel>, TextSearching, CurrentTicketShowing, ActionSending,
    ResultSeeking
{
    /// The columns of a step to the side.
    private nonisolated static let sideStep = 8

    var contexts: [KeyContext] {
        if model.state.find?.typedWords != nil { return KeyContext.ticketMatches.screenContexts }
        return (model.followsSearch ? [KeyContext.timelineMatches] : []) + KeyContext.ticket.screenContexts
    }

    private var width = 80
    var searchLine: InputLine?

    private var drawing: TicketScreen {
        let keys = [Command.nextItem, .previousItem].compactMap { ui.texts.label(of: $0, in: contexts) }
        let isRead = model.state.content?.marks.isRead == true
        return TicketScreen(
            appearance: ui.appearance, layout: ui.ticketLayout,
            hints: ui.texts.hints(in: contexts, variants: isRead ? [.toggleRead: "unread"] : [:]),
            neighbourKeys: keys.joined(separator: "/"), retryKey: ui.texts.label(of: .refresh, in: contexts) ?? "")
    }

    var isTyping: Bool { line != nil || model.state.linkHints != nil }

    var transcript: Transcript {
        Transcript(
            model.state, title: localizer(.ticketTitle), layout: ui.ticketLayout, width: width,
            input: line, localizer: localizer)
    }

    /// True if nothing is shown beside the ticket.
    var takesWholeScreen: Bool { model.isFullWidth }

    private func parts(of area: Rect) -> TicketScreen.Parts {
        TicketScreen.parts(of: area, measure: drawing.measure(of: model.state))
    }

    func layout(in area: Rect) {
        let text = parts(of: area).text
        width = text.width
        send(.resize(width: text.width, height: text.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, in: area, of: &buffer)
        return ui.lists(contexts).drawInput(line, in: area, of: &buffer)
    }

    func type(_ key: Key) -> Bool {
        guard model.state.linkHints != nil else { return typeSearch(key) }
        if let character = key.typed { send(.typeHint(character)) } else { send(.hideHints) }
        return true
    }

    var searchText: String { model.state.find?.typedWords ?? "" }
    func seekResult(_ direction: ReadDirection) { send(.seekResult(direction)) }
    func search(_ text: String) { send(.find(text)) }

    /// The commands during a search in the text.
    nonisolated static let matchCommands = CommandGroup(
        .ticketMatches,
        [
            Row("next-match", ["n"], hint: true, sends: .seekMatch(.older)),
            Row("previous-match", ["N"], hint: true, sends: .seekMatch(.newer)),
            Row("end-search", ["escape"], hint: true, sends: .find("")),
        ])

    nonisolated static let commands = CommandGroup(
        .ticket,
        Row.scrolling(pageDown: ["pagedown", "ctrl-f"]) { $0.send(.scroll($1)) } + [
            Row("read-on", ["space"]) { $0.send(.readOn($1.times)) },
            Row(.nextItem, ["J", "right"], hint: true, sends: .neighbour(.older)).formerly("next-ticket"),
            Row(.previousItem, ["K", "left"], sends: .neighbour(.newer)).formerly("previous-ticket"),
            Row("next-unread", ["n"], hint: true, sends: .unread(.older)),
            Row("previous-unread", ["p"], sends: .unread(.newer)),
            Row("find", ["/"]) { screen, _ in screen.openLine() },
            Row("follow-link", [";"], sends: .showHints),
            Row("jump-back", ["ctrl-o", "backspace"], sends: .jumpBack),
            Row("toggle-wrap", ["\\"], sends: .toggleWrap),
            Row("scroll-left", ["<", "shift-left"]) { $0.send(.scrollSideways(-sideStep * $1.times)) },
            Row("scroll-right", [">", "shift-right"]) { $0.send(.scrollSideways(sideStep * $1.times)) },
            Row("toggle-width", ["W"], sends: .toggleWidth),
            Row(numbered: "open-link") { $0.send(.openLink($1.digit)) },
            Row(.nextInStory, ["tab"], sends: .nextInStory).formerly("next-telling"),
            Row("thread", ["t"], sends: .ticket(.show(.thread))),
            Row("author", ["a"], sends: .ticket(.show(.author))),
            Row(.refresh, ["r"], sends: .retry),
            Row("toggle-raw", ["v"], sends: .toggleRaw),
            Row(bindingOnly: "back", ["escape", "enter"]),
        ])

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        let bar = parts(of: area).scrollBar
        guard let movement = PageScroll.Movement(event, on: bar, of: model.state.scroll) else { return false }
        send(.scroll(movement))
        return true
    }
}
