import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of hidden tickets.
final class FilteredController: ListController<FilteredViewModel>, ScreenController, ListScrolling, ActionSending {
    let contexts = KeyContext.filtered.screenContexts
    let isLeftWhileLoading = true
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let keys = FilteredScreen.Keys(
            filter: label(.filter), unhide: label(.unhide), edit: label(.editRule), disable: label(.disableRule))
        var impossible: Set<Command> = model.state.filter.isEmpty ? [.filter] : []
        if model.state.groups != nil, model.state.lines.isEmpty {
            impossible.formUnion([.open, .unhide, .editRule, .disableRule])
        }
        FilteredScreen(lists: ui.lists(contexts, without: impossible), keys: keys)
            .draw(model.state, in: area, of: &buffer)
        return nil
    }

    nonisolated static let commands = CommandGroup(
        .filtered,
        [
            Row(.open, ["enter"], hint: true, sends: .open),
            Row(.unhide, ["h"], hint: true, sends: .unhide).formerly("un-hide"),
            Row(.editRule, ["e"], hint: true, sends: .editRule),
            Row(.disableRule, ["d"], hint: true, sends: .toggleRule),
            Row("remove-rule", ["D"], sends: .removeRule),
            Row(bindingOnly: "rules", ["r"], hint: true),
            Row("new-rule", ["n"], hint: true) { $1.host.flow?.openRule(.text("")) },
            Row(.filter, ["x"], hint: true, sends: .toggleFilter),
            Row("undo", ["U"], hint: true, sends: .undo),
        ])

    private func label(_ command: Command) -> String { ui.texts.label(of: command, in: contexts) ?? "" }
}
