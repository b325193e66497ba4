import EngineConcepts
import EngineStandard
import EngineTestSupport

extension Simulation {
    /// Makes all sources work again and fills until no gap can be filled.
    mutating func complete() async throws {
        for index in participants.indices {
            participants[index].source.behavior.failure = nil
            participants[index].source.behavior.budget = FetchBudget()
            participants[index].isPaused = false
            controlUnit.base.setPaused(false, for: participants[index].id.rawValue)
        }
        // Longer than the longest backoff after failures.
        time.set(max(time.now(), lastRequest))
        time.advance(by: .seconds(5_000))
        recordRequest()
        record("everybody heals; refresh; fill all")
        // Twice, because a gone source is asked only by a fill of its own gap, and refreshed after it has answered.
        for _ in 0..<2 {
            engine.refresh()
            await engine.waitUntilIdle()
            try await fillAll()
        }
    }

    /// Fills every fillable gap from the newer side, or if that brings nothing, from the older one. Each fill must
    /// change something or give a reason, and no fillable gap may remain.
    private func fillAll() async throws {
        var attempts: [Gap: Int] = [:]
        for _ in 0..<1000 {
            let fillable = await engine.snapshot.gaps.filter { isFillable($0, orWithholds: true) }
            guard let gap = fillable.first(where: { attempts[$0, default: 0] < ($0.timeframe.isEndless ? 1 : 2) })
            else { break }
            attempts[gap, default: 0] += 1
            try await fillWhole(gap, from: attempts[gap] == 1 ? .newer : .older)
        }
        if let left = await engine.snapshot.gaps.first(where: { isFillable($0, orWithholds: false) }) {
            throw InvariantViolation(
                "\(left.id) \(left.kind) \(left.missing) can be filled, they say, and cannot\n\(characters(left))")
        }
    }

    private func fillWhole(_ gap: Gap, from side: GapSide) async throws {
        let events = engine.events()
        let fill = engine.fill(gap.id, from: side, amount: .all)
        let state = await finalState(of: fill, events)
        await engine.waitUntilIdle()
        guard case .done(let outcome) = state else {
            throw InvariantViolation("the fill of \(gap.id) ends with \(state)")
        }
        let isSame = await engine.snapshot.gaps.contains(gap)
        if isSame, outcome == FillOutcome(), isFillable(gap, orWithholds: false) {
            throw InvariantViolation(
                "a fill of \(gap.id) \(gap.kind) \(gap.missing) from \(side) changes nothing and says nothing\n"
                    + characters(gap))
        }
    }

    private func characters(_ gap: Gap) -> String {
        participants.filter { participant in gap.missing.contains { $0.supplier == participant.id } }
            .map { "\($0.id): \($0.truth.description)" }.joined(separator: "\n")
    }

    /// Returns true if another request must help, because a missing supplier makes claims.
    private func isFillable(_ gap: Gap, orWithholds: Bool) -> Bool {
        let unfillable = Set(participants.filter(\.truth.lossRules.isSilentOnClaims).map(\.id))
        return gap.missing.contains {
            $0.cause.canBeFilled && (orWithholds && gap.kind == .full || !unfillable.contains($0.supplier))
        }
    }

    private func isGone(_ supplier: SupplierID) -> Bool {
        guard case .failed(let error, _) = visible.record.supplierStates[supplier]?.requests.condition else {
            return false
        }
        return error.code == .gone
    }

    /// Checks that everything available is there in the end.
    func checkCompleteness() throws {
        let expectations = participants.filter { !$0.truth.lossRules.isSilentOnClaims && !isGone($0.id) }.map(\.truth)
        try TrackChecks(visible, expectations).checkCompleteness()
        let stored = Set(visible.stored.map(\.id))
        for window in participants where window.isInstalled && window.truth.lossRules.isWindow && !isGone(window.id) {
            for post in window.source.posts.prefix(window.source.behavior.keeps ?? .max)
            where !stored.contains(TicketID(supplier: window.id, item: post.id))
                && !window.source.behavior.filters.contains(post.id)
            {
                throw InvariantViolation("8: \(post.id) stands in the window of \(window.id), and is not stored")
            }
        }
    }

    /// Returns the final state of a fill.
    func finalState(of fill: FillID, _ events: AsyncStream<EngineEvent>) async -> FillState {
        for await event in events {
            if case .fill(fill, _, let state) = event, state.isFinal { return state }
        }
        return .cancelled
    }
}
