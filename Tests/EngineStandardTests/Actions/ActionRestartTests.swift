import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@Suite("Actions across a restart")
struct ActionRestartTests {
    @Test("Actions that were not sent are sent in order after resuming, and not before")
    func takenUp() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .failing(SupplierError(.unreachable, "No network."))
        for (action, item) in [(TicketAction.like, "1"), (.boost, "2"), (.bookmark, "3")] {
            await bench.settled(action, item)
        }
        bench.kill()
        recorder.behavior = .succeeding
        #expect(await bench.engine.pendingActions.map(\.ticketAction) == [.like, .boost, .bookmark])
        #expect(try await bench.entry("2")?.ticket.body.reactions == [.boost])
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.count == 3)
        bench.time.advance(by: .seconds(60))
        bench.engine.resumeActions()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.suffix(3).map(\.action) == [.like, .boost, .bookmark])
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test("An action that was being sent at the crash is uncertain until the user decides")
    func running() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: true)
        let id = bench.perform(.reply("Well said."), "1")
        await recorder.waitForDeliveries(1)
        bench.kill()
        recorder.behavior = .succeeding
        // Also before anything is sent again.
        #expect(
            await bench.engine.pendingActions.map(\.state) == [
                .uncertain(SupplierError(.timedOut, Message("endedBeforeAnswer", ["source": "a"])))
            ])
        bench.engine.resumeActions()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.count == 1)
        let pending = await bench.engine.pendingActions
        #expect(pending.map(\.id) == [id])
        #expect(
            pending.map(\.state) == [
                .uncertain(SupplierError(.timedOut, Message("endedBeforeAnswer", ["source": "a"])))
            ])
        bench.engine.drop(id)
        #expect(await bench.engine.pendingActions.isEmpty)
        #expect(try await bench.keptActions().isEmpty)
    }

    @Test("An action that was being sent at the crash and is safe to repeat is sent again with its identity")
    func safe() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a", .safe)
        recorder.behavior = .silent(happens: true)
        let id = bench.perform(.like, "1")
        await recorder.waitForDeliveries(1)
        bench.kill()
        recorder.behavior = .succeeding
        bench.engine.resumeActions()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.id) == [id, id])
        #expect(await bench.engine.pendingActions.isEmpty)
        #expect(try await bench.stored("1")?.body.reactions == [.like])
    }

    @Test("A new action is sent before stored ones on other tickets, and after those on its own")
    func performing() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: true)
        bench.perform(.like, "1")
        await recorder.waitForDeliveries(1)
        bench.perform(.boost, "2")
        _ = await bench.engine.pendingActions
        bench.kill()
        recorder.behavior = .succeeding
        await bench.settled(.unlike, "1")
        // The like may have happened: it is not repeated but undone.
        #expect(recorder.deliveries.map(\.action) == [.like, .unlike, .boost])
        #expect(recorder.reactions(to: "1") == [])
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test(
        "An engine without permission to send shows another engine's actions and refuses its own with the reason")
    func follower() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        let mayNot = Mutex(true)
        let follower = bench.makeEngine { mayNot.withLock(\.self) ? Message.verbatim("Another Fiber sends.") : nil }
        follower.resumeActions()
        recorder.behavior = .failing(SupplierError(.unreachable, "No network."))
        await bench.settled(.like, "1")
        let liked = TicketID(supplier: "a", item: "1")
        #expect(try await follower.reader.entry(liked)?.ticket.body.reactions == [.like])
        let events = follower.events()
        let refused = follower.perform(.boost, on: liked)
        let reason = SupplierError(.unsupported, "Another Fiber sends.")
        #expect(await bench.states(of: refused, in: events) == [.refused(reason)])
        #expect(try await bench.keptActions().count == 1)
        bench.kill()
        mayNot.withLock { $0 = false }
        recorder.behavior = .succeeding
        bench.time.advance(by: .seconds(60))
        follower.resumeActions()
        await follower.waitUntilIdle()
        #expect(recorder.deliveries.map(\.action) == [.like, .like])
        #expect(recorder.reactions(to: "1") == [.like])
        #expect(try await bench.keptActions().isEmpty)
    }

    @Test("A removed supplier's actions stay stored and are sent when it returns")
    func removed() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .failing(SupplierError(.unreachable, "No network."))
        await bench.settled(.like, "1")
        let supplier = try #require(bench.controlUnit.remove("a"))
        await bench.engine.suppliersChanged()
        recorder.behavior = .succeeding
        bench.time.advance(by: .seconds(3_600))
        await bench.engine.suppliersChanged()
        bench.kill()
        bench.engine.resumeActions()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.count == 1)
        #expect(try await bench.keptActions().count == 1)
        bench.controlUnit.add(supplier, for: "a")
        await bench.engine.suppliersChanged()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.count == 2)
        #expect(try await bench.keptActions().isEmpty)
    }
}
