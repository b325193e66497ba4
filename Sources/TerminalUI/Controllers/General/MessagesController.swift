import Coordinators
import TerminalKit
import ViewModels

/// Controls the history of messages.
final class MessagesController: ModelController<MessagesViewModel>, ScreenController, PageScrolling, ActionSending {
    let contexts: [KeyContext] = [.list, .everywhere]
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }
    private var drawing: MessagesScreen { MessagesScreen(lists: ui.lists(contexts)) }

    func layout(in area: Rect) {
        let content = ListDrawing.content(of: area)
        let lines = drawing.lines(of: model.state, width: content.width)
        send(.measure(count: lines.count, height: content.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, in: area, of: &buffer)
        return nil
    }

    var position: PageScroll { model.state.scroll }
}
