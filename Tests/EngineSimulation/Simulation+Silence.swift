import EngineConcepts
import EngineStandard
import EngineTestSupport

extension Simulation {
    /// Lets a source be asked without answering, with various outcomes. The clock moves only while nothing else can
    /// happen, so that a simulation always takes the same course.
    mutating func fallSilent(_ index: Int) async throws {
        let participant = participants[index]
        guard isAskedByRefresh(participant) else { return }
        defer { recordRequest() }
        let source = participant.source
        let (fill, events) = await hold(index)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            record("\(participant.id) is silent, and the refresh is cancelled")
            isUnsaved = true
            engine.cancel(fill)
            await engine.waitUntilIdle()
        case 1:
            record("\(participant.id) is silent, and the process dies")
            process.crash()
            source.answerAll()
            return try await crash()
        case 2:
            record("\(participant.id) is silent, is slow, and does not answer in time")
            await becomeSlow(events, fill)
            await time.waitForSleepers(1)
            time.advance(by: .seconds(25))
            await engine.waitUntilIdle()
        case 3:
            record("\(participant.id) is silent, is slow through another refresh, and answers")
            await becomeSlow(events, fill)
            _ = await finalState(of: engine.refresh(), events)
        case 4:
            record("\(participant.id) is silent, is slow, and the process dies")
            await becomeSlow(events, fill)
            process.crash()
            source.answerAll()
            return try await crash()
        default:
            record("\(participant.id) is silent, is slow, and answers")
            await becomeSlow(events, fill)
        }
        source.answerAll()
        await engine.waitUntilIdle()
    }

    /// Refreshes until all sources but one have answered.
    func hold(_ index: Int) async -> (FillID, AsyncStream<EngineEvent>) {
        let source = participants[index].source
        let requests = source.requests.count
        source.behavior.isSilent = true
        let events = engine.events()
        let fill = engine.refresh()
        await source.waitForRequests(requests + 1)
        await othersHaveAnswered(events, fill)
        // Two timers: that of the fill, and that of the batch of requests, set again after the others have answered.
        await time.waitForSleepers(2)
        return (fill, events)
    }

    /// Returns true if a refresh should ask a source.
    func isAskedByRefresh(_ participant: Participant) -> Bool {
        guard participant.isAsked, participant.source.behavior.failure == nil else { return false }
        let supplierState = visible.record.supplierState(of: participant.id)
        return supplierState.requests.failures == 0
            && supplierState.requests.budget.retryAt.map { $0 <= time.now() } ?? true
    }

    func othersHaveAnswered(_ events: AsyncStream<EngineEvent>, _ fill: FillID) async {
        let askedCount = participants.count(where: \.isAsked)
        guard askedCount > 1 else { return }
        for await event in events {
            if case .progress(fill, let progress) = event, progress.answeredCount == askedCount - 1 { return }
        }
    }

    /// Moves the clock until the others are committed without it.
    func becomeSlow(_ events: AsyncStream<EngineEvent>, _ fill: FillID) async {
        time.advance(by: .seconds(5))
        _ = await finalState(of: fill, events)
    }
}
