import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls the picture viewer.
final class PictureController: ModelController<PictureViewModel>, ScreenController, ActionSending {
    let contexts = KeyContext.pictures.screenContexts
    var transcript: Transcript { Transcript(model.state) }

    func layout(in area: Rect) {
        let pictureArea = PictureScreen.parts(of: area).picture
        send(.resize(PictureSize(columns: pictureArea.width, lines: pictureArea.height)))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        PictureScreen(appearance: ui.appearance, hints: ui.texts.hints(in: contexts))
            .draw(model.state, in: area, of: &buffer)
        return nil
    }

    nonisolated static let commands = CommandGroup(
        .pictures,
        [
            Row("down", ["j", "down", "right"], hint: true) { $0.send(.move($1.times)) },
            Row("up", ["k", "up", "left"], hint: true) { $0.send(.move(-$1.times)) },
            Row("top", ["g", "home"], sends: .move(-100_000)),
            Row("bottom", ["G", "end"], sends: .move(100_000)),
            Row("open-in-browser", ["o", "enter"], hint: true, sends: .openInBrowser),
            Row("copy-link", ["y"], hint: true, sends: .copyLink),
            Row(.refresh, ["r"], sends: .retry),
            Row(bindingOnly: "back", ["escape", "i"]),
        ])

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        switch event.action {
        case .wheelDown: send(.move(1))
        case .wheelUp: send(.move(-1))
        default: return false
        }
        return true
    }
}
