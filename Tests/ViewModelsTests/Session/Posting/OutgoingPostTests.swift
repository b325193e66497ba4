import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Posts that wait before they are sent")
struct OutgoingPostTests {
    private let fixture: Fixture

    init() {
        fixture = Fixture()
        fixture.session.settings.choose(.number(5), of: "posting.undo-seconds")
    }

    private var posts: [String] {
        fixture.track.calls.compactMap { call in
            if case .request(_, .account(.post(let draft), _)) = call { draft.text } else { nil }
        }
    }

    private func sendPost(_ text: String) async {
        let model = ComposeViewModel(.new, track: fixture.services.track, posting: FakePosting())
        model.start()
        await fixture.session.activity.idle()
        model.send(.type(text, cursor: text.count))
        model.send(.send)
        await fixture.session.activity.idle()
    }

    @Test("A post waits for the chosen time, is then handed to the outbox once, and is no draft any more")
    func waiting() async throws {
        await sendPost("Lights out")
        #expect(posts == [] && fixture.session.messages.toast?.text == "Sending in 5 s. :undo takes it back.")
        #expect(try await fixture.session.drafts.all().isEmpty, "It is in no list meanwhile.")
        // The message and the post.
        await fixture.time.waitForSleepers(2)
        fixture.time.advance(by: .seconds(5))
        while posts.isEmpty { await Task.yield() }
        await fixture.session.activity.idle()
        #expect(posts == ["Lights out"])
        await fixture.session.preferences.flush()
        #expect(try await Fixture(track: fixture.track).session.drafts.all().isEmpty)
    }

    @Test("A post whose draft cannot be stored is handed over at once instead of being lost")
    func unstorable() async {
        var sent = 0
        fixture.session.outgoing.hold(nil, of: .new, for: 5) { _ in sent += 1 }
        await fixture.session.activity.idle()
        #expect(sent == 1)
        #expect(fixture.session.messages.history.last?.text == Localizer.english(PostDrafts.notStored))
        await fixture.session.outgoing.sendNow()
        #expect(sent == 1)
    }

    @Test("A post that is taken back in time is a draft again and is not sent")
    func takenBack() async throws {
        var opened: [PostOrigin] = []
        fixture.session.outgoing.onTakeBack = { origin, _ in opened.append(origin) }
        await sendPost("Lights out")
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(opened == [.new])
        #expect(fixture.session.messages.toast?.text == "Taken back. The post is a draft.")
        #expect(try await fixture.session.drafts.all(of: .new).last?.post.text == "Lights out")
        await fixture.session.outgoing.sendNow()
        #expect(posts == [])
    }

    @Test("The post that was sent last is taken back, although its draft is older")
    func olderDraft() async throws {
        let drafts = fixture.session.drafts
        let older = try drafts.keep(PostDraft("Older"), of: .new, by: [FakePosting.ann.id])
        let newer = try drafts.keep(PostDraft("Newer"), of: .new, by: [FakePosting.ann.id])
        var opened: [Int] = []
        fixture.session.outgoing.onTakeBack = { opened.append($1) }
        for draft in [newer, older] { fixture.session.outgoing.hold(draft, of: .new, for: 5) { _ in } }
        await fixture.session.activity.idle()
        #expect(older < newer && fixture.session.outgoing.takeBackNewest())
        await fixture.session.activity.idle()
        #expect(opened == [older])
    }

    @Test("A post that is taken back before it is stored as waiting opens again, and is not sent")
    func takenBackAtOnce() async throws {
        let draft = try fixture.session.drafts.keep(PostDraft("Lights out"), of: .new, by: [FakePosting.ann.id])
        var opened: [Int] = []
        var sent = 0
        fixture.session.outgoing.onTakeBack = { opened.append($1) }
        fixture.session.outgoing.hold(draft, of: .new, for: 5) { _ in sent += 1 }
        #expect(fixture.session.outgoing.takeBackNewest())
        #expect(!fixture.session.outgoing.takeBackNewest(), "There is one post only.")
        await fixture.session.activity.idle()
        #expect(opened == [draft] && fixture.session.messages.toast?.text == "Taken back. The post is a draft.")
        await fixture.session.outgoing.sendNow()
        #expect(sent == 0)
        #expect(try await fixture.session.drafts.all().map(\.isWaiting) == [nil])
    }

    @Test("Leaving Fiber in that time sends the post")
    func leaving() async throws {
        await sendPost("One")
        await sendPost("Two")
        await fixture.session.outgoing.sendNow()
        await fixture.services.track.flush()
        #expect(posts == ["One", "Two"])
        #expect(try await Fixture(track: fixture.track).session.drafts.all().isEmpty)
    }

    @Test("After a crash in that time the post is a draft and was not sent")
    func crash() async throws {
        await sendPost("Lights out")
        let next = Fixture(track: fixture.track)
        #expect(try await next.session.drafts.all(of: .new).last?.post.text == "Lights out")
        #expect(posts == [])
    }

    @Test("Leaving Fiber while a post is being handed over returns only when the outbox has it")
    func leavingBetween() async throws {
        let gate = AsyncStream<Void>.makeStream()
        var order: [String] = []
        let drafts = fixture.session.drafts
        let draft = try drafts.keep(PostDraft("Lights out"), of: .new, by: [FakePosting.ann.id])
        fixture.session.outgoing.hold(draft, of: .new, for: 5) { _ in
            order.append("begun")
            for await _ in gate.stream { break }
            order.append("stored")
        }
        await fixture.session.activity.idle()
        await fixture.time.waitForSleepers(2)
        fixture.time.advance(by: .seconds(5))
        while order.isEmpty { await Task.yield() }
        // The timer has ended, and the outbox does not have the post yet.
        let leaving = Task {
            await fixture.session.outgoing.sendNow()
            order.append("left")
        }
        fixture.services.track.undoLast()
        gate.continuation.yield()
        await leaving.value
        #expect(order == ["begun", "stored", "left"])
        #expect(fixture.session.messages.toast?.text != "Taken back. The post is a draft.")
    }

    @Test("A post that was waiting when the program was killed is reported once at the next start")
    func abandoned() async throws {
        await sendPost("Lights out")
        for count in [1, 0] {
            let next = Fixture(track: fixture.track)
            next.session.outgoing.reportAbandoned()
            await next.session.activity.idle()
            #expect(next.session.messages.history.count == count)
            #expect(next.session.messages.history.allSatisfy { $0.text.contains("still waiting when Fiber ended") })
            #expect(try await next.session.drafts.all().map(\.isContinuedUnasked) == [false])
        }
    }

    @Test("A post that was taken back or sent is no abandoned one")
    func notAbandoned() async throws {
        await sendPost("One")
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        await sendPost("Two")
        await fixture.session.outgoing.sendNow()
        let next = Fixture(track: fixture.track)
        next.session.outgoing.reportAbandoned()
        await next.session.activity.idle()
        #expect(next.session.messages.history.isEmpty)
    }

    @Test("Once a post is sent, undo undoes what was done before it")
    func undoAfterSending() async throws {
        fixture.session.undo.push { "Earlier" }
        await sendPost("Lights out")
        await fixture.session.outgoing.sendNow()
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Earlier")
    }

    @Test("A post that is written while another waits is a draft of its own")
    func second() async throws {
        await sendPost("One")
        let model = ComposeViewModel(.new, track: fixture.services.track, posting: FakePosting())
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.text == "")
        model.send(.type("Two", cursor: 3))
        await fixture.session.activity.idle()
        await fixture.session.outgoing.sendNow()
        #expect(posts == ["One"])
        #expect(try await fixture.session.drafts.all().map(\.post.text) == ["Two"])
    }
}
