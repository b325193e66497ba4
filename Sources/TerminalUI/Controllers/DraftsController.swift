import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of drafts.
final class DraftsController: ListController<DraftsViewModel>, ScreenController, ListScrolling, ActionSending {
    let contexts: [KeyContext] = [.drafts, .list, .everywhere]

    var cursor: Int { model.state.cursor }
    var transcript: Transcript { Transcript(model.state) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let lists = ui.lists(contexts)
        let (state, theme) = (model.state, ui.appearance.theme)
        let content = lists.frame(
            title: state.title, remark: state.rows.map { String($0.count) } ?? "", in: area, of: &buffer)
        guard let rows = state.rows else { return nil }
        guard !rows.isEmpty else {
            Bars(appearance: ui.appearance).middle(state.emptyText, [], role: .dim, in: content, of: &buffer)
            return nil
        }
        let lines = rows.enumerated()
            .flatMap { index, row -> [ListLine] in
                var first = TextLine(" \(row.kind)", theme[.title].withoutBackground)
                first.append("   \(row.details.joined(separator: "   "))", theme[.dim])
                if let reason = row.reason { first.append("   \(reason)", theme[.warning]) }
                let second = TextLine(" \(row.text)", theme[.text].withoutBackground)
                return [first, second].map { ListLine($0, row: index, isCurrent: index == state.cursor) }
            }
        lists.drawCursorLines(lines, cursor: state.cursor * 2 + 1, in: content, of: &buffer)
        return nil
    }

    func scroll(_ movement: PageScroll.Movement) {
        model.send(.move(movement.steps(page: height / 2)))
    }

    private typealias Row = CommandRow<DraftsController>

    nonisolated static let commands = CommandGroup(
        .drafts,
        [
            Row(.open, ["enter"], hint: true, sends: .open),
            Row("send-again", ["alt-r"], hint: true, sends: .sendAgain),
            Row("remove-draft", ["D"], hint: true, sends: .remove),
            Row("drop-action", ["alt-x"], sends: .remove),
            Row("undo", ["U"], hint: true, sends: .undo),
        ])
}

nonisolated extension DraftsState.Row {
    /// The account and the time. That of a scheduled post comes first, so that it is not cut off.
    fileprivate var details: [String] {
        let account = [account].compactMap(\.self)
        return if case .scheduled = id { [time] + account } else { account + [time] }
    }
}
