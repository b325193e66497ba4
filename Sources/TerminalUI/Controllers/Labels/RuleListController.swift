import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of rules.
final class RuleListController: ListController<RuleListViewModel>, ScreenController, ListScrolling, ActionSending {
    let contexts = KeyContext.rules.screenContexts
    let isLeftWhileLoading = true
    private var widths = CachedValue<[RuleListState.Row], RuleListScreen.Widths>()
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }

    private var content = Rect(x: 0, y: 0, width: 80, height: 20)

    // The height of the list depends on the rules, which are loaded after the layout.
    override var rowsPerPage: Int { RuleListScreen.listHeight(of: model.state, in: content) }
    override func layout(in area: Rect) { content = ListDrawing.content(of: area) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let isEmpty = model.state.rows?.isEmpty == true
        let lists = ui.lists(contexts, without: isEmpty ? [.open, .disableRule, "remove-rule"] : [])
        let widths = self.widths.value(for: model.state.rows ?? []) { RuleListScreen.Widths($0) }
        RuleListScreen(lists: lists, widths: widths).draw(model.state, in: area, of: &buffer)
        return nil
    }

    nonisolated static let commands = CommandGroup(
        .rules,
        [
            Row(.open, ["enter"], hint: true, sends: .editRule),
            Row(.editRule, ["e"], sends: .editRule),
            Row(.disableRule, ["d"], hint: true, sends: .toggleRule),
            Row("remove-rule", ["D"], hint: true, sends: .removeRule),
            Row("new-rule", ["n"], hint: true) { $1.host.flow?.openRule(.text("")) },
            Row("undo", ["U"], hint: true, sends: .undo),
        ])
}
