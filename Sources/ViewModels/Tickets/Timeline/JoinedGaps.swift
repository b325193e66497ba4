import EngineConcepts

/// The gaps that share a row with neighbours: several sources that stop at nearly the same second leave gaps of a few
/// seconds between the long ones, and a row for each says nothing new.
nonisolated struct JoinedGaps: Equatable, Sendable {
    /// A gap of at most this length joins its neighbour.
    private static let maximumShortGap = Duration.seconds(60)

    /// The gaps of each row that shows several, newest first.
    private var parts: [GapID: [Gap]] = [:]

    /// Returns the gaps that a row shows, newest first.
    func parts(of gap: Gap) -> [Gap] { parts[gap.id] ?? [gap] }

    /// Returns the place from which the next row is looked for: the last gap of a row towards older ones, its first
    /// towards newer ones.
    func place(_ place: TrackPlace, leaving direction: ReadDirection) -> TrackPlace {
        guard case .gap(let id) = place, let parts = parts[id],
            let gap = direction == .older ? parts.last : parts.first
        else { return place }
        return .gap(gap.id)
    }

    /// Joins neighbouring gaps of a window without tickets between them. Returns the window with the joined gaps as rows.
    static func joining(_ window: TrackWindow) -> (window: TrackWindow, gaps: JoinedGaps) {
        var result = JoinedGaps()
        var rows: [TrackRow] = []
        var joined: [Gap] = []
        var anchor = window.anchorIndex
        func finish() {
            guard let gap = union(of: joined) else { return }
            rows.append(.gap(gap))
            if joined.count > 1 { result.parts[gap.id] = joined }
            joined = []
        }
        for (index, row) in window.rows.enumerated() {
            if case .gap(let gap) = row, joins(gap, to: joined) {
                // This gap has no row of its own any more, so the anchor moves up by one.
                if !joined.isEmpty, index <= window.anchorIndex { anchor -= 1 }
                joined.append(gap)
                continue
            }
            finish()
            if case .gap(let gap) = row { joined = [gap] } else { rows.append(row) }
        }
        finish()
        var window = window
        window.rows = rows
        window.anchorIndex = anchor
        return (window, result)
    }

    /// Returns true if a gap belongs into the row of `others`, which has at most one long gap.
    private static func joins(_ gap: Gap, to others: [Gap]) -> Bool {
        guard let last = others.last else { return true }
        return last.timeframe.end == gap.timeframe.start && (isShort(gap) || others.allSatisfy(isShort))
    }

    private static func isShort(_ gap: Gap) -> Bool { gap.timeframe.duration.map { $0 <= maximumShortGap } ?? false }

    private static func union(of gaps: [Gap]) -> Gap? {
        guard let first = gaps.first, let last = gaps.last, gaps.count > 1,
            let timeframe = Timeframe(from: first.timeframe.start, downTo: last.timeframe.end)
        else { return gaps.first }
        // If a source is missing in several of the gaps, its cause in a long gap is shown.
        let longest = gaps.sorted { !isShort($0) && isShort($1) }
        var missing: [SupplierID: Gap.Missing] = [:]
        for part in longest.flatMap(\.missing) where missing[part.supplier] == nil { missing[part.supplier] = part }
        return Gap(
            timeframe: timeframe, kind: gaps.contains { $0.kind == .full } ? .full : .partial,
            missing: missing.values.sorted { $0.supplier < $1.supplier })
    }
}
