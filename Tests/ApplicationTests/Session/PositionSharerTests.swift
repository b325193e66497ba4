import EngineConcepts
import EngineStandard
import EngineTestSupport
import Foundation
import Localization
import Storage
import Synchronization
import TestSupport
import Testing
import ViewModelTestSupport
import ViewModels

@testable import Application

@Suite("Positions shared with the servers of accounts")
struct PositionSharerTests {
    private let directory: TemporaryDirectory
    private let store: TrackDatabase
    private let lease: WriterLease
    private let account = PositionAccount()
    private let time = ManualTimeSource()
    private let controlUnit: ModularControlUnit
    private let sharer: PositionSharer

    /// The home timeline has posts 0 to 5, the notifications 0 to 2, each a minute apart, the newest first.
    init() async throws {
        directory = try TemporaryDirectory()
        store = try TrackDatabase()
        lease = WriterLease(forStoreAt: directory.path + "/store")
        _ = try lease.acquire()
        let now = time.now()
        func supplier(_ id: SupplierID, _ count: Int) -> ScriptedSupplier {
            let posts = (0..<count)
                .map { index in
                    ScriptedSource.Post(id: "\(id)\(index)", time: now.advanced(by: .seconds(-60 * (index + 1))))
                }
            return ScriptedSupplier(id, ScriptedSource(posts), time: ManualTimeSource())
        }
        let account = account
        controlUnit = ModularControlUnit([supplier("home", 6), supplier("bell", 3)], time: ManualTimeSource()) {
            [account]
        }
        let engine = StandardEngine(controlUnit: controlUnit, store: store, time: ManualTimeSource(now))
        await engine.suppliersChanged()
        engine.refresh()
        await engine.waitUntilIdle()
        sharer = PositionSharer(
            controlUnit: controlUnit, store: store, lease: lease, time: time, zone: FixedZone(secondsAhead: 3600))
    }

    private func minutesAgo(_ minutes: Int) -> Timestamp { time.now().advanced(by: .seconds(-60 * minutes)) }

    /// Puts the user on a post of the home timeline.
    private func goTo(_ item: String) async throws {
        let entry = try #require(try await store.entry(TicketID(supplier: "home", item: item)))
        let position = try JSONEncoder().encode(["place": TrackPlace.ticket(entry.ticket.key)])
        try await store.setSetting(
            Preferences.Name.position.rawValue, to: String(decoding: position, as: UTF8.self))
    }

    /// Runs the sharer until `minutes` have passed, and returns the messages.
    @MainActor
    private func run(minutes: Int) async -> [String] {
        let messages = MessageCenter(time: ManualTimeSource(), localizer: .english)
        let task = Task { await sharer.run(reportingTo: messages) }
        for _ in 0..<minutes {
            await time.waitForSleepers(1)
            time.advance(by: .seconds(60))
        }
        await time.waitForSleepers(1)
        task.cancel()
        await task.value
        return messages.history.map(\.text)
    }

    @Test("The user's place is sent a minute after the start, and again only once it is newer")
    func sharesEachMinute() async throws {
        try await goTo("home3")
        #expect(await run(minutes: 0) == [])
        #expect(account.shared == [])
        #expect(await run(minutes: 2) == [])
        #expect(account.shared == ["home3"])
        try await goTo("home4")
        _ = await run(minutes: 1)
        #expect(account.shared == ["home3"])
        try await goTo("home1")
        _ = await run(minutes: 1)
        #expect(account.shared == ["home3", "home1"])
    }

    @Test("A newer place of another program is reported, and not replaced by an older one")
    func newerPlace() async throws {
        try await goTo("home3")
        account.keep(TimelinePosition(supplier: "home", item: "home1", time: minutesAgo(2)))
        // 08:00 UTC less two minutes, and the minute after, an hour ahead of UTC.
        #expect(
            await run(minutes: 1) == [
                "Elsewhere you have read Ann up to 2027-01-15 08:59. To go there: :goto 2027-01-15 08:59"
            ])
        #expect(account.shared == [])
    }

    @Test("An older place of another program is not reported, and replaced")
    func olderPlace() async throws {
        try await goTo("home3")
        account.keep(TimelinePosition(supplier: "home", item: "home5", time: minutesAgo(6)))
        #expect(await run(minutes: 1) == [])
        #expect(account.shared == ["home3"])
    }

    @Test("The end of a session tells the place at once, also the newest notification that is read")
    func end() async throws {
        try await goTo("home2")
        _ = try await store.mark(
            [TicketID(supplier: "bell", item: "bell1"), TicketID(supplier: "bell", item: "bell2")],
            MarkChange(read: true))
        await sharer.end()
        #expect(account.shared == ["home2", "bell1"])
    }

    @Test("A process without the lease tells nothing")
    func withoutLease() async throws {
        try await goTo("home3")
        lease.release()
        _ = await run(minutes: 1)
        await sharer.end()
        #expect(account.shared == [])
    }

    @Test("A place that did not arrive is sent again")
    func failure() async throws {
        try await goTo("home3")
        account.fail(true)
        _ = await run(minutes: 1)
        account.fail(false)
        _ = await run(minutes: 1)
        #expect(account.shared == ["home3"])
    }

    @Test("Without a stored position, nothing is sent")
    func noPosition() async throws {
        _ = await run(minutes: 1)
        #expect(account.shared == [])
    }
}

/// An account whose server keeps positions.
private final class PositionAccount: AccountClient {
    private struct State {
        var kept: [TimelinePosition] = []
        var shared: [String] = []
        var fails = false
    }

    let id: AccountID = "test:ann"
    let name = "Ann"
    let home: SupplierID? = "home"
    let notifications: SupplierID? = "bell"
    private let state = Mutex(State())

    /// The items that were told, in order.
    var shared: [String] { state.withLock(\.shared) }

    /// Sets the place that another program has told.
    func keep(_ position: TimelinePosition) { state.withLock { $0.kept = [position] } }

    /// Lets places that are told get lost, or not.
    func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

    func positions(now: Timestamp) async throws(SupplierError) -> [TimelinePosition] { state.withLock(\.kept) }

    func share(_ position: TimelinePosition, now: Timestamp) async throws(SupplierError) {
        let fails = state.withLock { state in
            if !state.fails { state.shared.append(position.item) }
            return state.fails
        }
        if fails { throw SupplierError(.unreachable, "lost") }
    }
}
