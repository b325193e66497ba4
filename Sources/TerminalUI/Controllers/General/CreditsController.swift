import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls the credits.
final class CreditsController: ModelController<CreditsViewModel>, ScreenController, PageScrolling, ActionSending {
    let contexts: [KeyContext] = [.list, .everywhere]
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }
    func layout(in area: Rect) { send(.resize(height: CreditsScreen.content(of: area).height)) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        CreditsScreen(lists: ui.lists(contexts)).draw(model.state, in: area, of: &buffer)
        return nil
    }

    var position: PageScroll { model.state.scroll }
    func scrollBar(of area: Rect) -> Rect { CreditsScreen.scrollBar(of: area) }
}
