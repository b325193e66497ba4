import Application
import EngineConcepts

/// Rows from a place down, read in pages. While a page is used, the next one is read.
struct RowPages {
    let reader: any TrackReader
    let view: TrackView
    var reach = TicketReach.track

    /// The number of rows of a page. More need so much memory that the system takes it back after each page.
    private static let size = 256

    /// Passes pages to `use` until it has got `limit` tickets, no more rows are left, or it returns false. Gaps that
    /// directly follow the last ticket are included.
    func read(
        from anchor: WindowRequest.Anchor, limit: Int = .max, _ use: (ArraySlice<TrackRow>) async throws -> Bool
    ) async throws {
        var left = limit
        guard left > 0 else { return }
        var window = try await window(from: anchor, left)
        while true {
            let rows = window.rows.dropFirst(window.anchorIndex)
            let size = min(left, Self.size)
            var page = rows.prefix(size)
            let tickets = page.count - page.indicesOfGaps.count
            let behind = rows.dropFirst(size).first
            if tickets == left, let behind, !behind.isTicket { page = rows }
            left -= tickets
            guard left > 0, let behind else {
                _ = try await use(page)
                return
            }
            let (next, rest) = (WindowRequest.Anchor.place(behind.place), left)
            async let following = self.window(from: next, rest)
            guard try await use(page) else { return }
            window = try await following
        }
    }

    private func window(from anchor: WindowRequest.Anchor, _ left: Int) async throws -> TrackWindow {
        try await reader.window(
            WindowRequest(anchor: anchor, above: 0, below: min(left, Self.size) + 1, view: view, reach: reach))
    }
}

extension ArraySlice<TrackRow> {
    /// The indices of the gaps. Looks at the rows in place: a copy of a row copies each part of its ticket.
    var indicesOfGaps: [Int] {
        withUnsafeBufferPointer { rows in rows.indices.filter { !rows[$0].isTicket }.map { startIndex + $0 } }
    }
}

extension TrackRow {
    /// True for a ticket, false for a gap.
    var isTicket: Bool { if case .ticket = self { true } else { false } }
}
