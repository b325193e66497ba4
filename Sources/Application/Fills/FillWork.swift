import EngineConcepts
import FiberConfiguration

/// Fills gaps. Requires the lease.
package struct FillWork {
    let fills: FillRun

    /// The largest number of gaps to try until one brings new tickets.
    private static let maximumTriedGaps = 16
    private static let command = "fiber fill"

    private var engine: any TrackObserving & TrackFilling { fills.engine }

    /// Fills the gap of the request, or the newest gaps that can gain something. Throws if there is no such gap, or a fill
    /// fails as a whole; sources that fail are part of the result.
    package func run(_ request: FillRequest) async throws -> FillResult {
        if let gap = request.gap { return try await fill(gap, request) }
        var selector = GapSelector(from: fills.time.now())
        var report = FillReport()
        while report.inserted < request.count ?? .max,
            let next = selector.next(in: await engine.snapshot, downTo: request.until)
        {
            let filled = try await fills.fill(next.gap, amount: request.amount(after: report.inserted), in: next.view)
            report.add(filled, in: await engine.snapshot)
            // A gap can close without new tickets; then the next one is tried, up to the limit.
            if request.until == nil, request.count == nil,
                report.inserted > 0 || selector.triedGaps.count == Self.maximumTriedGaps
            {
                break
            }
        }
        let answered = await engine.snapshot.answered
        var result = FillResult(
            lines: FillResult.Line.skipped(selector.skipped, in: fills.library, answered: answered), report: report)
        if !selector.triedGaps.isEmpty { result.lines.append(.plain(report.summary)) }
        result.failedSources = report.failedSources(
            in: fills.library, among: selector.missingSources, again: Self.command)
        guard result.failedSources == nil else { return result }
        let isEnough = request.until == nil && report.inserted >= request.count ?? 1
        if !isEnough, selector.skipped.contains(where: \.canBeFilled) {
            result.failure = Message("noGapToFillNow")
        } else if selector.triedGaps.isEmpty {
            result.lines.append(.plain(Message("noGapToFill")))
        }
        return result
    }

    private func fill(_ gap: GapID, _ request: FillRequest) async throws -> FillResult {
        guard let found = await engine.snapshot.shownGaps.first(where: { $0.id == gap }) else {
            throw CommandFailure(Message("gapNotFound", ["gap": .text(gap.description)]))
        }
        let isRetry = !found.canBeFilled
        if isRetry, await !engine.canRetry(gap) { return FillResult(lines: [await line("gapNobodyToAsk", found)]) }
        let view = TrackView(suppliers: found.isOfUnloadedSuppliers ? Set(found.missing.map(\.supplier)) : nil)
        let report = try await fills.fill(gap, amount: request.amount(after: 0), in: view, isRetry: isRetry)
        var result = FillResult(lines: [.plain(report.summary)], report: report)
        if let left = await gapNow(found), !left.canBeFilled { result.lines.append(await line("gapHasNoMore", left)) }
        result.failedSources = report.failedSources(
            in: fills.library, among: Set(found.missing.map(\.supplier)), again: Self.command)
        return result
    }

    private func line(_ key: String, _ gap: Gap) async -> FillResult.Line {
        .gap(key, GapDescription(gap, in: fills.library, answered: await engine.snapshot.answered))
    }

    /// Returns the rest of a gap, from its newer end.
    private func gapNow(_ gap: Gap) async -> Gap? {
        let gaps = await engine.snapshot.shownGaps
        return gap.timeframe == .always
            ? gaps.first { $0.id == gap.id } : gaps.first { $0.timeframe.intersection(gap.timeframe) != nil }
    }
}

extension FillWork {
    /// - Parameter progress: Receives the progress, or `nil` to report none.
    package init(_ context: AppContext, progress: RunProgress.Handler? = nil) {
        self.init(fills: FillRun(context, progress: progress))
    }
}

extension FillRequest {
    /// Returns the amount that is left to fill after `inserted` new tickets.
    fileprivate func amount(after inserted: Int) -> FillAmount {
        if let until { return .until(until) }
        if let count { return .count(count - inserted) }
        return .pool
    }
}
