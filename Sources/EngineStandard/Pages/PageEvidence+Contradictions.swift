import EngineConcepts

/// The ranges that counted as complete and in which a page shows that items may be missing.
extension PageEvidence {
    /// The range that may lack items now, or `nil`. It exists if the source backdates items beyond the end of this page, or
    /// dates them by the day, so that its last second is incomplete.
    ///
    /// Items that a window without dates and older pages has lost belong above everything stored, so a single second stands
    /// for them.
    var contradictedRange: Timeframe? {
        guard isDisconnected, let lastSecond else { return nil }
        if dates == .undated, answer.next == nil { return neighbours.areNone ? nil : lastSecond }
        let below =
            isAboveAllKnown && !endsInKnownUnit ? neighbours.newestBelow.map(Self.lowestMissing(above:)) : nil
        // Where nothing is stored, as after an empty document, more items can have appeared in the second of the last one.
        let isFirst = dates == .dated && neighbours.newestBelow == nil
        let bottom = [below, neighbours.atEnd != .nothing || isFirst ? lastSecond.end : nil].compactMap(\.self).min()
        return bottom.flatMap { Timeframe(from: lastSecond.start, downTo: $0) }
    }

    /// True if the page proves nothing down to the newest ticket below it: it holds no known item, or the source has no older
    /// pages that could.
    private var isAboveAllKnown: Bool { !(end?.hasKnown ?? false) || answer.next == nil }

    /// True if dates stand for days, hours or minutes, and items of the one in which the page ends were read before: those that
    /// appeared since are not of an earlier one. Only such a page leads to a second that older pages can show to be complete.
    private var endsInKnownUnit: Bool {
        guard dates == .dated, answer.next != nil, neighbours.atEnd == .tickets, !followsRepeated,
            let lastSecond, let below = neighbours.newestBelow
        else { return false }
        return DatePrecision(lastSecond.end, above: below.flooredToSecond) != nil
    }

    /// Returns the time down to which items may be missing above a ticket at `place`: the second above it. A time on
    /// a whole minute can stand for a minute, an hour or a day that was not over when it was read; then items may be
    /// missing in its second, too.
    private static func lowestMissing(above place: Timestamp) -> Timestamp {
        let second = place.flooredToSecond
        return second.seconds.isMultiple(of: 60) ? second : second.advanced(by: .seconds(1))
    }

    /// Returns the rest of a range that was complete without any ticket, if the page shows items that it should have held: the
    /// document without items that claimed it was none of the source. The first page with items that names an older one shows
    /// it as well, because nothing tells how far back the older pages reach.
    func rangeOfEmptyDocument(in claimed: TimeframeSet) -> Timeframe? {
        guard isDisconnected, dates == .dated, knownCount == 0, neighbours.areNone, !isOutdated, let lastSecond else {
            return nil
        }
        if answer.isFirstWithItems, namesOlderPage, let range = claimed.timeframes.last, range.isEndless {
            return Timeframe(from: min(lastSecond.start, range.start), downTo: range.end)
        }
        guard let range = claimed.timeframes.first(where: { $0.contains(lastSecond.end) }) else { return nil }
        // An item dated to the day can have appeared until the day was over.
        let end = lastSecond.end.advanced(by: DatePrecision(lastSecond.end, above: nil)?.duration ?? .zero)
        guard end <= range.start else { return nil }
        return Timeframe(from: lastSecond.start, downTo: range.end)
    }

    /// Returns the part of a complete range that should have held a new item of this page and is not read to its end, or `nil`
    /// if there is none. An item that is at the end of every page made the range look complete.
    func rangeOfUnexpected(in claimed: TimeframeSet) -> Timeframe? {
        guard traits.shape == .window, let newest = unexpected.map(\.time).filter({ claimed.contains($0) }).max(),
            let range = claimed.timeframe(containing: newest)
        else { return nil }
        return Timeframe(from: min(newest.secondAbove, range.start), downTo: range.end)
    }

    /// Returns the parts of a complete range, and of what is below the floor, in which a log may have more items now: they are
    /// not read to their end, and items turned up there long after they could have appeared, also at the end of the page. The
    /// source inserts older items, such as those of somebody whom the user follows now. A single item is only late.
    func rangesOfInserted(in coverage: Coverage, below floor: Timestamp?) -> TimeframeSet {
        guard let lastQuarter, !unexpected.isEmpty else { return TimeframeSet() }
        // A page that reaches a threshold for the first time has items below it as well.
        let floor = floor.flatMap { request.claimed.contains($0) ? $0 : nil }
        let settled = coverage.claimed.subtracting(coverage.unsettled)
        let inserted = unexpected.map(\.time)
            .filter { time in
                // Another answer can have claimed and delivered more since the request.
                settled.contains(time) && request.claimed.contains(time) || floor.map { time < $0 } ?? false
            }
        guard inserted.count > 1, let newest = inserted.max(), let oldest = inserted.min(), oldest <= lastQuarter,
            let below = Timeframe.everythingBefore(newest.secondAbove)
        else { return TimeframeSet() }
        let unread = floor.flatMap { oldest < $0 ? Timeframe.everythingBefore($0) : nil }
        let ranges = TimeframeSet([coverage.claimed.timeframe(containing: newest), unread].compactMap(\.self))
        return ranges.intersection(below)
    }

    /// Returns the part of the last reading's day that was read, if a page of the top lies wholly above that reading and
    /// dates items to the day (or to the hour or minute). Items of that day that appeared later have left the window. The
    /// range does not reach below the newest ticket stored below the page.
    ///
    /// Dates stand for days if the page's end is whole days above that ticket; so for hours and minutes.
    func rangeOfRunningUnit(since lastRead: Timestamp) -> Timeframe? {
        guard isOfTop, isDisconnected, dates == .dated, let bottom = lastSecond?.end,
            lastRead <= bottom, isAboveAllKnown
        else { return nil }
        let lowest = neighbours.newestBelow?.flooredToSecond
        return DatePrecision(bottom, above: lowest)
            .flatMap { unit in
                let start = unit.start(of: lastRead)
                return Timeframe(from: lastRead, downTo: max(start, lowest ?? start))
            }
    }
}
