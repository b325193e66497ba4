import Coordinators
import TerminalKit
import ViewModels

/// Controls the history of messages.
final class MessagesController: ModelController<MessagesViewModel>, ScreenController, PageScrolling, ActionSending {
    let contexts: [KeyContext] = [.list, .everywhere]
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }
    private var drawing: MessagesScreen { MessagesScreen(lists: ui.lists(contexts)) }
    /// The area between the bars, or `nil` before the first layout.
    private var content: Rect?
    private var wrapped = WrappedLines<MessagesState.Row>()

    func layout(in area: Rect) {
        content = ListDrawing.content(of: area)
        measure()
    }

    func stateChanged() { measure() }

    private func measure() {
        guard let content else { return }
        send(.measure(count: lines(width: content.width).count, height: content.height))
    }

    private func lines(width: Int) -> [TextLine] {
        wrapped.lines(of: model.state.rows, width: width, in: ui.appearance, wrap: drawing.lines)
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, lines: lines(width: ListDrawing.content(of: area).width), in: area, of: &buffer)
        return nil
    }

    var position: PageScroll { model.state.scroll }
}
