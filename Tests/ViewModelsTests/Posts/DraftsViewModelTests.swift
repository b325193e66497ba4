import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The list of drafts")
struct DraftsViewModelTests {
    @Test("Drafts are listed, the last one first, continued, removed and brought back")
    func list() async throws {
        let fixture = Fixture()
        let drafts = fixture.session.drafts
        let first = try drafts.keep(PostDraft("First\nwords"), of: .new, by: [FakePosting.ann.id])
        try drafts.keep(PostDraft("Second"), of: .reply(ticket(1).id), by: [])
        let model = DraftsViewModel(track: fixture.services.track, posting: FakePosting())
        var outputs: [DraftsViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.text) == ["Second", "First words"])
        #expect(model.state.rows?.map(\.kind) == ["Reply", "New post"])
        #expect(model.state.rows?.map(\.account) == [nil, FakePosting.ann.handle])
        model.send(.move(1))
        model.send(.open)
        #expect(outputs == [.open(.new, draft: first)])
        model.send(.remove)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.text) == ["Second"])
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await drafts.all().count == 2)
        #expect(model.state.rows?.count == 2)
    }

    @Test("Removing a draft and undoing that in one go leaves the draft, and undoes nothing older")
    func removedAndRestored() async throws {
        let fixture = Fixture()
        _ = try fixture.session.drafts.keep(PostDraft("First"), of: .new, by: [FakePosting.ann.id])
        fixture.session.undo.push { "Older" }
        let model = DraftsViewModel(track: fixture.services.track, posting: FakePosting())
        model.start()
        await fixture.session.activity.idle()
        model.send(.remove)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.text) == ["First"])
        #expect(!fixture.session.messages.history.contains { $0.text == "Older" })
    }

    @Test("Two drafts that are removed at once are both gone, and undo brings each back once")
    func burst() async throws {
        let fixture = Fixture()
        let drafts = fixture.session.drafts
        for text in ["First", "Second", "Third"] { try drafts.keep(PostDraft(text), of: .new, by: []) }
        let model = DraftsViewModel(track: fixture.services.track, posting: FakePosting())
        model.start()
        await fixture.session.activity.idle()
        await fixture.burst([.remove, .remove], on: model)
        #expect(model.state.rows?.map(\.text) == ["First"])
        await fixture.burst([.undo, .undo], on: model)
        let texts = try await drafts.all().map(\.post.text)
        #expect(texts.sorted() == ["First", "Second", "Third"])
        #expect(model.state.rows?.count == 3)
    }

    @Test("Scheduled posts follow the drafts with their time, and a cancelled one becomes a draft")
    func scheduled() async throws {
        let fixture = Fixture()
        try fixture.session.drafts.keep(PostDraft("Draft"), of: .new, by: [FakePosting.ann.id])
        let draft = PostDraft(
            "Later\ntoday", visibility: .followers, contentWarning: "race", isSensitive: true, language: "en",
            poll: PostDraft.Poll(options: ["yes", "no"], seconds: 3600), inReplyTo: PostDraft.Reference(post: "77"))
        let time = Fixture.now.advanced(by: .seconds(7200))
        let post = ScheduledPost(id: "7", draft: draft, time: time, media: 1)
        let cancelled = Cancelled()
        let posting = FakePosting(
            scheduled: { cancelled.ids.isEmpty ? [(account: FakePosting.ann, post: post)] : [] },
            cancel: { cancelled.ids.append($0) })
        let model = DraftsViewModel(track: fixture.services.track, posting: posting)
        var outputs: [DraftsViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.text) == ["Draft", "Later today"])
        #expect(model.state.rows?.map(\.kind) == ["New post", "Scheduled"])
        model.send(.move(5))
        #expect(model.state.cursor == 1)
        model.send(.open)
        #expect(outputs == [] && fixture.session.messages.toast?.text.contains("cannot be edited") == true)
        model.send(.remove)
        await fixture.session.activity.idle()
        #expect(cancelled.ids == ["7"])
        #expect(model.state.rows?.map(\.text) == ["Later today", "Draft"])
        #expect(model.state.rows?.first?.kind == "Reply")
        #expect(fixture.session.messages.toast?.text.contains("without its attached files") == true)
        var kept = draft
        kept.scheduled = time
        #expect(try await Fixture(track: fixture.track).session.drafts.all(of: .new).last?.post == kept)
    }

    @Test(
        "A scheduled post that the server does not have any more is neither cancelled nor a draft",
        arguments: [(0, "is published already"), (7200, "published or cancelled elsewhere")])
    func published(seconds: Int, words: String) async throws {
        let fixture = Fixture()
        let time = Fixture.now.advanced(by: .seconds(seconds))
        let post = ScheduledPost(id: "7", draft: PostDraft("Later"), time: time)
        let cancelled = Cancelled()
        let posting = FakePosting(
            scheduled: { cancelled.ids.isEmpty ? [(account: FakePosting.ann, post: post)] : [] },
            cancel: {
                cancelled.ids.append($0)
                throw SupplierError(.gone, "No such post.")
            })
        let model = DraftsViewModel(track: fixture.services.track, posting: posting)
        model.start()
        await fixture.session.activity.idle()
        model.send(.remove)
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text.contains(words) == true)
        #expect(model.state.rows?.isEmpty == true)
        #expect(try await fixture.session.drafts.all().isEmpty)
    }

    private final class Cancelled {
        var ids: [String] = []
        var lists = 0
    }

    @Test("A scheduled post is cancelled once, however often that is typed, and is gone from the list at once")
    func cancelledOnce() async throws {
        let fixture = Fixture()
        let post = ScheduledPost(
            id: "7", draft: PostDraft("Later"), time: Fixture.now.advanced(by: .seconds(7200)))
        let cancelled = Cancelled()
        let isHeld = WaitableState(false)
        let posting = FakePosting(
            scheduled: {
                await isHeld.wait { !$0 }
                return [(account: FakePosting.ann, post: post)]
            },
            cancel: {
                guard cancelled.ids.isEmpty else { throw SupplierError(.gone, "No such post.") }
                cancelled.ids.append($0)
            })
        let model = DraftsViewModel(track: fixture.services.track, posting: posting)
        model.start()
        await fixture.session.activity.idle()
        isHeld.withLock { $0 = true }
        model.send(.remove)
        model.send(.remove)
        await changed(model, \.onChange) { model.state.rows?.first?.kind == "New post" }
        #expect(model.state.rows?.count == 1 && cancelled.ids == ["7"])
        #expect(fixture.session.messages.history.count == 1)
        isHeld.withLock { $0 = false }
        await fixture.session.activity.idle()
    }

    @Test("An earlier list of scheduled posts does not replace a later one")
    func lateList() async throws {
        let fixture = Fixture()
        let post = ScheduledPost(
            id: "7", draft: PostDraft("Later"), time: Fixture.now.advanced(by: .seconds(7200)))
        let cancelled = Cancelled()
        let isHeld = WaitableState(true)
        let posting = FakePosting(scheduled: {
            cancelled.lists += 1
            guard cancelled.lists == 1 else { return [] }
            await isHeld.wait { !$0 }
            return [(account: FakePosting.ann, post: post)]
        })
        try fixture.session.drafts.keep(PostDraft("Draft"), of: .new, by: [FakePosting.ann.id])
        let model = DraftsViewModel(track: fixture.services.track, posting: posting)
        model.start()
        while cancelled.lists == 0 { await Task.yield() }
        model.send(.remove)
        while cancelled.lists == 1 { await Task.yield() }
        isHeld.withLock { $0 = false }
        await fixture.session.activity.idle()
        #expect(model.state.rows?.isEmpty == true)
    }

    @Test("A reply's draft is found through another ticket of the same post")
    func samePost() async throws {
        let drafts = Fixture().session.drafts
        var post = PostDraft("Words")
        post.inReplyTo = PostDraft.Reference(post: "7")
        try drafts.keep(post, of: .reply(TicketID(supplier: "home", item: "7")), by: ["ann"])
        let other = PostOrigin.reply(TicketID(supplier: "list", item: "7"))
        #expect(try await drafts.all(of: other, like: post, by: "ann").last?.post.text == "Words")
        #expect(try await drafts.all(of: other, like: post, by: "bob").isEmpty)
        post.inReplyTo = PostDraft.Reference(post: "8")
        #expect(try await drafts.all(of: other, like: post, by: "ann").isEmpty)
    }

    @Test("A reply names the author and everybody whom the post names, but not the account itself, and nobody twice")
    func mentions() {
        let item = SourceItem(
            id: "1", orderTime: nil,
            body: TicketBody(text: .plain("."), author: Author(id: "b", name: "Bob", handle: "@bob@pit.example")),
            source: SourceLayer(fields: [
                SourceLayer.PostField.mentions: "@ann@kerb.example @cy@pit.example @BOB@pit.example"
            ]))
        let post = Ticket(item, of: "home", seen: Fixture.now)
        #expect(PostDraft("", replyingTo: post, by: "@ann@kerb.example").text == "@bob@pit.example @cy@pit.example ")
        #expect(
            PostDraft("@cy@pit.example yes", replyingTo: post, by: "@ann@kerb.example").text
                == "@bob@pit.example @cy@pit.example yes")
    }
}
