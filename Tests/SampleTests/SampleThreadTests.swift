import EngineConcepts
import EngineStandard
import Testing

@testable import Sample

@Suite("The sample's threads and account")
struct SampleThreadTests {
    private func fedi() throws -> any Supplier { try #require(sample().first { $0.id == "sample:fedi" }) }

    @Test("Every post has a thread, the same each time; long ones have a gap that is filled")
    func threads() async throws {
        let supplier = try fedi()
        let reader = try #require(supplier as? any Supplier & ThreadReading)
        var hadGap = false
        let all = try await pagedItems(of: supplier, downTo: sampleStart.advanced(by: .seconds(-7200))) { 40 }.items
        for item in all.prefix(60) {
            let ticket = Ticket(item, of: supplier.id, seen: sampleStart)
            let part = try await reader.thread(of: ticket, OutlineRequest(now: sampleStart))
            #expect(part == (try await reader.thread(of: ticket, OutlineRequest(now: sampleStart))))
            var tree = ThreadTree(item)
            tree.add(part)
            #expect(tree.item(item.id) != nil)
            let replies = tree.count - 1 - ancestors(of: item, in: tree)
            #expect(item.body.counts.replies == replies + (part.gaps.first?.count ?? 0))
            guard let gap = part.gaps.first else { continue }
            hadGap = true
            let before = tree.count
            tree.add(try await reader.thread(of: ticket, OutlineRequest(gap: gap, now: sampleStart)), filling: gap)
            #expect(tree.count == before + (gap.count ?? 0))
        }
        #expect(hadGap)
    }

    private func ancestors(of item: SourceItem, in tree: ThreadTree) -> Int {
        var count = 0
        var parent = item.body.replyTo.flatMap(tree.item)
        while let above = parent {
            count += 1
            parent = above.body.replyTo.flatMap(tree.item)
        }
        return count
    }

    @Test("The account reaches everybody with a handle, remembers whom it follows and mutes, and is itself nobody else")
    func relations() async throws {
        let supplier = try fedi()
        let account = try #require(supplier.account)
        let key = try #require(AuthorKey("@Apex@fedi.example", kinds: SourceKinds()) { _ in nil })
        let handle = try #require(account.handle(for: key))
        let before = try await account.personWithRelation(named: handle, now: sampleStart)
        #expect(before.relation.includes(.follow) && !before.relation.includes(.mute))
        for action in [PersonAction.unfollow, .mute] {
            let request = ActionRequest(id: ActionID("1"), action: action, now: sampleStart)
            #expect(await account.perform(request, on: before.person) == .done(nil))
            #expect(
                try await account.personWithRelation(named: "@APEX@fedi.example", now: sampleStart).relation
                    .includes(action))
        }
        #expect(try await account.personWithRelation(named: account.name, now: sampleStart).relation == .own)
        let reader = try #require(supplier as? any ProfileReading)
        let author = Author(id: "apex", name: "Apex", handle: handle)
        let profile = try await reader.profile(of: author, now: sampleStart)
        #expect(profile.relation?.includes(.mute) == true)
    }

    @Test("A vote counts, and the account's posts and replies come back as items")
    func account() async throws {
        let supplier = try fedi()
        let all = try await pagedItems(of: supplier, downTo: sampleStart.advanced(by: .seconds(-7200))) { 40 }.items
        let asking = try #require(all.first { $0.source.fields[SourceLayer.PostField.pollState] != nil })
        let ticket = Ticket(asking, of: supplier.id, seen: sampleStart)
        let request = ActionRequest(id: ActionID("1"), action: TicketAction.vote([1]), now: sampleStart)
        guard case .done(let voted?) = await supplier.perform(request, on: ticket) else {
            Issue.record("the vote was not accepted")
            return
        }
        #expect(Ticket(voted, keeping: ticket.key).poll?.own == [1])
        let account = try #require(supplier.account)
        #expect(account.home == supplier.id)
        var draft = PostDraft("Hello.")
        draft.inReplyTo = PostDraft.Reference(post: asking.id)
        let post = ActionRequest(id: ActionID("2"), action: AccountAction.post(draft), now: sampleStart)
        guard case .done(let item?) = await account.perform(post) else {
            Issue.record("the post was not accepted")
            return
        }
        #expect(item.body.replyTo == asking.id)
        // The reply stays in the thread when that is read again, until it is deleted.
        let reader = try #require(supplier as? any Supplier & ThreadReading)
        func hasReply() async throws -> Bool {
            try await reader.thread(of: ticket, OutlineRequest(now: sampleStart)).items.contains { $0.id == item.id }
        }
        #expect(try await hasReply())
        let deletion = ActionRequest(id: ActionID("3"), action: TicketAction.delete, now: sampleStart)
        _ = await supplier.perform(deletion, on: Ticket(item, of: supplier.id, seen: sampleStart))
        #expect(try await !hasReply())
    }

    @Test("An edited post has marked hashtags and mentions, like a new one")
    func editing() async throws {
        let supplier = try fedi()
        let account = try #require(supplier.account)
        let draft = PostDraft("Hello @apex@fedi.example, #F1!")
        let post = ActionRequest(id: ActionID("1"), action: AccountAction.post(draft), now: sampleStart)
        guard case .done(let item?) = await account.perform(post) else {
            Issue.record("the post was not accepted")
            return
        }
        let edit = ActionRequest(id: ActionID("2"), action: TicketAction.edit(draft), now: sampleStart)
        let ticket = Ticket(item, of: supplier.id, seen: sampleStart)
        guard case .done(let edited?) = await supplier.perform(edit, on: ticket) else {
            Issue.record("the edit was not accepted")
            return
        }
        #expect(edited.body.text == item.body.text)
    }

    @Test("The stream ends when its clock stands still, without an item before its time")
    func stream() async throws {
        var events: [String] = []
        for await event in try fedi().stream(StreamRequest(now: sampleStart)) {
            switch event {
            case .connected: events.append("connected")
            case .disconnected: events.append("disconnected")
            default: events.append("other")
            }
        }
        #expect(events == ["connected", "disconnected"])
    }
}
