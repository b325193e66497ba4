import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@Suite("Streams")
struct StreamTests {
    private let broken = SupplierError(.unreachable, "The connection broke.")

    @Test("A post of a stream is shown at once, at its place and not as late")
    func arrival() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(10)
        let events = bench.engine.events()
        await bench.post("new", to: supplier)
        #expect(try await bench.items().first == "new")
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            #expect(changes.inserted.map(\.row) == [.ticket(TicketID(supplier: "a", item: "new"))])
            #expect(changes.fill == nil)
            break
        }
        let entry = try await bench.store.entry(TicketID(supplier: "a", item: "new"))
        #expect(entry?.isLate == false)
    }

    @Test("Nothing is streamed before the engine is told to, and nothing while it pauses")
    func pausing() async throws {
        let bench = StreamBench()
        let supplier = bench.add()
        await bench.refresh()
        await bench.engine.flushStreams()
        #expect(supplier.live.connections == 0)
        bench.engine.resumeStreams()
        await bench.connect(supplier)
        bench.engine.pauseStreams()
        await bench.engine.flushStreams()
        #expect(!supplier.live.isOpen)
        bench.engine.resumeStreams()
        await bench.connect(supplier, number: 2)
        #expect(supplier.live.isOpen)
    }

    /// A watch that refuses streams until told otherwise.
    private final class RefusingWatch: FetchWatch {
        let refuses = SharedValue(true)

        func beginFetch(of supplier: SupplierID, _ part: WatchedPart) async throws(SupplierError) {}
        func endFetch(of supplier: SupplierID, _ part: WatchedPart) {}
        func beginEvent(of supplier: SupplierID) {}
        func endEvent(of supplier: SupplierID) {}

        func refusal(of part: WatchedPart, of supplier: SupplierID) -> SupplierError? {
            refuses.value ? SupplierError(.refused, "It crashed.") : nil
        }
    }

    @Test("A stream that was refused because it crashed the program opens once it is resumed")
    func resumedAfterCrashes() async throws {
        let time = ManualTimeSource()
        let watch = RefusingWatch()
        let supplier = ScriptedSupplier("a", ScriptedSource([]), traits: SupplierTraits(streams: true), time: time)
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([supplier], time: time), store: MemoryTrackStore(), time: time,
            fetchWatch: watch)
        let events = engine.events()
        await engine.suppliersChanged()
        engine.resumeStreams()
        for await event in events {
            if case .stream("a", .waiting(until: nil, let error?)) = event {
                #expect(error.code == .refused)
                break
            }
        }
        #expect(supplier.live.connections == 0)
        watch.refuses.value = false
        await engine.suppliersChanged()
        await supplier.live.waitForConnections(1)
        engine.pauseStreams()
        await engine.flushStreams()
    }

    @Test("Streams open and close as suppliers come, pause and go")
    func suppliers() async throws {
        let bench = StreamBench()
        let first = bench.add("a")
        await bench.begin()
        let second = bench.add("b")
        bench.add("c", traits: SupplierTraits())
        await bench.engine.suppliersChanged()
        await bench.connect(second)
        #expect(first.live.isOpen && second.live.isOpen)
        bench.controlUnit.setPaused(true, for: "a")
        bench.controlUnit.remove("b")
        await bench.engine.suppliersChanged()
        #expect(!first.live.isOpen && !second.live.isOpen)
        #expect(bench.suppliers[2].live.connections == 0)
        bench.controlUnit.setPaused(false, for: "a")
        await bench.engine.suppliersChanged()
        await bench.connect(first, number: 2)
    }

    @Test("A source that was paused while its connection waited is streamed again as soon as it is resumed")
    func resumedBeforeReconnection() async throws {
        let (bench, supplier) = await StreamBench.connected()
        await bench.send(.disconnected(broken), to: supplier)
        await bench.time.waitForSleepers(1)
        let events = bench.engine.events()
        bench.controlUnit.setPaused(true, for: "a")
        bench.pass(5)
        for await event in events {
            if case .stream("a", .closed) = event { break }
        }
        bench.controlUnit.setPaused(false, for: "a")
        await bench.engine.suppliersChanged()
        await bench.connect(supplier, number: 2)
        await bench.post("new", to: supplier)
        #expect(try await bench.items().first == "new")
    }

    @Test("Below a post of a new connection there is a gap down to the last refresh, which a refresh closes")
    func gapBelowConnection() async throws {
        let bench = StreamBench()
        let supplier = bench.add()
        await bench.refresh()
        let refreshed = bench.time.now()
        bench.pass(30)
        await bench.post("missed", to: supplier, isSent: false)
        bench.pass(30)
        bench.engine.resumeStreams()
        await bench.connect(supplier)
        let connected = bench.time.now()
        bench.pass(30)
        #expect(await bench.partialGaps.isEmpty)
        await bench.post("new", to: supplier)
        #expect(await bench.partialGaps.map(\.timeframe) == [Timeframe(from: connected, downTo: refreshed)])
        bench.pass(1)
        await bench.claim(supplier)
        let gaps = await bench.partialGaps
        #expect(gaps.map(\.timeframe) == [Timeframe(from: connected, downTo: refreshed)])
        #expect(gaps.flatMap(\.missing).map(\.supplier) == ["a"])
        #expect(try await bench.items().prefix(2) == ["new", bench.items()[1]])
        await bench.refresh()
        #expect(await bench.partialGaps.isEmpty)
        #expect(try await bench.items().prefix(2) == ["new", "missed"])
    }

    @Test("A disconnection claims nothing: what is missed is in a gap, and filling it asks this source only")
    func disconnection() async throws {
        let bench = StreamBench()
        let supplier = bench.add()
        let other = bench.add("b", traits: SupplierTraits())
        await bench.begin()
        bench.pass(5)
        await bench.claim(supplier)
        bench.pass(5)
        await bench.post("unclaimed", to: supplier)
        await bench.send(.disconnected(broken), to: supplier)
        await bench.time.waitForSleepers(1)
        await bench.post("missed", to: supplier, isSent: false)
        bench.pass(60)
        await bench.connect(supplier, number: 2)
        bench.pass(5)
        await bench.claim(supplier)
        let gap = try #require(await bench.partialGaps.first)
        #expect(gap.timeframe.duration == .seconds(65))
        let requests = other.source.requests.count
        bench.engine.fill(gap.id, from: .newer, amount: .pool)
        await bench.engine.waitUntilIdle()
        #expect(other.source.requests.count == requests)
        #expect(await bench.partialGaps.isEmpty)
        #expect(Set(try await bench.items().prefix(2)) == ["missed", "unclaimed"])
    }

    @Test("A post that is lost with its connection is in a gap if a newer one arrived")
    func lostOnTheWay() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(5)
        await bench.claim(supplier)
        let claimed = bench.time.now()
        bench.pass(5)
        await bench.post("lost", to: supplier, isSent: false)
        bench.pass(1)
        await bench.post("new", to: supplier)
        #expect(await bench.partialGaps.isEmpty)
        let end = bench.time.now().advanced(by: .seconds(1))
        await bench.send(.disconnected(broken), to: supplier)
        await bench.time.waitForSleepers(1)
        #expect(await bench.partialGaps.map(\.timeframe) == [Timeframe(from: end, downTo: claimed)])
        bench.pass(60)
        let engine = bench.restarted()
        #expect(await engine.snapshot.gaps.first?.timeframe == Timeframe(from: end, downTo: claimed))
        engine.refresh()
        await engine.waitUntilIdle()
        #expect(await !engine.snapshot.gaps.contains { $0.kind == .partial })
        #expect(try await bench.items().prefix(2) == ["new", "lost"])
    }

    @Test("A source that is removed and comes back has a gap where something can have been on its way")
    func removed() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(5)
        await bench.claim(supplier)
        let claimed = bench.time.now()
        bench.pass(5)
        await bench.post("new", to: supplier)
        let end = bench.time.now().advanced(by: .seconds(1))
        bench.controlUnit.remove("a")
        await bench.engine.suppliersChanged()
        bench.controlUnit.add(supplier, for: "a")
        await bench.engine.suppliersChanged()
        #expect(await bench.partialGaps.map(\.timeframe) == [Timeframe(from: end, downTo: claimed)])
    }

    @Test("A process that ends leaves a gap where something can have been on its way")
    func killed() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(5)
        await bench.claim(supplier)
        let claimed = bench.time.now()
        bench.pass(5)
        await bench.post("new", to: supplier)
        let engine = bench.restarted()
        await engine.suppliersChanged()
        let end = bench.time.now().advanced(by: .seconds(1))
        #expect(await engine.snapshot.gaps.first?.timeframe == Timeframe(from: end, downTo: claimed))
    }

    @Test("Sources that connect are read once, in one refresh, without waiting for a claim")
    func readOnce() async throws {
        let bench = StreamBench(StreamLimits())
        let (first, second) = (bench.add("a"), bench.add("b"))
        await bench.refresh()
        bench.pass(30)
        await bench.post("missed", to: first, isSent: false)
        await bench.post("missed too", to: second, isSent: false)
        bench.pass(30)
        // Servers count a connection from the next second on.
        bench.time.advance(by: .milliseconds(500))
        bench.engine.resumeStreams()
        let events = bench.engine.events()
        await bench.connect(first)
        await bench.connect(second)
        await bench.time.waitForSleepers(1)
        let requests = [first, second].map(\.source.requests.count)
        bench.pass(1)
        for await event in events {
            if case .fill(_, gap: nil, let state) = event, state.isFinal { break }
        }
        #expect([first, second].map(\.source.requests.count) == requests.map { $0 + 1 })
        #expect(Set(try await bench.items().prefix(2)) == ["missed", "missed too"])
        await bench.post("new", to: first)
        #expect(await bench.partialGaps.isEmpty)
    }

    @Test("The engine fills the gap below a new connection by itself")
    func closing() async throws {
        let bench = StreamBench(StreamLimits())
        let supplier = bench.add()
        await bench.refresh()
        bench.pass(30)
        await bench.post("missed", to: supplier, isSent: false)
        bench.pass(30)
        bench.engine.resumeStreams()
        await bench.connect(supplier)
        bench.pass(5)
        await bench.claim(supplier)
        await bench.engine.waitUntilIdle()
        #expect(await bench.partialGaps.isEmpty)
        #expect(try await bench.items().first == "missed")
    }

    @Test("An edit replaces a post in place, a deletion removes it, and an older version changes nothing")
    func changes() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(10)
        var post = await bench.post("x", to: supplier)
        let original = post
        post.text = "second"
        post.edited = bench.time.now()
        await bench.send(.batch(StreamBatch(items: [post.item()])), to: supplier)
        await bench.send(.batch(StreamBatch(items: [original.item()])), to: supplier)
        let id = TicketID(supplier: "a", item: "x")
        #expect(try await bench.store.entry(id)?.ticket.body.text == .plain("second"))
        let events = bench.engine.events()
        await bench.send(.batch(StreamBatch(deleted: ["x"])), to: supplier)
        await bench.send(.batch(StreamBatch(items: [post.item()])), to: supplier)
        #expect(try await !bench.items().contains("x"))
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            #expect(changes.removed == [.ticket(id)])
            break
        }
    }

    @Test("A post that was deleted before it arrived stays away, from the stream and from a page read before")
    func deletedFirst() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(10)
        let post = await bench.post("x", to: supplier, isSent: false)
        await bench.send(.batch(StreamBatch(deleted: ["x"])), to: supplier)
        await bench.send(.batch(StreamBatch(items: [post.item()])), to: supplier)
        #expect(try await !bench.items().contains("x"))
        await bench.refresh()
        #expect(try await !bench.items().contains("x"))
    }

    @Test("A post that arrives in a claimed range is late and moves nobody")
    func lateness() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(60)
        await bench.claim(supplier)
        await bench.refresh()
        let before = try await VisibleTrack(of: bench.store)
        let past = ScriptedSource.Post(id: "late", time: bench.time.now().advanced(by: .seconds(-30)))
        await bench.send(.batch(StreamBatch(items: [past.item()])), to: supplier)
        let after = try await VisibleTrack(of: bench.store)
        try ChangeChecks(from: before, to: after).check()
        #expect(after.entry(TicketID(supplier: "a", item: "late"))?.isLate == true)
    }

    @Test("A post that a stream has delivered is not new in the first answer of its source")
    func firstAnswerAfterStream() async throws {
        let bench = StreamBench()
        let supplier = bench.add()
        supplier.source.behavior.failure = broken
        await bench.begin()
        bench.pass(10)
        await bench.post("new", to: supplier)
        bench.pass(10)
        supplier.source.behavior.failure = nil
        let events = bench.engine.events()
        await bench.refresh()
        for await event in events {
            guard case .fill(_, _, .done(let outcome)) = event else { continue }
            #expect(outcome.inserted == 6 && outcome.late == 0)
            break
        }
        #expect(try await bench.items().count == 7)
    }

    @Test("A claim after a failed commit is as uncertain as the source's delay makes it")
    func claimAfterFailedCommit() async throws {
        let obstacle = ObstacleSwitch()
        let bench = StreamBench(obstacle: { obstacle.message })
        let supplier = bench.add(traits: SupplierTraits(lateness: .seconds(300), streams: true))
        await bench.begin()
        bench.pass(10)
        obstacle.set("Another process writes to the store.")
        let lost = ScriptedSource.Post(id: "lost", time: bench.time.now())
        supplier.live.send(.batch(StreamBatch(items: [lost.item()])))
        await supplier.live.waitUntilRead()
        obstacle.set(nil)
        bench.pass(60)
        await bench.claim(supplier)
        let coverage = try #require(try await bench.store.record().supplierStates["a"]?.ranges.coverage)
        #expect(try await !bench.items().contains("lost"))
        #expect(coverage.claimed.newest == bench.time.now().flooredToSecond)
        #expect(coverage.exact.newest != coverage.claimed.newest)
        #expect(coverage.unsettled.newest == coverage.claimed.newest)
    }

    @Test("Under load one commit per interval takes everything that has arrived")
    func load() async throws {
        let (bench, supplier) = await StreamBench.connected()
        bench.pass(10)
        await bench.post("first", to: supplier)
        let version = await bench.engine.snapshot.version
        for number in 0..<100 {
            let post = ScriptedSource.Post(id: "p\(number)", time: bench.time.now())
            supplier.live.send(.batch(StreamBatch(items: [post.item()])))
        }
        await supplier.live.waitUntilRead()
        #expect(await bench.engine.snapshot.version == version)
        let events = bench.engine.events()
        await bench.time.waitForSleepers(1)
        bench.time.advance(by: .milliseconds(100))
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            #expect(changes.inserted.count == 100)
            break
        }
        #expect(await bench.engine.snapshot.version == version.next)
    }

    @Test("A flood is committed in parts of limited size")
    func flood() async throws {
        let bench = StreamBench(StreamLimits(maximumPendingChanges: 10, closesGaps: false))
        let supplier = bench.add()
        await bench.begin()
        bench.pass(10)
        for number in 0..<35 {
            let post = ScriptedSource.Post(id: "p\(number)", time: bench.time.now())
            supplier.live.send(.batch(StreamBatch(items: [post.item()])))
        }
        await supplier.live.waitUntilRead()
        #expect(try await bench.items().count(where: { $0.hasPrefix("p") }) >= 30)
        await bench.engine.flushStreams()
        #expect(try await bench.items().count(where: { $0.hasPrefix("p") }) == 35)
    }

    @Test("Reconnections wait longer each time, but not before the source allows them")
    func backoff() async throws {
        let bench = StreamBench()
        let supplier = bench.add()
        bench.engine.resumeStreams()
        let events = bench.engine.events()
        var iterator = events.makeAsyncIterator()
        var pauses: [Duration] = []
        for number in 1...4 {
            await supplier.live.waitForConnections(number)
            let retryAt = number == 4 ? bench.time.now().advanced(by: .seconds(600)) : nil
            supplier.live.send(.disconnected(SupplierError(.unreachable, "No network.", retryAt: retryAt)))
            while let event = await iterator.next() {
                guard case .stream("a", .waiting(let until?, _)) = event else { continue }
                pauses.append(until.since(bench.time.now()))
                break
            }
            await bench.time.waitForSleepers(1)
            bench.time.advance(by: pauses.last ?? .zero)
        }
        #expect((Duration.milliseconds(500)...(.seconds(1))).contains(pauses[0]))
        #expect((Duration.seconds(1)...(.seconds(2))).contains(pauses[1]))
        #expect((Duration.seconds(2)...(.seconds(4))).contains(pauses[2]))
        #expect(pauses[3] == .seconds(600))
    }

    @Test("A stream that needs a login is not opened again until something changes")
    func unauthorised() async throws {
        let (bench, supplier) = await StreamBench.connected()
        let events = bench.engine.events()
        supplier.live.send(.disconnected(SupplierError(.notAuthorised, "The token was revoked.")))
        for await event in events {
            if case .stream("a", .waiting(until: nil, let error)) = event {
                #expect(error?.code == .notAuthorised)
                break
            }
        }
        #expect(bench.time.sleepers == 0)
        await bench.engine.suppliersChanged()
        await bench.connect(supplier, number: 2)
    }

    @Test("A stream that was refused is opened once more if its suppliers changed since it was opened")
    func changedMeanwhile() async throws {
        let (bench, supplier) = await StreamBench.connected()
        let refusal = StreamEvent.disconnected(SupplierError(.notAuthorised, "The token was revoked."))
        await bench.engine.suppliersChanged()
        var events = bench.engine.events()
        supplier.live.send(refusal)
        for await event in events {
            guard case .stream("a", .waiting(let until, _)) = event else { continue }
            try #require(until != nil)
            break
        }
        await bench.time.waitForSleepers(1)
        bench.pass(1)
        await bench.connect(supplier, number: 2)
        events = bench.engine.events()
        supplier.live.send(refusal)
        for await event in events {
            guard case .stream("a", .waiting(let until, _)) = event else { continue }
            #expect(until == nil)
            break
        }
        #expect(bench.time.sleepers == 0)
    }

    @Test("A fill that began before a stream's commit neither repeats nor revives what the stream delivered")
    func race() async throws {
        let bench = StreamBench()
        let supplier = bench.add()
        let slow = bench.add("b", traits: SupplierTraits())
        await bench.begin()
        bench.pass(10)
        let kept = await bench.post("kept", to: supplier, isSent: false)
        let gone = await bench.post("gone", to: supplier, isSent: false)
        var edited = await bench.post("edited", to: supplier, isSent: false)
        slow.source.behavior.isSilent = true
        let before = try await VisibleTrack(of: bench.store)
        let events = bench.engine.events()
        bench.engine.refresh()
        await slow.source.waitForRequests(slow.source.requests.count + 1)
        for await event in events {
            if case .progress(_, let progress) = event, progress.answeredCount == 1 { break }
        }
        let changes = bench.engine.events()
        edited.text = "second"
        edited.edited = bench.time.now()
        await bench.send(.batch(StreamBatch(items: [kept.item(), gone.item(), edited.item()])), to: supplier)
        await bench.send(.batch(StreamBatch(deleted: ["gone"])), to: supplier)
        supplier.source.delete("gone")
        slow.source.answerAll()
        await bench.engine.waitUntilIdle()
        let after = try await VisibleTrack(of: bench.store)
        var reported: [TrackChanges] = []
        for await event in changes {
            guard case .committed(let changes, _) = event else { continue }
            reported.append(changes)
            if changes.version >= after.record.version { break }
        }
        try ChangeChecks(from: before, to: after).check(reported: reported)
        #expect(try await bench.items().prefix(2) == ["edited", "kept"])
        let id = TicketID(supplier: "a", item: "edited")
        #expect(try await bench.store.entry(id)?.ticket.body.text == .plain("second"))
    }
}

/// An obstacle to commits that a test sets and removes.
private final class ObstacleSwitch: Sendable {
    private let state = Mutex<Message?>(nil)

    var message: Message? { state.withLock(\.self) }

    func set(_ message: Message?) {
        state.withLock { $0 = message }
    }
}
