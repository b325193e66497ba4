import Coordinators
import TerminalKit
import ViewModels

/// The list of hidden tickets on the stack.
final class FilteredController: ScreenController {
    let screen = FlowScreen.filtered
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
            model.move(movement.steps(page: height))
            return true
        }
        switch command {
        case .open: model.open()
        case .unhide: model.unhide()
        case .editRule: model.editRule()
        case .disableRule: model.toggleRule()
        case .removeRule: model.removeRule()
        case .newRule: model.newRule()
        case .filter: model.toggleFilter()
        case .undo: model.undo()
        default: return false
        }
        return true
    }

    private func label(_ command: Command) -> String {
        ui.texts.label(of: command, in: contexts) ?? ""
    }
}
