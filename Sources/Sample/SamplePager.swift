import EngineConcepts
import Suppliers

/// Splits a stream into pages and computes their claims. A pure function of the request.
struct SamplePager: Sendable {
    let stream: SampleStream
    let traits: SupplierTraits

    func page(_ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        switch (traits.shape, request.direction) {
        case (.window, _): window(request)
        case (_, .older): try older(request)
        case (_, .newer): try newer(request)
        }
    }

    /// Returns the oldest time of the window at `now`, rounded to the precision of its claim.
    func windowEnd(at now: Timestamp) -> Timestamp? {
        let shown = indices(downFrom: stream.schedule.newest(notAfter: now), limit: traits.maximumPageItems, now: now)
            .shown
        return shown.last.map { bottom(below: $0) }
    }

    // MARK: Windows and pages

    /// Returns the current document, whatever the request's position: it has no pages.
    private func window(_ request: FetchRequest) -> FetchAnswer {
        let newest = stream.schedule.newest(notAfter: request.now)
        let (shown, next) = indices(downFrom: newest, limit: traits.maximumPageItems, now: request.now)
        let bottom = shown.last.map { self.bottom(below: $0) } ?? .beginningOfTime
        return FetchAnswer(
            items: items(shown, now: request.now),
            claims: claims(from: request.now, downTo: bottom),
            end: next == nil ? .trueEnd : .retentionLimit)
    }

    private func older(_ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        let (first, edge) = try olderStart(request)
        let (shown, next) = indices(downFrom: first, limit: pageSize(request), now: request.now)
        guard let next else {
            return FetchAnswer(
                items: items(shown, now: request.now), claims: claims(from: edge, downTo: .beginningOfTime),
                end: .trueEnd)
        }
        let bottom = self.bottom(below: next + 1)
        let isReached = request.bound.map { bottom <= $0 } ?? false
        return FetchAnswer(
            items: items(shown, now: request.now), claims: claims(from: edge, downTo: bottom),
            next: Token("older:\(next)"), end: isReached ? .reachedBound : .more)
    }

    private func newer(_ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        guard traits.pagesNewer else { throw .readsDownOnly(stream.name) }
        let (first, edge) = try newerStart(request)
        let top = stream.schedule.newest(notAfter: request.now) ?? -1
        let last = min(top, first + pageSize(request) - 1)
        let shown = first <= last ? (first...last).filter { stream.shows($0, at: request.now) } : []
        // All items before the next one are here, but more may follow in its second.
        let readUntil = last == top ? request.now : stream.schedule.time(at: last + 1)?.flooredToSecond ?? request.now
        let isReached = request.bound.map { readUntil >= $0 } ?? false
        let hasMore = last < top
        return FetchAnswer(
            items: items(shown.reversed(), now: request.now), claims: claims(from: readUntil, downTo: edge),
            next: hasMore ? Token("newer:\(last + 1)") : nil,
            end: isReached ? .reachedBound : hasMore ? .more : .unknown)
    }

    // MARK: Start of a page

    private func olderStart(_ request: FetchRequest) throws(SupplierError) -> (first: Int?, edge: Timestamp) {
        switch request.origin {
        case .newest:
            return (stream.schedule.newest(notAfter: request.now), request.now)
        case .token(let token, let edge):
            return (try index(of: token, direction: .older), min(edge, request.now))
        case .anchor(let key, let edge):
            // Everything directly below the edge belongs to the claim, even if the anchor is lower.
            let below = stream.schedule.newest(notAfter: justBefore(min(edge, request.now)))
            let beside = Int(key.id.item).map { $0 - 1 } ?? stream.schedule.newest(notAfter: key.time)
            return ([below, beside].compactMap(\.self).max(), min(edge, request.now))
        case .time(let time):
            let edge = min(time, request.now)
            return (stream.schedule.newest(notAfter: justBefore(edge)), edge)
        }
    }

    private func newerStart(_ request: FetchRequest) throws(SupplierError) -> (first: Int, edge: Timestamp) {
        switch request.origin {
        case .newest: throw .readsDownOnly(stream.name)
        case .token(let token, let edge):
            return (try index(of: token, direction: .newer), edge)
        case .anchor(_, let edge), .time(let edge):
            return ((stream.schedule.newest(notAfter: justBefore(edge)) ?? -1) + 1, edge)
        }
    }

    private func index(of token: Token, direction: ReadDirection) throws(SupplierError) -> Int {
        let parts = token.rawValue.split(separator: ":")
        guard parts.count == 2, parts[0] == direction.rawValue, let index = Int(parts[1]), index >= 0 else {
            throw .tokenUnknown(stream.name)
        }
        return index
    }

    // MARK: Content of a page

    /// Returns the visible items from `first` downwards, and the index at which the next page begins.
    private func indices(downFrom first: Int?, limit: Int, now: Timestamp) -> (shown: [Int], next: Int?) {
        var shown: [Int] = []
        var index = first ?? -1
        while index >= 0, shown.count < limit {
            if stream.shows(index, at: now) { shown.append(index) }
            index -= 1
        }
        return (shown, index >= 0 ? index : nil)
    }

    /// Returns the lower bound of the claim after the item at `index`: the start of its second, unless the next older
    /// item is in the same second.
    private func bottom(below index: Int) -> Timestamp {
        guard let last = stream.schedule.time(at: index)?.flooredToSecond else { return .beginningOfTime }
        guard let next = stream.schedule.time(at: index - 1), next >= last else { return last }
        return last.advanced(by: .seconds(1))
    }

    private func pageSize(_ request: FetchRequest) -> Int {
        max(1, min(request.maximumItems, traits.maximumPageItems))
    }

    private func items(_ indices: [Int], now: Timestamp) -> [SourceItem] {
        indices.compactMap { stream.item(at: $0, now: now) }
    }

    private func claims(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        [Claim](from: start, downTo: end, Claim.Kind(lateness: traits.lateness))
    }

    private func justBefore(_ time: Timestamp) -> Timestamp { time.advanced(by: .milliseconds(-1)) }
}
