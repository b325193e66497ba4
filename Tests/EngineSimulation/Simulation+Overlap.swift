import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport

/// Steps that overlap. Each starts where a source blocks a fill, so that it always takes the same course.
extension Simulation {
    /// During a blocked refresh, other fills are requested and cancelled, and suppliers are added, removed and
    /// paused.
    mutating func overlap(_ index: Int) async throws {
        guard isAskedByRefresh(participants[index]) else { return }
        defer { recordRequest() }
        record("\(participants[index].id) holds a refresh up")
        let (fill, events) = await hold(index)
        recordRequest()
        var queued: [FillID] = []
        var isCancelled = false
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                record("a refresh is queued")
                queued.append(engine.refresh())
            case 2, 3, 4:
                record("queued:")
                queued += [beginFill(isAlone: false)].compactMap(\.self)
            case 5:
                guard let last = queued.popLast() else { continue }
                record("the last in the queue is cancelled")
                engine.cancel(last)
                queued.removeAll { $0 == last }
            case 6 where !isCancelled:
                record("the refresh is cancelled")
                isCancelled = true
                isUnsaved = true
                engine.cancel(fill)
            case 7:
                let other = Int.random(in: 0..<participants.count, using: &random)
                participants[other].isLeaving = true
                pauseOrResume(other)
            default:
                let other = Int.random(in: 0..<participants.count, using: &random)
                participants[other].isLeaving = true
                await comeOrGo(other)
            }
        }
        if !isCancelled, random.chance(40) {
            record("it is slow, and answers when all that is over")
            await becomeSlow(events, fill)
            for fill in Set(queued).sorted() { _ = await finalState(of: fill, events) }
            participants[index].isLateAnswerDropped = !participants[index].isInstalled
        }
        participants[index].source.answerAll()
        await engine.waitUntilIdle()
    }

    /// A slow answer to one refresh arrives in the middle of a later one, which another source blocks.
    mutating func beLateDuring(_ index: Int) async {
        let others = participants.indices.filter {
            $0 != index && isAskedByRefresh(participants[$0]) && participants[$0].source.behavior.budget.retryAt == nil
        }
        guard isAskedByRefresh(participants[index]), let other = others.randomElement(using: &random) else { return }
        defer { recordRequest() }
        record(
            "\(participants[index].id) is slow, and answers while \(participants[other].id) holds the next refresh up")
        let (first, events) = await hold(index)
        await becomeSlow(events, first)
        recordRequest()
        _ = await hold(other)
        participants[index].source.answerAll()
        for await event in events {
            if case .committed(let changes, _) = event, changes.fill == nil { break }
        }
        participants[other].source.answerAll()
        await engine.waitUntilIdle()
    }

    /// A source ignores the cancellation of its refresh, and another refresh follows.
    mutating func abandon(_ index: Int) async {
        guard isAskedByRefresh(participants[index]) else { return }
        defer { recordRequest() }
        isUnsaved = true
        record("\(participants[index].id) does not listen when a refresh is cancelled, and is wanted again")
        participants[index].source.behavior.ignoresCancellation = true
        let (first, events) = await hold(index)
        engine.cancel(first)
        _ = await finalState(of: first, events)
        let second = engine.refresh()
        await othersHaveAnswered(events, second)
        participants[index].source.answerAll()
        await engine.waitUntilIdle()
    }
}
