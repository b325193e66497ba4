import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

/// Holds back one reading of the suppliers.
private struct HeldControlUnit: ForwardingControlUnit {
    struct State {
        var holdsNext = false
        var isHeld = false
    }

    let base: ModularControlUnit
    let state = WaitableState(State())

    var suppliers: [any Supplier] {
        get async {
            let suppliers = base.suppliers
            let isHeld = state.withLock { state in
                guard state.holdsNext else { return false }
                (state.holdsNext, state.isHeld) = (false, true)
                return true
            }
            if isHeld { await state.wait { !$0.isHeld } }
            return suppliers
        }
    }

    var unpausedSuppliers: [any Supplier] { get async { await base.unpausedSuppliers } }

    var chosenPresenters: [SupplierID: any Presenter] { get async { await base.chosenPresenters } }

    func record(filtered: [SupplierID: [FilteredAtSource]]) async { await base.record(filtered: filtered) }
}

@Suite("Sending actions")
struct ActionSenderTests {
    private let busy = SupplierError(.refused, "The source answered 503.")
    private let no = SupplierError(.refused, "You may not like this.")

    @Test("An action is shown at once, stored before it is sent, and ends as the source accepted it")
    func optimism() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: true)
        let events = bench.engine.events()
        let id = bench.perform(.like, "1")
        await recorder.waitForDeliveries(1)
        #expect(try await bench.keptActions().map(\.state) == [.running])
        #expect(try await bench.keptActions().map(\.id) == [id])
        let shown = try #require(try await bench.entry("1"))
        #expect(shown.ticket.body.reactions == [.like])
        #expect(shown.pending.map(\.state) == [.running])
        #expect(try await bench.stored("1")?.body.reactions == [])
        recorder.answerAll()
        #expect(await bench.states(of: id, in: events) == [.waiting, .running, .done])
        await bench.engine.waitUntilIdle()
        #expect(try await bench.entry("1")?.pending == [])
        #expect(try await bench.stored("1")?.body.reactions == [.like])
        #expect(try await bench.keptActions().isEmpty)
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test("A window shows changed counts, and each step reloads the row")
    func counts() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.answersWithItems = true
        await bench.settled(.like, "2")
        #expect(try await bench.stored("2")?.body.counts.likes == 100)
        recorder.behavior = .failing(busy)
        let events = bench.engine.events()
        await bench.settled(.unlike, "2")
        let window = try await bench.engine.reader.window(WindowRequest(anchor: .top, above: 0, below: 9))
        let tickets = window.rows.compactMap(\.entry)
        #expect(tickets.map(\.ticket.body.counts.likes) == [nil, 99, nil])
        #expect(tickets.map(\.pending.count) == [0, 1, 0])
        let row = TrackRow.ID.ticket(TicketID(supplier: "a", item: "2"))
        var reloads = 0
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            #expect(changes.reloaded == [row])
            #expect(changes.removed.isEmpty && changes.inserted.isEmpty)
            reloads += 1
            // Waiting, running, and waiting for another attempt.
            if reloads == 3 { break }
        }
    }

    @Test("A like and an unlike that were not sent yet cancel each other out")
    func undone() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: true)
        bench.perform(.boost, "1")
        await recorder.waitForDeliveries(1)
        let events = bench.engine.events()
        let like = bench.perform(.like, "2")
        let unlike = bench.perform(.unlike, "2")
        #expect(await bench.states(of: unlike, in: events) == [.dropped])
        #expect(await !bench.engine.pendingActions.contains { $0.id == like || $0.id == unlike })
        #expect(try await bench.entry("2")?.ticket.body.reactions == [])
        recorder.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.action) == [.boost])
    }

    @Test("An action whose repetition is not recognised any more waits for the user, whatever the rule was")
    func unrepeatable() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a", .safe)
        recorder.behavior = .unrepeatable(no)
        let events = bench.engine.events()
        let id = bench.perform(.like, "1")
        let states = await bench.states(of: id, in: events) { $0 == .uncertain(no) }
        #expect(states == [.waiting, .running, .uncertain(no)])
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.count == 1)
        recorder.behavior = .succeeding
        bench.engine.retry(id)
        await bench.engine.waitUntilIdle()
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test("Equal reactions are sent once, and actions that create something each time")
    func collapse() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: true)
        bench.perform(.like, "1")
        await recorder.waitForDeliveries(1)
        for _ in 1...3 {
            bench.perform(.like, "1")
            bench.perform(.like, "2")
            bench.perform(.reply("Well said."), "3")
        }
        _ = await bench.engine.pendingActions
        recorder.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.item) == ["1", "2", "3", "3", "3"])
        #expect(Set(recorder.deliveries.map(\.id)).count == 5)
    }

    @Test("An action requested while its opposite is being sent follows it")
    func lastWord() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: true)
        bench.perform(.like, "1")
        await recorder.waitForDeliveries(1)
        bench.perform(.unlike, "1")
        bench.perform(.like, "1")
        bench.perform(.unlike, "1")
        _ = await bench.engine.pendingActions
        #expect(try await bench.entry("1")?.ticket.body.reactions == [])
        recorder.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.action) == [.like, .unlike])
        #expect(try await bench.stored("1")?.body.reactions == [])
    }

    @Test("A refused action is undone on the ticket and reported")
    func refusal() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .refusing(no)
        let events = bench.engine.events()
        let id = bench.perform(.like, "1")
        #expect(await bench.states(of: id, in: events) == [.waiting, .running, .refused(no)])
        await bench.engine.waitUntilIdle()
        #expect(try await bench.entry("1")?.ticket.body.reactions == [])
        #expect(try await bench.entry("1")?.pending == [])
        #expect(try await bench.keptActions().isEmpty)
    }

    @Test("A failed action is repeated with its identity after random pauses that grow up to a limit")
    func backoff() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .failing(busy)
        let events = bench.engine.events()
        let id = bench.perform(.like, "1")
        var pauses: [Duration] = []
        for attempt in 1...12 {
            await recorder.waitForDeliveries(attempt)
            await bench.engine.waitUntilIdle()
            let action = try #require(await bench.engine.pendingActions.first)
            guard case .retrying(let time, busy) = action.state else {
                Issue.record("attempt \(attempt) left it \(action.state)")
                return
            }
            pauses.append(time.since(bench.time.now()))
            if attempt == 12 { recorder.behavior = .succeeding }
            await bench.passTime(time.since(bench.time.now()))
        }
        #expect(await bench.states(of: id, in: events).last == .done)
        #expect(Set(recorder.deliveries.map(\.id)) == [id])
        for (index, pause) in pauses.enumerated() {
            let round = min(.seconds(2) * (1 << index), Duration.seconds(900))
            #expect(round / 2...round ~= pause)
        }
        #expect(pauses.contains { $0 != .seconds(2) * 1 && $0.components.attoseconds != 0 })
    }

    @Test("No action is sent to a source before its rate limit ends")
    func rateLimit() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        let until = bench.time.now().advanced(by: .seconds(300))
        recorder.behavior = .failing(SupplierError(.rateLimited, "Too many requests.", retryAt: until))
        await bench.settled(.like, "1")
        recorder.behavior = .succeeding
        await bench.settled(.like, "2")
        #expect(recorder.deliveries.count == 1)
        await bench.passTime(.seconds(299))
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.count == 1)
        await bench.passTime(.seconds(1))
        await recorder.waitForDeliveries(3)
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.item) == ["1", "1", "2"])
        #expect(recorder.deliveries.dropFirst().allSatisfy { $0.time == until })
    }

    @Test("A rate limit of years delays actions by a day, and a retry by the user ends it")
    func endlessRateLimit() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        let years = bench.time.now().advanced(by: .seconds(86_400 * 3_650))
        recorder.behavior = .failing(SupplierError(.rateLimited, "Too many requests.", retryAt: years))
        let action = await bench.settled(.like, "1")
        #expect(recorder.deliveries.count == 1)
        bench.engine.retry(action)
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.count == 2, "at once, since the user says so")
        recorder.behavior = .succeeding
        await bench.passTime(.seconds(86_400))
        await recorder.waitForDeliveries(3)
        await bench.engine.waitUntilIdle()
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test("An action waiting for its next attempt delays only later actions on its ticket")
    func order() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .failing(busy)
        await bench.settled(.like, "1")
        recorder.behavior = .succeeding
        await bench.settled(.boost, "1")
        await bench.settled(.bookmark, "1")
        await bench.settled(.like, "2")
        #expect(recorder.deliveries.map(\.item) == ["1", "2"])
        await bench.passTime(.seconds(2))
        await recorder.waitForDeliveries(5)
        #expect(recorder.deliveries.suffix(3).map(\.action) == [.like, .boost, .bookmark])
    }

    @Test("An uncertain action that is unsafe to repeat is shown as such and repeated only by the user")
    func uncertain() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .uncertain(happens: false)
        let reply = await bench.settled(.reply("Well said."), "1")
        recorder.behavior = .succeeding
        bench.time.advance(by: .seconds(86_400))
        await bench.settled(.like, "2")
        #expect(recorder.deliveries.map(\.item) == ["1", "2"])
        let broken = SupplierError(.unreachable, "The connection broke.")
        #expect(try await bench.entry("1")?.pending.map(\.state) == [.uncertain(broken)])
        bench.engine.retry(reply)
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.id).filter { $0 == reply }.count == 2)
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test("After an uncertain action is dropped, the ticket shows what the source last reported")
    func dropped() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .uncertain(happens: false)
        let events = bench.engine.events()
        let id = await bench.settled(.boost, "1")
        #expect(try await bench.entry("1")?.ticket.body.reactions == [.boost])
        bench.engine.drop(id)
        #expect(await bench.states(of: id, in: events).last == .dropped)
        #expect(try await bench.entry("1")?.ticket.body.reactions == [])
        #expect(recorder.deliveries.count == 1)
    }

    @Test("Undoing an uncertain action sends its opposite, because it may have happened")
    func withdraw() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .uncertain(happens: true)
        await bench.settled(.like, "1")
        recorder.behavior = .succeeding
        await bench.settled(.unlike, "1")
        #expect(recorder.deliveries.map(\.action) == [.like, .unlike])
        #expect(recorder.reactions(to: "1") == [])
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test("An uncertain action that is safe to repeat is sent again with its identity")
    func safe() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a", .safe)
        recorder.behavior = .uncertain(happens: true)
        let id = await bench.settled(.like, "1")
        recorder.behavior = .succeeding
        await bench.passTime(.seconds(2))
        await recorder.waitForDeliveries(2)
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.id) == [id, id])
        #expect(await bench.engine.pendingActions.isEmpty)
    }

    @Test("An attempt without an answer times out and is uncertain")
    func silence() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: false)
        let events = bench.engine.events()
        let id = bench.perform(.like, "1")
        await recorder.waitForDeliveries(1)
        await bench.passTime(.seconds(30))
        await bench.engine.waitUntilIdle()
        let late = SupplierError(.timedOut, .noAnswer(from: "a", within: .seconds(30)))
        let states = await bench.states(of: id, in: events) { $0 == .uncertain(late) }
        #expect(states == [.waiting, .running, .uncertain(late)])
    }

    @Test("An action can be undone before it is sent, but not while it is being sent")
    func cancellation() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        recorder.behavior = .silent(happens: true)
        let sent = bench.perform(.like, "1")
        await recorder.waitForDeliveries(1)
        let waiting = bench.perform(.reply("Well said."), "2")
        bench.engine.drop(waiting)
        bench.engine.drop(sent)
        #expect(await bench.engine.pendingActions.map(\.id) == [sent])
        recorder.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.map(\.id) == [sent])
        #expect(recorder.reactions(to: "1") == [.like])
    }

    @Test("An unsupported action or one on a missing ticket is refused without a request")
    func unsupported() async throws {
        let bench = ActionBench()
        await bench.add("a")
        let silent = ScriptedSupplier("mute", ScriptedSource(), time: bench.time)
        bench.controlUnit.add(silent, for: "mute")
        for (item, supplier, code) in [
            ("1", "mute", SupplierError.Code.unsupported), ("no such", "a", .gone), ("1", "unknown", .unsupported),
        ] {
            let events = bench.engine.events()
            let id = bench.perform(.like, item, of: SupplierID(supplier))
            guard case .refused(let error) = await bench.states(of: id, in: events).last else {
                Issue.record("an action on \(item) of \(supplier) was not refused")
                continue
            }
            #expect(error.code == code)
        }
        #expect(silent.recorder.deliveries.isEmpty)
        #expect(try await bench.keptActions().isEmpty)
    }

    @Test("An action that cannot be stored is neither shown nor sent, and the failure is reported")
    func fullDisk() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        bench.outbox.disconnect()
        let events = bench.engine.events()
        let id = bench.perform(.like, "1")
        guard case .refused = await bench.states(of: id, in: events).last else {
            Issue.record("an action that was not kept was not refused")
            return
        }
        bench.outbox.reconnect()
        await bench.engine.waitUntilIdle()
        #expect(recorder.deliveries.isEmpty)
        #expect(try await bench.entry("1")?.ticket.body.reactions == [])
        await bench.settled(.like, "1")
        #expect(recorder.reactions(to: "1") == [.like])
    }

    @Test("A supplier that waits for its source delays no other supplier's actions and no fill")
    func independence() async throws {
        let bench = ActionBench()
        let slow = await bench.add("a")
        let quick = await bench.add("b")
        slow.behavior = .silent(happens: true)
        bench.perform(.like, "1")
        await slow.waitForDeliveries(1)
        let events = bench.engine.events()
        let other = bench.perform(.like, "1", of: "b")
        #expect(await bench.states(of: other, in: events).last == .done)
        #expect(quick.reactions(to: "1") == [.like])
        let fills = bench.engine.events()
        let fill = bench.engine.refresh()
        for await event in fills {
            if case .fill(fill, _, .done) = event { break }
        }
        slow.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(slow.reactions(to: "1") == [.like])
    }

    @Test("A fill that read a post before an action on it leaves the result of the action")
    func actionDuringFill() async throws {
        let bench = ActionBench()
        await bench.add("a")
        await bench.add("b")
        let suppliers = try ["a", "b"].map { try #require(bench.controlUnit.supplier(for: $0) as? ScriptedSupplier) }
        suppliers[0].source.edit("1", text: "second")
        suppliers[1].source.behavior.isSilent = true
        let events = bench.engine.events()
        bench.engine.refresh()
        for await event in events {
            if case .progress(_, let progress) = event, progress.answeredCount == 1 { break }
        }
        let actions = bench.engine.events()
        let like = bench.perform(.like, "1")
        #expect(await bench.states(of: like, in: actions).last == .done)
        suppliers[1].source.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(try await bench.stored("1")?.body.reactions == [.like])
    }

    @Test("A fill that read a post before an action on it beside the Track brings it into the Track")
    func actionBesideTrackDuringFill() async throws {
        let bench = ActionBench()
        await bench.add("a")
        await bench.add("b")
        let suppliers = try ["a", "b"].map { try #require(bench.controlUnit.supplier(for: $0) as? ScriptedSupplier) }
        bench.time.advance(by: .seconds(60))
        let post = ScriptedSource.Post(id: "beside", time: bench.time.now())
        try await bench.engine.storeBesideTrack([post.item()], of: "a")
        suppliers[0].source.add([post])
        suppliers[1].source.behavior.isSilent = true
        let events = bench.engine.events()
        bench.engine.refresh()
        for await event in events {
            if case .progress(_, let progress) = event, progress.answeredCount == 1 { break }
        }
        let actions = bench.engine.events()
        let like = bench.perform(.like, "beside")
        #expect(await bench.states(of: like, in: actions).last == .done)
        suppliers[1].source.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(try await bench.store.knownItems(["beside"], of: "a").count == 1)
    }

    @Test("Several engines send their actions independently")
    func several() async throws {
        let benches = [ActionBench(), ActionBench()]
        let first = await benches[0].add("a")
        let second = await benches[1].add("a")
        first.behavior = .silent(happens: true)
        benches[0].perform(.like, "1")
        await first.waitForDeliveries(1)
        await benches[1].settled(.unlike, "1")
        #expect(second.deliveries.map(\.action) == [.unlike])
        #expect(await benches[0].engine.pendingActions.count == 1)
        #expect(try await benches[1].entry("1")?.pending == [])
        first.answerAll()
        await benches[0].engine.waitUntilIdle()
        #expect(second.deliveries.count == 1)
    }

    @Test("Nothing is sent to a supplier that ignores cancellation until its attempt has ended")
    func deafness() async throws {
        let bench = ActionBench()
        let deaf = UncancellablePerformer()
        bench.controlUnit.add(deaf, for: "deaf")
        bench.engine.refresh()
        await bench.engine.waitUntilIdle()
        bench.perform(.like, "1", of: "deaf")
        await deaf.waitForCalls(1)
        await bench.passTime(.seconds(31))
        bench.perform(.like, "2", of: "deaf")
        await bench.engine.waitUntilIdle()
        #expect(deaf.calls == ["1"])
        deaf.answer()
        await deaf.waitForCalls(2)
        #expect(deaf.calls == ["1", "2"])
        #expect(deaf.mostConcurrent == 1)
    }

    @Test("An action is retried in time, also if suppliers read before its source came back are used last")
    func suppliersReadBefore() async throws {
        let bench = ActionBench()
        let recorder = await bench.add("a")
        let controlUnit = HeldControlUnit(base: bench.controlUnit)
        let engine = StandardEngine(
            controlUnit: controlUnit, store: bench.store, time: bench.time, outbox: MemoryOutbox(),
            random: SeededGenerator(seed: 1))
        recorder.behavior = .failing(busy)
        engine.perform(.like, on: TicketID(supplier: "a", item: "1"))
        await engine.waitUntilIdle()
        await bench.time.waitForSleepers(1)
        let supplier = try #require(bench.controlUnit.remove("a"))
        controlUnit.state.withLock { $0.holdsNext = true }
        engine.resumeActions()
        await controlUnit.state.wait { $0.isHeld }
        bench.controlUnit.add(supplier, for: "a")
        await engine.suppliersChanged()
        controlUnit.state.withLock { $0.isHeld = false }
        await engine.waitUntilIdle()
        try #require(bench.time.sleepers == 1)
        recorder.behavior = .succeeding
        bench.time.advance(by: .seconds(60))
        await recorder.waitForDeliveries(2)
        await engine.waitUntilIdle()
        #expect(await engine.pendingActions.isEmpty)
    }
}
