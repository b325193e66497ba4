import Localization
import TerminalKit
import ViewModels

/// The drawing of the list of drafts: the kind of each one with its account and time, and below it its text.
struct DraftsScreen: ListBasedDrawing {
    let lists: ListDrawing

    func draw(_ state: DraftsState, in area: Rect, of buffer: inout CellBuffer) {
        let content = lists.frame(
            title: localizer(.draftsTitle), summary: state.rows.map { localizer.grouped($0.count) } ?? "", in: area,
            of: &buffer)
        guard let rows = lists.present(state.rows, or: .draftsEmpty, in: content, of: &buffer) else { return }
        lists.drawRows(rows, cursor: state.cursor, in: content, of: &buffer) { _, row in
            var first = TextLine(" \(row.kind)", theme[.title].withoutBackground)
            first.append("   \(row.details.joined(separator: "   "))", theme[.dim])
            if let reason = row.reason { first.append("   \(reason)", theme[.warning]) }
            return [first, TextLine(" \(row.text)", theme[.text].withoutBackground)]
        }
    }
}

nonisolated extension DraftsState.Row {
    /// The account and the time. That of a scheduled post comes first, so that it is not cut off.
    fileprivate var details: [String] {
        let account = [account].compactMap(\.self)
        return if case .scheduled = id { [time] + account } else { account + [time] }
    }
}
