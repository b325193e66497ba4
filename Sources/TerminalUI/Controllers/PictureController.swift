import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// The picture viewer on the stack.
final class PictureController: ScreenController {
    let contexts: [KeyContext] = [.pictures, .everywhere]

    private let model: PictureViewModel
    private let ui: UIContext

    init(model: PictureViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    var transcript: Transcript { Transcript(model.state) }

    func place(in area: Rect) {
        let place = PictureScreen.parts(of: area).picture
        model.send(.resize(PictureSize(columns: place.width, lines: place.height)))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        PictureScreen(appearance: ui.appearance, hints: ui.texts.hints(in: contexts))
            .draw(model.state, in: area, of: &buffer)
        return nil
    }

    func perform(_ command: Command, count: Int?) -> Bool {
        switch command {
        case .down: model.send(.move(count ?? 1))
        case .up: model.send(.move(-(count ?? 1)))
        case .top: model.send(.move(-100_000))
        case .bottom: model.send(.move(100_000))
        case .openInBrowser: model.send(.openInBrowser)
        case .copyLink: model.send(.copyLink)
        case .refresh: model.send(.retry)
        default: return false
        }
        return true
    }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        switch event.action {
        case .wheelDown: model.send(.move(1))
        case .wheelUp: model.send(.move(-1))
        default: return false
        }
        return true
    }
}
