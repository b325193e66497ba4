import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Setup of suppliers")
struct SetUpTests {
    @Test("Many setups that hang take no longer than one request, and come last in the next fill")
    func hanging() async throws {
        let bench = Bench { _ in ModularControlUnit(time: ManualTimeSource()) }
        let controlUnit = ModularControlUnit(setUpTimeout: .seconds(5), time: bench.time)
        for index in 0..<10 {
            let hanging = ScriptedSupplier(
                SupplierID("hanging:\(index)"), ScriptedSource(), traits: .feed, time: bench.time)
            hanging.hangSetup()
            controlUnit.add(hanging, for: "hanging:\(index)")
        }
        let well = ScriptedSupplier("well", feed(bench), traits: .feed, time: bench.time)
        controlUnit.add(well, for: "well")
        let engine = StandardEngine(controlUnit: controlUnit, store: bench.store, time: bench.time)
        engine.refresh()
        await passHalfAMinute(bench)
        await engine.waitUntilIdle()
        #expect(well.log.isEmpty, "its turn did not come")
        engine.refresh()
        await passHalfAMinute(bench)
        await engine.waitUntilIdle()
        #expect(well.log == ["setup", "cleanup"])
        #expect(try await bench.items().count == 10)
    }

    @Test("Suppliers that a fill skips or does not concern are not set up")
    func spared() async throws {
        let bench = Bench()
        let gone = bench.add("gone", feed(bench), traits: .feed)
        gone.source.behavior.failure = SupplierError(.gone, "It is no more.")
        let well = bench.add("well", feed(bench), traits: .feed)
        await bench.refresh()
        await bench.refresh()
        #expect(gone.log == ["setup", "cleanup"])
        #expect(well.log == ["setup", "cleanup", "setup", "cleanup"])
    }

    @Test(
        "A supplier that never answers about its threshold is left out and blocks no other",
        .timeLimit(.minutes(30))
    )
    func silentThreshold() async throws {
        let bench = Bench { _ in ModularControlUnit(time: ManualTimeSource()) }
        let controlUnit = ModularControlUnit(setUpTimeout: .seconds(5), time: bench.time)
        let silent = ScriptedSupplier("silent", feed(bench), traits: .feed, time: bench.time)
        silent.hangThreshold()
        controlUnit.add(silent, for: "silent")
        controlUnit.add(ScriptedSupplier("well", feed(bench), traits: .feed, time: bench.time), for: "well")
        let engine = StandardEngine(controlUnit: controlUnit, store: bench.store, time: bench.time)
        engine.refresh()
        await bench.time.waitForSleepers(3)
        bench.time.advance(by: .seconds(5))
        await engine.waitUntilIdle()
        #expect(try await bench.items().count == 10)
        #expect(silent.source.requests.isEmpty)
    }

    @Test("Suppliers that hang in cleanup or restart delay the others only briefly", .timeLimit(.minutes(30)))
    func hangingCleanups() async throws {
        let time = ManualTimeSource()
        let controlUnit = ModularControlUnit(setUpTimeout: .seconds(5), time: time)
        let suppliers = (0..<20)
            .map { index in
                ScriptedSupplier(SupplierID("hanging:\(index)"), ScriptedSource(), traits: .feed, time: time)
            }
        for supplier in suppliers {
            supplier.hangCleanup()
            controlUnit.add(supplier, for: supplier.id.rawValue)
        }
        _ = await controlUnit.prepareForNewPool(settingUp: Set(suppliers.map(\.id)), includingPaused: false)
        async let cleanup: Void = controlUnit.cleanupAfterPool()
        await passTwoRounds(time)
        await cleanup
        async let restart: Void = controlUnit.restartSuppliers()
        await passTwoRounds(time)
        await restart
        #expect(suppliers.allSatisfy { $0.log == ["setup", "cleanup", "clear"] })
    }

    /// The first supplier hangs alone, then all others concurrently.
    private func passTwoRounds(_ time: ManualTimeSource) async {
        await time.waitForSleepers(2)
        time.advance(by: .seconds(5))
        await time.waitForSleepers(2 * 19)
        time.advance(by: .seconds(5))
    }

    @Test("Cancelling a fill ends its setup")
    func cancelled() async throws {
        let bench = Bench { _ in ModularControlUnit(time: ManualTimeSource()) }
        let controlUnit = ModularControlUnit(setUpTimeout: .seconds(5), time: bench.time)
        let hanging = ScriptedSupplier("hanging", feed(bench), traits: .feed, time: bench.time)
        hanging.hangSetup()
        controlUnit.add(hanging, for: "hanging")
        let engine = StandardEngine(controlUnit: controlUnit, store: bench.store, time: bench.time)
        let events = engine.events()
        let fill = engine.refresh()
        await bench.time.waitForSleepers(2)
        engine.cancel(fill)
        for await event in events {
            if case .fill(fill, _, let state) = event, state.isFinal {
                #expect(state == .cancelled)
                break
            }
        }
        await engine.waitUntilIdle()
        #expect(hanging.source.requests.isEmpty)
    }

    private func feed(_ bench: Bench) -> ScriptedSource {
        let source = ScriptedSource()
        source.add(10, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60))
        return source
    }

    /// Moves the clock by the timeout of all setups, one at a time. Each time three tasks sleep: the setup, its
    /// timeout, and the timeout of all setups.
    private func passHalfAMinute(_ bench: Bench) async {
        for _ in 0..<6 {
            await bench.time.waitForSleepers(3)
            bench.time.advance(by: .seconds(5))
        }
    }
}
