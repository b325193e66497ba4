import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

/// An account that records what it does.
final class RecordingClient: AccountClient {
    struct State {
        var log: [String] = []
        var outcome: ActionOutcome?
        /// The outcomes of posts with these texts.
        var outcomes: [String: ActionOutcome] = [:]
        var drafts: [PostDraft] = []
    }

    let id: AccountID = "test:ann"
    let name = "Ann"
    let home: SupplierID? = "a"
    let personActions = Dictionary(uniqueKeysWithValues: PersonAction.allCases.map { ($0, ActionRepetition.safe) })
    let accountActions: [AccountAction.Kind: ActionRepetition] = [.post: .unsafe]
    private let state = WaitableState(State())

    /// The performed actions, in order.
    var log: [String] { state.withLock(\.log) }

    /// The posts for which it was asked, in order.
    var drafts: [PostDraft] { state.withLock(\.drafts) }

    /// Waits until this many actions were performed.
    func waitForActions(_ count: Int) async {
        await state.wait { $0.log.count >= count }
    }

    func answer(_ outcome: ActionOutcome?, toPost text: String) {
        state.withLock { $0.outcomes[text] = outcome }
    }

    func answer(_ outcome: ActionOutcome?) {
        state.withLock { $0.outcome = outcome }
    }

    func perform(_ request: ActionRequest<PersonAction>, on person: Person) async -> ActionOutcome {
        state.withLock { state in
            state.log.append("\(request.action.rawValue) \(person.id)")
            return state.outcome ?? .done(nil)
        }
    }

    func perform(_ request: ActionRequest<AccountAction>) async -> ActionOutcome {
        guard case .post(let draft) = request.action else { return .done(nil) }
        return state.withLock { state in
            state.log.append("post \(draft.text)")
            state.drafts.append(draft)
            let item = SourceItem(
                id: "made-\(state.log.count)", orderTime: request.now, body: TicketBody(text: .plain(draft.text)))
            return state.outcomes[draft.text] ?? state.outcome ?? .done(item)
        }
    }
}

@Suite("Actions on people and by accounts")
struct AccountActionTests {
    private let client = RecordingClient()
    private let ann: AccountID = "test:ann"
    private let bob = Person(account: "test:ann", id: "7", handle: "@bob@example.social")
    private let time = ManualTimeSource()
    private let store = MemoryTrackStore()
    private let outbox = MemoryOutbox()

    private func makeEngine(_ limits: ActionLimits = ActionLimits()) async -> (StandardEngine, ScriptedSupplier) {
        let kinds = TicketAction.Kind.allCases.map { ($0, ActionRepetition.safe) }
        let posts = (1...3).map { ScriptedSource.Post(id: "\($0)", time: time.now().advanced(by: .seconds(-$0))) }
        let supplier = ScriptedSupplier(
            "a", ScriptedSource(posts), traits: SupplierTraits(actions: Dictionary(uniqueKeysWithValues: kinds)),
            account: client, time: time)
        let controlUnit = ModularControlUnit([supplier], time: ManualTimeSource())
        let engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, limits: EngineLimits(actions: limits), outbox: outbox,
            random: SeededGenerator(seed: 1),
            contentSetting: { SettingChange("kept", to: $0.state == .dropped ? "cancelled" : $0.request.text) })
        engine.refresh()
        await engine.waitUntilIdle()
        return (engine, supplier)
    }

    @Test("People are followed and muted through their account, and actions that undo each other are coalesced")
    func people() async throws {
        let (engine, _) = await makeEngine()
        engine.perform(.follow, on: bob)
        await engine.waitUntilIdle()
        client.answer(.failed(SupplierError(.unreachable, "No network.")))
        engine.perform(.mute, on: bob)
        await engine.waitUntilIdle()
        engine.perform(.mute, on: bob)
        #expect(await engine.pendingActions.map(\.request) == [.person(.mute, bob)])
        engine.perform(.unmute, on: bob)
        // The state at the server is unknown, so the opposite is sent.
        #expect(await engine.pendingActions.map(\.request) == [.person(.unmute, bob)])
        client.answer(nil)
        await engine.waitUntilIdle()
        await engine.pendingActions.forEach { engine.retry($0.id) }
        await engine.waitUntilIdle()
        #expect(
            client.log == ["follow 7", "mute 7", "unmute 7"]
                || client.log == ["follow 7", "mute 7", "unmute 7", "unmute 7"])
        #expect(await engine.pendingActions.isEmpty)
    }

    @Test("A post enters the Track with its answer and is not doubled when the timeline delivers it")
    func creation() async throws {
        let (engine, supplier) = await makeEngine()
        time.advance(by: .seconds(60))
        let events = engine.events()
        engine.perform(.post(PostDraft("Hello.")), by: ann)
        await engine.waitUntilIdle()
        let id = TicketID(supplier: "a", item: "made-1")
        #expect(try await store.entry(id)?.ticket.body.text == .plain("Hello."))
        #expect(try await outbox.pendingActions().isEmpty)
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            #expect(changes.inserted.map(\.row) == [.ticket(id)])
            break
        }
        supplier.source.add([ScriptedSource.Post(id: "made-1", time: time.now(), text: "Hello.")])
        time.advance(by: .seconds(60))
        let later = engine.events()
        engine.refresh()
        await engine.waitUntilIdle()
        for await event in later {
            guard case .committed(let changes, _) = event else { continue }
            #expect(changes.inserted.allSatisfy { $0.row != .ticket(id) })
            break
        }
        #expect(try await store.counts(in: .all).total == 4)
    }

    @Test("A post of one's own is read, whether the timeline delivers it after the answer or before it")
    func ownPostIsRead() async throws {
        let (engine, supplier) = await makeEngine()
        time.advance(by: .seconds(60))
        engine.perform(.post(PostDraft("Hello.")), by: ann)
        await engine.waitUntilIdle()
        #expect(try await store.entry(TicketID(supplier: "a", item: "made-1"))?.marks == Marks(isRead: true))
        let delivered = [("made-1", "Hello."), ("made-2", "Again.")]
        supplier.source.add(delivered.map { ScriptedSource.Post(id: $0.0, time: time.now(), text: $0.1) })
        time.advance(by: .seconds(60))
        engine.refresh()
        await engine.waitUntilIdle()
        let early = TicketID(supplier: "a", item: "made-2")
        #expect(try await store.entry(early)?.marks == Marks())
        engine.perform(.post(PostDraft("Again.")), by: ann)
        await engine.waitUntilIdle()
        #expect(try await store.entry(early)?.marks == Marks(isRead: true))
        #expect(try await store.counts(in: .all).unread == 3)
    }

    private var thread: PostDraft {
        var draft = PostDraft("One")
        draft.continuation = [" two", "\n\nthree"]
        return draft
    }

    @Test("Each post of a thread replies to the one before, and has an identity of its own")
    func thread() async throws {
        let (engine, _) = await makeEngine()
        let events = engine.events()
        let id = engine.perform(.post(thread), by: ann)
        await engine.waitUntilIdle()
        #expect(client.log == ["post One", "post two", "post three"])
        #expect(client.drafts.map(\.inReplyTo?.post) == [nil, "made-1", "made-2"])
        #expect(client.drafts.last?.inReplyTo?.ticket == TicketID(supplier: "a", item: "made-2"))
        #expect(try await outbox.pendingActions().isEmpty)
        var done: [ActionID] = []
        for await event in events {
            if case .action(let action) = event, action.state == .done { done.append(action.id) }
            if done.count == 3 { break }
        }
        #expect(done == [id, id.next, id.next.next])
    }

    @Test("If a post of a thread gets no answer, the rest waits with it, and is sent once after it")
    func interruptedThread() async throws {
        let (engine, _) = await makeEngine()
        client.answer(.uncertain(SupplierError(.timedOut, "No answer.")), toPost: "two")
        let id = engine.perform(.post(thread), by: ann)
        await engine.waitUntilIdle()
        #expect(client.log == ["post One", "post two"])
        let waiting = try #require(await engine.pendingActions.first)
        #expect(waiting.id == id.next && waiting.request.text == "two\n\nthree")
        // Also after a restart.
        let (second, _) = await makeEngine()
        #expect(await second.pendingActions.map(\.id) == [id.next])
        client.answer(nil, toPost: "two")
        second.retry(id.next)
        await second.waitUntilIdle()
        #expect(client.log == ["post One", "post two", "post two", "post three"])
        #expect(await second.pendingActions.isEmpty)
    }

    @Test("If a post of a thread is refused, the rest is not sent and is part of what was refused")
    func refusedThread() async throws {
        let (engine, _) = await makeEngine()
        client.answer(.refused(SupplierError(.refused, "No.")), toPost: "two")
        let events = engine.events()
        let id = engine.perform(.post(thread), by: ann)
        await engine.waitUntilIdle()
        #expect(client.log == ["post One", "post two"])
        #expect(await engine.pendingActions.isEmpty)
        for await event in events {
            guard case .action(let action) = event, case .refused = action.state else { continue }
            #expect(action.id == id.next && action.request.text == "two\n\nthree")
            break
        }
    }

    @Test("A setting changes with the action that comes with it, and not if the action is refused at once")
    func setting() async throws {
        let (engine, _) = await makeEngine()
        let removal = SettingChange("draft.1", to: "sent")
        engine.perform(.account(.post(PostDraft("x")), "test:nobody"), storing: removal)
        _ = await engine.pendingActions
        #expect(await outbox.settings.isEmpty)
        engine.perform(.account(.post(PostDraft("x")), ann), storing: removal)
        _ = await engine.pendingActions
        #expect(await outbox.settings == ["draft.1": "sent"])
        await engine.waitUntilIdle()
        #expect(await outbox.settings == ["draft.1": "sent"], "Nothing is kept of what was done.")
    }

    @Test("What was refused or cancelled is kept with the end of its action, also the rest of a thread")
    func keeping() async throws {
        let (engine, _) = await makeEngine()
        client.answer(.refused(SupplierError(.refused, "No.")), toPost: "two")
        engine.perform(.post(thread), by: ann)
        await engine.waitUntilIdle()
        #expect(await outbox.settings == ["kept": "two\n\nthree"])
        client.answer(.done(nil), toPost: "One")
        engine.perform(.post(thread), by: ann)
        await engine.waitUntilIdle()
        #expect(await outbox.settings == ["kept": "two\n\nthree"], "The server did not return the first post.")
        client.answer(.uncertain(SupplierError(.timedOut, "No answer.")), toPost: "One")
        let id = engine.perform(.post(thread), by: ann)
        await engine.waitUntilIdle()
        engine.drop(id)
        _ = await engine.pendingActions
        #expect(await outbox.settings == ["kept": "cancelled"])
    }

    @Test("If the server does not return a post, the rest of its thread is refused instead of standing alone")
    func threadWithoutAnswer() async throws {
        let (engine, _) = await makeEngine()
        client.answer(.done(nil), toPost: "One")
        let events = engine.events()
        engine.perform(.post(thread), by: ann)
        await engine.waitUntilIdle()
        #expect(client.log == ["post One"])
        for await event in events {
            guard case .action(let action) = event, case .refused(let error) = action.state else { continue }
            #expect(error.message.key == "threadInterrupted" && action.request.text == "two\n\nthree")
            break
        }
    }

    @Test("A reply enters the Track, and the ticket that it answers keeps its content")
    func reply() async throws {
        let (engine, supplier) = await makeEngine()
        supplier.recorder.created = "answer-1"
        let parent = TicketID(supplier: "a", item: "1")
        engine.perform(.reply("Well said."), on: parent)
        await engine.waitUntilIdle()
        #expect(try await store.entry(parent)?.ticket.body.text == .plain(""))
        let created = try await store.entry(TicketID(supplier: "a", item: "answer-1"))
        #expect(created?.ticket.body.text == .plain("Well said."))
    }

    @Test("A ticket that the user deletes leaves the Track when the source confirms")
    func deletion() async throws {
        let (engine, _) = await makeEngine()
        let id = TicketID(supplier: "a", item: "1")
        engine.perform(.delete, on: id)
        await engine.waitUntilIdle()
        #expect(try await store.counts(in: .all).total == 2)
    }

    @Test("An account that does not exist, or does not support an action, refuses it")
    func refusal() async throws {
        let (engine, _) = await makeEngine()
        let events = engine.events()
        let id = engine.perform(.post(PostDraft("x")), by: "test:nobody")
        for await event in events {
            guard case .action(let action) = event, action.id == id else { continue }
            guard case .refused(let error) = action.state else {
                Issue.record("\(action.state)")
                break
            }
            #expect(error.code == .unsupported)
            break
        }
        #expect(client.log == [])
    }

    @Test("Stored actions of an earlier run expire, stay until the user decides, and can be sent again")
    func expiry() async throws {
        let requestedAt = time.now().advanced(by: .seconds(-31 * 86_400))
        try await outbox.apply([
            .append(
                PendingAction(
                    id: ActionID("1"), request: .account(.post(PostDraft("Old.")), ann), requestedAt: requestedAt,
                    repetition: .unsafe))
        ])
        let (engine, _) = await makeEngine()
        engine.resumeActions()
        await engine.waitUntilIdle()
        guard case .expired = await engine.pendingActions.first?.state else {
            Issue.record("not expired")
            return
        }
        #expect(client.log == [])
        engine.retry(ActionID("1"))
        await engine.waitUntilIdle()
        #expect(client.log == ["post Old."])
    }

    @Test("Restored actions are sent in batches, and the user's new ones before them")
    func batches() async throws {
        let requestedAt = time.now()
        try await outbox.apply(
            (1...5)
                .map { number in
                    .append(
                        PendingAction(
                            id: ActionID("\(number)"), request: .person(.follow, Person(account: ann, id: "\(number)")),
                            requestedAt: requestedAt, repetition: .safe))
                })
        var limits = ActionLimits()
        limits.restoredBatch = 2
        limits.restoredPause = .seconds(3)
        let (engine, _) = await makeEngine(limits)
        engine.resumeActions()
        // The timer of the pause is set when the last action of the batch is done.
        await time.waitForSleep(of: .seconds(3))
        #expect(client.log == ["follow 1", "follow 2"])
        engine.perform(.block, on: bob)
        await client.waitForActions(3)
        #expect(client.log.last == "block 7")
        await time.waitForSleep(of: .seconds(3))
        #expect(client.log.count == 3)
        time.advance(by: .seconds(3))
        await client.waitForActions(5)
        await time.waitForSleep(of: .seconds(3))
        #expect(client.log.suffix(2) == ["follow 3", "follow 4"])
        time.advance(by: .seconds(3))
        await engine.waitUntilIdle()
        #expect(client.log.suffix(1) == ["follow 5"])
    }
}
