import TerminalKit
import ViewModels

/// The list of drafts: what each one is with its account and time, and below it its text.
extension ListDrawing {
    func draw(_ state: DraftsState, in area: Rect, of buffer: inout CellBuffer) {
        let content = frame(
            title: state.title, summary: state.rows.map { String($0.count) } ?? "", in: area, of: &buffer)
        guard let rows = state.rows else { return }
        guard !rows.isEmpty else { return bars.middle(state.emptyText, [], role: .dim, in: content, of: &buffer) }
        let lines = rows.enumerated()
            .flatMap { index, row -> [ListLine] in
                var first = TextLine(" \(row.kind)", theme[.title].withoutBackground)
                first.append("   \(row.details.joined(separator: "   "))", theme[.dim])
                if let reason = row.reason { first.append("   \(reason)", theme[.warning]) }
                let second = TextLine(" \(row.text)", theme[.text].withoutBackground)
                return [first, second].map { ListLine($0, row: index, isCurrent: index == state.cursor) }
            }
        drawCursorLines(lines, cursor: state.cursor * 2 + 1, in: content, of: &buffer)
    }
}

nonisolated extension DraftsState.Row {
    /// The account and the time. That of a scheduled post comes first, so that it is not cut off.
    fileprivate var details: [String] {
        let account = [account].compactMap(\.self)
        return if case .scheduled = id { [time] + account } else { account + [time] }
    }
}
