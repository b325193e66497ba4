import Coordinators
import TerminalKit
import ViewModels

/// Controls the help; a slash filters the keys.
final class HelpController: ModelController<HelpViewModel>, ScreenController, PageScrolling {
    let contexts: [KeyContext] = [.help, .list, .everywhere]

    private var line = ListSearchLine()

    var isTyping: Bool { line.input != nil }

    var transcript: Transcript { Transcript(model.state, input: line.input) }

    /// Replaces the keys that are listed.
    func replaceSections(with sections: [HelpSection]) {
        model.send(.show(sections))
    }

    func layout(in area: Rect) {
        model.send(.resize(height: ListDrawing.content(of: area).height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        ui.lists(contexts).draw(model.state, input: line.input, in: area, of: &buffer)
    }

    nonisolated static let commands = CommandGroup(
        .help,
        [
            CommandRow<HelpController>("search", ["/"], hint: true) { screen, _ in
                screen.line.open(screen.model.state.search, history: screen.ui.histories[.textSearches])
            }
        ])

    func scroll(_ movement: PageScroll.Movement) {
        model.send(.scroll(movement))
    }

    var position: PageScroll { model.state.scroll }

    func scrollBar(of area: Rect) -> Rect { ListDrawing.scrollBar(of: area) }

    func type(_ key: Key) -> Bool {
        if key == .named(.enter), let text = line.input?.text { ui.remember(text, as: .textSearches) }
        return line.type(key) { model.send(.search($0)) }
    }

    func paste(_ text: String) -> Bool {
        line.paste(text) { model.send(.search($0)) }
    }
}
