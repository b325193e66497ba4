import Coordinators
import TerminalKit
import ViewModels

/// Controls the history of messages.
final class MessagesController: ModelController<MessagesViewModel>, TextWrapping {
    let contexts: [KeyContext] = [.list, .everywhere]
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }
    private var drawing: MessagesScreen { MessagesScreen(lists: ui.lists(contexts)) }
    var parts: [MessagesState.Row] { model.state.rows }
    var wrapped = WrappedLines<MessagesState.Row>()
    func wrap(_ parts: [MessagesState.Row], width: Int) -> [TextLine] { drawing.lines(of: parts, width: width) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, lines: lines(in: area), in: area, of: &buffer)
        return nil
    }

    var position: PageScroll { model.state.scroll }
}
