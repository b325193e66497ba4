import Coordinators
import TerminalKit
import ViewModels

/// The list of hidden tickets on the stack.
final class FilteredController: ScreenController {
    let contexts: [KeyContext] = [.filtered, .list, .everywhere]

    private let model: FilteredViewModel
    private let ui: UIContext
    private var height = 10

    init(model: FilteredViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    var transcript: Transcript { Transcript(model.state, wording: ui.appearance.wording) }

    func place(in area: Rect) {
        height = ListScreens.content(of: area).height
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let keys = FilteredScreen.Keys(
            filter: label(.filter), unhide: label(.unhide), edit: label(.editRule), disable: label(.disableRule))
        FilteredScreen(appearance: ui.appearance, lists: ui.lists(contexts), keys: keys)
            .draw(model.state, in: area, of: &buffer)
        return nil
    }

    func perform(_ command: Command, count: Int?) -> Bool {
        if let movement = PageScroll.Movement(command, count: count) {
            model.send(.move(movement.steps(page: height)))
            return true
        }
        switch command {
        case .open: model.send(.open)
        case .unhide: model.send(.unhide)
        case .editRule: model.send(.editRule)
        case .disableRule: model.send(.toggleRule)
        case .removeRule: model.send(.removeRule)
        case .newRule: model.send(.newRule)
        case .filter: model.send(.toggleFilter)
        case .undo: model.send(.undo)
        default: return false
        }
        return true
    }

    private func label(_ command: Command) -> String {
        ui.texts.label(of: command, in: contexts) ?? ""
    }
}
