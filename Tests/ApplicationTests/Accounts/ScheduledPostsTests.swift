import EngineConcepts
import EngineTestSupport
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("Posts that servers publish later")
struct ScheduledPostsTests {
    private let time = ManualTimeSource()

    private func post(_ id: String, in hours: Int) -> ScheduledPost {
        ScheduledPost(id: id, draft: PostDraft("Post \(id)"), time: time.now().advanced(by: .seconds(hours * 3600)))
    }

    private func posts(of clients: ScriptedAccount...) async -> ScheduledPosts {
        await ScheduledPosts(of: clients, at: time.now())
    }

    @Test("The posts of all accounts are in the order of their times, also if a server does not answer")
    func order() async {
        let ann = ScriptedAccount("ann", at: "pit.example", scheduled: [post("1", in: 1), post("3", in: 3)])
        let bob = ScriptedAccount("bob", at: "kerb.example", scheduled: [post("2", in: 2)])
        var kim = ScriptedAccount("kim", at: "turn.example")
        kim.failure = SupplierError(.unreachable, "no route")
        let posts = await posts(of: kim, ann, bob)
        #expect(posts.all.map { $0.post.id } == ["1", "2", "3"])
        #expect(posts.failure?.message.key == "scheduledUnread")
        #expect(await self.posts(of: ann).failure?.message == nil)
    }

    @Test("A cancelled post is a draft")
    func cancelled() async throws {
        let store = try TrackDatabase()
        let ann = ScriptedAccount("ann", at: "pit.example", scheduled: [post("1", in: 1)])
        let cancelled = try await posts(of: ann).cancel("1", of: nil, at: time.now(), keepingIn: store)
        #expect(cancelled.text == "Post 1" && ann.scheduled.withLock(\.isEmpty))
        let drafts = try await store.settings(beginningWith: "draft.")
        #expect(drafts.count == 1 && drafts.values.allSatisfy { $0.contains("Post 1") })
    }

    @Test("A post that its server does not cancel is no draft")
    func notCancelled() async throws {
        let store = try TrackDatabase()
        var ann = ScriptedAccount("ann", at: "pit.example", scheduled: [post("1", in: 1)])
        ann.cancelFailure = SupplierError(.gone, "It is published.")
        let posts = await posts(of: ann)
        await #expect(throws: SupplierError.self) {
            _ = try await posts.cancel("1", of: nil, at: time.now(), keepingIn: store)
        }
        #expect(try await store.settings(beginningWith: "draft.").isEmpty)
    }

    @Test("An id that several accounts have needs the account")
    func ambiguous() async throws {
        let store = try TrackDatabase()
        let ann = ScriptedAccount("ann", at: "pit.example", scheduled: [post("1", in: 1)])
        let bob = ScriptedAccount("bob", at: "kerb.example", scheduled: [post("1", in: 2)])
        let posts = await posts(of: ann, bob)
        for (id, key) in [("1", "scheduledAmbiguous"), ("2", "scheduledUnknown")] {
            let failure = await #expect(throws: CommandFailure.self) {
                _ = try await posts.cancel(id, of: nil, at: time.now(), keepingIn: store)
            }
            #expect(failure?.message.key == key)
        }
        _ = try await posts.cancel("1", of: bob.id, at: time.now(), keepingIn: store)
        #expect(ann.scheduled.withLock(\.count) == 1 && bob.scheduled.withLock(\.isEmpty))
    }

    @Test("The result of scheduled posts has their ids, and without the server's answer only their time")
    func identities() async throws {
        let at = time.now().advanced(by: .seconds(3600))
        let draft = PostDraft("Post 2")
        let other = post("1", in: 1)
        var ann = ScriptedAccount("ann", at: "pit.example", scheduled: [post("2", in: 1), other, post("3", in: 2)])
        let action = PendingAction(
            id: ActionID("a"), request: .account(.post(draft), ann.id), requestedAt: time.now(), repetition: .safe,
            state: .done)
        var failures: [Message] = []
        let answers: [(failure: SupplierError?, id: String?)] = [
            (nil, "2"), (SupplierError(.unreachable, "no route"), nil),
        ]
        for (failure, id) in answers {
            ann.failure = failure
            var result = OutboxResult(entries: [OutboxResult.Entry(action)])
            failures += await result.addSchedule(at, of: [.post(draft, ann.id)], by: [ann], now: time.now())
            #expect(result.entries.map(\.scheduledTime) == [at] && result.entries.map(\.scheduled) == [id])
        }
        #expect(failures.map(\.key) == ["scheduledUnread"])
    }
}
