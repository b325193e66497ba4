import EngineConcepts
import EngineTestSupport
import Foundation
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Drafts and the outbox")
struct PostDraftTests {
    private let fixture = Fixture()
    private var drafts: PostDrafts { fixture.session.drafts }

    /// The drafts of another run over the same store.
    private var later: PostDrafts { Fixture(track: fixture.track).session.drafts }

    private func refused(_ id: String, _ request: RequestedAction, _ reason: Message = "Closed.") -> PendingAction {
        PendingAction(
            id: ActionID(id), request: request, requestedAt: Fixture.now, repetition: .safe, attempts: 1,
            state: .refused(SupplierError(.refused, reason)))
    }

    @Test("The outbox takes the draft away in the step in which it gets the post, and no later write brings it back")
    func handedOn() async throws {
        let post = PostDraft("Lights out")
        let id = try drafts.keep(post, of: .new, by: [FakePosting.ann.id])
        try await drafts.handOn(id, [.account(.post(post), FakePosting.ann.id)], to: fixture.track)
        #expect(fixture.track.storedChanges == [SettingChange(StoredDraft.name(of: id), to: nil)])
        #expect(try await later.all().isEmpty)
        await fixture.session.preferences.flush()
        #expect(try await later.all().isEmpty)
    }

    @Test("Between the actions of two accounts, the draft is one for the account whose action is not stored yet")
    func handedOnForTwo() async throws {
        let accounts = [FakePosting.ann.id, FakePosting.sky.id]
        let post = PostDraft("Lights out")
        let id = try drafts.keep(post, of: .new, by: accounts)
        try await drafts.handOn(id, accounts.map { .account(.post(post), $0) }, to: fixture.track)
        #expect(try await drafts.all().isEmpty)
        let steps = try fixture.track.storedChanges.map { try $0.value.map(StoredDraft.init(stored:))?.accounts }
        #expect(steps == [[FakePosting.sky.id], nil])
    }

    @Test("The account whose action is refused without being stored stays in the draft when those of others are stored")
    func handedOnForOneOfTwo() async throws {
        let accounts = [FakePosting.ann.id, FakePosting.sky.id]
        let post = PostDraft("Lights out")
        let id = try drafts.keep(post, of: .new, by: accounts)
        fixture.track.refuse(actionsOf: FakePosting.ann.id)
        try await drafts.handOn(id, accounts.map { .account(.post(post), $0) }, to: fixture.track)
        #expect(try await later.all().map(\.accounts) == [[FakePosting.ann.id]])
    }

    @Test("A post that is refused without being stored stays one draft, with the reason")
    func refusedAtOnce() async throws {
        let post = PostDraft("Lights out")
        let id = try drafts.keep(post, of: .new, by: [FakePosting.ann.id])
        #expect(try await drafts.keep(from: refused("9", .account(.post(post), FakePosting.ann.id))))
        let kept = try await drafts.all()
        #expect(kept.map(\.id) == [id] && kept.map(\.reason) == ["Closed."])
    }

    @Test("What the engine has kept of a refused action is not kept twice")
    func keptByEngine() async throws {
        let action = refused("9", .account(.post(PostDraft("Lights out")), FakePosting.ann.id))
        let kept = try #require(StoredDraft(keeping: action, at: Fixture.now))
        try await fixture.track.setSetting(kept.name, to: try kept.setting.value)
        #expect(try await drafts.keep(from: action))
        #expect(try await drafts.all() == [kept])
    }

    @Test("Two servers that refuse a post share the draft also if the engine has kept one for each")
    func sharedByEngine() async throws {
        let accounts = [FakePosting.ann.id, FakePosting.sky.id]
        let actions = accounts.map { refused("of \($0)", .account(.post(PostDraft("Lights out")), $0)) }
        for action in actions {
            let kept = try #require(StoredDraft(keeping: action, at: Fixture.now))
            try await fixture.track.setSetting(kept.name, to: try kept.setting.value)
            #expect(try await drafts.keep(from: action))
        }
        #expect(try await drafts.all().map(\.accounts) == [accounts])
    }

    @Test("Only actions that were refused or cancelled, and have a text, become drafts")
    func content() {
        let post = RequestedAction.account(.post(PostDraft("Lights out")), FakePosting.ann.id)
        let error = SupplierError(.refused, "Closed.")
        for state in [ActionState.waiting, .running, .uncertain(error), .expired(error), .done] {
            #expect(StoredDraft(keeping: refused("9", post).becoming(state), at: Fixture.now) == nil)
        }
        #expect(StoredDraft(keeping: refused("9", post).becoming(.dropped), at: Fixture.now)?.reason == nil)
        #expect(StoredDraft(keeping: refused("9", .ticket(.like, ticket(1).id)), at: Fixture.now) == nil)
        let reply = RequestedAction.ticket(.reply("Copy."), ticket(1).id)
        #expect(StoredDraft(keeping: refused("9", reply), at: Fixture.now)?.origin == .reply(ticket(1).id))
        #expect(StoredDraft(keeping: refused("9", reply).becoming(.dropped), at: Fixture.now) == nil)
    }

    @Test("Drafts that are stored as one setting are found, and kept one by one")
    func former() async throws {
        let former = [PostDraft("One"), PostDraft("Two")].enumerated()
            .map { StoredDraft(id: $0 + 1, origin: .new, accounts: ["ann"], post: $1, time: Fixture.now) }
        let text = String(decoding: try JSONEncoder().encode(former), as: UTF8.self)
        try await fixture.track.setSetting("drafts", to: text)
        #expect(try await drafts.all() == former)
        drafts.remove(1)
        await fixture.session.preferences.flush()
        #expect(fixture.track.settings["drafts"] == nil)
        #expect(try await later.all().map(\.post.text) == ["Two"])
    }

    @Test("A draft that cannot be read is left out and stays stored, and the others are listed")
    func unreadable() async throws {
        try await fixture.track.setSetting(StoredDraft.name(of: 1), to: "{\"id\":")
        try drafts.keep(PostDraft("One"), of: .new, by: ["ann"])
        #expect(try await drafts.all().map(\.post.text) == ["One"])
        #expect(fixture.track.settings[StoredDraft.name(of: 1)] != nil)
    }

    /// A store whose disk is full, until it is not any more.
    private actor FullStore: SettingStore {
        private(set) var settings: [String: String]
        private var isFull = true

        init(_ settings: [String: String]) { self.settings = settings }

        func makeRoom() { isFull = false }

        func settings(_ names: [String]) -> [String: String] { settings.filter { names.contains($0.key) } }

        func settings(beginningWith prefix: String) -> [String: String] { settings.filter { $0.key.hasPrefix(prefix) } }

        func setSetting(_ name: String, to value: String?) throws {
            guard !isFull || value == nil else { throw SupplierError(.unsupported, Message("draftNotStored")) }
            settings[name] = value
        }
    }

    private func drafts(in store: FullStore) -> (PostDrafts, Preferences) {
        let preferences = Preferences(store: store, time: fixture.time) { _ in }
        return (PostDrafts(preferences: preferences, time: fixture.time) { Issue.record($0) }, preferences)
    }

    @Test("Drafts that are stored as one setting stay until all are written, which may be in another run")
    func formerOnFullDisk() async throws {
        let former = [StoredDraft(id: 1, origin: .new, accounts: ["ann"], post: PostDraft("One"), time: Fixture.now)]
        let store = FullStore(["drafts": String(decoding: try JSONEncoder().encode(former), as: UTF8.self)])
        let (drafts, preferences) = drafts(in: store)
        _ = try await drafts.all()
        await preferences.flush()
        #expect(await store.settings["drafts"] != nil)
        await store.makeRoom()
        let (later, laterPreferences) = self.drafts(in: store)
        #expect(try await later.all() == former)
        await laterPreferences.flush()
        #expect(await store.settings.keys.sorted() == [StoredDraft.name(of: 1)])
    }

    @Test("A draft that cannot be stored does not wait to be sent")
    func waitingOnFullDisk() async throws {
        let (drafts, _) = drafts(in: FullStore([:]))
        let id = try drafts.keep(PostDraft("One"), of: .new, by: ["ann"])
        let error = await #expect(throws: SupplierError.self) { try await drafts.setWaiting(true, of: id) }
        #expect(error?.message.key == "draftNotStored")
    }

    @Test("A draft that another process has stored is in the list, and a new one has another identity")
    func otherProcess() async throws {
        #expect(try await drafts.all().isEmpty)
        let other = StoredDraft(
            cancelled: ScheduledPost(id: "7", draft: PostDraft("Later"), time: Fixture.now), by: "ann",
            at: Fixture.now)
        try await fixture.track.setSetting(other.name, to: try other.setting.value)
        let own = try [PostDraft("One"), PostDraft("Two")].map { try drafts.keep($0, of: .new, by: ["ann"]) }
        #expect(own[0] < own[1] && !own.contains(other.id))
        #expect(try await Set(drafts.all().map(\.post.text)) == ["Later", "One", "Two"])
    }
}
