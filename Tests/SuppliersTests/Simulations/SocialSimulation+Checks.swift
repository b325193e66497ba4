import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import ScenarioServer
import TestSupport

/// The checks after each step.
extension SocialSimulation {
    /// Waits until everything that was pushed is stored.
    mutating func settle() async {
        for index in timelines.indices where timelines[index].isConnected {
            guard let channel = timelines[index].channel else { continue }
            servers[timelines[index].service.rawValue].push("announcement", "", on: channel)
            timelines[index].keepAlives += 1
            let count = timelines[index].keepAlives
            await timelines[index].supplier.meter.wait { $0.keepAlives >= count }
        }
        await awaitEnds()
        for timeline in timelines where timeline.channel != nil { await timeline.supplier.meter.line.waitUntilRead() }
        await engine.flushStreams()
        await engine.waitUntilIdle()
        await engine.flushStreams()
        // The broken ones wait for their next connection.
        await time.waitForSleepers(timelines.count(where: \.isBroken))
        for index in timelines.indices {
            timelines[index].deleted.formUnion(timelines[index].deleting)
            timelines[index].deleting = []
        }
    }

    func look() async throws -> VisibleTrack {
        try await VisibleTrack(of: archive.store, and: Set(timelines.map(\.id)))
    }

    /// Looks at any ticket from now on.
    mutating func look(at track: VisibleTrack) {
        userRow = track.keys.randomElement(using: &random)
    }

    mutating func check() throws {
        try TrackChecks(visible, timelines.map(\.truth)).check()
        for timeline in timelines {
            for entry in visible.entries where entry.ticket.supplier == timeline.id {
                let (item, text) = (entry.ticket.id.item, entry.ticket.body.text.source)
                guard timeline.texts[item]?.contains(text) ?? false else {
                    throw InvariantViolation("\(entry.ticket.id) says \(text), which the server never said")
                }
                guard !timeline.deleted.contains(item) else {
                    throw InvariantViolation("\(entry.ticket.id) was deleted, and is shown")
                }
            }
        }
        try feeds.check(visible)
        try checkUserRow()
    }

    /// The user's row stands where it stood, unless its post was deleted.
    private mutating func checkUserRow() throws {
        guard let userRow else { return }
        if let entry = visible.entry(userRow.id) {
            guard entry.ticket.key == userRow else { throw InvariantViolation("the user's row \(userRow) has moved") }
            return
        }
        guard timelines.contains(where: { $0.id == userRow.id.supplier && $0.deleted.contains(userRow.id.item) }) else {
            throw InvariantViolation("the user's row \(userRow) is gone")
        }
        self.userRow = nil
    }
}

extension VisibleTrack {
    /// The places of the visible tickets.
    fileprivate var keys: [OrderKey] { entries.map(\.ticket.key) }
}
